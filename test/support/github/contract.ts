import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";

/** One node of the published description, read as data. */
type Node = Readonly<Record<string, unknown>>;

export interface Operation {
  /** `POST /repos/{owner}/{repo}/git/trees`: how tests and faults name it. */
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly definition: Node;
}

export interface Route {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The last placeholder of these takes slashes as they are. */
const WITH_SLASHES = ["/git/ref/{ref}", "/git/refs/{ref}", "/git/matching-refs/{ref}", "/contents/{path}"];

const description = JSON.parse(
  readFileSync(new URL("../../contracts/github.openapi.json", import.meta.url), "utf8"),
) as Node;
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, coerceTypes: false });
ajv.addSchema(withoutNullable(description) as Node, "github");

const operations = Object.entries(description["paths"] as Record<string, Record<string, Node>>).flatMap(
  ([template, methods]) =>
    Object.entries(methods).map(([method, definition]) => {
      const operation = {
        id: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        template,
        definition,
      };
      return { operation, pattern: pathPattern(template) };
    }),
);

/** The operation of a request; of several the one with the fewest placeholders. */
export function route(method: string, path: string): Route | undefined {
  const matches = operations.flatMap(({ operation, pattern }) => {
    const groups = operation.method === method ? pattern.exec(path)?.groups : undefined;
    return groups === undefined ? [] : [{ operation, groups }];
  });
  const [best] = matches.sort((one, other) => Object.keys(one.groups).length - Object.keys(other.groups).length);
  if (best === undefined) return undefined;
  const parameters = Object.fromEntries(
    Object.entries(best.groups).map(([key, value]) => [key, decodeURIComponent(value)]),
  );
  return { operation: best.operation, parameters };
}

/** What is wrong with a request by the description: unknown names, missing or wrongly typed values. */
export function requestProblems(
  operation: Operation,
  query: Readonly<Record<string, string>>,
  body: unknown,
): readonly string[] {
  const parameters = ((operation.definition["parameters"] ?? []) as readonly Node[])
    .map(resolveReference)
    .filter((parameter) => parameter["in"] === "query");
  const known = new Map(parameters.map((parameter) => [String(parameter["name"]), parameter["schema"] as Node]));
  const problems: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const schema = known.get(name);
    if (schema === undefined) problems.push(`query parameter "${name}" is not in the description`);
    else
      problems.push(
        ...mismatches(ajv.compile(schema), typed(value, schema)).map((problem) => `query ${name}: ${problem}`),
      );
  }
  if (Number(query["per_page"] ?? 30) > 100) problems.push("query per_page: at most 100");
  return [...problems, ...bodyProblems(operation, body)];
}

function bodyProblems({ id, definition }: Operation, body: unknown): readonly string[] {
  const request = definition["requestBody"] as Node | undefined;
  if (request === undefined) return body === undefined ? [] : ["a body where the description has none"];
  if (body === undefined) return request["required"] === true ? ["the body is missing"] : [];
  const schema = jsonSchema(request["content"]);
  if (schema === undefined) return [];
  const validate = compiled(`${id} request`, schema);
  const names = propertyNames(schema);
  const unknown = Object.keys(body as object).filter((name) => names.size > 0 && !names.has(name));
  return [...mismatches(validate, body), ...unknown.map((name) => `"${name}" is not in the description`)];
}

/** What is wrong with our own answer. */
export function responseProblems({ id, definition }: Operation, status: number, body: unknown): readonly string[] {
  const response = (definition["responses"] as Record<string, Node>)[String(status)];
  // Limits, outages and permissions can answer any request; the description does not repeat them.
  if (response === undefined) return status >= 400 ? [] : [`status ${String(status)} is not in the description`];
  const schema = jsonSchema(resolveReference(response)["content"]);
  return schema === undefined ? [] : mismatches(compiled(`${id} ${String(status)}`, schema), body);
}

/**
 * Adds to `facts` what the named schema requires besides: addresses, counts and flags that say nothing. What is stated
 * stays as stated.
 */
export function complete(schemaName: string, facts: object, address: string): Record<string, unknown> {
  return fill(schemaNamed(schemaName), facts, address) as Record<string, unknown>;
}

