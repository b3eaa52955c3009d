import * as z from "zod";
import { defined } from "../core/defined.ts";

/** A JSON schema, as far as documents and pages here read it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly id?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

export type OpenApiVersion = "3.0.3" | "3.1.1";

/** Where zod puts named schemas, by version. */
interface Definitions {
  readonly $defs?: Readonly<Record<string, object>>;
  readonly definitions?: Readonly<Record<string, object>>;
}

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Turns zod schemas into those of a document; those that carry an `id` (`.meta`) are written once and referred to. */
export class NamedSchemas {
  readonly #named = new Map<string, JsonSchema>();
  readonly #version: OpenApiVersion;

  constructor(version: OpenApiVersion) {
    this.#version = version;
  }

  /** @param side what travels: an `answer` of ours is exact, a `request` is all that is understood */
  of(schema: z.core.$ZodType, side: "answer" | "request"): JsonSchema {
    const isOlder = this.#version === "3.0.3";
    const whole = z.toJSONSchema(schema, {
      target: isOlder ? "openapi-3.0" : "draft-2020-12",
      io: "input",
      unrepresentable: isOlder ? "throw" : "any",
      override: ({ zodSchema, jsonSchema }) => {
        if (side === "answer") dropOlderForms(zodSchema, jsonSchema);
        dropNoise(jsonSchema, isOlder);
      },
    });
    const { $defs = {}, definitions = $defs }: Definitions = whole;
    const { $schema: _, $defs: __, definitions: ___, ...own } = whole;
    for (const [name, definition] of Object.entries(definitions)) this.#keep(name, definition);
    const { id } = own;
    if (id === undefined) return this.#written(own);
    this.#keep(id, own);
    return { $ref: reference(id) };
  }

  /** The members of an object's schema, in the order of their declaration. */
  members(object: z.ZodObject | undefined): Member[] {
    return Object.entries(object?.shape ?? {}).map(([name, field]) => ({
      name,
      required: !z.safeParse(field, undefined).success,
      schema: this.of(field, "request"),
    }));
  }

  /** Gives a schema a name. @returns a reference to it */
  name(name: string, schema: JsonSchema): JsonSchema {
    this.#named.set(name, schema);
    return { $ref: reference(name) };
  }

  /** All that are referred to, by name. */
  named(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #keep(name: string, definition: object): void {
    const { id: _, ...schema } = this.#written(definition);
    this.#named.set(name, schema);
  }

  #written(schema: object): JsonSchema {
    const text = JSON.stringify(schema, (key, value: unknown) => (key === "~standard" ? undefined : value));
    const moved: JsonSchema = JSON.parse(
      text.replaceAll(/"#\/(?:definitions|\$defs)\//g, '"#/components/schemas/'),
      (_, value: unknown) => (this.#version === "3.0.3" && isNullable(value) ? withNull(value) : value),
    );
    return moved;
  }
}

function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

function isNullable(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && "nullable" in value;
}

const nothing: JsonSchema = { type: "string", nullable: true, enum: [null] };

/** OpenAPI 3.0.3 heeds `nullable` beside a `type` alone, and null has to be among the values of an `enum`. */
function withNull(schema: JsonSchema): JsonSchema {
  const { nullable: _, description, allOf, anyOf, ...others } = schema;
  if (others.enum !== undefined) return { ...schema, enum: [...new Set([...others.enum, null])] };
  if ("type" in others) return schema;
  const choices = anyOf ?? (allOf?.length === 1 ? allOf : []);
  const isKnown = choices.some((choice) => isNullable(choice) && choice.enum !== undefined);
  return {
    ...others,
    ...defined({ description }),
    anyOf: isKnown ? choices : [...choices, nothing],
  };
}

/** Where a reader turns one form into another, the first is that of older servers: ours do not send it. */
function dropOlderForms(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  if (!(schema instanceof z.ZodUnion)) return;
  const kept = schema.options.flatMap((option, index) =>
    option instanceof z.ZodPipe ? [] : [json.anyOf?.[index] ?? {}],
  );
  if (kept.length === schema.options.length || kept.length === 0) return;
  delete json.anyOf;
  if (kept.length === 1) Object.assign(json, kept[0]);
  else json.anyOf = kept;
}

/** JavaScript's own bounds of whole numbers, and what says nothing, or less than the pattern beside it. */
function dropNoise(json: z.core.JSONSchema.BaseSchema, isOlder: boolean): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.propertyNames !== undefined) delete json.propertyNames;
  // The pattern says what is taken; by the format others would be taken or refused.
  if (json.pattern !== undefined && (isOlder || json.format === "email")) delete json.format;
}
