import { DatabaseAway } from "../../store/database-away.ts";
import { GateError, UserError, type InterlinearError } from "../../core/errors.ts";
import { Refusal, refused } from "../../http-api/refusal.ts";
import type { Records } from "../../records/records.ts";

/** Of every answer of the API: nothing of it is kept, framed, run or guessed at. */
const headersOfAll = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export function jsonAnswer(status: number, value: unknown, headers = new Headers()): Response {
  const all = new Headers(headers);
  for (const [name, header] of Object.entries(headersOfAll)) all.set(name, header);
  return new Response(JSON.stringify(value), { status, headers: all });
}

/** What was thrown, as an answer. Whatever is no refusal is a fault of this program: its words stay in the log. */
export function errorAnswer(
  { logger, absence }: Pick<Records, "logger" | "absence">,
  error: unknown,
  headers: Headers,
): Response {
  const refusal = refusalOf(error);
  if (!absence.met(error) && refusal.status >= 500) {
    logger.error(
      `The administration could not answer: ${error instanceof Error ? (error.stack ?? error.message) : ""}`,
    );
  }
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(refusal.headers)) all.set(name, value);
  return jsonAnswer(refusal.status, { errors: refusal.errors }, all);
}

/** Mistakes of whoever asks are told in their own words, wherever they were found. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseAway) {
    const detail = "The database cannot be used just now. Try again soon.";
    return refused(503, "unavailable", detail, { headers: { "Retry-After": "5" } });
  }
  if (error instanceof UserError) return ofError(400, error);
  if (error instanceof GateError) return ofError(409, error);
  const detail = "This failed. The log of the server's process says why.";
  return refused(500, "internal", detail);
}

function ofError(status: number, { code, message, hint }: InterlinearError): Refusal {
  const detail = hint === undefined ? message : `${message} ${hint}`;
  return new Refusal(status, [{ code, detail, field: null }]);
}
