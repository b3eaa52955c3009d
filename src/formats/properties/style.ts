import type { Charset } from "../text/charset.ts";
import { lineEndOf } from "../text/source-text.ts";
import { escapeUnit } from "./encode.ts";
import { BYTE_ORDER_MARK, entriesOf, type Entry, type PropertiesFile } from "./parse.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface PropertiesStyle {
  readonly lineEnd: "\n" | "\r\n" | "\r";
  readonly indent: string;
  /** Between key and text. */
  readonly separator: string;
  /** A blank line stands between any two entries. */
  readonly isSpaced: boolean;
  /** The last character that is written as it is. */
  readonly last: string;
  /** The last character the encoding has. */
  readonly lastEncoded: string;
  readonly upperCaseEscapes: boolean;
  /** Signs beyond those that must be that the file escapes in its texts, as Java's own writer does. */
  readonly escapedSigns: ReadonlySet<string>;
  readonly byteOrderMark: string;
  readonly hasFinalBreak: boolean;
}

const LAST_ASCII = "\u007F";
const NON_ASCII = /[\u0080-\uFFFF]/;
const ESCAPE = /\\(?:u[0-9A-Fa-f]{4}|[^])/g;
const SIGNS = [":", "=", "#", "!"];
const SIGN = /[:=#!]/;

export function styleOf(file: PropertiesFile, charset: Charset): PropertiesStyle {
  const { text, parts } = file;
  const entries = entriesOf(file);
  const [first] = entries;
  const last = parts.at(-1);
  const escapes = new EscapeLearner();
  escapes.enter(text);
  for (const entry of entries) escapes.see(entry);
  return {
    lineEnd: text.includes("\r") && !text.includes("\n") ? "\r" : lineEndOf(text),
    indent: first === undefined ? "" : onOneLine(text.slice(first.start, first.keyStart)),
    separator: separatorOf(text, entries),
    isSpaced: isSpaced(file),
    lastEncoded: charset.last,
    ...escapes.learn(charset),
    byteOrderMark: text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "",
    hasFinalBreak: last === undefined || last.next > last.end,
  };
}

function onOneLine(blanks: string): string {
  return /[\\\r\n]/.test(blanks) ? "" : blanks;
}

/** Blanks that align the signs of a table are one in a line of its own. */
function separatorOf(text: string, entries: readonly Entry[]): string {
  for (const entry of entries) {
    const separator = separatorIn(text, entry);
    if (separator !== undefined) return separator;
  }
  return DEFAULT_SEPARATOR;
}

export const DEFAULT_SEPARATOR = "=";

/** Undefined where an entry tells nothing of others. */
export function separatorIn(text: string, { key, value, keyEnd, valueStart }: Entry): string | undefined {
  if (key === "" || value === "") return undefined;
  const separator = text.slice(keyEnd, valueStart);
  return /[\\\r\n]/.test(separator) ? undefined : separator.replaceAll(/ +/g, " ");
}

function isSpaced({ parts }: PropertiesFile): boolean {
  let entries = 0;
  let hasBlank = false;
  for (const { kind } of parts) {
    if (kind === "blank") hasBlank = true;
    if (kind !== "entry") continue;
    if (entries > 0 && !hasBlank) return false;
    entries += 1;
    hasBlank = false;
  }
  return entries > 1;
}

/** What a file's texts tell of how others are to be escaped. */
export type PropertiesEscapes = Pick<PropertiesStyle, "last" | "upperCaseEscapes" | "escapedSigns">;

/** Looks at one text after the other, and keeps none. */
export class EscapeLearner {
  readonly #plain = new Set<string>();
  readonly #escaped = new Set<string>();
  /** What is looked at, and whether a character beyond ASCII is there. */
  #text = "";
  #mayBePlain = false;
  #hasPlain = false;
  #hasEscapes = false;
  #hasLetters = false;
  #hasCapitals = false;

  /** What comes next: the text of a file, or some of its lines. */
  enter(text: string): void {
    this.#text = text;
    this.#mayBePlain = !this.#hasPlain && NON_ASCII.test(text);
  }

  /** @param entry of the text that was entered last */
  see({ start, valueStart, end }: Pick<Entry, "start" | "valueStart" | "end">): void {
    if (this.#mayBePlain && !this.#hasPlain) this.#hasPlain = NON_ASCII.test(this.#text.slice(start, end));
    const value = this.#text.slice(valueStart, end);
    const hasEscapes = value.includes("\\");
    if (hasEscapes) this.#seeEscapes(value);
    if (!SIGN.test(value)) return;
    const rest = hasEscapes ? value.replaceAll(ESCAPE, "") : value;
    for (const sign of SIGNS) if (rest.includes(sign)) this.#plain.add(sign);
  }

  #seeEscapes(value: string): void {
    for (let at = value.indexOf("\\"); at !== -1; at = value.indexOf("\\", at + 2)) {
      const escaped = value[at + 1] ?? "";
      if (escaped === "u") this.#seeCode(value.slice(at + 2, at + 6));
      else if (SIGN.test(escaped)) this.#escaped.add(escaped);
    }
  }

  #seeCode(digits: string): void {
    // What is never plain says nothing about the rest.
    if (!this.#hasEscapes) {
      const point = Number.parseInt(digits, 16);
      this.#hasEscapes = point > 0x7f && !UNSAFE.test(String.fromCharCode(point));
    }
    if (this.#hasCapitals) return;
    this.#hasLetters ||= /[A-Fa-f]/.test(digits);
    this.#hasCapitals = /[A-F]/.test(digits);
  }

  /** Characters beyond ASCII stay plain only where the file shows that its readers take them: every Java takes `\uXXXX`. */
  learn(charset: Charset): PropertiesEscapes {
    return {
      last: this.#hasPlain || (charset.isUnicode && !this.#hasEscapes) ? charset.last : LAST_ASCII,
      upperCaseEscapes: !this.#hasLetters || this.#hasCapitals,
      escapedSigns: new Set(SIGNS.filter((sign) => this.#escaped.has(sign) && !this.#plain.has(sign))),
    };
  }
}

const simpleEscapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\f": "\\f",
};

/** Never plain, whatever the encoding: control characters, line separators, marks, halves of a pair. */
const UNSAFE = /[\0-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/u;
const QUESTIONABLE = /[\0-\u001F\\]|[^\u0020-\u007E]/gu;

function escapeUnits(character: string, isUpperCase: boolean): string {
  return character
    .split("")
    .map((unit) => escapeUnit(unit, isUpperCase))
    .join("");
}

function escapeCharacters(text: string, { last, upperCaseEscapes }: PropertiesEscapes): string {
  return text.replaceAll(QUESTIONABLE, (character) => {
    const simple = simpleEscapes[character];
    if (simple !== undefined) return simple;
    const isPlain = character.length === 1 ? character <= last && !UNSAFE.test(character) : last > "\u00FF";
    if (isPlain) return character;
    return escapeUnits(character, upperCaseEscapes);
  });
}

/** A text as it stands behind a separator. */
export function escapeValue(value: string, separator: string, style: PropertiesEscapes): string {
  const escaped = escapeCharacters(value, style).replaceAll(/[:=#!]/g, (sign) =>
    style.escapedSigns.has(sign) ? `\\${sign}` : sign,
  );
  // Blanks alone part key and text: a sign behind them would be taken for the separator.
  const isHidden = escaped.startsWith(" ") || (!/[=:]/.test(separator) && /^[=:]/.test(escaped));
  return isHidden ? `\\${escaped}` : escaped;
}

export function escapeKey(key: string, style: PropertiesStyle): string {
  return escapeCharacters(key, style)
    .replaceAll(/[ :=]/g, String.raw`\$&`)
    .replace(/^[#!]/, String.raw`\$&`);
}

/** A line above an entry. */
export function escapeComment(line: string, { lastEncoded }: PropertiesStyle): string {
  const comment = line === "" ? "#" : `# ${line}`;
  return comment.replaceAll(/[^\0-\u00FF]/gu, (character) => {
    const isPlain = lastEncoded > "\u00FF" && !UNSAFE.test(character);
    return isPlain ? character : escapeUnits(character, true);
  });
}
