import * as z from "zod";
import { jsonIn } from "../../core/json.ts";
import { Redactor } from "../../core/redaction.ts";
import { oneLine } from "../../core/one-line.ts";
import { gitHubApiOf } from "../../network/github-address.ts";
import { OutwardRefusal, type Outward, type OutwardAnswer } from "../../network/outward.ts";
import { ForgeFailure, type ForgeComment, type QuestionForge } from "./question-forge.ts";

/** Where a repository is, and what opens it. */
export interface ForgeAccess {
  readonly kind: ForgeKind;
  /** `https://github.com` */
  readonly url: string;
  readonly token: string;
  /** `owner/name` */
  readonly repository: string;
}

export const forgeKinds = ["github", "forgejo"] as const;
export type ForgeKind = (typeof forgeKinds)[number];

const MILLISECONDS = 15_000;
const MOST_BYTES = 5_000_000;
const PAGE = 100;
const MOST_PAGES = 5;
const LONGEST_DETAIL = 200;

const Numbered = z.object({ number: z.int() });
const Issues = z.array(z.object({ number: z.int(), body: z.string().nullish() }));
const Created = z.object({ id: z.int() });
const Comments = z.array(
  z.object({
    id: z.int(),
    body: z.string().nullish(),
    /** null: the account is gone. */
    user: z.object({ login: z.string(), type: z.string().optional() }).nullish(),
  }),
);

/** The API that GitHub has, and Forgejo and Gitea have alike for comments and issues. */
export function forgeApi(outward: Pick<Outward, "send">, access: ForgeAccess): QuestionForge {
  const { kind, url, repository } = access;
  const size = { [kind === "github" ? "per_page" : "limit"]: String(PAGE) };
  const ask = <T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T> =>
    asked(outward, access, `/repos/${repository}/issues${path}`, schema, body);
  return {
    comment: async (thread, body) => String((await ask(`/${String(thread)}/comments`, Created, { body })).id),
    commentsSince: async (thread, time) => {
      const found = new Map<string, ForgeComment>();
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = new URLSearchParams({ since: time, page: String(page), ...size });
        const known = found.size;
        for (const { id, body, user } of await ask(`/${String(thread)}/comments?${query.toString()}`, Comments)) {
          const { login = "ghost", type } = user ?? {};
          found.set(String(id), { id: String(id), author: login, isBot: type === "Bot", body: body ?? "" });
        }
        // Gitea has no pages here: it answers the same again.
        if (found.size < known + PAGE) return [...found.values()];
      }
      return undefined;
    },
    openIssue: async (title, body) => (await ask("", Numbered, { title, body })).number,
    openIssueWith: async (text) => {
      // GitHub lists pull requests among them.
      const query = new URLSearchParams({ state: "open", ...size, ...(kind === "forgejo" && { type: "issues" }) });
      const newest = await ask(`?${query.toString()}`, Issues);
      return newest.find(({ body }) => body?.includes(text) === true)?.number;
    },
    // Both lead from an issue's address to the pull request of that number.
    page: (thread, comment) => `${url}/${repository}/issues/${String(thread)}#issuecomment-${comment}`,
  };
}

async function asked<T>(
  outward: Pick<Outward, "send">,
  access: ForgeAccess,
  path: string,
  schema: z.ZodType<T>,
  body: object | undefined,
): Promise<T> {
  const { kind, url, token } = access;
  const host = new URL(url).host;
  const api = kind === "github" ? gitHubApiOf(url) : `${url}/api/v1`;
  let answer: OutwardAnswer;
  try {
    answer = await outward.send(`${api}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        authorization: kind === "github" ? `Bearer ${token}` : `token ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      milliseconds: MILLISECONDS,
      mostBytes: MOST_BYTES,
    });
  } catch (error) {
    throw new ForgeFailure(unreachable(host, error));
  }
  const json = jsonIn(answer.text);
  if (answer.status === 200 || answer.status === 201) {
    const read = schema.safeParse(json);
    if (read.success) return read.data;
    throw new ForgeFailure(`${host} answered with something else than its API does. Is its address right?`);
  }
  throw refused(host, access, answer, json);
}

function refused(host: string, { repository, token }: ForgeAccess, answer: OutwardAnswer, json: unknown): ForgeFailure {
  const { status, headers } = answer;
  const redactor = new Redactor();
  redactor.add(token);
  const { message } = { ...(typeof json === "object" ? json : {}) } as { message?: unknown };
  const words = typeof message === "string" ? redactor.redact(oneLine(message)).slice(0, LONGEST_DETAIL) : "";
  const said = words === "" ? "" : `: ${words.replace(/\.$/, "")}`;
  if (status === 401) return new ForgeFailure(`${host} refuses the token${said}.`);
  const isLimit = headers["x-ratelimit-remaining"] === "0" || "retry-after" in headers || /rate limit/i.test(words);
  if (status === 429 || (status === 403 && isLimit)) {
    return new ForgeFailure(`${host} takes no more requests now.`);
  }
  if (status >= 300 && status < 400) return new ForgeFailure(`${repository} has another name on ${host} now.`);
  if (status >= 500) return new ForgeFailure(`${host} has a fault of its own (${String(status)}).`);
  return new ForgeFailure(`${host} refuses it in ${repository} (${String(status)})${said}.`, true);
}

function unreachable(host: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof OutwardRefusal ? error.cause : error;
  if (cause instanceof OutwardRefusal) return `${host} was not asked. ${cause.message}`;
  return `${host} does not answer.`;
}
