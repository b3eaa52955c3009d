import { JsonLexer, sign } from "./lexer.ts";
import { isContainer, type JsonContainer, type JsonFile, type JsonMember, type JsonValue } from "./tree.ts";

/** What stands around everything in a file. */
export type Top = "object" | "array" | "any";

const EXPECTED: Readonly<Record<Top, string>> = {
  object: 'expected an object with the texts: { "key": "text" }',
  array: 'expected a list of the texts: [ { "id": "key", … } ]',
  any: 'expected an object or a list with the texts: { "key": "text" }',
};

export interface ParseOptions {
  /** What has to stand around everything. Without it, an object. */
  readonly top?: Top | undefined;
  /** `// …` and `/* … *\/` between tokens. */
  readonly allowsComments?: boolean | undefined;
}

/**
 * Strict JSON: no comma before a brace.
 *
 * @throws {FormatError} with line and column
 */
export function parse(text: string, path?: string, options: ParseOptions = {}): JsonFile {
  return new Parser(text, path, options.allowsComments === true).parse(options.top ?? "object");
}

class Parser extends JsonLexer {
  parse(top: Top): JsonFile {
    this.skipBlanks();
    const start = this.at;
    const root = this.#value(undefined, 0);
    if (!isContainer(root) || (top !== "any" && root.kind !== top)) return this.fail(start, EXPECTED[top]);
    this.skipBlanks();
    if (this.at < this.text.length) this.failHere("expected the end of the file");
    return { text: this.text, root };
  }

  #value(owner: JsonMember | undefined, depth: number): JsonValue {
    const next = this.text.charCodeAt(this.at);
    if (next === sign.quote) return { kind: "text", value: this.string(), token: undefined };
    if (next === sign.openBrace) return this.#container("object", sign.closeBrace, owner, depth + 1);
    if (next === sign.openBracket) return this.#container("array", sign.closeBracket, owner, depth + 1);
    this.other();
    return AS_IN_FILE;
  }

  #container(kind: "object" | "array", close: number, owner: JsonMember | undefined, depth: number): JsonContainer {
    const start = this.at;
    this.checkDepth(depth);
    const container: JsonContainer = {
      kind,
      start,
      end: start,
      owner,
      first: undefined,
      last: undefined,
      change: "none",
      isKept: false,
      model: undefined,
    };
    this.at += 1;
    const gapStart = this.at;
    this.skipBlanks();
    if (this.text.charCodeAt(this.at) === close) {
      this.at += 1;
    } else {
      this.#members(container, close, gapStart, depth);
    }
    container.end = this.at;
    return container;
  }

  #members(container: JsonContainer, close: number, firstGap: number, depth: number): void {
    for (let gapStart = firstGap; ; gapStart = this.at) {
      this.skipBlanks();
      const member = this.#member(container, gapStart, depth);
      if (container.last === undefined) container.first = member;
      else container.last.next = member;
      container.last = member;
      this.skipBlanks();
      member.gapEnd = this.at;
      if (this.endsWith(close)) return;
    }
  }

  #member(container: JsonContainer, gapStart: number, depth: number): JsonMember {
    const start = this.at;
    const line = this.line;
    const isProperty = container.kind === "object";
    const name = isProperty ? this.name() : undefined;
    const nameEnd = this.at;
    if (isProperty) this.skipColon();
    const member: JsonMember = {
      name,
      container,
      value: AS_IN_FILE,
      previous: container.last,
      next: undefined,
      isRemoved: false,
      gapStart,
      start,
      nameEnd,
      valueStart: this.at,
      valueEnd: start,
      gapEnd: start,
      line,
    };
    member.value = this.#value(member, depth);
    member.valueEnd = this.at;
    return member;
  }
}

const AS_IN_FILE: JsonValue = { kind: "other", token: undefined };
