import { askedOnceIn } from "./asked-once.ts";
import { cloneOf } from "../clone/component-clone.ts";
import type { Service } from "../service.ts";
import { gitUntil, onlyCut, textOf, type Git } from "./git-until.ts";
import { referencesIn } from "./references.ts";

/** What a tag of a release is called: it has a number with a point in it, `v1.2`, `app-2026.11.1`; `v1` moves on with each. */
const RELEASE = /\d\.\d/;
/** So many of the newest by name are looked at, and so many of them asked whether they have a commit. */
const MOST_TAGS = 1000;
const MOST_ASKED = 20;

const KNOWN_MILLISECONDS = 60_000;
const REMOTE_MILLISECONDS = 8_000;

interface Tag {
  readonly name: string;
  readonly commit: string;
}
const tagsOf = askedOnceIn<Promise<readonly Tag[]>>(KNOWN_MILLISECONDS);

/** A release that has a text. */
export interface Release {
  /** "": none has it yet. */
  readonly name: string;
  /** One that the clone cannot tell of may have it, too: its tag lies beside the branch, or there are more than are looked at. */
  readonly mayBeOlder: boolean;
}

/**
 * The first release that has a commit, by the repository's tags. They are asked for at most once a minute; git compares a few of them
 * with the commit.
 * @returns undefined: that is not known, or there are no releases
 */
export async function releaseWith(
  service: Service,
  clone: number,
  commit: string,
  signal = AbortSignal.timeout(REMOTE_MILLISECONDS),
): Promise<Release | undefined> {
  const tags = await tagsOf(service, clone, () => askedOf(service, clone)).catch(() => []);
  if (tags.length === 0) return undefined;
  const git = gitUntil(cloneOf(service, clone), signal);
  try {
    const times = await timesOf(git, [commit, ...tags.map((tag) => tag.commit)]);
    const since = times.get(commit);
    if (since === undefined) return undefined;
    const later = tags
      .flatMap((tag) => {
        const time = times.get(tag.commit);
        return time === undefined || time < since ? [] : [{ ...tag, time }];
      })
      .toSorted((one, other) => one.time - other.time);
    // Of a tag beside the branch the clone has no commit, and cannot tell what is in it.
    const mayBeOlder = tags.length === MOST_TAGS || !tags.every((tag) => times.has(tag.commit));
    for (const { name, commit: tagged } of later.slice(0, MOST_ASKED)) {
      const beyond = await git("rev-list", "--max-count=1", "--end-of-options", commit, `^${tagged}`, "--");
      if (beyond !== undefined && textOf(beyond) === "") return { name, mayBeOlder };
    }
    return mayBeOlder || later.length > MOST_ASKED ? undefined : { name: "", mayBeOlder: false };
  } catch (error) {
    onlyCut(signal, error);
    return undefined;
  }
}

/** When commits were made, in seconds; of those that the clone lacks nothing. */
async function timesOf(git: Git, commits: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const log = textOf(
    await git("log", "--no-walk", "--ignore-missing", "--format=%H %ct", "--end-of-options", ...commits, "--"),
  );
  return new Map(
    log.split("\n").flatMap((line) => {
      const [commit, time] = line.split(" ");
      return commit === undefined || time === undefined ? [] : [[commit, Number(time)]];
    }),
  );
}

async function askedOf(service: Service, clone: number): Promise<readonly Tag[]> {
  const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
  const { stdout } = await cloneOf(service, clone).git(["ls-remote", "--quiet", "--tags", "origin"], { signal });
  const commits = new Map<string, string>();
  // After an annotated tag comes the commit that it names.
  for (const { name, commit } of referencesIn(stdout.toString("utf8"))) {
    commits.set(name.replace("refs/tags/", "").replace(/\^\{\}$/, ""), commit);
  }
  const order = new Intl.Collator("en", { numeric: true });
  return [...commits]
    .filter(([name]) => RELEASE.test(name))
    .map(([name, commit]) => ({ name, commit }))
    .toSorted((one, other) => order.compare(other.name, one.name))
    .slice(0, MOST_TAGS);
}
