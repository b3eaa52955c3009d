/** What a template can name: texts, numbers, and lists and objects of them. */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly TemplateValue[]
  | { readonly [name: string]: TemplateValue };
export type TemplateValues = Readonly<Record<string, TemplateValue>>;

type Render = (values: TemplateValues) => string;

/**
 * Fills a template of the kind that maintainers write for commit messages and generated files: `{{ name|filter }}`,
 * `{% if %}…{% elif %}…{% else %}…{% endif %}`, `{% for x in list %}…{% empty %}…{% endfor %}`, `{% comment %}`, `{# #}`.
 * What is not known (a name, a filter, another tag) becomes nothing, so that a template written for another server still
 * makes a text.
 * @param escape makes what a name stands for a part of the text
 */
export function renderTemplate(template: string, values: TemplateValues, escape = (text: string) => text): string {
  const reader = new Reader(tokensOf(template), escape);
  let text = "";
  // A stray end of a block ends nothing.
  while (!reader.isAtEnd) text += reader.readUntil([]).render(values);
  return text;
}

/** The first name or filter of a template without blocks that is not known; undefined: all are. */
export function unknownIn(template: string, values: TemplateValues): string | undefined {
  const expressions = tokensOf(template).filter((token) => token.startsWith("{{"));
  for (const expression of expressions) {
    const [operand = "", ...calls] = partsOf(expression.slice(2, -2).trim());
    if (operandOf(operand.trim(), values) === undefined) return operand.trim();
    const unknown = calls.map(filterIn).find(({ name }) => !Object.hasOwn(filters, name));
    if (unknown !== undefined) return unknown.name;
  }
  return undefined;
}

function tokensOf(template: string): string[] {
  return template.split(/(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})/);
}

interface Block {
  readonly render: Render;
  /** Tag that ended it: `else`, `elif x`; "" at the end. */
  readonly end: string;
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #escape: (text: string) => string;
  #next = 0;

  constructor(tokens: readonly string[], escape: (text: string) => string) {
    this.#tokens = tokens;
    this.#escape = escape;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  /** Reads up to one of these tags, and over it. */
  readUntil(ends: readonly string[]): Block {
    const parts: Render[] = [];
    const render: Render = (values) => parts.map((part) => part(values)).join("");
    while (!this.isAtEnd) {
      const token = this.#tokens[this.#next] ?? "";
      this.#next += 1;
      if (token.startsWith("{{")) {
        const expression = token.slice(2, -2).trim();
        parts.push((values) => this.#escape(textOf(evaluate(expression, values))));
      } else if (token.startsWith("{%")) {
        const tag = token.slice(2, -2).trim();
        const [name = ""] = tag.split(/\s/, 1);
        if (ends.includes(name)) return { render, end: tag };
        parts.push(this.#readTag(name, tag));
      } else if (!token.startsWith("{#")) {
        parts.push(() => token);
      }
    }
    return { render, end: "" };
  }

  #readTag(name: string, tag: string): Render {
    if (name === "if") return this.#readIf(tag);
    if (name === "for") return this.#readFor(tag);
    if (name === "comment") this.readUntil(["endcomment"]);
    return () => "";
  }

  #readIf(tag: string): Render {
    const branches: { readonly condition: string; readonly render: Render }[] = [];
    let condition = tag.slice("if".length);
    for (;;) {
      const { render, end } = this.readUntil(["elif", "else", "endif"]);
      branches.push({ condition, render });
      if (end.startsWith("elif")) condition = end.slice("elif".length);
      else if (end.startsWith("else")) condition = "True";
      else break;
    }
    return (values) => branches.find((branch) => isTrue(branch.condition, values))?.render(values) ?? "";
  }

  #readFor(tag: string): Render {
    const [, name = "", list = ""] = /^for\s+(\w+)\s+in\s+(.+)$/.exec(tag) ?? [];
    const body = this.readUntil(["empty", "endfor"]);
    const empty = body.end === "empty" ? this.readUntil(["endfor"]) : undefined;
    return (values) => {
      const items = evaluate(list, values);
      if (!isList(items) || items.length === 0) return empty?.render(values) ?? "";
      return items.map((item) => body.render({ ...values, [name]: item })).join("");
    };
  }
}

/** Words, quoted ones with their spaces. */
function wordsOf(text: string): string[] {
  return text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
}

function isTrue(condition: string, values: TemplateValues): boolean {
  return isAnyTrue(wordsOf(condition), values);
}

function isAnyTrue(words: readonly string[], values: TemplateValues): boolean {
  return splitAt(words, "or").some((part) => splitAt(part, "and").every((term) => isTermTrue(term, values)));
}

function splitAt(words: readonly string[], separator: string): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === separator) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function isTermTrue(words: readonly string[], values: TemplateValues): boolean {
  const [first = "", second = "", ...rest] = words;
  if (first === "not") return !isTermTrue(words.slice(1), values);
  const left = evaluate(first, values);
  if (second === "") return isTruthy(left);
  if (second === "not") return !contains(evaluate(rest.slice(1).join(" "), values), left);
  return compare(left, second, evaluate(rest.join(" "), values));
}

