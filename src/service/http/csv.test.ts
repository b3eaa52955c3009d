import { expect, it } from "vitest";
import { csvOf } from "./csv.ts";

it("nested members become columns named by their path", async () => {
  expect(await csvOf([{ id: 1, language: { code: "cs" }, target: ["a", "b"] }])).toBe(
    "id,language.code,target.0,target.1\r\n1,cs,a,b\r\n",
  );
});

it("a member that only some records have is a column for all", async () => {
  expect(await csvOf([{ a: 1 }, { b: null }, { a: false, b: "x" }])).toBe("a,b\r\n1,\r\n,\r\nfalse,x\r\n");
});

it("commas, quotes and line breaks stay in their cell", async () => {
  expect(await csvOf([{ text: 'one, "two"\nthree' }])).toBe('text\r\n"one, ""two""\nthree"\r\n');
});

it.each(["=1+1", "+1", "-1+1", "-x", "@sum", "\tx"])("%s is no formula", async (text) => {
  expect(await csvOf([{ text }])).toBe(`text\r\n'${text}\r\n`);
});

it("negative numbers stay numbers, as text too", async () => {
  expect(await csvOf([{ number: -1, text: "-24" }])).toBe("number,text\r\n-1,-24\r\n");
});

it("no records are a header without columns", async () => {
  expect(await csvOf([])).toBe("\r\n");
});
