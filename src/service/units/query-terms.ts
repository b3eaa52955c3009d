import { invalid, Refusal } from "../../http-api/refusal.ts";
import { TooCostly, TooCrowded } from "../../store/too-costly.ts";
import { UnknownExpression } from "../../store/unknown-expression.ts";

export type Operator = ":" | ":=" | ":<" | ":<=" | ":>" | ":>=";

export type QueryValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "regex"; readonly pattern: string }
  | { readonly kind: "range"; readonly from: string; readonly to: string };

export interface QueryTerm {
  readonly kind: "term";
  /** Undefined for a bare word. */
  readonly field: string | undefined;
  readonly operator: Operator;
  readonly value: QueryValue;
}

/** Strings by the keys of the catalogue: what a `pr:123` comes to, once git was asked. */
export interface QueryKeys {
  readonly kind: "keys";
  readonly keys: readonly string[];
}

export type Query =
  | QueryTerm
  | QueryKeys
  | { readonly kind: "and" | "or"; readonly parts: readonly Query[] }
  | { readonly kind: "not"; readonly part: Query };

type Token = QueryTerm | { readonly kind: "(" | ")" | "and" | "or" | "not" };

/** How the API says that a search cannot be read; the reason follows. */
const UNPARSABLE = "Could not parse query string: ";

/** @throws 400 on `q` */
export function unparsable(reason: string): Refusal {
  return invalid("q", `${UNPARSABLE}${reason}`);
}

/** Nothing is wrong with what was asked for, but it did not begin. */
export const CROWDED = "Too many others ask for such work just now. Try again in a moment.";

/** What is wrong with a search, in a sentence to stand beside its field; undefined: what was refused is something else. */
export function searchProblem(error: unknown): string | undefined {
  if (error instanceof TooCrowded) return CROWDED;
  if (error instanceof TooCostly)
    return "This search takes too long here. Ask for less: fewer conditions, or words in place of an expression.";
  if (error instanceof UnknownExpression) return searchProblem(unparsable(error.message));
  if (!(error instanceof Refusal) || error.status !== 400) return undefined;
  const found = error.errors.find(({ field }) => field === "q");
  if (found === undefined) return undefined;
  const { detail } = found;
  return detail.startsWith(UNPARSABLE) ? `This search cannot be read: ${detail.slice(UNPARSABLE.length)}.` : detail;
}

/** The field that names a pull request: `pr:123`. */
export const PULL_REQUEST = "pr";

/** Everything there is: a query without terms. */
export const everything: Query = { kind: "and", parts: [] };

/**
 * Reads the search language of `q` (facts §6): terms in a row or joined by AND, OR, NOT in any case, parentheses; values
 * are a word with or without an apostrophe in it, `"quoted"`, `'quoted'`, `r"regular expression"` or a range `[a to b]`.
 * @throws 400 on `q`
 */
export function parseQuery(query: string): Query {
  const list = tokens(query);
  return list.length === 0 ? everything : new Parser(list).all();
}

const QUOTED = String.raw`(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')`;
/** What stands before the colon of an address is none. */
const FIELD = String.raw`(?!(?:https?|ftp|mailto):)[A-Za-z_]+`;
/** An apostrophe is a word's own letter where the word has begun: `don't`. */
const WORD = String.raw`[^\s()"'\[\]][^\s()"\[\]]*|\[`;
const TOKEN = new RegExp(
  String.raw`\s*(?:([()])|(?:(${FIELD})(:(?:<=|>=|=|<|>)?))?(?:(r)?${QUOTED}|\[([^\]]*)\]|(${WORD})))`,
  "y",
);
const FIELD_ALONE = new RegExp(`^${FIELD}:(?:<=|>=|=|<|>)?$`);

function tokens(query: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  const text = query.trim();
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw unparsable(`unexpected text at “${text.slice(start, start + 20)}”`);
    found.push(tokenOf(match));
    if (found.length > MOST_TOKENS) throw unparsable(`it has more than ${String(MOST_TOKENS)} parts`);
  }
  return found;
}

