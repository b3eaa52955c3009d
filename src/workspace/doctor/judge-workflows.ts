import type { ForgeExamination } from "../../forge/examination.ts";
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
  const isRequired = checks.includes(CHECK);
  const others = checks.filter((name) => name !== CHECK);
  const hasWorkflow = workflows.length > 0;
  const named = workflows.map(({ path }) => path).join(", ");
  const runsOn = (event: string): boolean =>
    workflows.some(({ text }) => new RegExp(`^\\s*(?:-\\s*)?${event}\\b|\\bon:.*\\b${event}\\b`, "m").test(text));
  // What strangers start there has the rights of the base, and so may write the check.
  const reviewsAll = runsOn("pull_request_target");
  const reviews = reviewsAll || runsOn("pull_request");
  const ownToken = hasWorkflow && workflows.every(({ text }) => !/^\s*(?:app-id|github-token):/m.test(text));
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

function listed(names: readonly string[]): string {
  return `the check${names.length === 1 ? "" : "s"} ${names.map((name) => `"${name}"`).join(", ")}`;
}
