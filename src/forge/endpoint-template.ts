/** Parts of addresses that are words of the APIs; everything else is somebody's value. */
const WORDS = new Set(
  [
    "access_tokens actions active app apps artifacts assignees attempts branch_protections branches check-runs check-suites",
    "collaborators comments commits compare contents git graphql heads installation installations issues jobs keys labels",
    "memberships members merge merges milestones permission permissions pulls reactions ref refs releases",
    "requested_reviewers reviews rules rulesets runs search settings statuses status tags teams timeline token topics trees",
    "blobs update user users version workflow workflows annotations orgs hooks forks notes files",
  ].flatMap((line) => line.split(" ")),
);
const REPOSITORIES = "repos";

/**
 * An address of a forge's API with placeholders in place of all values, for figures and logs: `/repos/{owner}/{repo}/pulls/{}`.
 * @param address template, path or whole URL; what is a placeholder already stays
 * @param api whose path the address may begin with: `https://github.example.org/api/v3`
 */
export function endpointTemplate(address: string, api: string): string {
  const { origin, pathname } = new URL(api);
  const base = pathname.replace(/\/+$/, "");
  const absolute = address.startsWith(origin) ? address.slice(origin.length) : address;
  const [path = ""] = absolute.split(/[?#]|\{\?/);
  const below = `${path}/`.startsWith(`${base}/`) ? path.slice(base.length) : path;
  const [first, ...parts] = below.split("/").filter((part) => part !== "");
  if (first === undefined) return "/";
  if (first !== REPOSITORIES) return joined([word(first), ...parts.map(word)]);
  const [, , ...rest] = parts;
  const names = ["{owner}", "{repo}"].slice(0, parts.length);
  return joined([first, ...names, ...rest.map(word)]);
}

/** A branch has slashes of its own: values next to each other are one. */
function joined(parts: readonly string[]): string {
  const once = parts.filter((part, index) => part !== "{}" || parts[index - 1] !== "{}");
  return `/${once.join("/")}`;
}

function word(part: string): string {
  return WORDS.has(part) || /^\{\w+\}$/.test(part) ? part : "{}";
}
