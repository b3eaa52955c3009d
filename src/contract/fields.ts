import { z } from "zod";

// Fields of requests. A form sends every value as text, so numbers and booleans are read from text as well.

const TRUE = new Set(["true", "True", "TRUE", "t", "T", "1", "yes", "Yes", "y", "Y", "on", "On"]);
const FALSE = new Set(["false", "False", "FALSE", "f", "F", "0", "no", "No", "n", "N", "off", "Off"]);

export const boolean = z.union([
  z.boolean(),
  z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1),
  z
    .string()
    .refine((value) => TRUE.has(value) || FALSE.has(value), { message: "Must be a valid boolean." })
    .transform((value) => TRUE.has(value)),
]);

export const integer = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/, "A valid integer is required.")
    .transform(Number),
]);

/** One or many: a form repeats the field, JSON sends an array. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.union([z.array(item), item.transform((value) => [value])]);
}

export const slug = z
  .string()
  .min(1, "This field may not be blank.")
  .regex(/^[-a-zA-Z0-9_]+$/, 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.');

/** Paging is lenient: what is no usable number is replaced by the default (probe §7), so any text is accepted. */
export const paging = z.object({
  page: z.union([z.string(), z.number()]).optional(),
  page_size: z.union([z.string(), z.number()]).optional(),
});

// Fields of answers. Older and newer servers lack some and add others: only what a client cannot do without is required.

/** A text that may be missing or null. */
export const text = z.string().nullish();
export const count = z.number().optional();
export const flag = z.boolean().optional();
/** Absolute URL of another resource. */
export const link = z.string().nullish();
