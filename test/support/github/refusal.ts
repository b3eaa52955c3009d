/** An item of a 422 answer's `errors`. */
export interface FieldError {
  readonly resource: string;
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}

/** Thrown by an operation to answer with an error. */
export class Refused extends Error {
  readonly status: number;
  /** Some endpoints have plain texts there. */
  readonly errors: readonly (FieldError | string)[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    more: {
      readonly errors?: readonly (FieldError | string)[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}

export function notFound(): Refused {
  return new Refused(404, "Not Found");
}

export function violation(rule: string): Refused {
  return new Refused(422, `Repository rule violations found\n\n${rule}\n\n`);
}

export function invalid(error: FieldError): Refused {
  return new Refused(422, "Validation Failed", { errors: [error] });
}
