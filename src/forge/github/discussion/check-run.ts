import { createHash } from "node:crypto";
import { cutLine, cutText } from "../../cut-text.ts";
import type { CheckReport } from "../../discussion.ts";

export interface RunAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
}

/** A report as GitHub takes it. */
export interface RunText {
  readonly conclusion: CheckReport["conclusion"];
  readonly title: string;
  readonly summary: string;
  /** Undefined also where GitHub would put the page of the run in its place; the summary has the link then. */
  readonly detailsUrl: string | undefined;
  /** Ours alone have one of this form: jobs of workflows are check runs too. */
  readonly externalId: string;
}

/** A check run of ours as GitHub shows it. */
export interface PresentRun {
  readonly id: number;
  readonly url: string | undefined;
  readonly conclusion: string | undefined;
  readonly title: string;
  readonly summary: string;
  readonly externalId: string;
  /** How many it has: GitHub adds to them and takes none away. */
  readonly annotations: number;
}

export type RunPlan =
  | { readonly action: "keep" | "update"; readonly run: PresentRun }
  /** In the place of one with annotations that are not said any more, if there is one. */
  | { readonly action: "create" };

const TITLE_CHARACTERS = 255;
const SUMMARY_BYTES = 65_535;
const MESSAGE_BYTES = 64 * 1_024;
const LINK = "\n\n[The run that says so]";
const EXTERNAL_ID = /^interlinear:([0-9a-f]{12})(?:@(\d+))?:(.*)$/s;
/** Of a run that a newer one took the place of. */
export const REPLACED = "interlinear:replaced";

/** @param isWorkflow whether the workflow's own token speaks: of its checks GitHub overwrites `details_url` */
export function runText(check: CheckReport, isWorkflow: boolean): RunText {
  const { detailsUrl, pullRequest } = check;
  const about = pullRequest === undefined ? "" : `@${String(pullRequest)}`;
  const link = isWorkflow && detailsUrl !== undefined ? `${LINK}(${detailsUrl})` : "";
  return {
    conclusion: check.conclusion,
    title: cutLine(check.title, TITLE_CHARACTERS),
    summary: `${cutText(check.summary, SUMMARY_BYTES - Buffer.byteLength(link))}${link}`,
    detailsUrl: isWorkflow ? undefined : detailsUrl,
    externalId: `interlinear:${digestOf(runAnnotations(check))}${about}:${check.memory ?? ""}`,
  };
}

export function runAnnotations({ annotations }: CheckReport): readonly RunAnnotation[] {
  return annotations.map(({ path, line, level, title, message }) => ({
    path,
    start_line: line,
    end_line: line,
    annotation_level: level,
    title: cutLine(title, TITLE_CHARACTERS),
    message: cutText(message, MESSAGE_BYTES),
  }));
}

/**
 * A run is brought up to date in place. Annotations are in the way of that: they cannot be taken back, so a run keeps its
 * place only while it has none, or (some of) those that are to be said now.
 */
export function planRun(present: PresentRun | undefined, text: RunText, annotations: number): RunPlan {
  if (present === undefined) return { action: "create" };
  const isSameList = digestIn(present.externalId) === digestIn(text.externalId) && present.annotations <= annotations;
  if (present.annotations > 0 && !isSameList) return { action: "create" };
  const isSaid =
    present.annotations === annotations &&
    present.conclusion === text.conclusion &&
    present.title === text.title &&
    withoutLink(present.summary) === withoutLink(text.summary) &&
    present.externalId === text.externalId;
  return { action: isSaid ? "keep" : "update", run: present };
}

/** Which run was the first to say so, is no reason to say it again. */
function withoutLink(summary: string): string {
  const at = summary.lastIndexOf(LINK);
  return at < 0 ? summary : summary.slice(0, at);
}

/** What {@link CheckReport.memory} was; undefined where there was none. */
export function memoryIn(externalId: string): string | undefined {
  return EXTERNAL_ID.exec(externalId)?.[3] || undefined;
}

/** Number of the pull request that it is about; undefined where it does not say. */
function pullRequestIn(externalId: string): number | undefined {
  const number = EXTERNAL_ID.exec(externalId)?.[2];
  return number === undefined ? undefined : Number(number);
}

/** The other pull request whose failure a report would hide: one check stands on a commit, whoever asks for it. */
export function hiddenBy(
  { conclusion, pullRequest }: CheckReport,
  present: PresentRun | undefined,
): number | undefined {
  if (conclusion === "failure" || pullRequest === undefined || present?.conclusion !== "failure") return undefined;
  const other = pullRequestIn(present.externalId);
  return other === pullRequest ? undefined : other;
}

export function isOurId(externalId: string): boolean {
  return EXTERNAL_ID.test(externalId);
}

function digestIn(externalId: string): string | undefined {
  return EXTERNAL_ID.exec(externalId)?.[1];
}

function digestOf(annotations: readonly RunAnnotation[]): string {
  return createHash("sha256").update(JSON.stringify(annotations)).digest("hex").slice(0, 12);
}
