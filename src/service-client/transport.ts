import pLimit from "p-limit";
import { systemClock, type Clock } from "../core/clock.ts";
import { openConnections } from "../network/connections.ts";
import type { Connections, HttpAnswer } from "../network/http-request.ts";
import { giveBack } from "../network/given-back.ts";
import { limitedBytes } from "../network/limited-bytes.ts";
import { InterlinearError, RemoteError, UserError } from "../core/errors.ts";
import { silentLogger, type Logger } from "../core/logger.ts";
import { proxyFor, type Environment } from "../network/proxy.ts";
import type { RequestObserver, SeenRequest } from "../network/seen-request.ts";
import { unpacked } from "../network/unpacked.ts";
import { connectionFailure, type ConnectionFailure } from "./connection.ts";
import { connectionWords } from "./connection-words.ts";
import {
  backoff,
  mayRepeat,
  meantStatus,
  mostAttempts,
  rateLimit,
  requestedPause,
  type RateLimit,
  type Repeat,
} from "./retry.ts";
import { ServiceAddress } from "./service-address.ts";
import type { Traffic } from "./translation-service.ts";

export interface TransportOptions {
  /** The service as people write it: `https://translate.example.org`. */
  readonly url: string;
  /** Undefined: the service is asked as anybody may ask it. */
  readonly token: string | undefined;
  /** Version of this product, for `User-Agent`. */
  readonly version: string;
  /** Requests (and connections) at the same time. Default 6. */
  readonly parallel?: number;
  /** For one answer to begin, and between its parts. A busy repository takes 120 s to say so (probe §4). Default 180,000. */
  readonly timeoutMs?: number;
  /** For all requests of this transport together, from its creation: make one per run. Default 30 minutes. */
  readonly deadlineMs?: number;
  /** For a rate limit to be over, where nothing else is to wait for it. Default: to the deadline. */
  readonly longestWaitMs?: number;
  /** Largest answer that is read, decoded. Default 256 MiB. */
  readonly maxResponseBytes?: number;
  /** How often one request is sent at most; waits for a rate limit do not count. Default 6. */
  readonly attempts?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Told of waits and repeated requests. */
  readonly logger?: Logger;
  /** Told of every request as it was answered, or not. */
  readonly onRequest?: RequestObserver;
  /** In [0, 1), for the jitter of the backoff. */
  readonly random?: () => number;
  /** Where proxies are looked up. */
  readonly environment?: Environment;
}

export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  /** Absolute, as the service gave it or `ServiceAddress` made it. */
  readonly url: string;
  readonly body?: Body;
  /** Default for GET: `safe`. */
  readonly repeat: Repeat;
  /** `short`: one try, in which nothing is waited for longer than half a minute. For those who ask again by themselves. */
  readonly patience?: "short" | undefined;
}

export interface Body {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Any answer but a redirection; transient ones (423, 429, 502, 503, 504) after the last attempt. */
export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  /** What the service asks everybody to wait, in milliseconds. */
  readonly pause: number | undefined;
  /** Milliseconds since 1970 by the service's own clock; undefined where it does not tell. */
  readonly date: number | undefined;
}

