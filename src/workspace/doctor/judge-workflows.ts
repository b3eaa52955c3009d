import { parseDocument } from "yaml";
import * as z from "zod";
import type { ForgeExamination, RequiredCheck } from "../../forge/examination.ts";
import type { ResolvedMapping } from "../../mapping/binding.ts";
import { problem, warning, type Remark } from "./remark.ts";

/** A workflow that runs the action. */
export interface ActionWorkflow {
  /** Repository path. */
  readonly path: string;
  readonly text: string;
}

interface Settings {
  readonly review: Pick<ResolvedMapping["review"], "check">;
  readonly pullRequest: Pick<ResolvedMapping["pullRequest"], "autoMerge">;
}

/** What our checks are called on a commit. */
const CHECK = "Interlinear";
const SUBJECT = "github";
/** Events of which the check is written. */
const REVIEWING = ["pull_request", "pull_request_target", "workflow_run", "merge_group"] as const;

/** Whether a text is a workflow that runs the action, or the reusable one. */
export function runsAction(text: string): boolean {
  return /uses:\s*["']?(?:\S*\/)?interlinear(?:\/\S*)?@/.test(text);
}

/**
 * Whether every check that the base branch's rules ask for will come, and whether anything follows a merge. Where no workflow runs
 * the action a bot may, whose checks come for all.
 */
export function judgeWorkflows(
  { branch, checks, hasQueue }: NonNullable<ForgeExamination["base"]>,
  { review, pullRequest }: Settings,
  workflows: readonly ActionWorkflow[],
): readonly Remark[] {
  const ours = checks.filter(({ name }) => name === CHECK);
  const isRequired = ours.length > 0;
  const others = [...new Set(checks.map(({ name }) => name))].filter((name) => name !== CHECK);
  const hasWorkflow = workflows.length > 0;
  const named = pathsOf(workflows);
  const runsOn = (event: string): boolean => workflows.some((workflow) => isStartedBy(workflow, event));
  // What strangers start there has the rights of the base, and so may write the check.
  const reviewsAll = runsOn("pull_request_target");
  const reviews = reviewsAll || runsOn("pull_request");
  const ownToken = hasWorkflow && workflows.every(hasOwnToken);
  return [
    ...(isRequired && !review.check
      ? [
          problem(
            SUBJECT,
            `a rule of ${branch} asks for the check ${CHECK}, and \`review.check: false\` keeps it away`,
            {
              remedy: "Take the line out of the mapping, or the check out of the rule.",
            },
          ),
        ]
      : []),
    ...(isRequired && review.check && hasWorkflow && !reviews
      ? [
          problem(SUBJECT, `a rule of ${branch} asks for the check ${CHECK}, and no workflow reviews pull requests`, {
            remedy: `Add \`pull_request:\` to the events of ${named}.`,
          }),
        ]
      : []),
    ...(review.check ? ours.flatMap(({ from }) => sourceProblems(branch, from, workflows)) : []),
    ...(isRequired && review.check && reviews && !reviewsAll && !runsOn("workflow_run")
      ? [
          warning(
            SUBJECT,
            `a rule of ${branch} asks for the check ${CHECK}, and pull requests of forks and of Dependabot do not get it`,
            {
              remedy: `Their runs may not write. Add the second workflow of docs/examples/forks.yml, which writes it when ${named} is done; or use the bot.`,
            },
          ),
        ]
      : []),
    ...(isRequired && review.check
      ? workflows.filter(isFiltered).map(({ path }) =>
          problem(
            SUBJECT,
            `a rule of ${branch} asks for the check ${CHECK}, and ${path} leaves pull requests out by their paths: these wait for ever`,
            {
              remedy: "Take `paths` and `paths-ignore` out of its `pull_request:`; a review of no strings is quick.",
            },
          ),
        )
      : []),
    ...(isRequired && review.check && hasQueue && hasWorkflow && !runsOn("merge_group")
      ? [
          problem(SUBJECT, `the merge queue of ${branch} waits for the check ${CHECK}, which no workflow brings it`, {
            remedy: `Add \`merge_group:\` with \`types: [checks_requested]\` to the events of ${named}.`,
          }),
        ]
      : []),
    ...(others.length > 0 && ownToken
      ? [
          warning(
            SUBJECT,
            `${listed(others)} of the rules of ${branch} wait for somebody's approval on our pull requests`,
            {
              remedy:
                "What the workflow's own token opens starts no run by itself: press Approve workflows to run, or use an App (`app-id` and `private-key`).",
            },
          ),
        ]
      : []),
    ...workflows.filter(isDropping).map(({ path }) =>
      warning(
        SUBJECT,
        `the end of a pull request may take the place of a push that waits, by the \`concurrency\` of ${path}`,
        {
          remedy:
            "After a merge both have the same `github.ref`; a fork's end sends nothing, so its strings wait for the next run. Take the `group` of docs/examples/interlinear.yml.",
        },
      ),
    ),
    ...(pullRequest.autoMerge !== undefined && ownToken
      ? [
          warning(SUBJECT, "`auto-merge` merges with the workflow's own token, and nothing runs after that", {
            remedy:
              "Neither the checks of the base branch nor its deployment start. Use an App (`app-id` and `private-key`), or a person's token.",
          }),
        ]
      : []),
  ];
}

/**
 * A rule may take a check from one App alone; GitHub's page proposes the one that made it last. The same name from another one
 * does not count, and GitHub says no more than that it waits.
 */
function sourceProblems(
  branch: string,
  from: RequiredCheck["from"],
  workflows: readonly ActionWorkflow[],
): readonly Remark[] {
  const said = (of: string, but: string): readonly Remark[] => [
    problem(SUBJECT, `a rule of ${branch} takes the check ${CHECK} from ${of} alone, and ${but}`, {
      remedy: `In the rule, choose "any source" for the check ${CHECK}.`,
    }),
  ];
  const writers = workflows.filter((workflow) => REVIEWING.some((event) => isStartedBy(workflow, event)));
  const asApp = writers.filter(({ text }) => /^\s*app-id:/m.test(text));
  const asThemselves = writers.filter(hasOwnToken);
  if (from === "workflows" && workflows.length === 0) {
    return said("GitHub Actions", "no workflow runs the action: a bot's check does not count");
  }
  if (from === "workflows" && asApp.length > 0) return said("GitHub Actions", `an App writes it in ${pathsOf(asApp)}`);
  if (from === "another-app" && asThemselves.length > 0) {
    return said("an App", `the workflow's own token writes it in ${pathsOf(asThemselves)}`);
  }
  return [];
}

/** Whether a pull request's paths decide whether the workflow runs. */
function isFiltered({ text }: ActionWorkflow): boolean {
  const filtered = z.object({ paths: z.unknown(), "paths-ignore": z.unknown() }).partial();
  const workflow = z.object({ on: z.object({ pull_request: filtered, pull_request_target: filtered }).partial() });
  // Mistakes of the workflow are GitHub's to tell.
  const { data } = workflow.safeParse(parseDocument(text).toJS());
  const { pull_request: pull, pull_request_target: target } = data?.on ?? {};
  return [pull, target].some((event) => event?.paths !== undefined || event?.["paths-ignore"] !== undefined);
}

/** Whether pushes and ends of pull requests share a group, by what the README said once. */
function isDropping(workflow: ActionWorkflow): boolean {
  const groups = workflow.text.match(/^\s*group:.*$/gm) ?? [];
  const isByRef = groups.some(
    (group) =>
      group.includes("github.ref") &&
      !/event_name\s*\}|event\.(?:pull_request\.)?number|head_ref|run_id|sha/.test(group),
  );
  return isByRef && isStartedBy(workflow, "push") && isStartedBy(workflow, "pull_request");
}

function isStartedBy({ text }: ActionWorkflow, event: string): boolean {
  return new RegExp(`^\\s*(?:-\\s*)?${event}\\b|\\bon:.*\\b${event}\\b`, "m").test(text);
}

function hasOwnToken({ text }: ActionWorkflow): boolean {
  return !/^\s*(?:app-id|github-token):/m.test(text);
}

function pathsOf(workflows: readonly ActionWorkflow[]): string {
  return workflows.map(({ path }) => path).join(", ");
}

function listed(names: readonly string[]): string {
  return `the check${names.length === 1 ? "" : "s"} ${names.map((name) => `"${name}"`).join(", ")}`;
}
