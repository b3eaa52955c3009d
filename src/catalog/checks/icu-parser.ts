/** One argument of an ICU message, with the messages of its variants. */
export interface IcuArgument {
  readonly name: string;
  /** `number`, `plural`, `select`…; "" for a plain `{name}`. */
  readonly type: string;
  /** Messages by selector, of `plural`, `selectordinal` and `select`. */
  readonly variants: ReadonlyMap<string, IcuMessage>;
  /** Offsets of its braces in the text; `end` is behind the closing one. */
  readonly start: number;
  readonly end: number;
}

export interface IcuMessage {
  readonly arguments: readonly IcuArgument[];
  /** `#` stands in it for the number of the plural around it. */
  readonly hasNumberSign: boolean;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

export interface IcuMistake {
  /** Offset in the text. */
  readonly offset: number;
  readonly message: string;
}

export type IcuResult = { readonly message: IcuMessage } | { readonly mistake: IcuMistake };

const WITH_VARIANTS: ReadonlySet<string> = new Set(["plural", "selectordinal", "select"]);
const SIMPLE: ReadonlySet<string> = new Set([
  "number",
  "date",
  "time",
  "spellout",
  "ordinal",
  "duration",
  "list",
  "choice",
]);
const DEEPEST = 50;

/** Reads ICU MessageFormat as ICU4J does with its usual apostrophes: one quotes only before `{`, `}`, and `#` or `|` in a plural. */
export function parseIcuMessage(text: string): IcuResult {
  try {
    return { message: new Parser(withoutHints(text)).parse() };
  } catch (error) {
    if (error instanceof Mistake) return { mistake: { offset: error.offset, message: error.message } };
    throw error;
  }
}

/** What XLIFF's tags say to translators of the markup they stand for: `<x id="INTERPOLATION" equiv-text="{{count}}"/>`. */
const HINT = /(?<=<[\w-]{1,20}\s[^<]{0,400}\s(?:equiv|equiv-text|disp)=)"[^"<]{0,1000}"/g;

/** With no sign in them that the message might mean, at the same offsets. */
function withoutHints(text: string): string {
  if (!text.includes("equiv") && !text.includes("disp=")) return text;
  return text.replaceAll(HINT, (value) => value.replaceAll(/[{}#|']/g, "_"));
}

class Mistake extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): IcuMessage {
    const message = this.#message({ depth: 0, inPlural: false });
    if (this.#at < this.#text.length) throw new Mistake(this.#at, 'A lone "}"');
    return message;
  }

  /** Up to the end, or to the brace that closes the variant it stands in. */
  #message({ depth, inPlural }: { depth: number; inPlural: boolean }): IcuMessage {
    if (depth > DEEPEST) throw new Mistake(this.#at, "Nested too deeply");
    const start = this.#at;
    const found: IcuArgument[] = [];
    let hasNumberSign = false;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at];
      if (character === "}") break;
      if (character === "{") found.push(this.#argument(depth, inPlural));
      else if (character === "'") this.#apostrophe(inPlural);
      else {
        hasNumberSign ||= character === "#" && inPlural;
        this.#at += 1;
      }
    }
    return { arguments: found, hasNumberSign, start, end: this.#at };
  }

  #apostrophe(inPlural: boolean): void {
    const next = this.#text[this.#at + 1];
    if (next === "'") this.#at += 2;
    else if (next === "{" || next === "}" || (inPlural && (next === "#" || next === "|"))) this.#quotation();
    else this.#at += 1;
  }

  #quotation(): void {
    this.#at += 1;
    for (;;) {
      const end = this.#text.indexOf("'", this.#at);
      if (end === -1) {
        this.#at = this.#text.length;
        return;
      }
      this.#at = end + 1;
      if (this.#text[this.#at] !== "'") return;
      this.#at += 1;
    }
  }

  #argument(depth: number, inPlural: boolean): IcuArgument {
    const start = this.#at;
    this.#at += 1;
    const name = this.#word(/[^\s{}',#=:|]+/y);
    if (name === "") throw new Mistake(start, 'No argument name after "{"');
    if (this.#takes("}")) return { name, type: "", variants: new Map(), start, end: this.#at };
    if (!this.#takes(",")) throw new Mistake(start, `Expected "," or "}" after {${name}`);
    const type = this.#word(/[^\s{}',#]+/y);
    if (type === "") throw new Mistake(start, `No type after {${name},`);
    if (!WITH_VARIANTS.has(type) && !SIMPLE.has(type)) throw new Mistake(start, `Unknown type "${type}" of {${name}}`);
    if (WITH_VARIANTS.has(type)) {
      const variants = this.#variants({ start, name, type, depth, inPlural });
      return { name, type, variants, start, end: this.#at };
    }
    if (this.#takes(",")) this.#styleOf(start, name);
    else if (!this.#takes("}")) throw new Mistake(start, `{${name}} is not closed`);
    return { name, type, variants: new Map(), start, end: this.#at };
  }

  #styleOf(start: number, name: string): void {
    for (let depth = 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === "'") {
        this.#quotation();
        this.#at -= 1;
      } else if (character === "{") depth += 1;
      else if (character === "}") {
        depth -= 1;
        if (depth === 0) {
          this.#at += 1;
          return;
        }
      }
    }
    throw new Mistake(start, `{${name}} is not closed`);
  }

  #variants(place: {
    start: number;
    name: string;
    type: string;
    depth: number;
    inPlural: boolean;
  }): ReadonlyMap<string, IcuMessage> {
    const { start, name, type, depth, inPlural } = place;
    const variants = new Map<string, IcuMessage>();
    if (!this.#takes(",")) throw new Mistake(start, `No variants of {${name}}`);
    if (type !== "select") this.#offset(start, name);
    while (!this.#takes("}")) {
      const selector = this.#word(/=\d+|[^\s{}',#=|]+/y);
      if (this.#at >= this.#text.length) throw new Mistake(start, `{${name}} is not closed`);
      if (selector === "") throw new Mistake(this.#at, `Expected a selector in {${name}}`);
      if (variants.has(selector)) throw new Mistake(this.#at, `Selector "${selector}" of {${name}} stands twice`);
      if (!this.#takes("{")) throw new Mistake(this.#at, `Expected "{" after selector "${selector}"`);
      variants.set(selector, this.#message({ depth: depth + 1, inPlural: inPlural || type !== "select" }));
      if (this.#text[this.#at] !== "}") throw new Mistake(start, `Selector "${selector}" of {${name}} is not closed`);
      this.#at += 1;
    }
    if (!variants.has("other")) throw new Mistake(start, `{${name}} has no selector "other"`);
    return variants;
  }

  #offset(start: number, name: string): void {
    this.#blanks();
    if (!this.#text.startsWith("offset:", this.#at)) return;
    this.#at += "offset:".length;
    if (this.#word(/\d+/y) === "") throw new Mistake(start, `The offset of {${name}} is no number`);
  }

  #word(pattern: RegExp): string {
    this.#blanks();
    pattern.lastIndex = this.#at;
    const [word = ""] = pattern.exec(this.#text) ?? [];
    this.#at += word.length;
    return word;
  }

  #takes(character: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #blanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }
}
