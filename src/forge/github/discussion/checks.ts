import { defined } from "../../../core/defined.ts";
import type { CheckReport, Discussion, Identity } from "../../discussion.ts";
import type { GitHubRepository } from "../connection.ts";
import { explained, isPassing, isStatus, isUncertain, refusalOf } from "../refusal.ts";
import {
  hiddenBy,
  isOurId,
  memoryIn,
  planRun,
  REPLACED,
  runAnnotations,
  runText,
  type PresentRun,
  type RunAnnotation,
  type RunText,
} from "./check-run.ts";

interface RunAnswer {
  readonly id: number;
  readonly html_url: string | null;
  readonly external_id: string | null;
  readonly conclusion: string | null;
  readonly output: {
    readonly title: string | null;
    readonly summary: string | null;
    readonly annotations_count: number;
  };
}

/** What one report is about, and the App that speaks. */
interface Place {
  readonly github: GitHubRepository;
  /** Slug of the token's App. */
  readonly slug: string;
  readonly name: string;
  readonly commit: string;
  /** What the token needs for all of it. */
  readonly permission: string;
}

/** Whose checks they are. */
export interface Speaker {
  readonly slug: string;
  readonly kind: Identity["kind"];
}

const CONCLUSIONS = ["success", "neutral", "failure", "action_required"] as const;
/** Annotations that a request may have. */
const BATCH = 50;

/** Keeps one check run of the name up to date; one that says the same already is not written. */
export async function reportCheck(
  github: GitHubRepository,
  { slug, kind }: Speaker,
  check: CheckReport,
): ReturnType<Discussion["report"]> {
  const place = { github, slug, name: check.name, commit: check.commit, permission: "checks: write" };
  const text = runText(check, kind === "workflow");
  const annotations = runAnnotations(check);
  const [present, ...older] = await ourRuns(place);
  const hidden = hiddenBy(check, present);
  if (hidden !== undefined && (await isStillAbout(github, hidden, check.commit))) {
    return { ...defined({ url: present?.url }), keptFor: hidden };
  }
  const plan = planRun(present, text, annotations.length);
  const url = await explained(
    { action: `report the check of commit ${check.commit}`, permission: place.permission },
    async () => {
      const isCurrent =
        plan.action === "keep" || (plan.action === "update" && (await change(place, plan.run, text, annotations)));
      if (isCurrent) {
        await retire(github, older);
        return plan.run.url;
      }
      // A newer one counts for a rule that asks for the check, whatever an older one says.
      const made = await create(place, text, annotations, present);
      await fill(place, made, text, annotations, false);
      await retire(github, present === undefined ? older : [present, ...older]);
      return made.url;
    },
  );
  return url === undefined ? {} : { url };
}

async function isStillAbout(
  { octokit, owner, repo }: GitHubRepository,
  number: number,
  commit: string,
): Promise<boolean> {
  const attempt = { action: `show pull request #${String(number)}`, permission: "pull-requests: read" };
  const { data } = await explained(attempt, () => octokit.rest.pulls.get({ owner, repo, pull_number: number }));
  return data.state === "open" && data.head.sha === commit;
}

export async function lastCheck(
  github: GitHubRepository,
  { slug }: Speaker,
  commit: string,
  name: string,
): ReturnType<Discussion["lastReport"]> {
  const [last] = await ourRuns({ github, slug, name, commit, permission: "checks: read" });
  const conclusion = CONCLUSIONS.find((candidate) => candidate === last?.conclusion);
  if (last === undefined || conclusion === undefined) return undefined;
  return { conclusion, memory: memoryIn(last.externalId) };
}

/** Newest first. Jobs of workflows are check runs of the same App, and may have the same name. */
async function ourRuns({ github, slug, name, commit, permission }: Place): Promise<readonly PresentRun[]> {
  const { octokit, owner, repo } = github;
  return explained({ action: `list the checks of commit ${commit}`, permission }, async () => {
    const query = { owner, repo, ref: commit, check_name: name, filter: "all", per_page: 100 } as const;
    const runs = await octokit.paginate(octokit.rest.checks.listForRef, query);
    return runs
      .filter(({ app, external_id: id }) => app?.slug === slug && isOurId(id ?? ""))
      .map(presentRun)
      .toSorted((one, other) => other.id - one.id);
  });
}

