import { UserError } from "../../core/errors.ts";
import type { OptionValues } from "../options.ts";

/** @throws {UserError} `IL-C02` unless there is exactly one word beside the options */
export function onlyWord({ words }: OptionValues, command: string, meaning: string): string {
  const [word, ...others] = words;
  if (word !== undefined && others.length === 0) return word;
  throw wrongWords(command, words, `one word, ${meaning}`);
}

export function wrongWords(command: string, words: readonly string[], expected: string): UserError {
  return new UserError(
    `${command} takes ${expected}; there ${words.length === 1 ? "is 1" : `are ${String(words.length)}`}`,
    {
      code: "IL-C02",
      hint: `See \`interlinear help ${command}\`.`,
    },
  );
}
