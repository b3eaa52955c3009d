import { equalTexts } from "../../catalog/texts.ts";
import { cloneOf } from "../clone/component-clone.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { calculate } from "../threads/calculate.ts";
import { gitUntil, onlyCut, textOf, type Git } from "./git-until.ts";
import { repositoryPages, type RepositoryPages } from "./repository-pages.ts";
import type { FoundString, MissingString, SoughtString } from "./string-in-file.ts";

/** What brought a string into the repository, as git's history tells. */
export interface Origin {
  /** Of the file that has the source text, and where it stood in it at that commit. */
  readonly path: string;
  readonly line: number;
  /** What the source says there; one text per plural form. */
  readonly text: readonly string[];
  readonly commit: string;
  readonly subject: string;
  readonly author: string;
  /** ISO 8601; "": none that anybody could read. */
  readonly date: string;
  /** Undefined: no message names one. */
  readonly pullRequest: PullRequestOfCommit | undefined;
  readonly pages: RepositoryPages | undefined;
}

/** A pull request that a commit came with. */
export interface PullRequestOfCommit {
  readonly number: number;
  /** "": not told. */
  readonly title: string;
  /** The merge, where it is a commit of its own. */
  readonly merge?: { readonly commit: string; readonly date: string };
}

/** A long history of a large file is not worth more. */
const MILLISECONDS = 10_000;

/**
 * The commit that a string's source text came with, and the pull request that brought that commit to the branch: what a
 * squashed commit or a merge says of itself. For those who may know of the repository.
 * @returns undefined where git does not tell: no repository, no such line, too long a history
 */
export async function originOf(
  service: Service,
  { component, translation, unit }: VisibleUnit,
  signal = AbortSignal.timeout(MILLISECONDS),
): Promise<Origin | undefined> {
  const { settings } = component;
  const history = await historyOf(service, component.clone_id, signal);
  if (history === undefined) return undefined;
  const { git, tip, pages } = history;
  try {
    for (const path of new Set([...sourceFiles(settings), translation.filename])) {
      if (path === "") continue;
      const look = { settings, path, key: unit.key };
      const first = await firstCommit(git, look, tip);
      if (first === undefined) continue;
      const message = textOf(
        await git("show", "--no-patch", "--format=%an%n%aI%n%B", "--end-of-options", first.commit, "--"),
      );
      const [author = "", date = "", ...words] = message.split("\n");
      const pullRequest =
        namedPullRequest(words.join("\n")) ??
        (await mergedWith(git, first.commit, tip, await ownLine(git, `${first.commit}..${tip}`)));
      return {
        path,
        ...first,
        author,
        date: dateOf(date),
        subject: words[0] ?? "",
        pullRequest,
        pages,
      };
    }
  } catch (error) {
    onlyCut(signal, error);
  }
  return undefined;
}

/** The files that have the source texts of all languages; [] where each translation's file has them. */
export function sourceFiles({
  template,
  new_base: base,
}: Pick<ComponentSettings, "template" | "new_base">): readonly string[] {
  return [template, base].filter((path) => path !== "");
}

/** A repository's history as far as the host has it, to be read until somebody has waited enough; undefined: there is none. */
export async function historyOf(service: Service, clone: number, signal: AbortSignal) {
  const record = await service.database
    .selectFrom("clone")
    .select(["repo", "remote_commit"])
    .where("id", "=", clone)
    .executeTakeFirst();
  const tip = record?.remote_commit ?? undefined;
  if (record === undefined || tip === undefined) return undefined;
  return { git: gitUntil(cloneOf(service, clone), signal), tip, pages: repositoryPages(record.repo) };
}

/** A date of git in ISO 8601, UTC; "" for one that is none here: a commit may say that it is of the year 10000. */
export function dateOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}

/** A string as a file has it at a commit; undefined: it is not there, or nobody knows. */
async function stringAt(git: Git, sought: SoughtString, commit: string): Promise<FoundString | undefined> {
  const found = await lookAt(git, sought, commit);
  return typeof found === "string" ? undefined : found;
}

/** The same, with why it is not found. */
export async function lookAt(git: Git, sought: SoughtString, commit: string): Promise<FoundString | MissingString> {
  const file = await git("show", "--end-of-options", `${commit}:${sought.path}`, "--");
  if (file === undefined) return "absent";
  // A history has many versions of a file: together even small ones are not read beside those who are answered.
  return calculate("stringInFile", { ...sought, file });
}

/** So often a line of a string changed and its text did not: a comma after it, a note, a place in the code. */
const STEPS = 30;

