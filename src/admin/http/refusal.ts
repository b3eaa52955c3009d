export interface FieldError {
  /** One word for programs: `required`, `unknown_field`, `not_found`, `throttled` … */
  readonly code: string;
  /** For people. */
  readonly detail: string;
  /** Field of the body, parameter of the query or the path, with dots for places inside; null: the whole request. */
  readonly field: string | null;
}

/** An answer from 400 up: thrown anywhere in the administration, mapped to HTTP in one place; it never leaves `admin/`. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, errors: readonly FieldError[], headers: Readonly<Record<string, string>> = {}) {
    super(errors.map(({ field, detail }) => (field === null ? detail : `${field}: ${detail}`)).join(" "));
    this.name = "Refusal";
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export function invalid(field: string | null, detail: string, code = "invalid"): Refusal {
  return new Refusal(400, [{ code, detail, field }]);
}

export function denied(detail = "Your role does not allow this.", field: string | null = null): Refusal {
  return new Refusal(403, [{ code: "forbidden", detail, field }]);
}

export function notFound(detail = "There is nothing at this address."): Refusal {
  return new Refusal(404, [{ code: "not_found", detail, field: null }]);
}

/** The object is not in a state for it, or another one is in its way. */
export function conflict(detail: string, field: string | null = null, code = "conflict"): Refusal {
  return new Refusal(409, [{ code, detail, field }]);
}

export function throttled(seconds: number): Refusal {
  const wait = Math.max(1, Math.ceil(seconds));
  const detail = `There were too many tries. Try again in ${String(wait)} seconds.`;
  return new Refusal(429, [{ code: "throttled", detail, field: null }], { "Retry-After": String(wait) });
}

/**
 * @param challenge `basic` makes a browser ask for name and password by itself; HTTP wants some challenge with every 401,
 *   and no browser acts on `session`
 */
export function notSignedIn(detail: string, challenge: "basic" | "session"): Refusal {
  const scheme = challenge === "basic" ? "Basic" : "Session";
  return new Refusal(401, [{ code: "not_signed_in", detail, field: null }], {
    "WWW-Authenticate": `${scheme} realm="Interlinear administration", charset="UTF-8"`,
  });
}
