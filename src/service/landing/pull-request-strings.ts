import { mergeBase } from "../../git/commit-reading.ts";
import type { Clone } from "../clone/clone.ts";
import { cloneOf } from "../clone/component-clone.ts";
import type { VisibleComponent } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { calculateFrom } from "../threads/calculate.ts";
import type { NewString } from "./new-strings.ts";
import { repositoryPages } from "./repository-pages.ts";

/** What a pull request adds to a component, or why that is not known. */
export type PullRequestStrings =
  | {
      readonly strings: readonly NewString[];
      /** Where the host shows a line of the source file as the pull request has it; undefined: no host shows it. */
      readonly lineAddress: ((line: number) => string) | undefined;
    }
  | { readonly problem: string };

const KNOWN_MILLISECONDS = 60_000;
const REMOTE_MILLISECONDS = 20_000;
interface Known {
  readonly until: number;
  readonly answer: Promise<PullRequestStrings>;
}
const known = new WeakMap<Service, Map<string, Known>>();

/**
 * The strings that a pull request adds or changes in the source, as git alone tells: its head, which hosts keep beside the
 * branches, compared with where it began. Asked at most once a minute.
 */
export function pullRequestStrings(
  service: Service,
  place: VisibleComponent,
  number: number,
): Promise<PullRequestStrings> {
  const now = service.clock.now().getTime();
  const own = known.get(service) ?? new Map<string, Known>();
  known.set(service, own);
  for (const [key, { until }] of own) if (until <= now) own.delete(key);
  const key = `${String(place.component.id)} ${String(number)}`;
  const current = own.get(key) ?? { until: now + KNOWN_MILLISECONDS, answer: askedOf(service, place, number) };
  own.set(key, current);
  current.answer.catch(() => own.delete(key));
  return current.answer;
}

async function askedOf(service: Service, { component }: VisibleComponent, number: number): Promise<PullRequestStrings> {
  const { settings, clone_id: id } = component;
  const record = await service.database
    .selectFrom("clone")
    .select(["repo", "branch"])
    .where("id", "=", id)
    .executeTakeFirst();
  const source = await service.database
    .selectFrom("translation")
    .select("filename")
    .where("component_id", "=", component.id)
    .where("is_source", "=", 1)
    .executeTakeFirst();
  const path = settings.template === "" ? (source?.filename ?? "") : settings.template;
  if (record === undefined || record.repo === "" || path === "") {
    return { problem: "This component has no source file in a repository." };
  }
  const read = await service.locks.hold(id, component.path, () =>
    filesOf(cloneOf(service, id), { number, branch: record.branch, path }),
  );
  if (read === undefined) return { problem: `The repository shows no pull request #${String(number)}.` };
  const { base, head } = read;
  const pages = repositoryPages(record.repo);
  const lineAddress = pages && ((line: number) => pages.file({ commit: read.commit }, path, line));
  if (head === undefined) return { strings: [], lineAddress };
  const request = { settings, path, base, head };
  const strings = await calculateFrom([base, head], "newStrings", request);
  return strings === undefined ? { problem: `The pull request's ${path} cannot be read.` } : { strings, lineAddress };
}

interface Wanted {
  readonly number: number;
  readonly branch: string;
  readonly path: string;
}

async function filesOf(clone: Clone, { number, branch, path }: Wanted) {
  const own = `refs/interlinear-pulls/${String(number)}`;
  for (const head of [`refs/pull/${String(number)}/head`, `refs/merge-requests/${String(number)}/head`]) {
    const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
    const args = ["fetch", "--quiet", "--no-tags", "origin", `+${head}:${own}`];
    const { code } = await clone.git(args, { allow: [0, 1, 128], signal });
    if (code !== 0) continue;
    const began = await mergeBase(clone.folder, own, `refs/remotes/origin/${branch}`);
    const commit = await clone.git(["rev-parse", own]);
    return {
      commit: commit.stdout.toString("utf8").trim(),
      base: began === undefined ? undefined : await clone.readAt(began, path),
      head: await clone.readAt(own, path),
    };
  }
  return undefined;
}
