import { defined } from "../../core/defined.ts";
import { InterlinearError, RemoteError, type Place } from "../../core/errors.ts";
import { MappingError } from "../../mapping/errors.ts";

/** `unknown`: nobody could tell without writing; it is no reproach. */
export type Level = "fine" | "unknown" | "warning" | "problem";

/** One thing that was looked at, and how it is. */
export interface Remark {
  /** What it is about: `mapping`, `git`, `service`, `token`, `acme/website`, `github`. */
  readonly subject: string;
  readonly level: Level;
  readonly message: string;
  /** Of the table in docs/errors.md, where a run would end with it. */
  readonly code?: string;
  readonly remedy?: string;
  /** One by one what the message is about: what a run would do. */
  readonly details?: readonly string[];
  readonly place?: Place;
  /** Nothing that was written is wrong: somebody did not answer, or failed. */
  readonly isOutOfReach?: true;
}

/** Codes of what is not followed or not understood: the address is wrong, whoever answered. */
const WRONG_ADDRESS: ReadonlySet<string> = new Set(["IL-S02", "IL-S03", "IL-S15"]);

/**
 * What keeps a check from being made, as remarks.
 * @throws what is no error for a person
 */
export function remarksOf(subject: string, error: unknown): readonly Remark[] {
  if (error instanceof MappingError) {
    return error.problems.map(({ code, message, place, note, hint }) =>
      problem(subject, message, { code, place, remedy: [sentence(note), hint].filter(Boolean).join(" ") }),
    );
  }
  if (!(error instanceof InterlinearError)) throw error;
  const { code, message, hint, place } = error;
  const details = { code, remedy: hint ?? "", ...defined({ place }) };
  return [{ ...problem(subject, message, details), ...(isOutOfReach(error) ? { isOutOfReach: true } : {}) }];
}

export function fine(subject: string, message: string): Remark {
  return { subject, level: "fine", message };
}

export function unknown(subject: string, message: string, remedy?: string): Remark {
  return { subject, level: "unknown", message, ...defined({ remedy }) };
}

export function warning(subject: string, message: string, details: Details = {}): Remark {
  return { subject, level: "warning", message, ...withoutEmpty(details) };
}

export function problem(subject: string, message: string, details: Details = {}): Remark {
  return { subject, level: "problem", message, ...withoutEmpty(details) };
}

type Details = Pick<Remark, "code" | "remedy" | "place" | "details">;

function withoutEmpty({ remedy, ...details }: Details): Details {
  return remedy === undefined || remedy === "" ? details : { ...details, remedy };
}

function isOutOfReach(error: InterlinearError): boolean {
  if (!(error instanceof RemoteError)) return error.exitCode === 1;
  const { code, status = 0 } = error;
  return !WRONG_ADDRESS.has(code) && (status < 400 || status >= 500 || status === 423 || status === 429);
}

function sentence(note: string | undefined): string | undefined {
  return note?.replace(/^./, (first) => first.toUpperCase());
}
