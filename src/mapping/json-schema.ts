import * as z from "zod";
import { mappingSchema } from "./schema.ts";

/** What of JSON Schema the mapping's schema uses. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

/** The mapping's JSON Schema (draft 2020-12), for editors. */
export function mappingJsonSchema(): JsonSchema {
  // What zod writes is plain JSON; its type is wider than what this schema uses.
  const schema: JsonSchema = JSON.parse(
    JSON.stringify(z.toJSONSchema(mappingSchema, { target: "draft-2020-12", io: "input" })),
  );
  return schema;
}

/** The reference of all keys as a Markdown table: key, type, default, meaning. What is long to say stands below it. */
export function mappingReference(): string {
  const root = mappingJsonSchema();
  const keys = [...describe(root, "", new Set(Object.keys(root.properties ?? {})))];
  const rows = keys.map(
    ({ name, type, fallback, meaning }) =>
      `| ${[`\`${name}\``, type, fallback, shortened(meaning).cell].map(cell).join(" | ")} |`,
  );
  const more = keys.flatMap(({ name, meaning }) => {
    const { rest } = shortened(meaning);
    return rest === "" ? [] : [`- \`${name}\`: ${rest}`];
  });
  return [
    "| key | type | default | meaning |",
    "|---|---|---|---|",
    ...rows,
    "",
    "More on some of them:",
    "",
    ...more,
    "",
  ].join("\n");
}

/** Words that a cell of a table takes. */
const MOST_WORDS = 30;

/** The sentences that a cell takes, and those that stand below the table. */
function shortened(meaning: string): { readonly cell: string; readonly rest: string } {
  const sentences = meaning.split(/(?<=[.:]) (?=[A-Z`*])/);
  const taken: string[] = [];
  for (const sentence of sentences) {
    if ([...taken, sentence].join(" ").split(" ").length > MOST_WORDS) break;
    taken.push(sentence);
  }
  const rest = sentences.slice(taken.length).join(" ");
  return { cell: taken.length === 0 ? "See below." : taken.join(" "), rest };
}

interface KeyDescription {
  readonly name: string;
  readonly type: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** The schema of the value at a path of keys and indexes; undefined where the schema has none. */
export function schemaAt(root: JsonSchema, keys: readonly PropertyKey[]): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  for (const key of keys) schema = typeof key === "number" ? schema?.items : schema?.properties?.[String(key)];
  return schema;
}

/** Settings that a component may have too are told once, where they are for all. */
function* describe(schema: JsonSchema, prefix: string, forAll: ReadonlySet<string>): Generator<KeyDescription> {
  for (const [key, value] of Object.entries(schema.properties ?? {})) {
    const name = `${prefix}${key}`;
    const fallback = (schema.required ?? []).includes(key) ? "**required**" : defaultOf(value);
    yield { name, type: typeOf(value), fallback, meaning: value.description ?? "" };
    if (prefix === "" || !forAll.has(key)) yield* describe(value, `${name}.`, forAll);
    if (value.items !== undefined) yield* describe(value.items, `${name}[].`, forAll);
  }
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(", ");
  if (schema.enum !== undefined) return schema.enum.map(code).join(", ");
  if (schema.const !== undefined) return code(schema.const);
  switch (schema.type) {
    case "array": {
      return `list of ${schema.items?.type === "object" ? "mappings" : "texts"}`;
    }
    case "object": {
      return schema.properties === undefined ? "mapping of texts" : "mapping";
    }
    case "boolean": {
      return "`true`, `false`";
    }
    case "string": {
      return "text";
    }
    default: {
      const { minimum, maximum } = schema;
      return minimum === undefined || maximum === undefined
        ? "number"
        : `number, ${String(minimum)} to ${String(maximum)}`;
    }
  }
}

function defaultOf(schema: JsonSchema): string {
  return schema.default === undefined ? "" : code(schema.default);
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
