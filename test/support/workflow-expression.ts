/**
 * Expressions of workflows, as far as those use them that we print: contexts, texts, `==`, `!=`, `!`, `&&`, `||`, `startsWith`,
 * `format`, `join`, `list.*.name`.
 */
export type Context = Readonly<Record<string, unknown>>;

const TOKEN = /\s*(?:(\|\||&&|==|!=|[!(),])|'((?:[^']|'')*)'|([\w-]+(?:\.(?:[\w-]+|\*))*))/gy;

type Token = { readonly kind: "sign" | "text" | "name"; readonly value: string };

/** @param text with `${{ … }}` in it */
export function fill(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => said(evaluate(expression, context)));
}

export function evaluate(expression: string, context: Context): unknown {
  const tokens = tokensOf(expression);
  const value = either(tokens, context);
  if (tokens.length > 0) throw new Error(`"${expression}" goes on with ${tokens[0]?.value ?? ""}`);
  return value;
}

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const found = TOKEN.exec(expression);
    if (found === null) throw new Error(`"${expression}" is not understood`);
    const [, sign, text, name] = found;
    if (sign !== undefined) tokens.push({ kind: "sign", value: sign });
    else if (text !== undefined) tokens.push({ kind: "text", value: text.replaceAll("''", "'") });
    else tokens.push({ kind: "name", value: name ?? "" });
  }
  return tokens;
}

function takes(tokens: Token[], sign: string): boolean {
  const [first] = tokens;
  if (first?.kind !== "sign" || first.value !== sign) return false;
  tokens.shift();
  return true;
}

/** `&&` and `||` give back one of their operands. */
function either(tokens: Token[], context: Context): unknown {
  let value = both(tokens, context);
  while (takes(tokens, "||")) {
    const other = both(tokens, context);
    value = isTrue(value) ? value : other;
  }
  return value;
}

function both(tokens: Token[], context: Context): unknown {
  let value = compared(tokens, context);
  while (takes(tokens, "&&")) {
    const other = compared(tokens, context);
    value = isTrue(value) ? other : value;
  }
  return value;
}

function compared(tokens: Token[], context: Context): unknown {
  const value = single(tokens, context);
  if (takes(tokens, "==")) return said(value).toLowerCase() === said(single(tokens, context)).toLowerCase();
  if (takes(tokens, "!=")) return said(value).toLowerCase() !== said(single(tokens, context)).toLowerCase();
  return value;
}

function single(tokens: Token[], context: Context): unknown {
  if (takes(tokens, "!")) return !isTrue(single(tokens, context));
  if (takes(tokens, "(")) {
    const value = either(tokens, context);
    if (!takes(tokens, ")")) throw new Error("a bracket is not closed");
    return value;
  }
  const token = tokens.shift();
  if (token === undefined || token.kind === "sign")
    throw new Error(`a value is missing at ${token?.value ?? "the end"}`);
  if (token.kind === "text") return token.value;
  return takes(tokens, "(") ? called(token.value, tokens, context) : lookUp(token.value, context);
}

function called(name: string, tokens: Token[], context: Context): unknown {
  const given: unknown[] = [];
  while (!takes(tokens, ")")) {
    given.push(either(tokens, context));
    takes(tokens, ",");
  }
  if (name === "join") return Array.isArray(given[0]) ? given[0].map(said).join(said(given[1]) || ",") : said(given[0]);
  const [first = "", ...others] = given.map(said);
  if (name === "startsWith") return first.toLowerCase().startsWith((others[0] ?? "").toLowerCase());
  if (name === "format") return first.replaceAll(/\{(\d+)\}/g, (_, at: string) => others[Number(at)] ?? "");
  throw new Error(`the function ${name} is not known here yet`);
}

function lookUp(path: string, context: Context): unknown {
  const [each, name] = path.split(".*.");
  const value = (each ?? "").split(".").reduce<unknown>(memberOf, context);
  if (name === undefined) return value;
  return Array.isArray(value) ? value.map((item) => memberOf(item, name)) : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "" && value !== 0;
}

function said(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
