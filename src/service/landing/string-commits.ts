import { once } from "../../core/once.ts";
import { sameTexts } from "../../catalog/texts.ts";
import { logRecords, recordOptions } from "../../git/log-records.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { texts } from "../units/unit-row.ts";
import { onlyCut, textOf, type Git } from "./git-until.ts";
import {
  dateOf,
  historyOf,
  lookAt,
  mergedWith,
  ownLine,
  namedPullRequest,
  type PullRequestOfCommit,
} from "./origin.ts";
import { proposalsWith, type Proposal } from "./proposals.ts";
import { releaseWith, type Release } from "./releases.ts";
import type { RepositoryPages } from "./repository-pages.ts";

/** A commit that changed what a string says, or what its translation does. */
export interface StringCommit {
  readonly of: "source" | "translation";
  readonly commit: string;
  readonly author: string;
  readonly subject: string;
  /** ISO 8601, of the author; "": none that anybody could read. */
  readonly date: string;
  /** One text per plural form; empty: the string was not there. */
  readonly old: readonly string[];
  readonly now: readonly string[];
  readonly pullRequest: PullRequestOfCommit | undefined;
  /** Whether the repository has it: until a push only this service does. */
  readonly isPushed: boolean;
  /** The first with it, of the newest of its kind; undefined: that is not known. */
  readonly release?: Release | undefined;
}

/** What git tells of a string. */
export interface StringCommits {
  /** The newest first. */
  readonly commits: readonly StringCommit[];
  /** There may be more: the history was long, or reading it took too long. */
  readonly isCut: boolean;
  /** Open pull requests with translations, while the repository does not have the stored text yet. */
  readonly waiting: readonly Proposal[];
  readonly pages: RepositoryPages | undefined;
}

const MOST_COMMITS = 20;
const MILLISECONDS = 10_000;

/**
 * The commits that changed a string's source or its translation into a language, by the lines that git follows: those that changed
 * nothing that it says are left out. For those who may know of the repository.
 * @returns undefined where there is no repository
 */
export async function commitsOf(
  service: Service,
  { component, translation, unit }: VisibleUnit,
  signal = AbortSignal.timeout(MILLISECONDS),
): Promise<StringCommits | undefined> {
  const { settings, clone_id: id } = component;
  const history = await historyOf(service, id, signal);
  if (history === undefined) return undefined;
  const { git, tip: remote, pages } = history;
  const source = settings.template === "" ? settings.new_base : settings.template;
  const places = [
    ...(source === "" || translation.is_source === 1 ? [] : [{ of: "source" as const, path: source }]),
    ...(translation.filename === "" ? [] : [{ of: "translation" as const, path: translation.filename }]),
  ];
  const line = once(() => ownLine(git, remote));
  const commits: StringCommit[] = [];
  let isCut = false;
  let isWaiting = false;
  try {
    const own = textOf(await git("rev-list", "--end-of-options", "HEAD", `^${remote}`, "--")).split("\n");
    const tip = own[0] === "" || own[0] === undefined ? remote : "HEAD";
    for (const { of, path } of places) {
      const sought = { settings, path, key: unit.key };
      const text = (at: Awaited<ReturnType<typeof lookAt>>): readonly string[] =>
        typeof at === "string" ? [] : of === "source" ? at.text : at.target;
      const found = await lookAt(git, sought, tip);
      if (of === "translation" && translation.is_source !== 1) {
        const published = tip === remote ? found : await lookAt(git, sought, remote);
        isWaiting = published !== "unknown" && !sameTexts(text(published), texts(unit.target));
      }
      if (typeof found === "string") continue;
      const log = await logOf(git, tip, path, found.lines);
      isCut ||= log.length > MOST_COMMITS;
      // Of parallel branches, what is before a commit is not the next one of the log.
      let known: { readonly commit: string; readonly at: Awaited<ReturnType<typeof lookAt>> } | undefined;
      for (const { commit, parent, author, date, message } of log.slice(0, MOST_COMMITS)) {
        const after = known?.commit === commit ? known.at : await lookAt(git, sought, commit);
        const before = parent === "" ? "absent" : await lookAt(git, sought, parent);
        known = { commit: parent, at: before };
        // A version that nobody can read changed nothing that anybody knows of.
        if (after === "unknown" || before === "unknown") {
          isCut = true;
          continue;
        }
        const [old, now] = [text(before), text(after)];
        if (sameTexts(old, now)) continue;
        const isPushed = !own.includes(commit);
        const pullRequest =
          namedPullRequest(message) ?? (isPushed ? await mergedBeside(git, commit, remote, await line()) : undefined);
        const [subject = ""] = message.split("\n");
        commits.push({ of, commit, author, subject, date, old, now, pullRequest, isPushed });
      }
    }
  } catch (error) {
    onlyCut(signal, error);
    isCut = true;
  }
  const sought = { settings, path: translation.filename, key: unit.key };
  const newest = commits.toSorted((one, other) => timeOf(other.date) - timeOf(one.date));
  for (const { of } of places) {
    const at = newest.findIndex((each) => each.of === of && each.isPushed);
    const last = newest[at];
    if (last === undefined) continue;
    const release = await releaseWith(service, id, last.pullRequest?.merge?.commit ?? last.commit, signal);
    newest[at] = { ...last, release };
  }
  return {
    commits: newest,
    isCut,
    waiting: isWaiting ? await proposalsWith(service, component, sought, texts(unit.target)) : [],
    pages,
  };
}

/** What was committed on the branch itself nothing merged into it: no history is read for that. */
async function mergedBeside(git: Git, commit: string, tip: string, own: readonly string[]) {
  return own.includes(commit) ? undefined : mergedWith(git, commit, tip, own);
}

/** What has no date is put to the oldest. */
export function timeOf(date: string): number {
  return date === "" ? 0 : Date.parse(date);
}

const FIELDS = ["%H", "%P", "%an", "%aI", "%B"];

async function logOf(git: Git, tip: string, path: string, [from, to]: readonly [number, number]) {
  const lines = `-L${String(from)},${String(to)}:${path}`;
  const most = `--max-count=${String(MOST_COMMITS + 1)}`;
  const log = await git(
    "log",
    "-s",
    "--no-merges",
    most,
    ...recordOptions(FIELDS),
    lines,
    "--end-of-options",
    tip,
    "--",
  );
  return logRecords(textOf(log), FIELDS.length).map(
    ({ fields: [commit = "", parents = "", author = "", date = "", message = ""] }) => {
      const [parent = ""] = parents.split(" ");
      return { commit, parent, author, date: dateOf(date), message };
    },
  );
}
