import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { words } from "./words";

test("words", () => {
  expect(words(" a b\n c ")).toEqual(["a", "b", "c"]);
});

test("what was built", () => {
  const program = "import('./dist/words.js').then((m) => console.log(m.words('x y').length))";
  expect(execFileSync(process.execPath, ["-e", program]).toString()).toBe("2\n");
});
