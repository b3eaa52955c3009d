import { refused, type Refusal } from "../../http-api/refusal.ts";

export function denied(detail = "Your role does not allow this.", field: string | null = null): Refusal {
  return refused(403, "forbidden", detail, { field });
}

export function notFound(detail = "There is nothing at this address."): Refusal {
  return refused(404, "not_found", detail);
}

/** The object is not in a state for it, or another one is in its way. */
export function conflict(detail: string, field: string | null = null, code = "conflict"): Refusal {
  return refused(409, code, detail, { field });
}

export function throttled(seconds: number): Refusal {
  const wait = String(Math.max(1, Math.ceil(seconds)));
  const detail = `There were too many tries. Try again in ${wait} seconds.`;
  return refused(429, "throttled", detail, { headers: { "Retry-After": wait } });
}

/**
 * @param challenge `basic` makes a browser ask for name and password by itself; HTTP wants some challenge with every 401,
 *   and no browser acts on `session`
 */
export function notSignedIn(detail: string, challenge: "basic" | "session"): Refusal {
  const scheme = challenge === "basic" ? "Basic" : "Session";
  const header = `${scheme} realm="Interlinear administration", charset="UTF-8"`;
  return refused(401, "not_signed_in", detail, { headers: { "WWW-Authenticate": header } });
}
