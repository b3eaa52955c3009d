import { expect, test } from "vitest";
import { commandIn, readFileCommand } from "./runner.ts";

test("a command is obeyed at the start of a line only, with its properties decoded", () => {
  expect(commandIn("  ::warning file=a%2Cb.po,line=3::50%25 done%0Anext")).toEqual({
    name: "warning",
    properties: { file: "a,b.po", line: "3" },
    message: "50% done\nnext",
  });
  expect(commandIn("text ::warning::no")).toBeUndefined();
});

test("the older form is obeyed anywhere in a line", () => {
  expect(commandIn("Saved: ##[error]gotcha")).toEqual({ name: "error", properties: {}, message: "gotcha" });
});

test("what is no command of the runner is text", () => {
  expect(commandIn("::hello::world")).toBeUndefined();
  expect(commandIn("##\u200b[error]harmless")).toBeUndefined();
});

test("outputs are read as lines and as blocks; an unclosed block is an error", () => {
  expect(readFileCommand("a=1=2\nb<<END\nx\ny=3\nEND\n")).toEqual({ a: "1=2", b: "x\ny=3" });
  expect(() => readFileCommand("b<<END\nx\n")).toThrow('no line "END" closes b');
});