function compare(left: TemplateValue, operator: string, right: TemplateValue): boolean {
  const order = typeof left === "number" && typeof right === "number" ? left - right : undefined;
  switch (operator) {
    case "==":
    case "is":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return order !== undefined && order < 0;
    case "<=":
      return order !== undefined && order <= 0;
    case ">":
      return order !== undefined && order > 0;
    case ">=":
      return order !== undefined && order >= 0;
    case "in":
      return contains(right, left);
    default:
      return false;
  }
}

function contains(whole: TemplateValue, part: TemplateValue): boolean {
  if (typeof whole === "string") return whole.includes(textOf(part));
  return isList(whole) && whole.includes(part);
}

function isList(value: TemplateValue): value is readonly TemplateValue[] {
  return Array.isArray(value);
}

function isTruthy(value: TemplateValue): boolean {
  if (isList(value)) return value.length > 0;
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

function textOf(value: TemplateValue): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (isList(value)) return value.map(textOf).join(", ");
  return typeof value === "object" ? "" : String(value);
}

/** `stats.all|default:"none"`, `"text"`, `3`. */
function evaluate(expression: string, values: TemplateValues): TemplateValue {
  const [operand = "", ...calls] = partsOf(expression);
  let value = operandOf(operand.trim(), values);
  for (const call of calls) {
    const { name, argument } = filterIn(call);
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (filter !== undefined) value = filter(value, argument === undefined ? "" : operandOf(argument, values));
  }
  return value;
}

/** What is before the first bar, and what is after each. */
function partsOf(expression: string): string[] {
  return expression.match(/(?:[^|"']|"[^"]*"|'[^']*')+/g) ?? [];
}

function filterIn(call: string): { readonly name: string; readonly argument: string | undefined } {
  const [, name = "", argument] = /^\s*(\w+)\s*(?::\s*(.+?))?\s*$/s.exec(call) ?? [];
  return { name, argument };
}

function operandOf(word: string, values: TemplateValues): TemplateValue {
  if (/^(["']).*\1$/s.test(word)) return word.slice(1, -1);
  if (/^-?\d+(?:\.\d+)?$/.test(word)) return Number(word);
  if (word === "True" || word === "False") return word === "True";
  if (word === "None") return null;
  let value: TemplateValue = values;
  for (const name of word.split(".")) {
    const object: TemplateValue = value;
    if (typeof object !== "object" || object === null || !Object.hasOwn(object, name)) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists and objects alike are looked into by name
    value = (object as TemplateValues)[name];
  }
  return value;
}

type Filter = (value: TemplateValue, argument: TemplateValue) => TemplateValue;

/** Filters of the templates that maintainers know; others leave the value as it is. */
const filters: Readonly<Record<string, Filter>> = {
  upper: (value) => textOf(value).toUpperCase(),
  lower: (value) => textOf(value).toLowerCase(),
  capfirst: (value) => textOf(value).replace(/^./u, (first) => first.toUpperCase()),
  title: (value) => textOf(value).replaceAll(/\p{L}[\p{L}']*/gu, (word) => capitalised(word)),
  default: (value, other) => (isTruthy(value) ? value : other),
  default_if_none: (value, other) => value ?? other,
  length: (value) => (isList(value) ? value.length : textOf(value).length),
  first: (value) => (isList(value) ? value[0] : textOf(value).slice(0, 1)),
  last: (value) => (isList(value) ? value.at(-1) : textOf(value).slice(-1)),
  join: (value, separator) => (isList(value) ? value.map(textOf).join(textOf(separator)) : value),
  cut: (value, part) => textOf(value).replaceAll(textOf(part), ""),
  add: (value, other) =>
    typeof value === "number" && typeof other === "number" ? value + other : textOf(value) + textOf(other),
  truncatechars: (value, length) => truncated(textOf(value), Number(length)),
  floatformat: (value, digits) => (typeof value === "number" ? value.toFixed(Math.abs(Number(digits))) : value),
  slugify: (value) =>
    textOf(value)
      .normalize("NFKD")
      .replaceAll(/[^\w\s-]/g, "")
      .trim()
      .toLowerCase()
      .replaceAll(/[-\s]+/g, "-"),
  urlencode: (value) => encodeURIComponent(textOf(value)).replaceAll("%2F", "/"),
  // Of file names, as the service documents them.
  dirname: (value) => textOf(value).replace(/\/?[^/]*$/, ""),
  basename: (value) => textOf(value).replace(/^.*\//s, ""),
  parentdir: (value) => textOf(value).replace(/^[^/]*\//, ""),
  stripext: (value) => textOf(value).replace(/\.[^./]*$/, ""),
  replace: (value, pair) => {
    const [from = "", to = ""] = textOf(pair).split(textOf(pair).slice(0, 1)).slice(1);
    return from === "" ? value : textOf(value).replaceAll(from, to);
  },
};

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}

function truncated(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(0, length - 1))}…` : text;
}