function fill(schema: Node, fact: unknown, address: string): unknown {
  const plain = resolveReference(schema);
  if (fact === null) return null;
  const alternatives = (plain["oneOf"] ?? plain["anyOf"] ?? plain["allOf"]) as readonly Node[] | undefined;
  if (alternatives?.[0] !== undefined && plain["properties"] === undefined)
    return fact ?? fill(alternatives[0], fact, address);
  const properties = plain["properties"] as Record<string, Node> | undefined;
  if (Array.isArray(fact)) return fact.map((item) => fill((plain["items"] ?? {}) as Node, item, address));
  if (properties === undefined || (fact !== undefined && typeof fact !== "object"))
    return fact ?? placeholder(plain, address);
  const filled: Record<string, unknown> = { ...(fact as object) };
  for (const [name, value] of Object.entries(filled)) {
    const schemaOfValue = properties[name];
    if (schemaOfValue !== undefined) filled[name] = fill(schemaOfValue, value, address);
  }
  for (const name of (plain["required"] ?? []) as readonly string[]) {
    const missing = properties[name];
    if (filled[name] === undefined && missing !== undefined) filled[name] = placeholderOf(missing, address);
  }
  return filled;
}

function placeholderOf(schema: Node, address: string): unknown {
  const plain = resolveReference(schema);
  return plain["nullable"] === true ? null : fill(plain, undefined, address);
}

function placeholder(schema: Node, address: string): unknown {
  if (schema["nullable"] === true) return null;
  const [first] = (schema["enum"] ?? []) as readonly unknown[];
  if (first !== undefined) return first;
  switch (schema["type"]) {
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return schema["format"] === "date-time" ? "2026-01-01T00:00:00Z" : address;
  }
}

const cache = new Map<string, ValidateFunction>();

function compiled(key: string, schema: Node): ValidateFunction {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const validate = ajv.compile(rebased(withoutNullable(schema)) as Node);
  cache.set(key, validate);
  return validate;
}

function mismatches(validate: ValidateFunction, value: unknown): readonly string[] {
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }: ErrorObject) =>
      `${instancePath || "body"} ${message ?? ""} ${JSON.stringify(params)}`,
  );
}

function jsonSchema(content: unknown): Node | undefined {
  return (
    ((content as Record<string, Node> | undefined)?.["application/json"]?.["schema"] as Node | undefined) ?? undefined
  );
}

function propertyNames(schema: Node): ReadonlySet<string> {
  const plain = resolveReference(schema);
  const alternatives = (plain["oneOf"] ?? plain["anyOf"] ?? []) as readonly Node[];
  return new Set([
    ...Object.keys((plain["properties"] ?? {}) as object),
    ...alternatives.flatMap((alternative) => [...propertyNames(alternative)]),
  ]);
}

function schemaNamed(name: string): Node {
  const schema = (description["components"] as Record<string, Record<string, Node>>)["schemas"]?.[name];
  if (schema === undefined) throw new Error(`the description has no schema "${name}"`);
  return schema;
}

function resolveReference(node: Node): Node {
  const reference = node["$ref"];
  if (typeof reference !== "string") return node;
  let found: unknown = description;
  for (const key of reference.slice(2).split("/")) found = (found as Record<string, unknown>)[key];
  return resolveReference(found as Node);
}

/** OpenAPI 3.0 says `nullable`; JSON Schema says it with a type. */
function withoutNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNullable);
  if (typeof node !== "object" || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutNullable(value)]));
  return nullable === true ? { anyOf: [plain, { type: "null" }] } : plain;
}

function rebased(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rebased);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" ? `github${value}` : rebased(value),
    ]),
  );
}

function typed(value: string, schema: Node): unknown {
  if (schema["type"] === "integer") return /^\d+$/.test(value) ? Number(value) : value;
  if (schema["type"] === "boolean") return value === "true" ? true : value === "false" ? false : value;
  return value;
}

function pathPattern(template: string): RegExp {
  const takesSlashes = WITH_SLASHES.some((end) => template.endsWith(end));
  const pattern = template
    .replaceAll(".", "\\.")
    .replace(/\{(\w+)\}$/, (_, name: string) => (takesSlashes ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`))
    .replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return new RegExp(`^${pattern}$`);
}
