import type { GitHub } from "./server.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { faultAnswer, limitHeaders, refusalAnswer, takeFault } from "./answers.ts";
import { authorize } from "./authorization.ts";
import { requestProblems, responseProblems, route, type Operation } from "./contract.ts";
import { OPERATIONS } from "./operations.ts";
import { GRAPHQL, graphqlRoute, isGraphqlPath, performGraphql } from "./graphql.ts";
import { assertPermitted } from "./permissions.ts";
import { Refused } from "./refusal.ts";
import { countWrite } from "./write-limit.ts";
import { type Answer, type Call, type RequestBody } from "./world.ts";

/** Answers a request of the API, and writes it down. */
export async function serve(github: GitHub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url ?? "/", github.apiUrl);
  const method = request.method ?? "GET";
  const { pathname: base } = new URL(github.apiUrl);
  const text = Buffer.concat(chunks).toString("utf8");
  const found = isGraphqlPath(url.pathname, base)
    ? graphqlRoute(method, parsed(text))
    : url.pathname.startsWith(base)
      ? route(method, `/${url.pathname.slice(base.length).replace(/^\//, "")}`)
      : undefined;
  const record = (status: number): void => {
    github.requests.push({
      operation: found?.operation.id ?? `${method} ${url.pathname}`,
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: parsed(text),
      status,
    });
  };
  const answer = await answerTo(github, { method, url, text, headers: request.headers, found });
  if (answer === "cut") {
    record(0);
    response.destroy();
    return;
  }
  record(answer.status);
  const body = answer.body === undefined ? "" : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    ...(body === "" ? {} : { "content-type": "application/json; charset=utf-8" }),
    "x-github-request-id": `0000:${String(github.requests.length)}`,
    ...limitHeaders(github.requests.length, github.hourlyLimit),
    ...(github.world.app && { date: new Date(github.world.app.now() * 1_000).toUTCString() }),
    ...answer.headers,
  });
  response.end(body);
}

interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly headers: IncomingMessage["headers"];
  readonly found: ReturnType<typeof route>;
}

async function answerTo(github: GitHub, incoming: Incoming): Promise<Answer | "cut"> {
  const { found, method, url } = incoming;
  try {
    if (found === undefined) {
      if (!url.pathname.endsWith("/")) github.violations.push(`${method} ${url.pathname}: no such operation`);
      throw new Refused(404, "Not Found");
    }
    const fault = takeFault(github.faults, found.operation.id);
    await fault?.before?.();
    if (fault?.answer !== undefined && fault.applied !== true) return faultAnswer(fault);
    const { operation } = found;
    const work = (): Promise<Answer> => perform(github, incoming, operation);
    const answer = await (method === "GET" ? work() : inTurn(github, work));
    if (fault?.answer !== undefined) return faultAnswer(fault);
    return checked(github, found.operation, answer);
  } catch (error) {
    if (!(error instanceof Refused)) {
      github.violations.push(`${method} ${url.pathname}: the stand-in failed: ${String(error)}`);
      return refusalAnswer(new Refused(500, "Server Error"));
    }
    if (error.status < 400) return movedAnswer(error, url);
    return found === undefined ? refusalAnswer(error) : checked(github, found.operation, refusalAnswer(error));
  }
}

/** A redirection to where the repository is now. */
function movedAnswer(refused: Refused, { href }: URL): Answer {
  const [from = "", to = ""] = (refused.headers["location"] ?? "").split(">");
  const location = href.replace(`/repos/${from}`, `/repos/${to}`);
  const body = { message: refused.message, url: location, documentation_url: "https://docs.github.com/rest" };
  return { status: refused.status, headers: { location }, body };
}

const turns = new WeakMap<object, Promise<unknown>>();

/** What changes something happens after whatever came before, as in one database. */
export async function inTurn<Result>(github: object, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(github) ?? Promise.resolve()).then(work);
  turns.set(
    github,
    turn.catch(() => undefined),
  );
  return turn;
}

async function perform(github: GitHub, incoming: Incoming, operation: Operation): Promise<Answer> {
  const { violations } = github;
  const { headers, url, text, found, method } = incoming;
  if (headers["user-agent"] === undefined) {
    throw new Refused(
      403,
      "Request forbidden by administrative rules. Please make sure your request has a User-Agent header",
    );
  }
  checkVersion(headers);
  const parameters = found?.parameters ?? {};
  const body = bodyOf(text);
  const { token, world } = authorize(github, headers, operation, parameters, body);
  const { settings } = world;
  const changed = async (answer: Answer): Promise<Answer> => {
    if (method !== "GET") await github.changed?.(world, settings.login, movesBranches(operation));
    return answer;
  };
  if (operation.template === GRAPHQL) {
    return changed(await performGraphql(world, violations, operation, method, body ?? {}));
  }
  const run = OPERATIONS[operation.id];
  if (run === undefined) {
    violations.push(`${operation.id}: the stand-in does not know this operation yet`);
    throw new Refused(404, "Not Found");
  }
  assertPermitted(world, operation.id, parameters);
  if (method !== "GET" && operation.template.startsWith("/repos/")) countWrite(github, token, world);
  const query = Object.fromEntries(url.searchParams);
  const problems = requestProblems(operation, query, body);
  if (problems.length > 0) {
    violations.push(...problems.map((problem) => `${operation.id}: ${problem}`));
    throw new Refused(422, `Invalid request.\n\n${problems.join("\n")}`);
  }
  if (operation.template.includes("/git/") && (await world.git.isEmpty())) {
    throw new Refused(409, "Git Repository is empty.");
  }
  const call: Call = { world, parameters, query, body: body ?? {}, address: `${url.origin}${url.pathname}`, token };
  return changed(await run.run(call));
}

/** Talk, labels and checks leave them where they are. */
function movesBranches({ template }: Operation): boolean {
  return template === GRAPHQL || /\/git\/|\/merge$|\/contents\//.test(template);
}

function checkVersion(headers: Incoming["headers"]): void {
  const version = headers["x-github-api-version"];
  if (version === undefined || version === "2022-11-28" || version === "2026-03-10") return;
  throw new Refused(400, `"${String(version)}" is not a supported version`);
}

function checked(github: GitHub, operation: Operation, answer: Answer): Answer {
  const problems = responseProblems(operation, answer.status, answer.body);
  github.violations.push(...problems.map((problem) => `answer of ${operation.id}: ${problem}`));
  return answer;
}

function bodyOf(text: string): RequestBody | undefined {
  if (text === "") return undefined;
  const body = parsed(text);
  if (body === undefined) throw new Refused(400, "Problems parsing JSON");
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refused(400, "Body should be a JSON object");
  }
  return body;
}

function parsed(text: string): RequestBody | undefined {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