function presentRun(answer: RunAnswer): PresentRun {
  const { id, output } = answer;
  return {
    id,
    url: answer.html_url ?? undefined,
    conclusion: answer.conclusion ?? undefined,
    title: output.title ?? "",
    summary: output.summary ?? "",
    externalId: answer.external_id ?? "",
    annotations: output.annotations_count,
  };
}

/** Where the answer is lost, the run is looked for before it is made again. */
async function create(
  place: Place,
  text: RunText,
  annotations: readonly RunAnnotation[],
  before: PresentRun | undefined,
): Promise<PresentRun> {
  const { octokit, owner, repo } = place.github;
  const first = annotations.slice(0, BATCH);
  const make = async (): Promise<PresentRun> => {
    const { data } = await octokit.rest.checks.create({
      owner,
      repo,
      name: place.name,
      head_sha: place.commit,
      ...fields(text, first),
      request: { retries: 0 },
    });
    return { ...presentRun(data), annotations: first.length };
  };
  return settled(place.github, make, async () => {
    const [newest] = await ourRuns(place);
    return newest?.id === before?.id ? undefined : newest;
  });
}

/** Adds the annotations that the run lacks, a part at a time; `isStale`: what it says besides is to be written, too. */
async function fill(
  place: Place,
  run: PresentRun,
  text: RunText,
  annotations: readonly RunAnnotation[],
  isStale: boolean,
): Promise<void> {
  const { octokit, owner, repo } = place.github;
  let present = run.annotations;
  for (let isDue = isStale; isDue || present < annotations.length; isDue = false) {
    const part = annotations.slice(present, present + BATCH);
    const expected = present + part.length;
    const add = async (): Promise<number> => {
      const changed = { owner, repo, check_run_id: run.id, ...fields(text, part) };
      await octokit.rest.checks.update({ ...changed, request: { retries: 0 } });
      return expected;
    };
    present = await settled(place.github, add, async () => {
      // Without annotations, a second time is the same as once.
      const found = part.length === 0 ? undefined : (await ourRuns(place)).find(({ id }) => id === run.id);
      return found !== undefined && found.annotations >= expected ? found.annotations : undefined;
    });
  }
}

/** @returns whether it was taken: a run may not be ours to change any more, or be gone with its workflow run */
async function change(
  place: Place,
  run: PresentRun,
  text: RunText,
  annotations: readonly RunAnnotation[],
): Promise<boolean> {
  try {
    await fill(place, run, text, annotations, true);
    return true;
  } catch (error) {
    if (!isUnchangeable(error)) throw error;
    place.github.logger.debug(
      `check run ${String(run.id)} takes no change (${String(refusalOf(error)?.status)}): a new one is made`,
    );
    return false;
  }
}

function isUnchangeable(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && !isPassing(refusal) && isStatus(error, 403, 404, 422);
}

/** A newer run may be shown beside the old ones: what they say must not hold anything up. */
async function retire({ octokit, owner, repo }: GitHubRepository, runs: readonly PresentRun[]): Promise<void> {
  for (const { id } of runs) {
    try {
      await octokit.rest.checks.update({
        owner,
        repo,
        check_run_id: id,
        external_id: REPLACED,
        status: "completed",
        conclusion: "neutral",
        output: { title: "Replaced by a newer report", summary: "A newer report of this commit says what holds now." },
      });
    } catch (error) {
      if (!isUnchangeable(error)) throw error;
    }
  }
}

function fields(text: RunText, annotations: readonly RunAnnotation[]) {
  const { conclusion, title, summary, detailsUrl, externalId } = text;
  return {
    status: "completed" as const,
    conclusion,
    external_id: externalId,
    ...defined({ details_url: detailsUrl }),
    output: { title, summary, annotations: [...annotations] },
  };
}

/** Sends what must not be done twice: where the answer is lost, `look` tells whether it was done. */
async function settled<Result>(
  { wait }: GitHubRepository,
  send: () => Promise<Result>,
  look: () => Promise<Result | undefined>,
): Promise<Result> {
  for (const seconds of [1, 2, 4]) {
    try {
      return await send();
    } catch (error) {
      if (!isUncertain(error)) throw error;
      await wait(seconds);
      const found = await look();
      if (found !== undefined) return found;
    }
  }
  return send();
}
