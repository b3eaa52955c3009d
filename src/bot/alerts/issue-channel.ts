import * as z from "zod";
import { codeBlock } from "../../core/code-block.ts";
import { defined } from "../../core/defined.ts";
import { InterlinearError } from "../../core/errors.ts";
import { installationToken } from "../../forge/github/app-token.ts";
import { POLITE } from "../../forge/github/connection.ts";
import { fetchOf } from "../../network/connections.ts";
import type { GitHubSettings, IssueChannel } from "../../records/settings/settings.ts";
import { notTaken, type Message, type SendingWith, type Sent } from "./message.ts";

const TIMEOUT_MILLISECONDS = 20_000;
/** GitHub refuses a longer one. */
const MOST_OF_TITLE = 256;

/** Opens an issue of an alert, and closes it when it is over: GitHub's API, which Forgejo's is alike in this. */
export async function sendIssue(channel: IssueChannel, message: Message, means: SendingWith): Promise<Sent> {
  try {
    const { ask, open } = await apiOf(channel, means);
    const { subject, text, link } = message.text;
    const body = `${codeBlock(text.trim())}\n\n${link}`.trim();
    if (message.phase !== "resolved") {
      const mark = markOf(message);
      const number =
        (message.phase === "test" ? undefined : markedIn(await ask("GET", open), mark)) ??
        (await numberOf(ask("POST", "", { title: subject.slice(0, MOST_OF_TITLE), body: `${body}\n\n${mark}` })));
      const reference = String(number);
      if (message.phase === "test") await ask("PATCH", `/${reference}`, { state: "closed" });
      return { state: "sent", reference };
    }
    // Nobody opened one: there is nothing to close.
    if (message.reference === "") return { state: "sent", reference: "" };
    await ask("POST", `/${message.reference}/comments`, { body });
    await ask("PATCH", `/${message.reference}`, { state: "closed" });
    return { state: "sent", reference: message.reference };
  } catch (error) {
    if (error instanceof InterlinearError) return notTaken([error.message, error.hint].join(". "));
    return notTaken(error instanceof Error ? error.message : String(error));
  }
}

/** @returns what was answered, as JSON */
type Ask = (method: "GET" | "POST" | "PATCH", path: string, body?: object) => Promise<unknown>;

/** The time of the first sign keeps it apart from those of another bot, and nobody knows it before. */
function markOf({ id, alert }: Message): string {
  return `<!-- interlinear ${id} ${alert.since} -->`;
}

/** Whoever died, or had no answer, right after it was opened does not open it again. */
function markedIn(listed: unknown, mark: string): number | undefined {
  return openIssues.safeParse(listed).data?.find(({ body }) => body?.includes(mark) === true)?.number;
}

const openIssues = z.array(z.object({ number: z.number(), body: z.string().nullish() }));
const issue = z.object({ number: z.number() });

async function numberOf(answer: Promise<unknown>): Promise<number> {
  return issue.safeParse(await answer).data?.number ?? 0;
}

async function apiOf(
  { forge: name, repository }: IssueChannel,
  means: SendingWith,
): Promise<{ readonly ask: Ask; /** The newest open issues. */ readonly open: string }> {
  const { forges } = means.settings;
  const forge = Object.hasOwn(forges, name) ? forges[name] : undefined;
  if (forge === undefined) throw new Error(`There is no forge “${name}” in the settings.`);
  const api = forge.kind === "github" ? forge.apiUrl : `${forge.serverUrl}/api/v1`;
  const authorization =
    forge.kind === "forgejo" ? `token ${forge.token}` : `Bearer ${await appToken(forge, repository, means)}`;
  const send = fetchOf(api);
  const ask: Ask = async (method, path, body) => {
    const answer = await send(`${api}/repos/${repository}/issues${path}`, {
      method,
      headers: {
        authorization,
        accept: "application/json",
        "content-type": "application/json",
        "user-agent": "interlinear",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (answer.status >= 200 && answer.status < 300) return JSON.parse(await answer.text());
    throw new Error(
      `${URL.parse(api)?.host ?? name} answered ${String(answer.status)} for issues of ${repository}.${remedyOf(answer.status)}`,
    );
  };
  const open = `?state=open${forge.kind === "github" ? "&per_page=100" : "&type=issues&limit=50"}`;
  return { ask, open };
}

async function appToken(
  forge: GitHubSettings,
  repository: string,
  { logger, clock, closing }: SendingWith,
): Promise<string> {
  const tempo = { ...POLITE, ...defined({ lastTries: closing }) };
  const wanted = { repository, permissions: { issues: "write" }, logger, clock, tempo } as const;
  return (await installationToken({ ...forge, ...wanted })).token;
}

function remedyOf(status: number): string {
  if (status === 401) return " The token is refused.";
  if (status === 403 || status === 404)
    return " The bot needs the right to write issues there, and issues have to be switched on.";
  if (status === 410)
    return " Issues are switched off there: an administrator of that repository switches them on in its settings under General → Features.";
  return "";
}
