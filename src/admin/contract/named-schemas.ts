import * as z from "zod";

/** A JSON schema of OpenAPI 3.0, as far as it is read here. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly id?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly [keyword: string]: unknown;
}

/** Turns zod schemas into those of OpenAPI 3.0; those that carry an `id` (`.meta`) are written once and referred to. */
export class NamedSchemas {
  readonly #named = new Map<string, JsonSchema>();

  /** What may be sent, and what is answered: the same, but for defaults that need not be sent. */
  of(schema: z.core.$ZodType): JsonSchema {
    const whole: JsonSchema = z.toJSONSchema(schema, {
      target: "openapi-3.0",
      io: "input",
      override: ({ jsonSchema }) => dropNoise(jsonSchema),
    });
    const { definitions, ...own } = whole;
    for (const [name, definition] of Object.entries(definitions ?? {})) this.#add(name, definition);
    const { id } = own;
    if (id === undefined) return withReferences(own);
    this.#add(id, own);
    return { $ref: `#/components/schemas/${id}` };
  }

  named(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #add(name: string, definition: object): void {
    const { id: _, ...schema } = withReferences(definition);
    this.#named.set(name, schema);
  }
}

function withReferences(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === "$schema" || key === "~standard" ? undefined : value,
  );
  const moved: JsonSchema = JSON.parse(
    text.replaceAll('"#/definitions/', '"#/components/schemas/'),
    (_, value: unknown) => (isNullable(value) ? withNull(value) : value),
  );
  return moved;
}

function isNullable(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && "nullable" in value;
}

const nothing: JsonSchema = { type: "string", nullable: true, enum: [null] };

/** OpenAPI 3.0.3 heeds `nullable` beside a `type` alone, and null has to be among the values of an `enum`. */
function withNull(schema: JsonSchema): JsonSchema {
  const { nullable: _, description, allOf, anyOf, ...others } = schema;
  if (Array.isArray(others["enum"])) return { ...schema, enum: [...new Set<unknown>([...others["enum"], null])] };
  if ("type" in others) return schema;
  const choices: unknown[] = Array.isArray(anyOf) ? anyOf : Array.isArray(allOf) && allOf.length === 1 ? allOf : [];
  const isKnown = choices.some((choice) => isNullable(choice) && Array.isArray(choice["enum"]));
  return {
    ...others,
    ...(description === undefined ? {} : { description }),
    anyOf: isKnown ? choices : [...choices, nothing],
  };
}

/** JavaScript's own bounds of whole numbers, and formats that say less than the pattern beside them. */
function dropNoise(json: z.core.JSONSchema.BaseSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format !== undefined && json.pattern !== undefined) delete json.format;
}
