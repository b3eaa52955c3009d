/** A message as a unit holds it: the value, and the attributes after it in lines that start with `.name =`. */
export interface FluentText {
  readonly hasValue: boolean;
  readonly attributes: readonly string[];
  /** `$count`, `-brand-name`, `message.attribute`, `NUMBER()`; each as often as it stands outside of variants. */
  readonly references: readonly string[];
  /** Those of them that choose between variants. */
  readonly selectors: readonly string[];
  /** The text with a sign of its own for every placeable. */
  readonly plain: string;
}

export type FluentResult = FluentText | { readonly mistake: string };

const NAME = /-?[A-Za-z][\w-]*/y;
const DEEPEST = 50;
/** Unicode's sign for an object inside of text. */
const PLACEABLE = "\uFFFC";
const ATTRIBUTE = /^[ \t]*\.([A-Za-z][\w-]*)[ \t]*=[ \t]?/gm;

/** Reads the right side of a Fluent message: text, placeables `{ … }`, select expressions, attributes. */
export function readFluent(text: string): FluentResult {
  const reader = new Reader(text);
  try {
    const plain = reader.pattern(0);
    const [value = ""] = plain.split(/^[ \t]*\.[A-Za-z][\w-]*[ \t]*=/m);
    const attributes = Array.from(plain.matchAll(ATTRIBUTE), ([, name = ""]) => name);
    const { references, selectors } = reader;
    return { hasValue: value.trim() !== "", attributes, references, selectors, plain };
  } catch (error) {
    if (error instanceof Mistake) return { mistake: error.message };
    throw error;
  }
}

/** Offset behind the placeable `{ … }` that begins at `start`; or what is wrong with it. */
export function endOfPlaceable(text: string, start: number): number | { readonly mistake: string } {
  const reader = new Reader(text, start);
  try {
    return reader.placeable(0);
  } catch (error) {
    if (error instanceof Mistake) return { mistake: error.message };
    throw error;
  }
}

class Mistake extends Error {}

class Reader {
  readonly references: string[] = [];
  readonly selectors: string[] = [];
  readonly #text: string;
  #at: number;

  constructor(text: string, start = 0) {
    this.#text = text;
    this.#at = start;
  }

  /** Up to the end, or inside a placeable up to the next variant or the closing brace. */
  pattern(depth: number): string {
    if (depth > DEEPEST) throw new Mistake("Placeables are nested too deeply");
    let plain = "";
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? "";
      if (character === "{") {
        this.placeable(depth);
        plain += PLACEABLE;
      } else if (character === "}") {
        if (depth > 0) return plain;
        throw new Mistake('A lone "}"');
      } else if (
        depth > 0 &&
        character === "\n" &&
        /^\n[\s]*(?:\*?\[|\})/.test(this.#text.slice(this.#at, this.#at + 400))
      ) {
        return plain;
      } else {
        plain += character;
        this.#at += 1;
      }
    }
    if (depth > 0) throw new Mistake('A "{" is not closed');
    return plain;
  }

  /** @returns the offset behind it */
  placeable(depth: number): number {
    if (depth > DEEPEST) throw new Mistake("Placeables are nested too deeply");
    this.#at += 1;
    const before = this.references.length;
    this.#blanks();
    if (this.#text[this.#at] === "{") this.placeable(depth + 1);
    else this.#expression(depth);
    this.#blanks();
    if (this.#text.startsWith("->", this.#at)) {
      this.#at += 2;
      this.selectors.push(...this.references.slice(before));
      this.#variants(depth);
    }
    this.#blanks();
    if (this.#text[this.#at] !== "}") throw new Mistake('A "{" is not closed');
    this.#at += 1;
    return this.#at;
  }

  #expression(depth: number): void {
    if (depth > DEEPEST) throw new Mistake("Placeables are nested too deeply");
    const character = this.#text[this.#at] ?? "";
    if (character === '"') return this.#literal();
    const [number = ""] = this.#match(/-?\d+(?:\.\d+)?/y) ?? [];
    if (number !== "") return undefined;
    const variable = character === "$";
    if (variable) this.#at += 1;
    const [name = ""] = this.#match(NAME) ?? [];
    if (name === "") throw new Mistake('Expected a reference, number or text in quotes after "{"');
    const [attribute = ""] = variable ? [] : (this.#match(/\.[A-Za-z][\w-]*/y) ?? []);
    const isCall = !variable && this.#text[this.#at] === "(";
    if (isCall && !name.startsWith("-") && !/^[A-Z][A-Z\d_-]*$/.test(name))
      throw new Mistake(`Function ${name} is not in capitals`);
    this.references.push(`${variable ? "$" : ""}${name}${attribute}${isCall && !name.startsWith("-") ? "()" : ""}`);
    if (isCall) this.#arguments(depth);
    return undefined;
  }

  #literal(): void {
    if (this.#match(/"(?:[^"\\\n]|\\["\\]|\\u[\da-fA-F]{4}|\\U[\da-fA-F]{6})*"/y) === null) {
      throw new Mistake("A text in quotes is not closed or has an unknown escape");
    }
  }

  #arguments(depth: number): void {
    this.#at += 1;
    this.#blanks();
    while (this.#text[this.#at] !== ")") {
      if (this.#at >= this.#text.length) throw new Mistake('A "(" is not closed');
      this.#match(/[A-Za-z][\w-]*\s*:\s*/y);
      if (this.#text[this.#at] === "{") this.placeable(depth + 1);
      else this.#expression(depth + 1);
      this.#blanks();
      if (this.#text[this.#at] === ",") this.#at += 1;
      else if (this.#text[this.#at] !== ")") throw new Mistake('Expected "," or ")" between arguments');
      this.#blanks();
    }
    this.#at += 1;
  }

  #variants(depth: number): void {
    let defaults = 0;
    const outside = this.references.length;
    for (;;) {
      this.#blanks();
      const head = this.#match(/(\*?)\[\s*(?:-?\d+(?:\.\d+)?|[A-Za-z][\w-]*)\s*\]/y);
      if (head === null) break;
      if (head[1] === "*") defaults += 1;
      this.pattern(depth + 1);
    }
    if (defaults !== 1) throw new Mistake(`Expected one default variant "*[…]", found ${String(defaults)}`);
    // A variant may say in words what another says by a value: each counts once.
    const inside = new Set(this.references.splice(outside));
    this.references.push(...inside);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    this.#at += match?.[0].length ?? 0;
    return match;
  }

  #blanks(): void {
    this.#match(/\s*/y);
  }
}
