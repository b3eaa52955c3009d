import { expect, test } from "vitest";
import { pathGuesses } from "./nearest-path.ts";

test("of many paths that nothing is at, the first are guessed, as many as that takes no time", () => {
  const guess = pathGuesses(["locales/en.json", "locales/de.json"], 4);
  const guesses = ["local/de.json", "local/*.json", "local/en.json"].map((path) => guess(path, !path.includes("?")));

  expect(guesses).toEqual(["locales/de.json", "locales/en.json", undefined]);
});
