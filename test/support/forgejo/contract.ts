import { readFileSync } from "node:fs";
import { Ajv, type AnySchemaObject, type ValidateFunction } from "ajv";
import { isRecord } from "../../../src/core/json.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter extends Schema {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly schema?: Schema;
}

interface Response {
  readonly $ref?: string;
  readonly schema?: Schema;
}

interface Definition {
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
}

/** The parts of the published description (Swagger 2.0) that are read here. */
interface Description {
  readonly basePath: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Definition>>>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

export interface Operation {
  /** `POST /repos/{owner}/{repo}/pulls`: how tests and faults name it. */
  readonly id: string;
  readonly definition: Definition;
}

export interface Route {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

const description: Description = JSON.parse(
  readFileSync(new URL("../../contracts/gitea.swagger.json", import.meta.url), "utf8"),
);
// Compiled quickly rather than well, as that of GitHub.
const quick = { code: { optimize: false }, inlineRefs: false };
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, ...quick });
ajv.addSchema(asJsonSchema(description), "gitea");

/** `/api/v1`. */
export const basePath = description.basePath;

const operations = Object.entries(description.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([name, definition]) => {
    const method = name.toUpperCase();
    const pattern = template.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    return { method, operation: { id: `${method} ${template}`, definition }, pattern: new RegExp(`^${pattern}$`) };
  }),
);

/** The operation of a request, its path taken below `/api/v1`; of several the one with the fewest placeholders. */
export function route(method: string, path: string): Route | undefined {
  const [best] = operations
    .flatMap(({ method: described, operation, pattern }) => {
      const match = described === method ? pattern.exec(path) : null;
      return match === null ? [] : [{ operation, groups: Object.entries({ ...match.groups }) }];
    })
    .sort((one, other) => one.groups.length - other.groups.length);
  if (best === undefined) return undefined;
  const parameters = Object.fromEntries(best.groups.map(([name, value]) => [name, decodeURIComponent(value)]));
  return { operation: best.operation, parameters };
}

/** What is wrong with a request by the description: unknown names, missing or wrongly typed values. */
export function requestProblems(
  { id, definition }: Operation,
  query: Readonly<Record<string, string>>,
  body: object | undefined,
): readonly string[] {
  const parameters = definition.parameters ?? [];
  const problems: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const parameter = parameters.find((candidate) => candidate.in === "query" && candidate.name === name);
    if (parameter === undefined) problems.push(`query parameter "${name}" is not in the description`);
    else {
      const { name: _, in: _place, schema: _schema, ...schema } = parameter;
      problems.push(
        ...mismatches(`${id} ?${name}`, schema, typed(value, schema)).map((problem) => `${name}: ${problem}`),
      );
    }
  }
  const bodySchema = parameters.find((parameter) => parameter.in === "body")?.schema;
  if (bodySchema === undefined) return body === undefined ? problems : [...problems, "a body where there is none"];
  return [...problems, ...mismatches(`${id} request`, bodySchema, body ?? {})];
}

/** What is wrong with our own answer: an undescribed status, a wrongly typed or an unknown value. */
export function answerProblems({ id, definition }: Operation, status: number, body: unknown): readonly string[] {
  const response = definition.responses[String(status)];
  // Tokens, permissions and outages can answer any request; the description does not repeat them.
  if (response === undefined) return status >= 400 ? [] : [`status ${String(status)} is not in the description`];
  const { schema } = responseOf(response);
  return schema === undefined ? [] : mismatches(`${id} ${String(status)}`, schema, body);
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

function responseOf(response: Response): Response {
  return response.$ref === undefined ? response : known(description.responses, response.$ref);
}

function known<Part>(parts: Readonly<Record<string, Part>>, reference: string): Part {
  const part = parts[reference.slice(reference.lastIndexOf("/") + 1)];
  if (part === undefined) throw new Error(`the description has no ${reference}`);
  return part;
}

/** References get the name of the whole description; an object with properties takes no others, so that typing errors show. */
function asJsonSchema(node: object): AnySchemaObject {
  const schema: AnySchemaObject = JSON.parse(JSON.stringify(node), (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") return `gitea${value}`;
    const isClosed = isRecord(value) && value["type"] === "object" && isRecord(value["properties"]);
    return isClosed ? { additionalProperties: false, ...value } : value;
  });
  return schema;
}

function typed(value: string, { type }: Schema): unknown {
  if (type === "integer") return /^\d+$/.test(value) ? Number(value) : value;
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}
