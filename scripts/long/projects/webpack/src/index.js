module.exports = (name) => `hello, ${name}`;
if (require.main === module) console.log(module.exports("world"));
