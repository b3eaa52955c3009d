/** A place in a file the user wrote. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** The offending text, underlined when the error is printed. */
  readonly text?: string;
}

/** 0 done · 1 failed · 2 the user's input is wrong · 3 conflicts, or a gate was not met. Stable. */
export type ExitCode = 0 | 1 | 2 | 3;

export interface ErrorDetails {
  /** Stable code such as `IL-M05`, listed in docs/errors.md. */
  readonly code: string;
  /** What to do about it, in one sentence. */
  readonly hint?: string;
  readonly place?: Place;
  readonly cause?: unknown;
}

/** The family of errors that a person can act on. Anything else that is thrown is a bug of ours. */
export abstract class InterlinearError extends Error {
  abstract readonly exitCode: ExitCode;
  readonly code: string;
  readonly hint: string | undefined;
  readonly place: Place | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.hint = details.hint;
    this.place = details.place;
  }
}

/** The user can fix it: mapping, inputs, options, a file that does not parse. */
export class UserError extends InterlinearError {
  override readonly exitCode = 2;
}

/** A conflict that the policy does not resolve, or a limit that needs an explicit yes. */
export class GateError extends InterlinearError {
  override readonly exitCode = 3;
}

/** The service or the forge said no, or did not answer. */
export class RemoteError extends InterlinearError {
  /** A token that is rejected is the user's to correct, as a missing one is. */
  override readonly exitCode: ExitCode;
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** When the other side answers again, where it said so: a limit is used up. */
  readonly notBefore: Date | undefined;
  /** Whether the request certainly never reached the other side. */
  readonly neverSent: boolean;

  constructor(
    message: string,
    details: ErrorDetails & { readonly status?: number; readonly notBefore?: Date; readonly neverSent?: boolean },
  ) {
    super(message, details);
    this.exitCode = details.status === 401 ? 2 : 1;
    this.status = details.status;
    this.notBefore = details.notBefore;
    this.neverSent = details.neverSent ?? false;
  }
}

/** A local program (git) or the machine failed. */
export class LocalError extends InterlinearError {
  override readonly exitCode = 1;
}

/** One row of a folder's error table: `export const mappingErrors = { "IL-M01": {…} } satisfies ErrorTable`. docs/errors.md is made of them. */
export type ErrorTable = Readonly<Record<string, { readonly title: string; readonly remedy: string }>>;

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof InterlinearError ? error.exitCode : 1;
}
