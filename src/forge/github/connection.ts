import type { Clock } from "../../core/clock.ts";
import { fetchOf, type Fetch } from "../../network/connections.ts";
import { RemoteError, UserError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import { endpointTemplate } from "../endpoint-template.ts";
import { usableToken } from "../token.ts";
import { untilLastTry } from "./last-tries.ts";
import { observedFetch } from "./observed-fetch.ts";
import { Octokit } from "./octokit.ts";

/** How fast requests follow each other. The default is what GitHub asks for: writes a second apart, waits in real seconds. */
export interface Tempo {
  readonly spaced: boolean;
  /** Milliseconds that a second of waiting takes. */
  readonly second: number;
  /** Where several processes write as one account: resolves when it is this one's turn. */
  readonly turn?: (account: string) => Promise<void>;
  /** Whoever asks is about to end: what failed is not tried again. */
  readonly lastTries?: AbortSignal;
}

export const POLITE: Tempo = { spaced: true, second: 1_000 };

/** A server and who asks it. */
export interface ServerOptions {
  /** Private: it goes into the `authorization` header and nowhere else. */
  readonly token: string;
  /** `https://api.github.com`, or `https://HOST/api/v3` of an Enterprise server (GITHUB_API_URL). */
  readonly apiUrl: string;
  readonly logger: Logger;
  /** Without it, through the environment's proxy where it names one. */
  readonly fetch?: typeof fetch;
  readonly tempo: Tempo;
  readonly onRequest?: RequestObserver | undefined;
  /** Whose requests are one behind the other: limits and pace of one account are no other's matter. */
  readonly account?: string;
}

export interface ConnectionOptions extends ServerOptions {
  /** `https://github.com`, or the Enterprise server's address (GITHUB_SERVER_URL). */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly clock: Clock;
}

/** The repository on GitHub, and the means to talk about it. */
export interface GitHubRepository {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly repo: string;
  /** `owner/name`. */
  readonly fullName: string;
  /** Without a slash at its end. */
  readonly serverUrl: string;
  /** The token is of an App's installation, or the workflow's own: GitHub signs the commits that it makes of it. */
  readonly isInstallation: boolean;
  readonly logger: Logger;
  /** Waits so many seconds. */
  readonly wait: (seconds: number) => Promise<void>;
}

/** GitHub ends a request after 10 s by itself; this is for connections that never answer. */
const TIMEOUT_MILLISECONDS = 60_000;
const LONGEST_WAIT_SECONDS = 180;
const RATE_LIMIT_RETRIES = 2;
const MUTE = { debug: silent, info: silent, warn: silent, error: silent };

export function connect(options: ConnectionOptions): GitHubRepository {
  const { repository, logger, clock, tempo } = options;
  const [owner = "", repo = "", ...rest] = repository.split("/");
  if (owner === "" || repo === "" || rest.length > 0) {
    throw new UserError(`"${repository}" is not a repository's name`, {
      code: "IL-F03",
      hint: "Write it as owner/name.",
    });
  }
  return {
    octokit: openOctokit({ ...options, account: owner.toLowerCase() }),
    owner,
    repo,
    fullName: repository,
    serverUrl: options.serverUrl.replace(/\/+$/, ""),
    isInstallation: options.token.trim().startsWith("ghs_"),
    logger,
    wait: (seconds) => clock.sleep(seconds * tempo.second),
  };
}

/** Asks as whoever the token is of, about no repository in particular. */
export function openOctokit(options: ServerOptions): Octokit {
  const { logger, tempo } = options;
  const mayWait = (seconds: number, retries: number): boolean => {
    const waits = seconds <= LONGEST_WAIT_SECONDS && retries < RATE_LIMIT_RETRIES;
    if (waits) logger.info(`GitHub's rate limit is reached; waiting ${String(seconds)} s as it asks.`);
    return waits;
  };
  const apiUrl = options.apiUrl.replace(/\/+$/, "");
  const send = withTimeout(options.fetch ?? fetchOf(options.apiUrl));
  const octokit = new Octokit({
    auth: usableToken(options.token),
    baseUrl: apiUrl,
    userAgent: "interlinear",
    log: MUTE,
    request: { fetch: send },
    retry: {
      // 409 and 429 besides the plugin's own: a conflict does not pass by itself, a limit is the throttle's matter.
      doNotRetry: [400, 401, 403, 404, 409, 410, 422, 429, 451],
      retryAfterBaseValue: tempo.second,
    },
    throttle: {
      id: `${apiUrl} ${options.account ?? ""}`,
      onRateLimit: (seconds: number, _options: unknown, _octokit: unknown, retries: number) =>
        mayWait(seconds, retries),
      onSecondaryRateLimit: (seconds: number, _options: unknown, _octokit: unknown, retries: number) =>
        mayWait(seconds, retries),
      retryAfterBaseValue: tempo.second,
      ...(tempo.spaced ? {} : UNSPACED),
    },
  });
  const { onRequest } = options;
  const { turn, lastTries } = tempo;
  octokit.hook.wrap("request", async (ask, request) => {
    assertSameOrigin(apiUrl, request.url);
    if (turn !== undefined && request.method !== "GET") await turn(`${apiUrl} ${options.account ?? ""}`);
    // Below the waits of the rate limit and between writes: each try is seen alone, with its own time.
    const tryOnce =
      onRequest === undefined ? send : observedFetch(send, endpointTemplate(request.url, apiUrl), onRequest);
    const askBy = async (fetch: Fetch) => {
      // The hooks below look at this very object.
      request.request = { ...request.request, fetch };
      return ask(request);
    };
    return lastTries === undefined ? askBy(tryOnce) : untilLastTry(lastTries, tryOnce, askBy);
  });
  return octokit;
}

/** Lists name their next page by a whole address, and the token goes wherever that leads. */
function assertSameOrigin(apiUrl: string, url: string): void {
  const { origin, host } = new URL(url, `${apiUrl}/`);
  const expected = new URL(apiUrl);
  if (origin === expected.origin) return;
  throw new RemoteError(`GitHub's API at ${expected.host} names ${host} as the place where a list goes on`, {
    code: "IL-F07",
    hint: "The token is for one server only. Use the address of the API that the server itself names (GITHUB_API_URL).",
  });
}

const AT_ONCE = {
  key: () => ({
    schedule: (_options: unknown, job: (...args: unknown[]) => unknown, ...args: unknown[]) => job(...args),
  }),
};
/** Take the place of the throttle's queues for writes, which hold a second or three between two of them. */
const UNSPACED: object = { write: AT_ONCE, notifications: AT_ONCE };

function withTimeout(send: Fetch): Fetch {
  return (url, init) => send(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
}

function silent(): void {
  // Octokit's own log names URLs and headers; what matters is said by the errors.
}
