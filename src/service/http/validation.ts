import type * as z from "zod";
import { Refusal, type FieldError } from "../../http-api/refusal.ts";

/** What zod found, in the API's words. @param raw what was sent: a value that is not there is "required" */
export function validationRefusal(error: z.ZodError, raw: unknown): Refusal {
  return new Refusal(
    400,
    error.issues.map((issue) => fieldError(issue, raw)),
  );
}

function fieldError(found: z.core.$ZodIssue, raw: unknown): FieldError {
  const issue = tooLongIn(found) ?? found;
  const field = issue.path.length === 0 ? null : issue.path.map(String).join(".");
  const value = issue.path.reduce<unknown>(memberOf, raw);
  if (value === undefined) return { code: "required", detail: "This field is required.", field };
  if (value === null) return { code: "null", detail: "This field may not be null.", field };
  switch (issue.code) {
    case "invalid_union":
      if (!issue.errors.every(([branch]) => branch?.code === "invalid_value")) {
        return { code: "invalid", detail: issue.message, field };
      }
      return { code: "invalid_choice", detail: `"${shown(value)}" is not a valid choice.`, field };
    case "invalid_value":
      return { code: "invalid_choice", detail: `"${shown(value)}" is not a valid choice.`, field };
    case "too_small":
      if (typeof value === "string" && value.trim() === "")
        return { code: "blank", detail: "This field may not be blank.", field };
      return { code: "min_value", detail: issue.message, field };
    case "too_big":
      return {
        code: "max_length",
        detail: `Ensure this field has no more than ${String(issue.maximum)} characters.`,
        field,
      };
    case "invalid_type":
      if (issue.expected === "array") {
        return { code: "not_a_list", detail: `Expected a list of items but got type "${typeOf(value)}".`, field };
      }
      return { code: "invalid", detail: issue.expected === "string" ? "Not a valid string." : issue.message, field };
    default:
      return { code: "invalid", detail: issue.message, field };
  }
}

/** Of several forms that a field may have, the one that it has: a text that is too long is told as one, a number in its place is not. */
function tooLongIn(issue: z.core.$ZodIssue): z.core.$ZodIssue | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const inner = issue.errors.flat().find(({ code }) => code === "too_big");
  return inner && { ...inner, path: [...issue.path, ...inner.path] };
}

function memberOf(value: unknown, name: PropertyKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === String(name))?.[1];
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The server's language has its own names for types. */
function typeOf(value: unknown): string {
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return Array.isArray(value) ? "list" : "dict";
}
