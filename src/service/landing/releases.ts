import { createHash } from "node:crypto";
import { askedOnceIn, beforeAborted, rememberedIn } from "./asked-once.ts";
import { cloneOf } from "../clone/component-clone.ts";
import type { Service } from "../service.ts";
import { gitUntil, onlyCut, textOf, type Git } from "./git-until.ts";
import { referencesIn } from "./references.ts";

/** What a tag of a release is called: it has a number with a point in it, `v1.2`, `app-2026.11.1`; `v1` moves on with each. */
const RELEASE = /\d\.\d/;
/** So many of the newest by name are looked at. */
const MOST_TAGS = 1000;

const KNOWN_MILLISECONDS = 60_000;
const REMOTE_MILLISECONDS = 8_000;
/** What has a commit changes with the branch and the tags alone, and these stand in the question. */
const REMEMBERED_MILLISECONDS = 3_600_000;

interface Tag {
  readonly name: string;
  readonly commit: string;
}
interface Tags {
  readonly list: readonly Tag[];
  /** Of all of them. */
  readonly digest: string;
}
const tagsOf = askedOnceIn<Promise<Tags>>(KNOWN_MILLISECONDS);
const releaseOf = rememberedIn<Release>(REMEMBERED_MILLISECONDS);

/** A release that has a text. */
export interface Release {
  /** "": none has it yet. */
  readonly name: string;
  /** One that the clone cannot tell of may have it, too: its tag lies beside the branch, or there are more than are looked at. */
  readonly mayBeOlder: boolean;
}

/**
 * The first release that has a commit, by the repository's tags. They are asked for at most once a minute; git reads the history
 * once for all of them, however many there are, and what it told is remembered until the branch or a tag moves.
 * @returns undefined: that is not known, or there are no releases
 */
export async function releaseWith(
  service: Service,
  clone: number,
  commit: string,
  signal = AbortSignal.timeout(REMOTE_MILLISECONDS),
): Promise<Release | undefined> {
  const none = { list: [], digest: "" };
  const tags = await tagsOf(service, clone, () => askedOf(service, clone)).catch(() => none);
  if (tags.list.length === 0) return undefined;
  const { remote_commit: tip } = await service.database
    .selectFrom("clone")
    .select("remote_commit")
    .where("id", "=", clone)
    .executeTakeFirstOrThrow();
  const key = [clone, tip, commit, tags.digest].join(" ");
  return beforeAborted(
    releaseOf(service, key, () => firstWith(service, clone, commit, tags.list)),
    signal,
  );
}

async function firstWith(
  service: Service,
  clone: number,
  commit: string,
  tags: readonly Tag[],
): Promise<Release | undefined> {
  const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
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
    const having = await havingOf(service, clone, commit, new Set(later.map((tag) => tag.commit)), signal);
    const first = later.find((tag) => having.has(tag.commit));
    if (first !== undefined) return { name: first.name, mayBeOlder };
    return mayBeOlder ? undefined : { name: "", mayBeOlder: false };
  } catch (error) {
    onlyCut(signal, error);
    return undefined;
  }
}

/** Those of some commits that have another one among what they were made of; the history between is read once. */
async function havingOf(
  service: Service,
  clone: number,
  commit: string,
  commits: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const having = new Set(commits.has(commit) ? [commit] : []);
  if (commits.size === having.size) return having;
  let rest = "";
  await cloneOf(service, clone).git(["rev-list", "--ancestry-path", "--stdin"], {
    signal,
    input: `${[...commits, `^${commit}`].join("\n")}\n`,
    // A history of a million commits is forty megabytes: of each part only the commits that are asked for stay.
    onOutput: (chunk) => {
      const lines = `${rest}${chunk.toString("latin1")}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (commits.has(line)) having.add(line);
    },
  });
  return having;
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

async function askedOf(service: Service, clone: number): Promise<Tags> {
  const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
  const { stdout } = await cloneOf(service, clone).git(["ls-remote", "--quiet", "--tags", "origin"], { signal });
  const commits = new Map<string, string>();
  // After an annotated tag comes the commit that it names.
  for (const { name, commit } of referencesIn(stdout.toString("utf8"))) {
    commits.set(name.replace("refs/tags/", "").replace(/\^\{\}$/, ""), commit);
  }
  const order = new Intl.Collator("en", { numeric: true });
  const list = [...commits]
    .filter(([name]) => RELEASE.test(name))
    .map(([name, commit]) => ({ name, commit }))
    .toSorted((one, other) => order.compare(other.name, one.name))
    .slice(0, MOST_TAGS);
  return { list, digest: createHash("sha256").update(JSON.stringify(list)).digest("base64url") };
}
