import { mergeBase } from "../../git/commit-reading.ts";
import type { Clone } from "../clone/clone.ts";
import { cloneOf } from "../clone/component-clone.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { calculateFrom } from "../threads/calculate.ts";
import type { NewString } from "./new-strings.ts";
import { repositoryPages } from "./repository-pages.ts";

/** What a pull request adds to a translation, or why that is not known. */
export type PullRequestStrings =
  | {
      readonly strings: readonly NewString[];
      /** The file of the language itself, where no other one tells the source texts; undefined: one does. */
      readonly ownFile: string | undefined;
      /** Where the host shows a line of the file as the pull request has it; undefined: no host shows it. */
      readonly lineAddress: ((line: number) => string) | undefined;
    }
  | { readonly problem: string };

const KNOWN_MILLISECONDS = 60_000;
const REMOTE_MILLISECONDS = 20_000;

/** Where a pull request stands. */
interface Head {
  readonly commit: string;
  /** Where it began; undefined: the branch and it have nothing in common. */
  readonly began: string | undefined;
  /** The repository's, for people. */
  readonly repo: string;
}

interface Known {
  readonly until: number;
  readonly head: Promise<Head | { readonly problem: string }>;
  /** By path of the file that was compared. */
  readonly answers: Map<string, Promise<PullRequestStrings>>;
}
const known = new WeakMap<Service, Map<string, Known>>();

/**
 * The strings that a pull request adds or changes in the source, as git alone tells: its head, which hosts keep beside the
 * branches, compared with where it began. Where no file but those of the languages has the source texts (gettext without a template),
 * that of the language tells. The remote is asked at most once a minute, for all languages.
 */
export async function pullRequestStrings(
  service: Service,
  place: VisibleTranslation,
  number: number,
): Promise<PullRequestStrings> {
  const { component, translation } = place;
  const source = await sourceFileOf(service, place);
  const path = source === "" ? translation.filename : source;
  if (path === "") return { problem: "This component has no source file in a repository." };
  const now = service.clock.now().getTime();
  const own = known.get(service) ?? new Map<string, Known>();
  known.set(service, own);
  for (const [key, { until }] of own) if (until <= now) own.delete(key);
  const key = `${String(component.id)} ${String(number)}`;
  const current = own.get(key) ?? {
    until: now + KNOWN_MILLISECONDS,
    head: headOf(service, place, number),
    answers: new Map<string, Promise<PullRequestStrings>>(),
  };
  own.set(key, current);
  const answer =
    current.answers.get(path) ?? askedOf(service, place, { head: current.head, path, isSource: source !== "" });
  current.answers.set(path, answer);
  answer.catch(() => own.delete(key));
  return answer;
}

/** "": it has none. */
async function sourceFileOf({ database }: Service, { component }: VisibleTranslation): Promise<string> {
  if (component.settings.template !== "") return component.settings.template;
  const source = await database
    .selectFrom("translation")
    .select("filename")
    .where("component_id", "=", component.id)
    .where("is_source", "=", 1)
    .executeTakeFirst();
  return source?.filename ?? "";
}

interface Asked {
  readonly head: Known["head"];
  readonly path: string;
  readonly isSource: boolean;
}

async function askedOf(
  service: Service,
  { component }: VisibleTranslation,
  { head: asked, path, isSource }: Asked,
): Promise<PullRequestStrings> {
  const found = await asked;
  if ("problem" in found) return found;
  const { settings, clone_id: id } = component;
  const { commit, began, repo } = found;
  const { base, head } = await service.locks.hold(id, component.path, async () => {
    const clone = cloneOf(service, id);
    return {
      base: began === undefined ? undefined : await clone.readAt(began, path),
      head: await clone.readAt(commit, path),
    };
  });
  const pages = repositoryPages(repo);
  const lineAddress = pages && ((line: number) => pages.file({ commit }, path, line));
  const ownFile = isSource ? undefined : path;
  if (head === undefined) return { strings: [], ownFile, lineAddress };
  const strings = await calculateFrom([base, head], "newStrings", { settings, path, isSource, base, head });
  if (strings === undefined) return { problem: `The pull request's ${path} cannot be read.` };
  return { strings, ownFile, lineAddress };
}

async function headOf(
  service: Service,
  { component }: VisibleTranslation,
  number: number,
): Promise<Head | { readonly problem: string }> {
  const { clone_id: id } = component;
  const record = await service.database
    .selectFrom("clone")
    .select(["repo", "branch"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (record === undefined || record.repo === "") {
    return { problem: "This component has no source file in a repository." };
  }
  const { repo, branch } = record;
  const fetched = await service.locks.hold(id, component.path, () => fetchedHead(cloneOf(service, id), number, branch));
  if (fetched === undefined) return { problem: `The repository shows no pull request #${String(number)}.` };
  return { ...fetched, repo };
}

async function fetchedHead(clone: Clone, number: number, branch: string): Promise<Omit<Head, "repo"> | undefined> {
  const own = `refs/interlinear-pulls/${String(number)}`;
  for (const head of [`refs/pull/${String(number)}/head`, `refs/merge-requests/${String(number)}/head`]) {
    const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
    const args = ["fetch", "--quiet", "--no-tags", "origin", `+${head}:${own}`];
    const { code } = await clone.git(args, { allow: [0, 1, 128], signal });
    if (code !== 0) continue;
    const began = await mergeBase(clone.folder, own, `refs/remotes/origin/${branch}`);
    const commit = await clone.git(["rev-parse", own]);
    return { commit: commit.stdout.toString("utf8").trim(), began };
  }
  return undefined;
}
