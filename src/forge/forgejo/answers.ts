/** What is read of a pull request. */
export interface PullRequestAnswer {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  /** How its branch is called: by its name, also when it does not exist any more, and by the ref that it is read at. */
  readonly heads: readonly string[];
  readonly base: string;
  /** It comes from this repository, not from a fork. */
  readonly isOwn: boolean;
}

/** Undefined for anything that is no list of pull requests. */
export function pullRequestsOf(value: unknown): readonly PullRequestAnswer[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const pulls = value.map(pullRequestOf);
  return pulls.every((pull) => pull !== undefined) ? pulls : undefined;
}

/** Undefined for anything that is no pull request. */
export function pullRequestOf(value: unknown): PullRequestAnswer | undefined {
  if (!isRecord(value)) return undefined;
  const { number, html_url: url, title, body, labels, head, base } = value;
  if (typeof number !== "number" || typeof url !== "string" || typeof title !== "string") return undefined;
  if (!isRecord(head) || !isRecord(base)) return undefined;
  return {
    number,
    url,
    title,
    body: text(body),
    labels: labelNames(labels),
    heads: [text(head["label"]), text(head["ref"])],
    base: text(base["ref"]),
    isOwn: typeof head["repo_id"] === "number" && head["repo_id"] === base["repo_id"],
  };
}

/** The names of a list of labels. */
export function labelNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((label: unknown) => (isRecord(label) ? [text(label["name"])] : []));
}

/** The addresses by which a repository says that it can be cloned and looked at. */
export function addressesOf(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  return [value["clone_url"], value["ssh_url"], value["html_url"]].map(text).filter((address) => address !== "");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
