import { VERSION } from "../../core/version.ts";
import { httpsAddress } from "../../git/public-remote.ts";
import { gitHubApiOf } from "../../network/github-address.ts";
import { limitedBytes } from "../../network/limited-bytes.ts";
import type { Service } from "../service.ts";
import { askedOnceIn } from "./asked-once.ts";

/** GitHub's limit of a description is 65,536 characters. */
const MOST_CHARACTERS = 100_000;
/** Some hosts tell much of repository and people besides. */
const MOST_BYTES = 1_000_000;
const TIMEOUT_MILLISECONDS = 4000;
/** GitHub answers 60 anonymous requests an hour. */
const KNOWN_MILLISECONDS = 600_000;

const SAYS_SO = /preview|deploy/i;
const COMMENT = /<!--[^]*?(?:-->|$)/g;
/** The label of a Markdown link, where the address is one of its own, and the address. */
const LINK = /(?:\[([^[\]\n]{0,200})\]\(\s*<?)?(https:\/\/[^\s<>"'`|\\()[\]]+)/gi;
/** One that leads nowhere: what it is called says nothing of the links beside it. */
const LONE_PICTURE = /(?<!\[)!\[[^[\]\n]{0,200}\]\([^()\n]{0,2000}\)/g;
const PICTURE = /\.(?:png|svg|gif|jpe?g|webp)$/i;

/**
 * The page of a preview that a pull request's description names: a link whose host, whose label, or whose line says "preview" or
 * "deploy", in this order. Pictures, and what stands on the repository's own host, are none.
 * @param host of the repository
 */
export function previewIn(description: string, host: string): string | undefined {
  const found: { readonly rank: number; readonly address: string }[] = [];
  for (const line of description.slice(0, MOST_CHARACTERS).replaceAll(COMMENT, "").split(/\r?\n/)) {
    const words = line.replaceAll(LONE_PICTURE, "").replaceAll(LINK, "$1");
    for (const [, label = "", text = ""] of line.matchAll(LINK)) {
      const address = withoutEnd(text);
      if (!URL.canParse(address)) continue;
      const url = new URL(address);
      if (url.hostname === host || url.username !== "" || url.password !== "" || PICTURE.test(url.pathname)) continue;
      const rank = [url.hostname, label, words].findIndex((each) => SAYS_SO.test(each));
      if (rank !== -1) found.push({ rank, address: url.href });
    }
  }
  return found.toSorted((one, other) => one.rank - other.rank)[0]?.address;
}

/** What ends a sentence, or what Markdown puts around an address, is not of it. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && ".,;:!?*_~".includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** Where a repository's host tells of a pull request, and the member that has its description. */
export function pullRequestAddress(
  repo: string,
  number: number,
): { readonly address: string; readonly member: "body" | "description"; readonly host: string } | undefined {
  const home = httpsAddress(repo)?.replace(/\.git$/, "");
  if (home === undefined || !URL.canParse(home)) return undefined;
  const { origin, hostname: host, pathname } = new URL(home);
  if (host.includes("gitlab")) {
    const project = encodeURIComponent(pathname.slice(1));
    return {
      address: `${origin}/api/v4/projects/${project}/merge_requests/${String(number)}`,
      member: "description",
      host,
    };
  }
  const path = `/repos${pathname}/pulls/${String(number)}`;
  const api = host.includes("github") ? gitHubApiOf(origin) : `${origin}/api/v1`;
  return { address: `${api}${path}`, member: "body", host };
}

const asked = askedOnceIn<Promise<string | undefined>>(KNOWN_MILLISECONDS);

/**
 * The preview that a pull request's description names, as its host shows the description to everybody: without credentials, so a
 * private repository has none. Asked at most once in ten minutes; undefined where the host does not tell.
 */
export function previewOf(
  service: Service,
  repo: string,
  number: number,
  ask: typeof fetch = fetch,
): Promise<string | undefined> {
  const question = pullRequestAddress(repo, number);
  if (question === undefined) return Promise.resolve(undefined);
  return asked(service, question.address, () => askedOf(question, ask).catch(() => undefined));
}

async function askedOf(
  { address, member, host }: NonNullable<ReturnType<typeof pullRequestAddress>>,
  ask: typeof fetch,
): Promise<string | undefined> {
  const answer = await ask(address, {
    // A redirection could lead anywhere, inside too.
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    headers: { accept: "application/json", "user-agent": `Interlinear/${VERSION}` },
  });
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    return undefined;
  }
  const body = await limitedBytes(answer.body, MOST_BYTES);
  if (body === undefined) return undefined;
  const told: unknown = JSON.parse(body.toString("utf8"));
  const description: unknown = told !== null && typeof told === "object" ? Reflect.get(told, member) : undefined;
  return typeof description === "string" ? previewIn(description, host) : undefined;
}
