import type { Clock } from "../../core/clock.ts";
import { openConnections } from "../../network/connections.ts";
import type { Connections } from "../../network/http-request.ts";
import { allBytes } from "../../network/limited-bytes.ts";
import { UserError } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import type { Logger } from "../../core/logger.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import { endpointTemplate } from "../endpoint-template.ts";
import { usableToken } from "../token.ts";

export interface ConnectionOptions {
  /** Private: it goes into the `authorization` header, to git through its environment, and nowhere else. */
  readonly token: string;
  /** `https://codeberg.org/api/v1` (GITHUB_API_URL on their runners). */
  readonly apiUrl: string;
  /** `https://codeberg.org` (GITHUB_SERVER_URL on their runners). */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Milliseconds that a second of waiting takes. */
  readonly second: number;
  readonly onRequest?: RequestObserver;
}

export interface ApiCall {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  /** Below the repository: `/pulls`; "" is the repository itself. */
  readonly path: string;
  /** The path is below the API itself: `/user`. */
  readonly isOfServer?: boolean;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** False where a second time is not the same as once. */
  readonly repeatable: boolean;
}

export interface ApiAnswer {
  /** 0: no answer came; what was asked may have been done. */
  readonly status: number;
  /** Parsed JSON; undefined where there is none. */
  readonly body: unknown;
  /** The server's own words, or why there is no answer. */
  readonly message: string;
  /** A list goes on after this page. */
  readonly hasMore: boolean;
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | undefined;
}

/** The repository on Forgejo or Gitea, and the means to talk about it. */
export interface ForgejoRepository {
  /** `owner/name`. */
  readonly fullName: string;
  /** Without a slash at its end. */
  readonly serverUrl: string;
  readonly logger: Logger;
  /** Answers with whatever the server said; transient refusals are waited for where the call may be repeated. */
  readonly request: (call: ApiCall) => Promise<ApiAnswer>;
  /** Waits so many seconds. */
  readonly wait: (seconds: number) => Promise<void>;
}

const TIMEOUT_MILLISECONDS = 60_000;
const SECONDS = [1, 2, 4];
const MOST_REDIRECTS = 3;
const LONGEST_WAIT_SECONDS = 180;
const TRANSIENT: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

export function connect(options: ConnectionOptions): ForgejoRepository {
  const { repository, logger, clock } = options;
  const [owner = "", name = "", ...rest] = repository.split("/");
  if (owner === "" || name === "" || rest.length > 0) {
    throw new UserError(`"${repository}" is not a repository's name`, {
      code: "IL-F03",
      hint: "Write it as owner/name.",
    });
  }
  const api = options.apiUrl.replace(/\/+$/, "");
  const repositoryApi = `${api}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const headers = {
    authorization: `token ${usableToken(options.token)}`,
    accept: "application/json",
    "user-agent": "interlinear",
  };
  const connections = openConnections(options.apiUrl, { connections: 2 });
  const wait = (seconds: number): Promise<void> => clock.sleep(seconds * options.second);
  return {
    fullName: repository,
    serverUrl: options.serverUrl.replace(/\/+$/, ""),
    logger,
    wait,
    request: async (call) => {
      const address = call.isOfServer === true ? api : repositoryApi;
      const send = async (): Promise<ApiAnswer> => {
        const begin = performance.now();
        const answer = await sendOnce(connections, address, headers, call);
        options.onRequest?.({
          service: "forgejo",
          method: call.method,
          endpoint: endpointTemplate(`${address}${call.path}`, api),
          status: answer.status,
          milliseconds: performance.now() - begin,
        });
        return answer;
      };
      for (const seconds of SECONDS) {
        const answer = await send();
        const waiting = answer.retryAfter ?? seconds;
        // A rate limit says that nothing was done.
        const mayRepeat = call.repeatable || answer.status === 429;
        if (!TRANSIENT.has(answer.status) || !mayRepeat || waiting > LONGEST_WAIT_SECONDS) return answer;
        logger.debug(`${call.method} ${call.path} ended with ${String(answer.status)}; asking again`);
        await wait(waiting);
      }
      return send();
    },
  };
}

async function sendOnce(
  connections: Connections,
  address: string,
  headers: Readonly<Record<string, string>>,
  { method, path, query = {}, body }: ApiCall,
): Promise<Exchanged> {
  const url = new URL(`${address}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const text = body === undefined ? null : JSON.stringify(body);
  const all = { ...headers, ...(text === null ? {} : { "content-type": "application/json" }) };
  try {
    let answer = await exchange(connections, url, method, all, text);
    for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
      const next = redirection(url, method, answer);
      if (next === undefined) break;
      answer = await exchange(connections, next, method, all, text);
    }
    return answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: 0, body: undefined, message, hasMore: false, retryAfter: undefined, location: undefined };
  }
}

/** Where a renamed repository is now. The token stays on its server, and a write stays a write. */
function redirection(
  { origin, href }: URL,
  method: ApiCall["method"],
  { status, location }: Exchanged,
): URL | undefined {
  const isFollowed = status === 307 || status === 308 || (method === "GET" && (status === 301 || status === 302));
  if (!isFollowed || location === undefined || !URL.canParse(location, href)) return undefined;
  const next = new URL(location, href);
  return next.origin === origin ? next : undefined;
}

interface Exchanged extends ApiAnswer {
  readonly location: string | undefined;
}

async function exchange(
  connections: Connections,
  url: URL,
  method: ApiCall["method"],
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Promise<Exchanged> {
  const response = await connections.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  const answer = jsonIn(await allBytes(response.body));
  const location = single(response.headers["location"]);
  return {
    status: response.statusCode,
    body: answer,
    message: location === undefined || response.statusCode < 300 ? messageIn(answer) : `it redirects to ${location}`,
    hasMore: /rel="next"/.test(single(response.headers["link"]) ?? ""),
    retryAfter: secondsOf(single(response.headers["retry-after"])),
    location,
  };
}

function messageIn(body: unknown): string {
  if (typeof body !== "object" || body === null || !("message" in body)) return "";
  return typeof body.message === "string" ? body.message.trim() : "";
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : header?.[0];
}

function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header.trim()) ? Number(header) : undefined;
}
