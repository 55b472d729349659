const assert = require("node:assert");
const test = require("node:test");

test("add", () => assert.equal(require("./build/Release/add.node").add(1, 2), 3));
