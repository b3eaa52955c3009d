import { InterlinearError } from "../../core/errors.ts";
import { installationToken } from "../../forge/github/app-token.ts";
import { fetchOf } from "../../network/connections.ts";
import type { IssueChannel } from "../../records/settings/settings.ts";
import { notTaken, type Message, type SendingWith, type Sent } from "./message.ts";

const TIMEOUT_MILLISECONDS = 20_000;
/** GitHub refuses a longer one. */
const MOST_OF_TITLE = 256;

/** Opens an issue of an alert, and closes it when it is over: GitHub's API, which Forgejo's is alike in this. */
export async function sendIssue(channel: IssueChannel, message: Message, means: SendingWith): Promise<Sent> {
  try {
    const ask = await apiOf(channel, means);
    const { subject, text, link } = message.text;
    const body = `${quoted(text)}\n\n${link}`.trim();
    if (message.phase !== "resolved") {
      const { number } = await ask("POST", "", { title: subject.slice(0, MOST_OF_TITLE), body });
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

type Ask = (method: "POST" | "PATCH", path: string, body: object) => Promise<{ readonly number: number }>;

async function apiOf(
  { forge: name, repository }: IssueChannel,
  { settings, logger, clock }: SendingWith,
): Promise<Ask> {
  const forge = Object.hasOwn(settings.forges, name) ? settings.forges[name] : undefined;
  if (forge === undefined) throw new Error(`There is no forge “${name}” in the settings.`);
  const api = forge.kind === "github" ? forge.apiUrl : `${forge.serverUrl}/api/v1`;
  const authorization =
    forge.kind === "forgejo"
      ? `token ${forge.token}`
      : `Bearer ${(await installationToken({ ...forge, repository, permissions: { issues: "write" }, logger, clock })).token}`;
  const send = fetchOf(api);
  return async (method, path, body) => {
    const answer = await send(`${api}/repos/${repository}/issues${path}`, {
      method,
      headers: {
        authorization,
        accept: "application/json",
        "content-type": "application/json",
        "user-agent": "interlinear",
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (answer.status >= 200 && answer.status < 300) return { number: numberIn(await answer.text()) };
    throw new Error(
      `${URL.parse(api)?.host ?? name} answered ${String(answer.status)} for issues of ${repository}.${remedyOf(answer.status)}`,
    );
  };
}

function remedyOf(status: number): string {
  if (status === 401) return " The token is refused.";
  if (status === 403 || status === 404)
    return " The bot needs the right to write issues there, and issues have to be switched on.";
  if (status === 410)
    return " Issues are switched off there: an administrator of that repository switches them on in its settings under General → Features.";
  return "";
}

function numberIn(text: string): number {
  const value: unknown = JSON.parse(text);
  const number: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "number") : undefined;
  return typeof number === "number" ? number : 0;
}

/** Words of strangers call nobody, link nothing and close nothing there. */
function quoted(text: string): string {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}text\n${text.trim()}\n${fence}`;
}
