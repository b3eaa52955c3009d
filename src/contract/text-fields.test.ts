import { expect, it } from "vitest";
import * as z from "zod";
import { endpoints } from "./index.ts";

const ENDLESS = "x".repeat(1_000_000);

/** Where, in what a caller may send, a text has no end. */
function endlessIn(schema: z.core.$ZodType, place: string): string[] {
  const { def } = schema._zod;
  switch (def.type) {
    case "string":
      return hasEnd(schema) ? [] : [place];
    case "record":
    case "unknown":
      return z.safeParse(schema, { member: ENDLESS }).success ? [place] : [];
    case "object":
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as its type says
      return Object.entries((def as z.core.$ZodObjectDef).shape).flatMap(([name, inner]) =>
        endlessIn(inner, `${place} ${name}`),
      );
    default:
      return innerOf(schema).flatMap((inner) => endlessIn(inner, place));
  }
}

function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodPipe) return [schema.in];
  if (
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return [schema.unwrap()];
  if (
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodTransform
  )
    return [];
  throw new Error(`Look into ${schema._zod.def.type}, too`);
}

/** By its length, or by its form: `^[0-9]{1,15}$`. */
function hasEnd(schema: z.core.$ZodType): boolean {
  const { maxLength, pattern = "", format } = z.toJSONSchema(schema);
  if (maxLength !== undefined || format === "date") return true;
  return /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern);
}

it("every text of every body has an end", () => {
  const found = endpoints.flatMap(({ id, body }) => (body === undefined ? [] : endlessIn(body(), id)));
  expect(found).toEqual([]);
});
