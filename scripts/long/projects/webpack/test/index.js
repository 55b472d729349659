const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const hello = require("../src/index.js");

describe("hello", () => {
  it("greets", () => assert.equal(hello("you"), "hello, you"));
  for (const mode of ["development", "production"])
    it(`runs when built for ${mode}`, () => execFileSync("node", [`dist/${mode}/main.js`]));
});
