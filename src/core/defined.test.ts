import { expect, expectTypeOf, it } from "vitest";
import { defined } from "./defined.ts";

it("leaves out what is undefined, and nothing else", () => {
  const language: string | undefined = undefined;

  expect(Object.entries(defined({ language, path: "", line: 0, isSource: false, note: null }))).toEqual([
    ["path", ""],
    ["line", 0],
    ["isSource", false],
    ["note", null],
  ]);
});

it("tells the compiler which properties are always there", () => {
  const values: { readonly path: string; readonly language: "cs" | "de" | undefined } = { path: "a", language: "cs" };

  const found = defined(values);

  expectTypeOf(found.path).toEqualTypeOf<string>();
  expectTypeOf(found).toExtend<{ readonly path: string; readonly language?: "cs" | "de" }>();
  expectTypeOf<{ readonly path: string }>().toExtend<typeof found>();
});
