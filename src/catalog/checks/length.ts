import { numberOf } from "../flags.ts";
import { perForm, perSource, type Finders } from "./check.ts";
import { withoutMarkup } from "./replacements.ts";

export const lengthFinders: Finders = {
  "max-length": perForm((_source, target, { flags }) =>
    tooLong(withoutMarkup(target, flags), numberOf(flags, "max-length")),
  ),

  "source-max-length": perSource((source, { flags }) =>
    tooLong(withoutMarkup(source, flags), numberOf(flags, "max-length")),
  ),

  "max-lines": perForm((_source, target, { flags }) => {
    const most = numberOf(flags, "max-lines");
    const lines = target.split(/\r\n|[\n\r]/).length;
    return most !== undefined && lines > most ? `${String(lines)} lines, expected at most ${String(most)}.` : undefined;
  }),
};

function tooLong(text: string, most: number | undefined): string | undefined {
  const length = Array.from(text).length;
  return most !== undefined && length > most
    ? `${String(length)} characters, expected at most ${String(most)}.`
    : undefined;
}
