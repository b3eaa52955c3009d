import { UserError } from "../../core/errors.ts";

export type FieldError = {
  /** The API's word: `required`, `invalid`, `invalid_choice`, `permission_denied` … */
  readonly code: string;
  readonly detail: string;
  /** Field, with dots for places inside (`target.0`); null where the whole request is meant. */
  readonly attr: string | null;
};

/** An answer from 400 up: thrown anywhere in the service, mapped to HTTP in one place. */
export class Refusal extends UserError {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, errors: readonly FieldError[], headers: Readonly<Record<string, string>> = {}) {
    super(errors.map(({ attr, detail }) => (attr === null ? detail : `${attr}: ${detail}`)).join(" "), {
      code: "IL-E01",
    });
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export function invalid(attr: string | null, detail: string, code = "invalid"): Refusal {
  return new Refusal(400, [{ code, detail, attr }]);
}

export function required(attr: string): Refusal {
  return invalid(attr, "This field is required.", "required");
}

export function parseError(detail: string): Refusal {
  return new Refusal(400, [{ code: "parse_error", detail, attr: null }]);
}

/** Also for what the caller may not see: a private object looks missing (probe §6). */
export function notFound(detail = "Not found."): Refusal {
  return new Refusal(404, [{ code: "not_found", detail, attr: null }]);
}

export function methodNotAllowed(method: string): Refusal {
  return new Refusal(405, [{ code: "method_not_allowed", detail: `Method "${method}" not allowed.`, attr: null }]);
}

export function denied(detail = "You do not have permission to perform this action."): Refusal {
  return new Refusal(403, [{ code: "permission_denied", detail, attr: null }]);
}

export function notAuthenticated(): Refusal {
  const detail = "Authentication credentials were not provided.";
  return new Refusal(401, [{ code: "not_authenticated", detail, attr: null }], { "WWW-Authenticate": "Token" });
}

export function wrongToken(): Refusal {
  const error = { code: "authentication_failed", detail: "Invalid token.", attr: null };
  return new Refusal(401, [error], { "WWW-Authenticate": "Token" });
}

/** Another operation holds the clone (probe §4). */
export function repositoryBusy(name: string): Refusal {
  const detail = `Could not obtain the repository lock for ${name} to perform the operation.`;
  return new Refusal(423, [{ code: "repository-locked", detail, attr: null }]);
}

export function locked(): Refusal {
  return denied("This translation is currently locked.");
}
