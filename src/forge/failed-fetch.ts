import { LocalError, RemoteError } from "../core/errors.ts";
import type { ForgeErrorCode } from "./errors.ts";

interface Fault {
  readonly pattern: RegExp;
  readonly code: ForgeErrorCode;
  readonly hint: string;
  readonly status?: number;
}

/** What git says of a server that did not let it read, most telling first (git's http.c, and curl's words). */
const FAULTS: readonly Fault[] = [
  {
    pattern: /authentication failed|returned error: 401|could not read (?:username|password)/i,
    code: "IL-F01",
    hint: "Give a current token or key.",
    status: 401,
  },
  { pattern: /returned error: 429/i, code: "IL-F06", hint: "It is tried again later.", status: 429 },
  {
    pattern:
      /returned error: 5\d\d|could not resolve|couldn't resolve|failed to connect|couldn't connect|connection (?:refused|reset|was reset|timed out)|timed out|too slow|empty reply|recv failure|send failure|ssl|tls|certificate|early eof|rpc failed|hung up/i,
    code: "IL-F07",
    hint: "See whether the forge runs, and whether this machine reaches it. It is tried again.",
  },
];

/** A fetch that failed on the forge's side, as one failure of the forge: whatever git's own words are, the cause is one. */
export function failedFetch(error: unknown): unknown {
  if (!(error instanceof LocalError) || error.code !== "IL-G01") return error;
  const { message } = error;
  const fault = FAULTS.find(({ pattern }) => pattern.test(message));
  if (fault === undefined) return error;
  const { code, hint, status } = fault;
  return new RemoteError(message, { code, hint, cause: error, ...(status !== undefined && { status }) });
}
