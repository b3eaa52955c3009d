/** `[Label!]!`: what a value has to be. */
export interface TypeReference {
  /** Undefined for a list. */
  readonly name: string | undefined;
  readonly item: TypeReference | undefined;
  readonly required: boolean;
}

export interface FieldDefinition {
  readonly type: TypeReference;
  readonly arguments: ReadonlyMap<string, TypeReference>;
}

export type Definition =
  | { readonly kind: "object" | "input"; readonly fields: ReadonlyMap<string, FieldDefinition> }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "union" | "scalar" };

export type Schema = ReadonlyMap<string, Definition>;

export type Value =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "word"; readonly value: string }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Value> };

export type Selection =
  | {
      readonly kind: "field";
      readonly name: string;
      /** The name it has in the answer. */
      readonly alias: string;
      readonly arguments: ReadonlyMap<string, Value>;
      readonly selections: readonly Selection[] | undefined;
    }
  | { readonly kind: "fragment"; readonly on: string; readonly selections: readonly Selection[] };

export interface Document {
  readonly operation: "query" | "mutation";
  readonly variables: ReadonlyMap<string, TypeReference>;
  readonly selections: readonly Selection[];
}

/** Of a document with one operation and no named fragments. @throws {SyntaxError} */
export function parseDocument(text: string): Document {
  const tokens = new Tokens(text);
  const word = tokens.is("{") ? "query" : tokens.word();
  if (word !== "query" && word !== "mutation") throw new SyntaxError(`"${word}" where query or mutation stands`);
  if (!tokens.is("{") && !tokens.is("(")) tokens.word();
  const variables = new Map<string, TypeReference>();
  if (tokens.take("(")) {
    while (!tokens.take(")")) {
      tokens.expect("$");
      const name = tokens.word();
      tokens.expect(":");
      variables.set(name, typeReference(tokens));
    }
  }
  const document: Document = { operation: word, variables, selections: selectionSet(tokens) };
  tokens.end();
  return document;
}

/** Types, inputs, interfaces, enums, unions and scalars; without descriptions, directives and default values. @throws {SyntaxError} */
export function parseSchema(text: string): Schema {
  const tokens = new Tokens(text);
  const schema = new Map<string, Definition>();
  while (!tokens.atEnd()) {
    const keyword = tokens.word();
    const name = tokens.word();
    schema.set(name, definition(tokens, keyword));
  }
  return schema;
}

function definition(tokens: Tokens, keyword: string): Definition {
  switch (keyword) {
    case "scalar":
      return { kind: "scalar" };
    case "union":
      tokens.expect("=");
      do tokens.word();
      while (tokens.take("|"));
      return { kind: "union" };
    case "enum":
      return { kind: "enum", values: braced(tokens, () => tokens.word()) };
    case "type":
    case "interface":
    case "input":
      while (!tokens.is("{")) tokens.next();
      return {
        kind: keyword === "input" ? "input" : "object",
        fields: new Map(braced(tokens, () => fieldDefinition(tokens))),
      };
    default:
      throw new SyntaxError(`"${keyword}" begins no definition`);
  }
}

function fieldDefinition(tokens: Tokens): readonly [string, FieldDefinition] {
  const name = tokens.word();
  const inputs = new Map<string, TypeReference>();
  if (tokens.take("(")) {
    while (!tokens.take(")")) {
      const argument = tokens.word();
      tokens.expect(":");
      inputs.set(argument, typeReference(tokens));
    }
  }
  tokens.expect(":");
  return [name, { type: typeReference(tokens), arguments: inputs }];
}

function typeReference(tokens: Tokens): TypeReference {
  if (tokens.take("[")) {
    const item = typeReference(tokens);
    tokens.expect("]");
    return { name: undefined, item, required: tokens.take("!") };
  }
  const name = tokens.word();
  return { name, item: undefined, required: tokens.take("!") };
}

function selectionSet(tokens: Tokens): readonly Selection[] {
  return braced(tokens, () => selection(tokens));
}

function selection(tokens: Tokens): Selection {
  if (tokens.take("...")) {
    if (tokens.word() !== "on") throw new SyntaxError("named fragments are not read here");
    return { kind: "fragment", on: tokens.word(), selections: selectionSet(tokens) };
  }
  const first = tokens.word();
  const name = tokens.take(":") ? tokens.word() : first;
  const values = new Map<string, Value>();
  if (tokens.take("(")) {
    while (!tokens.take(")")) {
      const argument = tokens.word();
      tokens.expect(":");
      values.set(argument, valueOf(tokens));
    }
  }
  const selections = tokens.is("{") ? selectionSet(tokens) : undefined;
  return { kind: "field", name, alias: first, arguments: values, selections };
}

function valueOf(tokens: Tokens): Value {
  if (tokens.take("$")) return { kind: "variable", name: tokens.word() };
  if (tokens.take("[")) {
    const items: Value[] = [];
    while (!tokens.take("]")) items.push(valueOf(tokens));
    return { kind: "list", items };
  }
  if (tokens.is("{")) {
    const members = braced(tokens, () => {
      const name = tokens.word();
      tokens.expect(":");
      return [name, valueOf(tokens)] as const;
    });
    return { kind: "object", members: new Map(members) };
  }
  const token = tokens.next();
  if (/^["\d-]|^(?:true|false|null)$/.test(token)) return { kind: "literal", value: literal(token) };
  return { kind: "word", value: token };
}

function literal(token: string): string | number | boolean | null {
  const value: string | number | boolean | null = JSON.parse(token);
  return value;
}

function braced<Item>(tokens: Tokens, read: () => Item): readonly Item[] {
  tokens.expect("{");
  const items: Item[] = [];
  while (!tokens.take("}")) items.push(read());
  return items;
}

class Tokens {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    const withoutComments = text.replace(/#.*$/gm, "");
    this.#tokens = withoutComments.match(/\.\.\.|\w+|-\d+|"(?:[^"\\\n]|\\.)*"|[^\s,]/g) ?? [];
  }

  atEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  end(): void {
    if (!this.atEnd()) throw new SyntaxError(`"${this.next()}" after the end`);
  }

  is(token: string): boolean {
    return this.#tokens[this.#at] === token;
  }

  take(token: string): boolean {
    if (!this.is(token)) return false;
    this.#at += 1;
    return true;
  }

  next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new SyntaxError("the text ends too early");
    this.#at += 1;
    return token;
  }

  expect(token: string): void {
    const found = this.next();
    if (found !== token) throw new SyntaxError(`"${found}" where "${token}" stands`);
  }

  word(): string {
    const found = this.next();
    if (!/^[A-Za-z_]\w*$/.test(found)) throw new SyntaxError(`"${found}" where a name stands`);
    return found;
  }
}
