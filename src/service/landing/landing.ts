import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Cron } from "croner";
import { parse } from "yaml";
import { sameTexts } from "../../catalog/texts.ts";
import { cloneOf } from "../clone/component-clone.ts";
import { authorOf } from "../clone/pending.ts";
import type { Author, Clone } from "../clone/clone.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { calculateFrom } from "../threads/calculate.ts";
import { onlyCut } from "./git-until.ts";
import { firstCommit, historyOf, lookAt } from "./origin.ts";
import type { ChangeRequest, PlannedChange } from "./planned-change.ts";
import { previewOf } from "./preview.ts";
import { proposalsOf, type Proposal } from "./proposals.ts";
import { releaseWith, type Release } from "./releases.ts";
import { repositoryPages, type RepositoryPages } from "./repository-pages.ts";

export interface ShownProposal extends Proposal {
  /** Where people see what it changes, as its description says. */
  readonly preview: string | undefined;
}

/** Where a text goes when it is saved. */
export interface Landing extends PlannedChange {
  /** In the repository. */
  readonly path: string;
  readonly branch: string;
  readonly pages: RepositoryPages | undefined;
  /** Whose name the commit has. */
  readonly author: Author;
  /** Open pull requests with translations; undefined: the repository's host did not answer. */
  readonly proposals: readonly ShownProposal[] | undefined;
  /** The first with this very text; undefined: that is not known. */
  readonly release: Release | undefined;
  /** When the repository's own workflow runs Interlinear next; undefined: it names no time. */
  readonly nextRun: Date | undefined;
}

/**
 * What saving a text changes in the repository, when and as whom: the file as the clone has it, with this one string
 * written. Nothing is changed.
 * @returns undefined for a translation without a file
 */
export async function landingOf(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  typed: { readonly target: readonly string[]; readonly state: number },
): Promise<Landing | undefined> {
  const { component, translation, unit } = place;
  const path = translation.filename;
  const record = await service.database
    .selectFrom("clone")
    .select(["repo", "branch"])
    .where("id", "=", component.clone_id)
    .executeTakeFirst();
  if (path === "" || record === undefined) return undefined;
  const clone = cloneOf(service, component.clone_id);
  const file = await clone.tryRead(path);
  if (file === undefined) return undefined;
  const { template } = component.settings;
  const upstream = record.repo === "" ? undefined : await clone.readAt(`refs/remotes/origin/${record.branch}`, path);
  const request: ChangeRequest = {
    settings: component.settings,
    path,
    language: translation.language_code,
    languageForms: translation.plural_number,
    file,
    template: template === "" || translation.is_template === 1 ? undefined : await clone.tryRead(template),
    upstream: upstream?.equals(file) === true ? undefined : upstream,
    unit: { ...unit, target: JSON.stringify(typed.target), state: typed.state },
  };
  // Where the repository is, not everybody who translates may know.
  const mayView = may(caller, place, "vcs.view");
  const planned = await calculateFrom([file, request.template, request.upstream], "plannedChange", request);
  const isThere = planned.change === undefined && planned.problem === "" && typed.target.some((text) => text !== "");
  const [release, proposals] = await Promise.all([
    isThere ? releaseOf(service, place, typed.target) : undefined,
    record.repo === "" ? [] : shownProposals(service, component, mayView ? record.repo : ""),
  ]);
  return {
    ...planned,
    release,
    path,
    branch: record.branch,
    pages: mayView ? repositoryPages(record.repo) : undefined,
    author: await authorOf(service, caller.user?.id),
    proposals,
    nextRun: await nextRunIn(clone, service.clock.now()),
  };
}

const RELEASE_MILLISECONDS = 10_000;

/** Of a text as the repository has it: what is not pushed yet is in no release. */
async function releaseOf(
  service: Service,
  { component, translation, unit }: VisibleUnit,
  text: readonly string[],
): Promise<Release | undefined> {
  const signal = AbortSignal.timeout(RELEASE_MILLISECONDS);
  try {
    const history = await historyOf(service, component.clone_id, signal);
    if (history === undefined) return undefined;
    const { git, tip } = history;
    const sought = { settings: component.settings, path: translation.filename, key: unit.key };
    const there = await lookAt(git, sought, tip);
    if (typeof there === "string" || !sameTexts(there.target, text)) return undefined;
    const first = await firstCommit(git, sought, tip, "target");
    return first && (await releaseWith(service, component.clone_id, first.commit, signal));
  } catch (error) {
    onlyCut(signal, error);
    return undefined;
  }
}

/** @param repo "": whoever asks may not know what its host says */
async function shownProposals(
  service: Service,
  component: VisibleUnit["component"],
  repo: string,
): Promise<readonly ShownProposal[] | undefined> {
  const proposals = await proposalsOf(service, component);
  return (
    proposals &&
    Promise.all(
      proposals.map(async (proposal) => {
        const { number } = proposal;
        return { ...proposal, preview: number === undefined ? undefined : await previewOf(service, repo, number) };
      }),
    )
  );
}

const WORKFLOW_FOLDERS = [".github/workflows", ".forgejo/workflows", ".gitea/workflows"];
const MOST_WORKFLOWS = 50;
const WORKFLOW_BYTES = 100_000;

/** The next time at which a workflow of the repository runs Interlinear. */
async function nextRunIn({ folder }: Clone, now: Date): Promise<Date | undefined> {
  const times: Date[] = [];
  for (const workflows of WORKFLOW_FOLDERS) {
    const names = await readdir(join(folder, workflows)).catch(() => []);
    for (const name of names.filter((each) => /\.ya?ml$/.test(each)).slice(0, MOST_WORKFLOWS)) {
      const path = join(folder, workflows, name);
      const facts = await lstat(path).catch(() => undefined);
      if (facts?.isFile() !== true || facts.size > WORKFLOW_BYTES) continue;
      const text = await readFile(path, "utf8");
      if (/\binterlinear\b/i.test(text)) times.push(...timesOf(text, now));
    }
  }
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

/** When the schedules of a workflow come next; of what is no workflow there are none. */
export function timesOf(workflow: string, now: Date): readonly Date[] {
  try {
    const { on }: { on?: { schedule?: readonly { cron?: unknown }[] } } = parse(workflow) ?? {};
    return (on?.schedule ?? []).flatMap(({ cron }) => {
      const next = typeof cron === "string" ? new Cron(cron, { timezone: "UTC" }).nextRun(now) : null;
      return next === null ? [] : [next];
    });
  } catch {
    return [];
  }
}
