const { execSync } = require("node:child_process");
const sum = require("./sum");

test("sum", () => {
  expect(sum(1, 2, 3)).toBe(6);
});

test("in a shell", () => {
  const program = "node -p 'require(\"./sum\")(2, 2)' | tr 4 5";
  expect(execSync(program, { cwd: __dirname }).toString()).toBe("5\n");
});