/**
 * The commit from which on the string says what it says.
 * @param of what it says in the source language, or in that of the file
 */
export async function firstCommit(
  git: Git,
  sought: SoughtString,
  tip: string,
  of: "text" | "target" = "text",
): Promise<(Writer & { readonly text: readonly string[] }) | undefined> {
  let found = await stringAt(git, sought, tip);
  if (found === undefined) return undefined;
  const text = found[of];
  for (let [at, step] = [tip, 0]; step < STEPS; step += 1) {
    const brought = await earliestWith(git, sought, { text, of }, await writersOf(git, at, sought.path, found.lines));
    if (brought === undefined) return undefined;
    at = `${brought.commit}^`;
    found = await stringAt(git, sought, at);
    if (found === undefined || !equalTexts(found[of], text)) return { ...brought, text };
  }
  return undefined;
}

/** The first of these commits that has the text: others wrote a bracket below the string, or what it said before. */
async function earliestWith(
  git: Git,
  sought: SoughtString,
  { text, of }: { readonly text: readonly string[]; readonly of: "text" | "target" },
  commits: readonly Writer[],
) {
  for (const writer of commits) {
    const found = await stringAt(git, sought, writer.commit);
    if (found !== undefined && equalTexts(found[of], text)) return writer;
  }
  return undefined;
}

/** A commit that wrote one of these lines last, and where the first of them stood in it. */
interface Writer {
  readonly commit: string;
  readonly line: number;
}

/** The oldest first. */
async function writersOf(
  git: Git,
  at: string,
  path: string,
  [from, to]: FoundString["lines"],
): Promise<readonly Writer[]> {
  const blame = textOf(await git("blame", "--incremental", "-L", `${String(from)},${String(to)}`, at, "--", path));
  // By line feeds alone: a subject may hold what else ends a line.
  const found = blame.split(/\n(?=[\da-f]{40,64} \d+ \d+ \d+\n)/).flatMap((entry) => {
    const [, commit, line] = /^([\da-f]{40,64}) (\d+)/.exec(entry) ?? [];
    const time = /\ncommitter-time (\d+)\n/.exec(entry)?.[1];
    return commit === undefined || time === undefined ? [] : [{ commit, line: Number(line), time: Number(time) }];
  });
  return found.toSorted((one, other) => one.time - other.time);
}

/**
 * Commits that were made on the branch itself, or merged something into it; the newest first.
 * @param range a tip for the whole history, or `commit..tip`
 */
export async function ownLine(git: Git, range: string): Promise<readonly string[]> {
  return textOf(await git("rev-list", "--first-parent", "--end-of-options", range, "--")).split("\n");
}

/** What merged a commit into the branch, where it was not made there. @param own the branch's own line, after the commit at least */
export async function mergedWith(
  git: Git,
  commit: string,
  tip: string,
  own: readonly string[],
): Promise<PullRequestOfCommit | undefined> {
  const range = `${commit}..${tip}`;
  const later = new Set(textOf(await git("rev-list", "--ancestry-path", "--end-of-options", range, "--")).split("\n"));
  const earliest = own.findLast((each) => each !== "" && later.has(each));
  if (earliest === undefined) return undefined;
  const shown = textOf(await git("show", "--no-patch", "--format=%P%n%cI%n%B", "--end-of-options", earliest, "--"));
  const [parents = "", date = "", ...words] = shown.split("\n");
  const [first, second] = parents.split(" ");
  const named = second === undefined || first === commit ? undefined : namedPullRequest(words.join("\n"));
  return named && { ...named, merge: { commit: earliest, date: dateOf(date) } };
}

/**
 * The pull request that a commit's message names as the one it came with: GitHub's and Forgejo's squashed commits and merges,
 * GitLab's merges. One that is merely spoken of is none.
 */
export function namedPullRequest(message: string): PullRequestOfCommit | undefined {
  const [subject = "", ...rest] = message.split("\n");
  const body = rest.find((line) => line.trim() !== "")?.trim() ?? "";
  const merged = /^Merge pull request (?:#(\d+) from |'(.*)' \(#(\d+)\) from )/.exec(subject);
  if (merged !== null) return { number: Number(merged[1] ?? merged[3]), title: merged[2] ?? body };
  const gitlab = /^See merge request \S*!(\d+)$/m.exec(message)?.[1];
  if (gitlab !== undefined)
    return { number: Number(gitlab), title: subject.startsWith("Merge branch ") ? body : subject };
  const squashed = /^(.*\S)\s+\(#(\d+)\)$/.exec(subject);
  return squashed === null ? undefined : { number: Number(squashed[2]), title: squashed[1] ?? "" };
}
