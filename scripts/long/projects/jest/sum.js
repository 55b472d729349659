module.exports = (...numbers) => numbers.reduce((a, b) => a + b, 0);
