import type { IncomingMessage, ServerResponse } from "node:http";
import { faultAnswer, limitHeaders, refusalAnswer, takeFault } from "./answers.ts";
import { appOperations } from "./app.ts";
import { authorize } from "./authorization.ts";
import { checks } from "./checks.ts";
import { gitData } from "./git-data.ts";
import { issues } from "./issues.ts";
import { comments } from "./comments.ts";
import { labels } from "./labels.ts";
import { merging } from "./merging.ts";
import { milestones } from "./milestones.ts";
import { people } from "./people.ts";
import { pullRequests } from "./pull-requests.ts";
import { reactions } from "./reactions.ts";
import { repository as repositoryOperations } from "./repository.ts";
import { statuses } from "./statuses.ts";
import { requestProblems, responseProblems, route, type Operation } from "./contract.ts";
import type { GitHub } from "./github.ts";
import { GRAPHQL, graphqlRoute, isGraphqlPath, performGraphql } from "./graphql.ts";
import { Refused } from "./refusal.ts";
import { isBot, may, type Answer, type Call, type Operations, type RequestBody } from "./world.ts";

const OPERATIONS: Operations = {
  ...gitData,
  ...pullRequests,
  ...labels,
  ...comments,
  ...people,
  ...milestones,
  ...merging,
  ...issues,
  ...reactions,
  ...checks,
  ...statuses,
  ...repositoryOperations,
  ...appOperations,
};

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
    ...limitHeaders(github.requests.length),
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
    const answer = await inTurn(github, method, () => perform(github, incoming, operation));
    if (fault?.answer !== undefined) return faultAnswer(fault);
    return checked(github, found.operation, answer);
  } catch (error) {
    if (!(error instanceof Refused)) {
      github.violations.push(`${method} ${url.pathname}: the stand-in failed: ${String(error)}`);
      return refusalAnswer(new Refused(500, "Server Error"));
    }
    return found === undefined ? refusalAnswer(error) : checked(github, found.operation, refusalAnswer(error));
  }
}

const turns = new WeakMap<GitHub, Promise<unknown>>();

/** What changes something happens after whatever came before, as in one database. */
async function inTurn(github: GitHub, method: string, work: () => Promise<Answer>): Promise<Answer> {
  if (method === "GET") return work();
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
  const { token, world } = authorize(github, headers, operation, parameters);
  const { settings } = world;
  const body = bodyOf(text);
  if (operation.template === GRAPHQL) return performGraphql(world, violations, operation, method, body ?? {});
  const run = OPERATIONS[operation.id];
  if (run === undefined) {
    violations.push(`${operation.id}: the stand-in does not know this operation yet`);
    throw new Refused(404, "Not Found");
  }
  const lacking = run.needs.length > 0 && !run.needs.some((need) => may(settings, need));
  if (lacking) {
    throw new Refused(403, `Resource not accessible by ${isBot(settings) ? "integration" : "personal access token"}`, {
      headers: {
        "x-accepted-github-permissions": run.needs
          .map(({ permission, level }) => `${permission.replace("-", "_")}=${level}`)
          .join("; "),
      },
    });
  }
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
  return run.run(call);
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
