import { jsonIn } from "../../core/json.ts";
import { unstorableIn } from "../../http-api/request-body.ts";
import type * as z from "zod";
import { invalid } from "../../http-api/refusal.ts";
import { validationRefusal } from "./validation.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields an endpoint declares, validated; others are left out.
 * @param sent how they came: a form (and a query) knows only texts, which may repeat
 * @throws 400 that names each wrong field
 */
export function readFields(schema: z.ZodObject | undefined, fields: Fields, sent: "form" | "json"): Fields {
  if (schema === undefined) return {};
  const isOpen = schema.def.catchall !== undefined;
  const known = Object.entries(fields).filter(([name]) => isOpen || Object.hasOwn(schema.shape, name));
  assertStorable(Object.fromEntries(known));
  const meant = Object.fromEntries(
    sent === "form" ? known.map(([name, value]) => [name, meantBy(schema.shape[name], value)]) : known,
  );
  const result = schema.safeParse(meant);
  if (!result.success) throw validationRefusal(result.error, meant);
  return result.data;
}

/** Whether a filter is there: one that is left empty, as forms do, filters nothing. */
export function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}

/** What a form says with texts: a list with a single one, an object as JSON, the last where a field repeats that takes one. */
function meantBy(field: z.ZodType | undefined, value: unknown): unknown {
  const isTaken = (candidate: unknown): boolean => field?.safeParse(candidate).success ?? true;
  if (isTaken(value)) return value;
  const takesList = isTaken([]);
  if (Array.isArray(value)) return takesList ? value : value.at(-1);
  const json = fromJson(value);
  if (json !== undefined && isTaken(json)) return json;
  return takesList || isTaken([value]) ? [value] : value;
}

function fromJson(text: unknown): unknown {
  return typeof text === "string" && /^\s*[[{]/.test(text) ? jsonIn(text) : undefined;
}

/** In the real service's words, wherever the character comes from. @throws 400 on the field, `target.0` inside of a list */
function assertStorable(fields: Fields): void {
  const found = unstorableIn(fields);
  if (found === undefined) return;
  const { path, character } = found;
  if (character === "\0") throw invalid(path, "Null characters are not allowed.", "null_characters_not_allowed");
  const code = character.charCodeAt(0).toString(16).toUpperCase();
  throw invalid(path, `Surrogate characters are not allowed: U+${code}.`, "surrogate_characters_not_allowed");
}
