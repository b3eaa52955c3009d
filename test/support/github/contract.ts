import { readFileSync } from "node:fs";
import { Ajv, type AnySchemaObject, type ValidateFunction } from "ajv";
import { isRecord } from "../../../src/core/json.ts";

/** The parts of the published description that are read here. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Message {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly content?: { readonly "application/json"?: { readonly schema: Schema } };
}

interface Definition {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Definition>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Message>>;
  };
}

export interface Operation {
  /** `POST /repos/{owner}/{repo}/git/trees`: how tests and faults name it. */
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly definition: Definition;
}

export interface Route {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The last placeholder of these takes slashes as they are. */
const WITH_SLASHES = ["/git/ref/{ref}", "/git/refs/{ref}", "/git/matching-refs/{ref}", "/contents/{path}"];

const description: Description = JSON.parse(
  readFileSync(new URL("../../contracts/github.openapi.json", import.meta.url), "utf8"),
);
// Most schemas judge a few answers: they are compiled quickly rather than well.
const quick = { code: { optimize: false }, inlineRefs: false };
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, ...quick });
ajv.addSchema(asJsonSchema(description), "github");

const operations = Object.entries(description.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([name, definition]) => {
    const method = name.toUpperCase();
    return { operation: { id: `${method} ${template}`, method, template, definition }, pattern: pathPattern(template) };
  }),
);

/** The operation of a request; of several the one with the fewest placeholders. */
export function route(method: string, path: string): Route | undefined {
  const matches = operations.flatMap(({ operation, pattern }) => {
    const match = operation.method === method ? pattern.exec(path) : null;
    return match === null ? [] : [{ operation, groups: { ...match.groups } }];
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
  body: object | undefined,
): readonly string[] {
  const schemas = new Map(
    (operation.definition.parameters ?? [])
      .map(parameterOf)
      .filter((parameter) => parameter.in === "query")
      .map((parameter) => [parameter.name, parameter.schema]),
  );
  const problems: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const schema = schemas.get(name);
    if (schema === undefined) problems.push(`query parameter "${name}" is not in the description`);
    else {
      const found = mismatches(`${operation.id} ?${name}`, schema, typed(value, schema));
      problems.push(...found.map((problem) => `query ${name}: ${problem}`));
    }
  }
  if (Number(query["per_page"] ?? 30) > 100) problems.push("query per_page: at most 100");
  return [...problems, ...bodyProblems(operation, body)];
}

function bodyProblems({ id, definition }: Operation, body: object | undefined): readonly string[] {
  const { requestBody } = definition;
  if (requestBody === undefined) return body === undefined ? [] : ["a body where the description has none"];
  if (body === undefined) return requestBody.required === true ? ["the body is missing"] : [];
  const schema = requestBody.content?.["application/json"]?.schema;
  if (schema === undefined) return [];
  const names = propertyNames(schema);
  const unknown = Object.keys(body).filter((name) => names.size > 0 && !names.has(name));
  return [
    ...mismatches(`${id} request`, schema, body),
    ...unknown.map((name) => `"${name}" is not in the description`),
  ];
}

/** What is wrong with our own answer. */
export function responseProblems({ id, definition }: Operation, status: number, body: unknown): readonly string[] {
  const response = definition.responses[String(status)];
  // Limits, outages and permissions can answer any request; the description does not repeat them.
  if (response === undefined) return status >= 400 ? [] : [`status ${String(status)} is not in the description`];
  const schema = responseOf(response).content?.["application/json"]?.schema;
  return schema === undefined ? [] : mismatches(`${id} ${String(status)}`, schema, body);
}

/**
 * Adds to `facts` what the named schema requires besides: addresses, counts and flags that say nothing. What is stated
 * stays as stated.
 */
export function complete(schemaName: string, facts: object, address: string): Record<string, unknown> {
  return fillObject(schemaNamed(schemaName), { ...facts }, address);
}

function fillObject(schema: Schema, facts: Record<string, unknown>, address: string): Record<string, unknown> {
  const { properties = {}, required = [] } = schemaOf(schema);
  const stated = Object.entries(facts).map(([name, value]) => {
    const valueSchema = properties[name];
    return [name, valueSchema === undefined ? value : fill(valueSchema, value, address)] as const;
  });
  const missing = required.flatMap((name) => {
    const valueSchema = properties[name];
    return facts[name] !== undefined || valueSchema === undefined ? [] : [[name, blank(valueSchema, address)] as const];
  });
  return Object.fromEntries([...stated, ...missing]);
}

function fill(schema: Schema, fact: unknown, address: string): unknown {
  const plain = schemaOf(schema);
  if (Array.isArray(fact))
    return fact.map((item) => (plain.items === undefined ? item : fill(plain.items, item, address)));
  return isRecord(fact) && plain.properties !== undefined ? fillObject(plain, fact, address) : fact;
}

/** A value of the schema that says nothing. */
function blank(schema: Schema, address: string): unknown {
  const plain = schemaOf(schema);
  if (plain.nullable === true) return null;
  if (plain.enum !== undefined) return plain.enum[0];
  const [alternative] = plain.oneOf ?? plain.anyOf ?? plain.allOf ?? [];
  if (alternative !== undefined && plain.properties === undefined) return blank(alternative, address);
  switch (plain.type) {
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return fillObject(plain, {}, address);
    default:
      return plain.format === "date-time" ? "2026-01-01T00:00:00Z" : address;
  }
}

const validators = new Map<string, ValidateFunction>();

function mismatches(key: string, schema: Schema, value: unknown): readonly string[] {
  const validate = validators.get(key) ?? ajv.compile(asJsonSchema(schema));
  validators.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || "body"} ${message ?? ""} ${JSON.stringify(params)}`,
  );
}

function propertyNames(schema: Schema): ReadonlySet<string> {
  const { properties = {}, oneOf = [], anyOf = [] } = schemaOf(schema);
  return new Set([...Object.keys(properties), ...[...oneOf, ...anyOf].flatMap((part) => [...propertyNames(part)])]);
}

function schemaNamed(name: string): Schema {
  return known(description.components.schemas, name);
}

function schemaOf(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : schemaOf(schemaNamed(nameIn(schema.$ref)));
}

function parameterOf(parameter: Parameter): Parameter {
  return parameter.$ref === undefined ? parameter : known(description.components.parameters, nameIn(parameter.$ref));
}

function responseOf(response: Message): Message {
  return response.$ref === undefined ? response : known(description.components.responses, nameIn(response.$ref));
}

function known<Part>(parts: Readonly<Record<string, Part>>, name: string): Part {
  const part = parts[name];
  if (part === undefined) throw new Error(`the description has no "${name}"`);
  return part;
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type; references get the name of the whole description. */
function asJsonSchema(node: object): AnySchemaObject {
  const schema: AnySchemaObject = JSON.parse(JSON.stringify(node), (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") return `github${value}`;
    if (!isRecord(value) || value["nullable"] !== true) return value;
    const { nullable: _, ...plain } = value;
    return { anyOf: [plain, { type: "null" }] };
  });
  return schema;
}

function typed(value: string, { type }: Schema): unknown {
  if (type === "integer") return /^\d+$/.test(value) ? Number(value) : value;
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
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
