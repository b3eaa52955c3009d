import { sql, type RawBuilder } from "kysely";
import { unitStates } from "../catalog/unit.ts";
import { invalid } from "./refusal.ts";

/**
 * The search language of `q` (facts §6), as far as this service has what it asks for: bare words, text fields, states,
 * numbers, `is:`, `has:`, dates, AND, OR, NOT and parentheses. The query it becomes part of joins the tables `unit`,
 * `translation`, `language`, `component` and `project`.
 */
export function unitCondition(query: string): RawBuilder<boolean> {
  const parser = new Parser(tokens(query));
  return parser.all();
}

type Operator = ":" | ":=" | ":<" | ":<=" | ":>" | ":>=";

interface Term {
  readonly kind: "term";
  /** Undefined for a bare word. */
  readonly field: string | undefined;
  readonly operator: Operator;
  readonly value: string;
}

type Token = Term | { readonly kind: "(" | ")" | "and" | "or" | "not" };

const TOKEN =
  /\s*(?:([()])|(?:([a-z_]+)(:(?:<=|>=|=|<|>)?))?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s()"']+)))/y;

function unparsable(reason: string): Error {
  return invalid("q", `Could not parse query string: ${reason}`);
}

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

function tokenOf([, bracket, field, operator, double, single, bare]: RegExpExecArray): Token {
  if (bracket === "(" || bracket === ")") return { kind: bracket };
  if (field === undefined && bare !== undefined) {
    const word = bare.toLowerCase();
    if (word === "and" || word === "or" || word === "not") return { kind: word };
  }
  const quoted = (double ?? single)?.replaceAll(/\\(.)/g, "$1");
  return { kind: "term", field, operator: operatorOf(operator), value: quoted ?? bare ?? "" };
}

function operatorOf(text: string | undefined): Operator {
  switch (text) {
    case ":=":
    case ":<":
    case ":<=":
    case ":>":
    case ":>=":
      return text;
    default:
      return ":";
  }
}

const MOST_NESTED = 50;
/** The database takes expressions that are a thousand deep, and a chain of words is as deep as it is long. */
const MOST_TOKENS = 500;

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(list: readonly Token[]) {
    this.#tokens = list;
  }

  all(): RawBuilder<boolean> {
    if (this.#tokens.length === 0) return sql<boolean>`1 = 1`;
    const condition = this.#or();
    if (this.#position < this.#tokens.length) throw unparsable("unbalanced parenthesis");
    return condition;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#position];
  }

  #or(): RawBuilder<boolean> {
    let condition = this.#and();
    while (this.#peek()?.kind === "or") {
      this.#position += 1;
      condition = sql<boolean>`(${condition} or ${this.#and()})`;
    }
    return condition;
  }

  #and(): RawBuilder<boolean> {
    let condition = this.#not();
    for (let next = this.#peek(); next !== undefined && next.kind !== "or" && next.kind !== ")"; next = this.#peek()) {
      if (next.kind === "and") this.#position += 1;
      condition = sql<boolean>`(${condition} and ${this.#not()})`;
    }
    return condition;
  }

  #not(): RawBuilder<boolean> {
    const token = this.#peek();
    if (token === undefined) throw unparsable("something is missing at the end");
    this.#position += 1;
    if (token.kind === "not") return sql<boolean>`(not ${this.#not()})`;
    if (token.kind === "(") {
      this.#depth += 1;
      if (this.#depth > MOST_NESTED) throw unparsable("too many parentheses");
      const inner = this.#or();
      if (this.#peek()?.kind !== ")") throw unparsable("a parenthesis is not closed");
      this.#position += 1;
      this.#depth -= 1;
      return sql<boolean>`(${inner})`;
    }
    if (token.kind !== "term") throw unparsable(`unexpected “${token.kind}”`);
    return conditionOf(token);
  }
}

type Column = RawBuilder<unknown>;

const textColumns: Readonly<Record<string, Column>> = {
  source: sql`unit.source`,
  target: sql`unit.target`,
  context: sql`unit.context`,
  key: sql`unit.context`,
  note: sql`unit.note`,
  location: sql`unit.location`,
  explanation: sql`unit.explanation`,
};
/** Stored as JSON lists. */
const listColumns = new Set(["source", "target"]);
const numberColumns: Readonly<Record<string, Column>> = {
  id: sql`unit.id`,
  position: sql`unit.position`,
  priority: sql`unit.priority`,
};
const timeColumns: Readonly<Record<string, Column>> = {
  added: sql`unit.timestamp`,
  changed: sql`unit.last_updated`,
  last_changed: sql`unit.last_updated`,
  change_time: sql`unit.last_updated`,
};
const stateNames: Readonly<Record<string, number>> = {
  empty: unitStates.untranslated,
  untranslated: unitStates.untranslated,
  "needs-editing": unitStates.needsEditing,
  fuzzy: unitStates.needsEditing,
  translated: unitStates.translated,
  approved: unitStates.approved,
  readonly: unitStates.readOnly,
  "read-only": unitStates.readOnly,
};

const isConditions: Readonly<Record<string, RawBuilder<boolean>>> = {
  pending: sql<boolean>`unit.pending > 0`,
  translated: sql<boolean>`unit.state >= 20`,
  untranslated: sql<boolean>`unit.state < 20`,
  approved: sql<boolean>`unit.state = 30`,
  "needs-editing": sql<boolean>`unit.state = 10`,
  fuzzy: sql<boolean>`unit.state = 10`,
  "read-only": sql<boolean>`unit.state = 100`,
  readonly: sql<boolean>`unit.state = 100`,
};
const nothingHas = sql<boolean>`1 = 0`;
const hasConditions: Readonly<Record<string, RawBuilder<boolean>>> = {
  plural: sql<boolean>`json_array_length(unit.source) > 1`,
  suggestion: sql<boolean>`unit.has_suggestion = 1`,
  comment: sql<boolean>`unit.has_comment = 1`,
  check: sql<boolean>`unit.has_failing_check = 1`,
  explanation: sql<boolean>`unit.explanation <> ''`,
  location: sql<boolean>`unit.location <> ''`,
  note: sql<boolean>`unit.note <> ''`,
  context: sql<boolean>`unit.context <> ''`,
  translation: sql<boolean>`unit.state >= 20`,
  flags: sql<boolean>`(unit.flags <> '' or unit.extra_flags <> '')`,
  label: nothingHas,
  screenshot: nothingHas,
  variant: nothingHas,
  "resolved-comment": nothingHas,
  "source-comment": nothingHas,
  "dismissed-check": nothingHas,
  glossary: sql<boolean>`1 = 0`,
};

function conditionOf(term: Term): RawBuilder<boolean> {
  const { field, value } = term;
  if (field === undefined) {
    return sql<boolean>`(${contains(sql`unit.source`, value, true)} or ${contains(sql`unit.target`, value, true)} or ${contains(sql`unit.context`, value, false)})`;
  }
  const text = textColumns[field];
  if (text !== undefined) return textCondition(text, term, listColumns.has(field));
  const number = numberColumns[field];
  if (number !== undefined) return numberCondition(number, term);
  const time = timeColumns[field];
  if (time !== undefined) return timeCondition(time, term);
  switch (field) {
    case "state":
      return compare(sql`unit.state`, term.operator, stateOf(value));
    case "is":
      return named(isConditions, term);
    case "has":
      return named(hasConditions, term);
    case "pending":
      return /^(?:yes|true|1)$/i.test(value) ? sql<boolean>`unit.pending > 0` : sql<boolean>`unit.pending = 0`;
    case "language":
      return sql<boolean>`language.code = ${value}`;
    case "project":
      return sql<boolean>`project.slug = ${value}`;
    case "component":
      return term.operator === ":="
        ? sql<boolean>`component.slug = ${value}`
        : sql<boolean>`(${contains(sql`component.slug`, value, false)} or ${contains(sql`component.name`, value, false)})`;
    case "path":
      return sql<boolean>`(project.slug || '/' || component.path || '/' || language.code) = ${value}`;
    case "changed_by":
      return sql<boolean>`exists (select 1 from change inner join "user" on "user".id = change.author_id where change.unit_id = unit.id and "user".username = ${value})`;
    case "check":
    case "label":
    case "screenshot":
    case "dismissed_check":
      return nothingHas;
    default:
      throw unparsable(`Unsupported field: ${field}`);
  }
}

function named(conditions: Readonly<Record<string, RawBuilder<boolean>>>, { field, value }: Term): RawBuilder<boolean> {
  const condition = Object.hasOwn(conditions, value) ? conditions[value] : undefined;
  if (condition === undefined) throw unparsable(`Unsupported ${field ?? ""} lookup: ${value}`);
  return condition;
}

/** Lists are stored as JSON: a text is looked for in the form it has there. */
function contains(column: Column, value: string, inList: boolean): RawBuilder<boolean> {
  const text = inList ? JSON.stringify(value).slice(1, -1) : value;
  return sql<boolean>`lower(${column}) like ${`%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`;
}

function textCondition(column: Column, { operator, value }: Term, inList: boolean): RawBuilder<boolean> {
  if (operator !== ":=") return contains(column, value, inList);
  return inList
    ? sql<boolean>`exists (select 1 from json_each(${column}) where json_each.value = ${value})`
    : sql<boolean>`${column} = ${value}`;
}

function numberCondition(column: Column, { operator, value }: Term): RawBuilder<boolean> {
  const numbers = value.split(",").map(Number);
  if (numbers.some((number) => !Number.isSafeInteger(number))) throw unparsable(`not a number: ${value}`);
  if (numbers.length > 1) return sql<boolean>`${column} in (${sql.join(numbers)})`;
  return compare(column, operator, numbers[0] ?? 0);
}

function timeCondition(column: Column, { operator, value }: Term): RawBuilder<boolean> {
  const time = timeOf(value);
  if (operator !== ":" && operator !== ":=") return compare(column, operator, time.toISOString());
  const end = new Date(time.getTime() + DAY);
  return sql<boolean>`(${column} >= ${time.toISOString()} and ${column} < ${end.toISOString()})`;
}

const DAY = 86_400_000;

function timeOf(value: string): Date {
  const today = new Date(new Date().toISOString().slice(0, 10));
  if (value === "today") return today;
  if (value === "yesterday") return new Date(today.getTime() - DAY);
  const ago = /^(\d{1,5}) days? ago$/.exec(value)?.[1];
  if (ago !== undefined) return new Date(today.getTime() - Number(ago) * DAY);
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw unparsable(`Invalid timestamp: ${value}`);
  return time;
}

function stateOf(value: string): number {
  const state = Object.hasOwn(stateNames, value)
    ? stateNames[value]
    : /^\d{1,3}$/.test(value)
      ? Number(value)
      : undefined;
  if (state === undefined) throw unparsable(`Unsupported state: ${value}`);
  return state;
}

function compare(column: Column, operator: Operator, value: number | string): RawBuilder<boolean> {
  switch (operator) {
    case ":<":
      return sql<boolean>`${column} < ${value}`;
    case ":<=":
      return sql<boolean>`${column} <= ${value}`;
    case ":>":
      return sql<boolean>`${column} > ${value}`;
    case ":>=":
      return sql<boolean>`${column} >= ${value}`;
    default:
      return sql<boolean>`${column} = ${value}`;
  }
}
