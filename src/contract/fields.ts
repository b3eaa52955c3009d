import * as z from "zod";
import { LARGEST_INTEGER, lazy } from "../http-api/endpoint.ts";

// Fields of requests. A form sends every value as text, so numbers and booleans are read from text as well.

const TRUE = ["true", "True", "TRUE", "t", "T", "1", "yes", "Yes", "y", "Y", "on", "On"] as const;
const FALSE = ["false", "False", "FALSE", "f", "F", "0", "no", "No", "n", "N", "off", "Off"] as const;

export const boolean = z
  .union(
    [
      z.boolean(),
      z.literal([0, 1]).transform((value) => value === 1),
      z.enum([...TRUE, ...FALSE]).transform((value) => TRUE.some((word) => word === value)),
    ],
    { error: "Must be a valid boolean." },
  )
  .meta({ id: "Boolean" });

export const integer = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^-?[0-9]{1,15}$/)
        .transform(Number),
    ],
    { error: "A valid integer is required." },
  )
  .meta({ id: "Integer" });

/** Number of an object; no database has larger ones. */
export const identifier = z
  .union(
    [
      z.int().min(1).max(LARGEST_INTEGER),
      z
        .string()
        .regex(/^[1-9][0-9]{0,9}$/)
        .transform(Number)
        .refine((value) => value <= LARGEST_INTEGER),
    ],
    { error: "A valid integer is required." },
  )
  .meta({ id: "Identifier" });

/** One of these numbers. */
export function numberOf<const Values extends readonly [number, ...number[]]>(...values: Values) {
  return z.union([z.literal(values), z.enum(values.map(String)).transform(Number)]);
}

/** One or many: a form repeats the field, JSON sends an array. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.union([z.array(item), item.transform((value) => [value])]);
}

export const slug = z
  .string()
  .min(1, "This field may not be blank.")
  .regex(/^[-a-zA-Z0-9_]+$/, 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.');

/**
 * Address of a page, of http or https, in one line: blanks within it are refused, as a real service does (seen on 5.14.3), and so is what
 * nobody sees or what turns a text around: an address is shown as it leads.
 */
export const webAddress = z
  .string()
  .max(200)
  .trim()
  .min(1)
  .refine(
    (address) => isPlain(address) && /^https?:\/\/[^\s/]\S*$/i.test(address) && URL.canParse(address),
    "Enter a valid URL.",
  );

/** Whether a text has nothing that controls how others are shown. */
export function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Bidi_Control}]/u.test(text);
}

/** Paging is lenient: what is no usable number is replaced by the default (probe §7), so any text is accepted. */
export const paging = lazy(() =>
  z.object({
    page: z.union([z.string(), z.number()]).optional(),
    page_size: z.union([z.string(), z.number()]).optional(),
  }),
);

// Fields of answers. Older and newer servers lack some and add others: only what a client cannot do without is required.

/** A text that may be missing or null. */
export const text = z.string().nullish();
/** A whole number that may be missing. */
export const count = z.int().optional();
/** 0 to 100, with decimals. */
export const percent = z.number().optional();
export const flag = z.boolean().optional();
/** Absolute URL of another resource. */
export const link = z.string().nullish();

/** Name, code or address of an object, or several names in an expression. */
export const reference = z.string().max(1000);

/**
 * What people write for people. Longer than any of it, contributors' agreements among it, and short enough to be repeated in lists and
 * kept in the log of changes.
 */
export const LONGEST_PROSE = 20_000;
export const prose = z.string().max(LONGEST_PROSE);

/** What is set of something that has settings of its own. */
export const configuration = z
  .record(z.string(), z.unknown())
  .refine((members) => JSON.stringify(members).length <= LONGEST_PROSE, {
    error: `Ensure this field has no more than ${String(LONGEST_PROSE)} characters.`,
  });

/** Far more than a page: what is longer is a file, and all who list strings would wait for it. */
export const LONGEST_TEXT = 200_000;
export const textForm = z.string().max(LONGEST_TEXT);

/** Texts of a string, one for each plural form. */
export const textForms = z.array(textForm);

/** What something is called: in one line, since messages of commits and headers have it. */
export const objectName = z
  .string()
  .trim()
  .min(1, "This field may not be blank.")
  .regex(/^[^\u0000-\u001F\u007F-\u009F\u2028\u2029]*$/u, "A name is one line.");

/** What somebody is called, in commits and in files as well: in one line, and without what parts a name from an address. */
export const personName = z
  .string()
  .regex(/^[^\u0000-\u001F\u007F-\u009F\u2028\u2029<>]*$/u, "A name is one line, without < and >.");
