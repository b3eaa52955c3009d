/** A proxy that is there and opens no tunnel. */
export class ProxyRefusal extends Error {
  /** `PROXY_REFUSED` with a status, `PROXY_CLOSED` without. */
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