function tokenOf(match: RegExpExecArray): Token {
  const [, bracket, name, operator, isRegex, double, single, range, bare] = match;
  const field = name?.toLowerCase();
  if (bracket === "(" || bracket === ")") return { kind: bracket };
  const written = match[0].trim();
  if (bare !== undefined && FIELD_ALONE.test(written)) throw unparsable(`“${written}” needs a value`);
  if (field === undefined && bare !== undefined) {
    const word = bare.toLowerCase();
    if (word === "and" || word === "or" || word === "not") return { kind: word };
  }
  const quoted = double ?? single;
  const term = { kind: "term", field, operator: operatorOf(operator) } as const;
  if (range !== undefined) return { ...term, value: rangeOf(range) };
  // In an expression a backslash is the expression's own, but before the quotation mark it escapes.
  if (isRegex !== undefined) {
    return { ...term, value: { kind: "regex", pattern: (quoted ?? "").replaceAll(/\\(["'])/g, "$1") } };
  }
  const text = quoted?.replaceAll(/\\(.)/gs, "$1") ?? bare ?? "";
  if (term.operator === ":" && marksOfLists.has(text) && (field === undefined || lists.has(field))) {
    return { ...term, value: { kind: "regex", pattern: `\\${text}` } };
  }
  return { ...term, value: { kind: "text", text } };
}

/** Texts that are kept as lists, in JSON. */
const lists: ReadonlySet<string> = new Set(["source", "target", "suggestion"]);
/** JSON has these around texts: they are looked for in each text alone. */
const marksOfLists: ReadonlySet<string> = new Set(["[", "]", ","]);

function rangeOf(text: string): QueryValue {
  const [from, to, ...more] = text.split(/\s+to\s+/i).map((end) => end.trim().replace(/^(["'])(.*)\1$/s, "$2"));
  if (from === undefined || to === undefined || more.length > 0 || from === "" || to === "") {
    throw unparsable(`a range is written [a to b], not [${text}]`);
  }
  return { kind: "range", from, to };
}

const operators: ReadonlySet<string> = new Set([":", ":=", ":<", ":<=", ":>", ":>="]);

function isOperator(text: string | undefined): text is Operator {
  return text !== undefined && operators.has(text);
}

function operatorOf(text: string | undefined): Operator {
  return isOperator(text) ? text : ":";
}

const MOST_NESTED = 50;
/** The database takes expressions that are a thousand deep. */
const MOST_TOKENS = 500;

function joined(kind: "and" | "or", parts: readonly Query[]): Query {
  const [first, ...others] = parts;
  return first !== undefined && others.length === 0 ? first : { kind, parts };
}

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(list: readonly Token[]) {
    this.#tokens = list;
  }

  all(): Query {
    const query = this.#or();
    if (this.#position < this.#tokens.length) throw unparsable("unbalanced parenthesis");
    return query;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#position];
  }

  #or(): Query {
    const parts = [this.#and()];
    while (this.#peek()?.kind === "or") {
      this.#position += 1;
      parts.push(this.#and());
    }
    return joined("or", parts);
  }

  #and(): Query {
    const parts = [this.#not()];
    for (let next = this.#peek(); next !== undefined && next.kind !== "or" && next.kind !== ")"; next = this.#peek()) {
      if (next.kind === "and") this.#position += 1;
      parts.push(this.#not());
    }
    return joined("and", parts);
  }

  #not(): Query {
    const token = this.#peek();
    if (token === undefined) throw unparsable("something is missing at the end");
    this.#position += 1;
    if (token.kind === "not") return { kind: "not", part: this.#deeper(() => this.#not()) };
    if (token.kind === "(") return this.#deeper(() => this.#parenthesis());
    if (token.kind !== "term") throw unparsable(`unexpected “${token.kind}”`);
    return token;
  }

  #parenthesis(): Query {
    const inner = this.#or();
    if (this.#peek()?.kind !== ")") throw unparsable("a parenthesis is not closed");
    this.#position += 1;
    return inner;
  }

  #deeper(read: () => Query): Query {
    this.#depth += 1;
    if (this.#depth > MOST_NESTED) throw unparsable("it is nested too deeply");
    const query = read();
    this.#depth -= 1;
    return query;
  }
}
