import { numberOf, parametersOf, type Flags } from "../flags.ts";
import { perForm, perSource, type Finders } from "./check.ts";

export const lengthFinders: Finders = {
  "max-length": perForm((_source, target, { flags }) => tooLong(target, flags)),

  "source-max-length": perSource((source, { flags }) => tooLong(source, flags)),

  "max-lines": perForm((_source, target, { flags }) => {
    const most = numberOf(flags, "max-lines");
    const lines = target.split(/\r\n|[\n\r]/).length;
    return most !== undefined && lines > most ? `${String(lines)} lines, expected at most ${String(most)}.` : undefined;
  }),
};

/** How long a text counts, in code points: markup that the program takes out does not. */
export function countedLength(text: string, flags: Flags): number {
  return Array.from(withoutMarkup(text, flags)).length;
}

/** The text as it will be shown: `replacements:from:to:…` applied, and without tags where `xml-text` says they are. */
function withoutMarkup(text: string, flags: Flags): string {
  const pairs = parametersOf(flags, "replacements");
  let shown = text;
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [from = "", to = ""] = pairs.slice(index, index + 2);
    if (from !== "") shown = shown.replaceAll(from, () => to);
  }
  return flags.has("xml-text") ? shown.replace(/<[^<>]*>/g, "") : shown;
}

function tooLong(text: string, flags: Flags): string | undefined {
  const most = numberOf(flags, "max-length");
  const length = countedLength(text, flags);
  return most !== undefined && length > most
    ? `${String(length)} characters, expected at most ${String(most)}.`
    : undefined;
}
