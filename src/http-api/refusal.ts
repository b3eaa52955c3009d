import { UserError } from "../core/errors.ts";

export interface FieldError {
  /** One word for programs: `required`, `invalid`, `not_found` … Each API has its own. */
  readonly code: string;
  /** For people. */
  readonly detail: string;
  /** Field, parameter or placeholder, with dots for places inside (`target.0`); null: the whole request. */
  readonly field: string | null;
}

/** An answer from 400 up: thrown anywhere behind an API, and told in that API's form in one place. */
export class Refusal extends UserError {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, errors: readonly FieldError[], headers: Readonly<Record<string, string>> = {}) {
    super(errors.map(({ field, detail }) => (field === null ? detail : `${field}: ${detail}`)).join(" "), {
      code: "IL-E01",
    });
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** A refusal with one reason, default of the whole request. */
export function refused(
  status: number,
  code: string,
  detail: string,
  { field = null, headers = {} }: { field?: string | null; headers?: Readonly<Record<string, string>> } = {},
): Refusal {
  return new Refusal(status, [{ code, detail, field }], headers);
}

export function invalid(field: string | null, detail: string, code = "invalid"): Refusal {
  return refused(400, code, detail, { field });
}
