import { errorAt } from "../text/source-text.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { textExporter, type Exporter } from "./exporter.ts";
import { developerNotes, translatorNotes } from "./unit-text.ts";

/** Apple's `.strings`, in UTF-8: of a plural the first form. */
export const strings: Exporter = textExporter(
  { name: "strings", extension: "strings", mediaType: "text/plain", only: "monolingual" },
  () => ({
    head: "",
    each: (unit) => {
      const notes = [...developerNotes(unit), ...translatorNotes(unit)].join("\n");
      const comment = notes === "" ? "" : `/* ${notes.replaceAll("*/", "* /")} */\n`;
      return `${comment}"${escapeText(unit.context)}" = "${escapeText(unit.target[0] ?? "")}";\n`;
    },
    tail: "",
  }),
);

const written: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

function escapeText(text: string): string {
  return text.replace(
    /[\u0000-\u001F\u007F"\\]|[\uD800-\uDFFF]/gu,
    (character) => written[character] ?? `\\U${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const BLANKS = /[\s\uFEFF]*/y;
const QUOTED = /"([^"\\]*(?:\\.[^"\\]*)*)"/sy;
const BARE = /[\w.$:/-]+/y;

/** @throws {FormatError} with line and column */
export function readStrings(text: string, path?: string): readonly ExchangeUnit[] {
  return new Reader(text, path).read();
}

class Reader {
  readonly #text: string;
  readonly #path: string | undefined;
  #at = 0;

  constructor(text: string, path: string | undefined) {
    this.#text = text;
    this.#path = path;
  }

  read(): readonly ExchangeUnit[] {
    const units: ExchangeUnit[] = [];
    this.#skipBlanks();
    while (this.#at < this.#text.length) {
      const key = this.#string();
      // `"text";` alone is a text that is its own key.
      const target = this.#takes("=") ? this.#string() : key;
      if (!this.#takes(";")) this.#fail('expected ";" behind the text');
      units.push({ context: key, source: [], target: [target], fuzzy: false });
    }
    return units;
  }

  #string(): string {
    const [, quoted] = this.#match(QUOTED) ?? [];
    const value = quoted === undefined ? this.#match(BARE)?.[0] : unescapeText(quoted);
    if (value === undefined) return this.#fail("expected a text in quotes");
    this.#skipBlanks();
    return value;
  }

  #takes(mark: string): boolean {
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    this.#skipBlanks();
    return true;
  }

  /** Blanks and comments. */
  #skipBlanks(): void {
    do this.#match(BLANKS);
    while (this.#skipComment());
  }

  #skipComment(): boolean {
    const end = this.#text.startsWith("/*", this.#at) ? "*/" : this.#text.startsWith("//", this.#at) ? "\n" : undefined;
    if (end === undefined) return false;
    const close = this.#text.indexOf(end, this.#at + 2);
    if (close === -1 && end === "*/") this.#fail("the comment is not closed");
    this.#at = close === -1 ? this.#text.length : close + end.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#at += match[0].length;
    return match;
  }

  #fail(message: string): never {
    throw errorAt(this.#text, this.#at, message, this.#path);
  }
}

const read: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\u0007", b: "\b", f: "\f", v: "\v" };

function unescapeText(text: string): string {
  return text.replace(/\\(?:[Uu]([0-9A-Fa-f]{4})|(.))/gs, (_match, code?: string, character?: string) =>
    code === undefined ? (read[character ?? ""] ?? character ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
