import { unstorableIn } from "../../http-api/request-body.ts";
import * as z from "zod";
import { LARGEST_INTEGER } from "../../http-api/endpoint.ts";
import { didYouMean, nearest } from "../../mapping/nearest.ts";
import { invalid, Refusal, type FieldError } from "../../http-api/refusal.ts";
import { notFound } from "./refusal.ts";

const nothing: z.ZodObject = z.object({});

/** @throws 404 for what is no number of anything */
export function readParameters(parameters: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) > LARGEST_INTEGER) throw notFound();
      return [name, Number(value)];
    }),
  );
}

/** Reads each parameter as its schema's type, then validates. @throws 400 */
export function readQuery(schema: z.ZodObject | undefined, parameters: URLSearchParams): unknown {
  const strict = (schema ?? nothing).strict();
  const values = [...new Set(parameters.keys())].map((name): [string, unknown] => {
    const texts = parameters.getAll(name);
    return [name, fromTexts(texts, typeOf(strict.shape[name]))];
  });
  return validated(strict, Object.fromEntries(values));
}

/** @param body undefined: none was sent @throws 400 */
export function readBodyFields(schema: z.ZodObject, body: unknown): unknown {
  return validated(schema, body ?? {});
}

function validated(schema: z.ZodObject, value: unknown): unknown {
  const unstorable = unstorableIn(value);
  if (unstorable !== undefined) throw invalid(unstorable.path, "A text has a NUL or half a character in it.");
  const result = schema.safeParse(value, { reportInput: false });
  if (result.success) return result.data;
  throw new Refusal(
    400,
    result.error.issues.flatMap((issue) => errorsOf(issue, schema, value)),
  );
}

function errorsOf(issue: z.core.$ZodIssue, schema: z.ZodObject, value: unknown): FieldError[] {
  const place = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const known = place.length === 0 ? Object.keys(schema.shape) : [];
    return issue.keys.map((key) => ({
      code: "unknown_field",
      detail: unknownField(key, known),
      field: [...place, key].join("."),
    }));
  }
  const isMissing = place.length > 0 && valueAt(value, issue.path) === undefined;
  return [
    {
      code: isMissing ? "required" : codeOf(issue),
      detail: isMissing ? "This is required." : issue.message,
      field: place.length === 0 ? null : place.join("."),
    },
  ];
}

/** The schema library's word for a rule of our own says nothing to a program. */
function codeOf({ code }: z.core.$ZodIssue): string {
  return code === "custom" ? "invalid" : code;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function isObject(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === "object" && value !== null;
}

function unknownField(key: string, known: readonly string[]): string {
  const guess = didYouMean(nearest(key, known));
  const choice = known.length === 0 ? "nothing is taken here" : `there is ${known.join(", ")}`;
  return `There is no such field: ${guess ?? choice}.`.replace("?.", "?");
}

type QueryType = "number" | "boolean" | "list of numbers" | "list" | "text";

/** What a parameter's schema holds, below its default and what says that it may be missing. */
function typeOf(schema: z.core.$ZodType | undefined): QueryType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  ) {
    return typeOf(schema.def.innerType);
  }
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodArray) return typeOf(schema.element) === "number" ? "list of numbers" : "list";
  return "text";
}

function fromTexts(texts: readonly string[], type: QueryType): unknown {
  const [text = ""] = texts;
  if (type === "list") return texts;
  if (type === "list of numbers") return texts.map(numberFrom);
  // What is given twice has no one value: the schema refuses the list.
  if (texts.length > 1) return texts;
  if (type === "number") return numberFrom(text);
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}

function numberFrom(text: string): number | string {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}
