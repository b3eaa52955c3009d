import * as z from "zod";
import { LARGEST_INTEGER } from "../../http-api/endpoint.ts";

const LARGEST_PAGE = 1_000_000;
const LARGEST_SIZE = 200;

/** Number of a user, a template or anything else that is stored. */
export const identifier = z.int().min(1).max(LARGEST_INTEGER);

/** Query of every list: to be spread into a strict object. */
export const paging = {
  page: z.int().min(1).max(LARGEST_PAGE).default(1).describe("Page, from 1; beyond the last one it is empty."),
  size: z.int().min(1).max(LARGEST_SIZE).default(50).describe("Entries of a page."),
};

/** The envelope of every list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item).readonly(),
    total: z.int().min(0).describe("Entries of all pages."),
    page: z.int().min(1),
    size: z.int().min(1),
  });
}

/** ISO 8601 in UTC, `2026-01-31T12:00:00.000Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** A time that somebody asks for, with whatever offset; read as ISO 8601 in UTC. */
export const moment = z.iso
  .datetime({ offset: true, abort: true, error: "Expected a time such as 2026-01-31T12:00:00Z." })
  .refine((text) => Number.isFinite(Date.parse(text)), "There is no such time.");

/** A text in one line: without control characters and what ends a line. */
export const line = z
  .string()
  .regex(/^[^\u0000-\u001F\u007F-\u009F\u2028\u2029]*$/u, "Expected one line, without control characters.");

/** Any mail address that a mail server of today takes, without a name around it. */
export const mailAddress = z.email({ error: "Expected a mail address such as jana@example.org." }).max(254);
