import { expect, it } from "vitest";
import { specialCharacters } from "./special-characters.ts";

const signsOf = (language: string, own = ""): string =>
  specialCharacters(language, own)
    .map(({ sign }) => sign)
    .join(" ");

it("offers the characters that a language writes with, and those that somebody chose", () => {
  expect(signsOf("cs")).toBe("„ “ ‚ ‘ nbsp … – —");
  expect(signsOf("fr_CA")).toBe("« » nnbsp ’ Œ œ Æ æ Ç À É nbsp … – —");
  expect(signsOf("ar")).toBe("« » “ ” ، ؛ ؟ RLM LRM nbsp … – —");
  expect(signsOf("xx", "→ é“")).toBe("nbsp … – — → é “");
});
