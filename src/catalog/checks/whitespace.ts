import { baseLanguage, perForm, type CheckedText, type Finders } from "./check.ts";

const NEWLINES = /\r\n|[\n\r]/g;
const SPACES_BEFORE = /^ */;
/** From where blanks begin alone: tried from each of very many, it would take the square of their number. */
const SPACES_AFTER = /(?<! ) *$/;
/** These mark by it where a line may break. */
const PARTED_INVISIBLY: ReadonlySet<string> = new Set(["km", "lo", "my", "th", "bo", "dz"]);
const INVISIBLE = /[\u200B\u2060\uFEFF]/;

const startsWithNewline = (text: string) => /^[\r\n]/.test(text);
const endsWithNewline = (text: string) => /[\r\n]$/.test(text);
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

export const whitespaceFinders: Finders = {
  begin_newline: perForm((source, target, text) =>
    startsWithNewline(source) === startsWithNewline(target)
      ? undefined
      : newlineExpected(startsWithNewline(source) ? "a" : "no", "start", text),
  ),

  end_newline: perForm((source, target, text) =>
    endsWithNewline(source) === endsWithNewline(target)
      ? undefined
      : newlineExpected(endsWithNewline(source) ? "a" : "no", "end", text),
  ),

  begin_space: perForm((source, target) => {
    const [wanted, found] = [lengthOf(source, SPACES_BEFORE), lengthOf(target, SPACES_BEFORE)];
    if (wanted === found) return undefined;
    return `Expected ${spaces(wanted)} at the start, as in the source; found ${spaces(found)}.`;
  }),

  end_space: perForm((source, target) => {
    const [wanted, found] = [lengthOf(source, SPACES_AFTER), lengthOf(target, SPACES_AFTER)];
    if (wanted === found) return undefined;
    return `Expected ${spaces(wanted)} at the end, as in the source; found ${spaces(found)}.`;
  }),

  double_space: perForm((source, target) =>
    target.includes("  ") && !source.includes("  ") ? "Two spaces in a row, expected one." : undefined,
  ),

  escaped_newline: perForm((source, target) =>
    differingCount(count(source, /\\n/g), count(target, /\\n/g), String.raw`\n`),
  ),

  "newline-count": perForm((source, target) =>
    differingCount(count(source, NEWLINES), count(target, NEWLINES), "line break"),
  ),

  "zero-width-space": perForm((source, target, { language }) =>
    INVISIBLE.test(target) && !INVISIBLE.test(source) && !PARTED_INVISIBLY.has(baseLanguage(language))
      ? "An invisible zero-width character that the source has not."
      : undefined,
  ),
};

/** Not everybody compiles by it, and programs show the text all the same (OctoPrint, Thonny): it looks wrong, and no more. */
function newlineExpected(wanted: "a" | "no", at: "start" | "end", { format }: CheckedText): string {
  return `Expected ${wanted} newline at the ${at}, as in the source${format === "po" ? ": msgfmt refuses the file" : ""}.`;
}

function lengthOf(text: string, pattern: RegExp): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

function spaces(number: number): string {
  if (number === 0) return "no space";
  return number === 1 ? "one space" : `${String(number)} spaces`;
}

function differingCount(wanted: number, found: number, what: string): string | undefined {
  return wanted === found
    ? undefined
    : `Expected ${String(wanted)} × ${what} as in the source, found ${String(found)}.`;
}
