import { isRecord } from "../../../src/core/json.ts";
import type { Document, Schema, Selection, TypeReference, Value } from "./graphql-document.ts";

type Variables = Readonly<Record<string, unknown>>;

interface Check {
  readonly schema: Schema;
  readonly document: Document;
  readonly used: Set<string>;
  readonly problems: string[];
}

/** What the schema says against a document and its variables: unknown fields and arguments, missing or wrongly typed values. */
export function documentProblems(schema: Schema, document: Document, variables: Variables): readonly string[] {
  const check: Check = { schema, document, used: new Set(), problems: [] };
  checkSelections(check, document.operation === "query" ? "Query" : "Mutation", document.selections);
  for (const [name, type] of document.variables) {
    if (!check.used.has(name)) check.problems.push(`variable $${name} is declared and not used`);
    check.problems.push(...valueProblems(schema, type, variables[name], `$${name}`));
  }
  for (const name of Object.keys(variables)) {
    if (!document.variables.has(name)) check.problems.push(`variable $${name} is given and not declared`);
  }
  return check.problems;
}

function checkSelections(check: Check, type: string, selections: readonly Selection[]): void {
  for (const selection of selections) {
    if (selection.kind === "fragment") checkSelections(check, selection.on, selection.selections);
    else checkField(check, type, selection);
  }
}

function checkField(check: Check, type: string, field: Extract<Selection, { kind: "field" }>): void {
  const { schema, problems } = check;
  const place = `${type}.${field.name}`;
  if (field.name === "__typename") return;
  const owner = schema.get(type);
  const definition = owner?.kind === "object" ? owner.fields.get(field.name) : undefined;
  if (definition === undefined) {
    problems.push(`Field '${field.name}' doesn't exist on type '${type}'`);
    return;
  }
  for (const [name, expected] of definition.arguments) {
    const given = field.arguments.get(name);
    if (given !== undefined) checkValue(check, expected, given, `${place}(${name})`);
    else if (expected.required) problems.push(`${place}: argument ${name} is missing`);
  }
  for (const name of field.arguments.keys()) {
    if (!definition.arguments.has(name)) problems.push(`${place} has no argument ${name}`);
  }
  const inner = innermost(definition.type);
  const kind = schema.get(inner)?.kind;
  const isComposite = kind === "object" || kind === "union";
  if (isComposite !== (field.selections !== undefined)) {
    problems.push(isComposite ? `${place}: fields have to be named` : `${place} has no fields`);
  } else if (field.selections !== undefined) checkSelections(check, inner, field.selections);
}

function checkValue(check: Check, type: TypeReference, value: Value, place: string): void {
  const { document, used, problems, schema } = check;
  switch (value.kind) {
    case "variable": {
      used.add(value.name);
      const declared = document.variables.get(value.name);
      if (declared === undefined) problems.push(`${place}: variable $${value.name} is not declared`);
      else if (!accepts(type, declared)) problems.push(`${place}: $${value.name} has another type`);
      return;
    }
    case "object": {
      const definition = type.name === undefined ? undefined : schema.get(type.name);
      if (definition?.kind !== "input") {
        problems.push(`${place} takes no object`);
        return;
      }
      for (const [name, expected] of definition.fields) {
        const member = value.members.get(name);
        if (member !== undefined) checkValue(check, expected.type, member, `${place}.${name}`);
        else if (expected.type.required) problems.push(`${place}.${name} is missing`);
      }
      for (const name of value.members.keys()) {
        if (!definition.fields.has(name)) problems.push(`${place}.${name} is not in the description`);
      }
      return;
    }
    case "list":
      for (const item of value.items) checkValue(check, type.item ?? type, item, place);
      return;
    case "word":
    case "literal":
      problems.push(...valueProblems(schema, type, value.value, place));
  }
}

function accepts(expected: TypeReference, given: TypeReference): boolean {
  if (expected.required && !given.required) return false;
  if (expected.item !== undefined) return given.item !== undefined && accepts(expected.item, given.item);
  return expected.name === given.name;
}

function valueProblems(schema: Schema, type: TypeReference, value: unknown, place: string): readonly string[] {
  if (value === undefined || value === null) return type.required ? [`${place} is missing`] : [];
  if (type.item !== undefined) {
    const { item } = type;
    if (!Array.isArray(value)) return [`${place} is no list`];
    return value.flatMap((one, at) => valueProblems(schema, item, one, `${place}[${String(at)}]`));
  }
  const name = type.name ?? "";
  const definition = schema.get(name);
  if (definition?.kind === "input") {
    if (!isRecord(value)) return [`${place} is no object`];
    const known = [...definition.fields].flatMap(([field, { type: expected }]) =>
      valueProblems(schema, expected, value[field], `${place}.${field}`),
    );
    const unknown = Object.keys(value).filter((field) => !definition.fields.has(field));
    return [...known, ...unknown.map((field) => `${place}.${field} is not in the description`)];
  }
  if (definition?.kind === "enum") {
    return typeof value === "string" && definition.values.includes(value) ? [] : [`${place} is no ${name}`];
  }
  return fitsScalar(name, value) ? [] : [`${place} is no ${name}`];
}

function fitsScalar(name: string, value: unknown): boolean {
  if (name === "Int") return Number.isInteger(value);
  if (name === "Boolean") return typeof value === "boolean";
  if (name === "Base64String") return typeof value === "string" && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
  if (name === "GitObjectID") return typeof value === "string" && /^[0-9a-f]{40}$/.test(value);
  return typeof value === "string";
}

function innermost(type: TypeReference): string {
  return type.item === undefined ? (type.name ?? "") : innermost(type.item);
}