function timeOf(header: unknown): number | undefined {
  const time = typeof header === "string" ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Shorter waits are not worth a line, in milliseconds. */
const WORTH_SAYING = 5_000;

/** For calls of short patience, in milliseconds. */
const SHORT = 30_000;

/**
 * One origin over HTTP: authentication, bounded parallelism, retries, rate limits, size and time limits. Knows nothing of
 * the service's objects.
 */
export class Transport {
  readonly address: ServiceAddress;
  readonly #token: string | undefined;
  readonly #userAgent: string;
  readonly #connections: Connections;
  readonly #way: { readonly origin: string; readonly proxy: string | undefined };
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #random: () => number;
  readonly #attempts: number;
  readonly #timeoutMs: number;
  readonly #maxResponseBytes: number;
  readonly #signal: AbortSignal | undefined;
  readonly #deadline: number;
  readonly #longestWait: number;
  readonly #onRequest: RequestObserver | undefined;
  /** Before that time nobody sends: the service asked one of us to wait. */
  #closedUntil = 0;
  #announcedUntil = 0;
  #ending: AbortSignal | undefined;
  #requests = 0;
  #bytesSent = 0;
  #bytesReceived = 0;
  #rateLimit: RateLimit | undefined;

  /** @throws {UserError} `IL-S01` for an address or a token that cannot be used, `IL-N01` for a proxy. */
  constructor(options: TransportOptions) {
    const parallel = options.parallel ?? 6;
    this.address = new ServiceAddress(options.url);
    this.#token = options.token === undefined ? undefined : usableToken(options.token);
    this.#userAgent = `interlinear/${options.version}`;
    this.#clock = options.clock ?? systemClock;
    this.#logger = options.logger ?? silentLogger;
    this.#random = options.random ?? Math.random;
    this.#attempts = options.attempts ?? 6;
    this.#timeoutMs = options.timeoutMs ?? 180_000;
    this.#maxResponseBytes = options.maxResponseBytes ?? 256 * 1024 * 1024;
    this.#signal = options.signal;
    this.#onRequest = options.onRequest;
    this.#longestWait = options.longestWaitMs ?? Number.POSITIVE_INFINITY;
    this.#deadline = this.#clock.now().getTime() + (options.deadlineMs ?? 30 * 60_000);
    this.#limit = pLimit(parallel);
    const environment = options.environment ?? process.env;
    this.#connections = openConnections(this.address.origin, { connections: parallel, environment });
    this.#way = { origin: this.address.origin, proxy: proxyFor(new URL(this.address.origin), environment)?.url };
  }

  /**
   * @throws {RemoteError} `IL-S02` link elsewhere, `IL-S03` redirection, `IL-S04` no answer, `IL-S05` rate limit beyond
   * the deadline, `IL-S15` encoding, `IL-S16` too large, `IL-S17` out of time.
   */
  async request(call: Call): Promise<Answer> {
    const path = this.address.pathOf(call.url);
    for (let attempt = 1; ;) {
      const outcome = await this.#limit(() => this.#attempt(call, path));
      if (!worthRepeating(outcome, call.repeat)) return settled(outcome, call, this.#way);
      const askedToWait = outcome.kind === "answer" && outcome.pause !== undefined && outcome.pause > 0;
      if (!(askedToWait && outcome.status === 429) || call.patience === "short") attempt += 1;
      const wait = askedToWait ? 0 : backoff(attempt - 1, this.#random());
      const allowed = call.patience === "short" ? 1 : this.#attempts;
      const most = outcome.kind === "answer" ? Math.min(allowed, mostAttempts(outcome)) : allowed;
      if (attempt > most || wait >= this.#timeLeft()) return settled(outcome, call, this.#way);
      this.#logger.debug(`${call.method} ${path} ended with ${nameOf(outcome)}; attempt ${String(attempt)} follows`);
      await this.#sleep(wait);
    }
  }

  /** Waits on the transport's clock, for those who poll. @throws {RemoteError} `IL-S17` when that is beyond the deadline. */
  async wait(milliseconds: number): Promise<void> {
    if (milliseconds >= this.#timeLeft()) throw outOfTime();
    await this.#sleep(milliseconds);
  }

  traffic(): Traffic {
    const window = this.#rateLimit;
    return {
      requests: this.#requests,
      bytesSent: this.#bytesSent,
      bytesReceived: this.#bytesReceived,
      ...(window !== undefined && { rateLimit: { limit: window.limit, remaining: window.remaining } }),
    };
  }

  /** Ends what is still under way. */
  async close(): Promise<void> {
    await this.#connections.destroy();
  }

  async #attempt(call: Call, path: string): Promise<Answer | ConnectionFailure> {
    this.#assertRunning();
    await this.#untilOpen(call.patience === "short" ? Math.min(SHORT, this.#longestWait) : this.#longestWait);
    try {
      return await this.#observed(call, path);
    } catch (error) {
      this.#assertRunning();
      if (error instanceof DOMException && error.name === "TimeoutError") throw outOfTime();
      const failure = error instanceof InterlinearError ? undefined : connectionFailure(error);
      if (failure === undefined) throw error;
      return failure;
    }
  }

  /** All workers wait here together; another answer may ask for more meanwhile. */
  async #untilOpen(longest: number): Promise<void> {
    for (let wait = this.#closedFor(); wait > 0; wait = this.#closedFor()) {
      if (wait >= Math.min(this.#timeLeft(), longest)) throw closed(new Date(this.#closedUntil));
      this.#announceWait(wait);
      await this.#sleep(wait);
    }
  }

  /** Once for all workers, and not for a moment. */
  #announceWait(milliseconds: number): void {
    if (this.#announcedUntil === this.#closedUntil || milliseconds < WORTH_SAYING) return;
    this.#announcedUntil = this.#closedUntil;
    const until = new Date(this.#closedUntil).toISOString();
    this.#logger.notice(
      `The service asks to wait ${String(Math.ceil(milliseconds / 1000))} s; requests go on at ${until}.`,
    );
  }

  #closedFor(): number {
    return this.#closedUntil - this.#clock.now().getTime();
  }

  async #observed(call: Call, path: string): Promise<Answer> {
    const observe = this.#onRequest;
    if (observe === undefined) return this.#send(call, path, () => undefined);
    // It knows every endpoint of the service, and most runs tell nobody of their requests.
    const { endpointOf } = await import("./endpoint-of.ts");
    const begin = performance.now();
    let status = 0;
    try {
      return await this.#send(call, path, (answered) => {
        status = answered;
      });
    } finally {
      observe({
        service: "service",
        method: call.method,
        endpoint: endpointOf(call.method, this.address.below(path)),
        status,
        milliseconds: performance.now() - begin,
        ...(status === 0 ? {} : this.#remaining()),
      });
    }
  }

  #remaining(): Pick<SeenRequest, "remaining"> {
    if (this.#rateLimit === undefined) return {};
    const { limit, remaining, reset } = this.#rateLimit;
    const resets = reset === undefined ? {} : { resets: new Date(this.#clock.now().getTime() + reset) };
    return { remaining: { limit, remaining, ...resets } };
  }

  async #send(call: Call, path: string, answered: (status: number) => void): Promise<Answer> {
    this.#requests += 1;
    this.#bytesSent += call.body?.bytes.length ?? 0;
    const timeout = call.patience === "short" ? Math.min(SHORT, this.#timeoutMs) : this.#timeoutMs;
    const { statusCode, headers, body } = await this.#connections.request({
      origin: this.address.origin,
      path,
      method: call.method,
      headers: {
        ...(this.#token !== undefined && { authorization: `Token ${this.#token}` }),
        accept: "*/*",
        "accept-encoding": "gzip",
        // A run in which nothing moved is one short answer: the embedded service packs those alone for who asks for it.
        "save-data": "on",
        "user-agent": this.#userAgent,
        ...(call.body !== undefined && { "content-type": call.body.contentType }),
      },
      body: call.body?.bytes ?? null,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      signal: this.#untilDeadline,
    });
    answered(statusCode);
    const bytes = await this.#read(body, statusCode, headers["content-length"]);
    if (statusCode >= 300 && statusCode < 400) throw redirected(statusCode, headers["location"], this.address.origin);
    const pause = requestedPause(statusCode, headers, this.#clock.now());
    if (pause !== undefined) this.#closedUntil = Math.max(this.#closedUntil, this.#clock.now().getTime() + pause);
    this.#rateLimit = rateLimit(headers) ?? this.#rateLimit;
    return {
      kind: "answer",
      status: statusCode,
      contentType: String(headers["content-type"] ?? ""),
      body: await this.#decode(bytes, String(headers["content-encoding"] ?? "identity").toLowerCase()),
      pause,
      date: timeOf(headers["date"]),
    };
  }

  async #read(body: HttpAnswer["body"], status: number, announced: string | string[] | undefined): Promise<Buffer> {
    if (Number(announced ?? 0) > this.#maxResponseBytes) {
      body.on("error", () => undefined).destroy();
      throw tooLarge(status, this.#maxResponseBytes);
    }
    const bytes = await limitedBytes(body, this.#maxResponseBytes, giveBack);
    if (bytes === undefined) throw tooLarge(status, this.#maxResponseBytes);
    this.#bytesReceived += bytes.length;
    return bytes;
  }

  async #decode(bytes: Buffer, encoding: string): Promise<Buffer> {
    if (encoding === "identity" || bytes.length === 0) return bytes;
    if (encoding !== "gzip" && encoding !== "x-gzip") {
      throw new RemoteError("The service's answer has a content encoding that was not asked for.", {
        code: "IL-S15",
        hint: "Look for a proxy between here and the service that recodes answers.",
      });
    }
    try {
      return await unpacked(bytes, this.#maxResponseBytes);
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge(200, this.#maxResponseBytes);
      throw error;
    }
  }

  #timeLeft(): number {
    return this.#deadline - this.#clock.now().getTime();
  }

  /** One for all requests: fifty thousand of them would be fifty thousand timers. */
  get #untilDeadline(): AbortSignal {
    if (this.#ending !== undefined) return this.#ending;
    const deadline = AbortSignal.timeout(Math.max(1, Math.min(this.#timeLeft(), 2 ** 31 - 1)));
    this.#ending = this.#signal === undefined ? deadline : AbortSignal.any([this.#signal, deadline]);
    return this.#ending;
  }

  async #sleep(milliseconds: number): Promise<void> {
    try {
      if (milliseconds > 0) await this.#clock.sleep(milliseconds, this.#signal);
    } finally {
      this.#assertRunning();
    }
  }

  #assertRunning(): void {
    if (this.#signal?.aborted === true) {
      const reason: unknown = this.#signal.reason;
      if (reason instanceof InterlinearError) throw reason;
      throw new RemoteError("The run was stopped before the service answered.", { code: "IL-S17", cause: reason });
    }
    if (this.#timeLeft() <= 0) throw outOfTime();
  }
}

function worthRepeating(outcome: Answer | ConnectionFailure, repeat: Repeat): boolean {
  return outcome.kind === "answer"
    ? mayRepeat({ kind: "status", status: meantStatus(outcome) }, repeat)
    : outcome.transient && mayRepeat({ kind: "connection", sent: outcome.sent }, repeat);
}

function nameOf(outcome: Answer | ConnectionFailure): string {
  return outcome.kind === "answer" ? String(outcome.status) : outcome.code;
}

function settled(
  outcome: Answer | ConnectionFailure,
  call: Call,
  { origin, proxy }: { readonly origin: string; readonly proxy: string | undefined },
): Answer {
  if (outcome.kind === "answer") return outcome;
  const unknown = call.repeat === "if-not-sent" && outcome.sent;
  const { why, hint } = connectionWords(outcome, origin, proxy);
  throw new RemoteError(
    `${origin} did not answer: ${why} (${outcome.code}).${
      unknown ? " Whether the request was carried out is not known; it was not repeated." : ""
    }`,
    {
      code: "IL-S04",
      hint: unknown ? "Look at the object's history on the service before running again." : hint,
      neverSent: !outcome.sent,
      cause: outcome.error,
    },
  );
}

/** Secrets are often stored with a line end; anything else that cannot stand in a header is a mistake. */
function usableToken(token: string): string {
  const trimmed = token.trim();
  const misused = misusedToken(trimmed);
  if (misused !== undefined) throw new UserError(misused.message, { code: "IL-S01", hint: misused.hint });
  if (/^[\u0021-\u007e]+$/.test(trimmed)) return trimmed;
  throw new UserError(
    trimmed === ""
      ? "The service's token is empty."
      : "The service's token has spaces or characters that no token has.",
    { code: "IL-S01", hint: "Copy the token alone, as the service shows it (`svu_…` or `svp_…`)." },
  );
}

function misusedToken(token: string): { readonly message: string; readonly hint: string } | undefined {
  const scheme = /^(?:Token|Bearer|Authorization:)\s/i.exec(token)?.[0].trim();
  if (scheme !== undefined) {
    return {
      message: `The service's token has the word ${scheme} before it.`,
      hint: "Leave that word out: Interlinear writes it itself.",
    };
  }
  if (/^(["']).*\1$/.test(token)) {
    return { message: "The service's token has quotes around it.", hint: "Set the variable to the token alone." };
  }
  if (/\$\{|^\$\w|^[A-Z]+(?:_[A-Z]+)+$|^secrets\.|…|\.{3}/.test(token)) {
    return {
      message: "The service's token is a name or a placeholder that nobody filled in.",
      hint: "Set the variable to the token itself. In a workflow, the secret of that name has to exist and to be passed on.",
    };
  }
  if (/[\r\n]/.test(token)) {
    return { message: "The service's token has several lines.", hint: "Set the variable to one token alone." };
  }
  if (/^(?:gh[pousr]_|github_pat_|glpat-)/.test(token)) {
    return {
      message: "The service's token is one of a forge, which the service does not know.",
      hint: "Make a token on the translation service (`svp_…`, `wlp_…`). Nothing was sent.",
    };
  }
  return undefined;
}

function redirected(status: number, location: string | string[] | undefined, origin: string): RemoteError {
  const target = [location].flat()[0];
  const url = target !== undefined && URL.canParse(target, origin) ? new URL(target, origin) : undefined;
  return new RemoteError(`${origin} redirects to ${url?.origin ?? "an unknown place"} (${String(status)}).`, {
    code: "IL-S03",
    hint: "A token is never sent along a redirect. If the new address is right, write it into the mapping.",
    status,
  });
}

function tooLarge(status: number, limit: number): RemoteError {
  return new RemoteError(`The service's answer is larger than ${String(limit)} bytes.`, {
    code: "IL-S16",
    hint: "Split the component on the service into smaller ones.",
    status,
  });
}

function closed(until: Date): RemoteError {
  return new RemoteError(
    `The service asks to wait until ${until.toISOString()} (rate limit or overload), which is longer than this run waits.`,
    { code: "IL-S05", hint: "Run again after that time, or less often.", status: 429, notBefore: until },
  );
}

function outOfTime(): RemoteError {
  return new RemoteError("The time for this run is over before the service has answered.", {
    code: "IL-S17",
    hint: "Run again: what is done stays done. Allow more time, or bind fewer components.",
  });
}
