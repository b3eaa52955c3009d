export interface ConnectionFailure {
  readonly kind: "failure";
  readonly error: Error;
  readonly code: string;
  /** False when the connection could not even be made. */
  readonly sent: boolean;
  /** It may go better the next time. */
  readonly transient: boolean;
}

const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "PROXY_REFUSED",
  "PROXY_CLOSED",
]);

const TRANSIENT = new Set([
  "PROXY_CLOSED",
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EPIPE",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  // A compressed body that was cut short or damaged on the way.
  "Z_BUF_ERROR",
  "Z_DATA_ERROR",
]);

/** Undefined for what is no failure of the connection: a bug of ours. */
export function connectionFailure(error: unknown): ConnectionFailure | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const connecting = "syscall" in error && (error.syscall === "connect" || error.syscall === "getaddrinfo");
  return {
    kind: "failure",
    error,
    code: error.code,
    sent: !connecting && !NEVER_SENT.has(error.code),
    transient: TRANSIENT.has(error.code),
  };
}
