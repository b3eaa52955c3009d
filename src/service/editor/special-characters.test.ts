import { expect, it } from "vitest";
import { specialCharacters } from "./special-characters.ts";

const signsOf = (code: string, own = "", direction = "ltr"): string =>
  specialCharacters({ code, direction }, own)
    .map(({ sign }) => sign)
    .join(" ");

it("offers the characters that a language writes with, and those that somebody chose", () => {
  expect(signsOf("cs")).toBe("„ “ ‚ ‘ nbsp … – —");
  expect(signsOf("fr_CA")).toBe("« » nnbsp ’ Œ œ Æ æ Ç À É nbsp … – —");
  expect(signsOf("ar", "", "rtl")).toBe("« » “ ” ، ؛ ؟ RLM LRM ZWNJ nbsp … – —");
  expect(signsOf("xx", "→ é“")).toBe("nbsp … – — → é “");
});

it("offers each mark that nobody sees alone, whatever stands before it", () => {
  expect(signsOf("dv", "", "rtl")).toBe("RLM LRM ZWNJ nbsp … – —");
  expect(signsOf("hi")).toBe("“ ” । ZWNJ ZWJ nbsp … – —");
  expect(signsOf("xx", "→\u200C \u200F\u061C क्\u200D")).toBe("nbsp … – — → ZWNJ RLM ALM क्\u200D");
});
