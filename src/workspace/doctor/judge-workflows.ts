import type { ForgeExamination, RequiredCheck } from "../../forge/examination.ts";
import type { ResolvedMapping } from "../../mapping/binding.ts";
import { DEFAULT_MAPPING } from "../../mapping/mapping-name.ts";
import { checkName } from "../../report/review/check-name.ts";
import { problem, warning, type Remark } from "./remark.ts";
import { isStartedBy, type ActionWorkflow } from "./workflow-file.ts";

interface Settings {
  readonly path: ResolvedMapping["path"];
  readonly beside?: ResolvedMapping["beside"];
  readonly review: Pick<ResolvedMapping["review"], "check">;
  readonly pullRequest: Pick<ResolvedMapping["pullRequest"], "autoMerge">;
}

/** A check that a rule of a branch asks for. */
interface Wanted {
  readonly branch: string;
  /** Its name. */
  readonly check: string;
}

const SUBJECT = "github";
/** Events of which the check is written. */
const REVIEWING = ["pull_request", "pull_request_target", "workflow_run", "merge_group"] as const;
const PULL_REQUESTS = ["pull_request", "pull_request_target"] as const;
/** What a pull request waits for a check after. */
const REVIEWED = ["opened", "synchronize", "reopened"] as const;
/** Of this mapping, or of another one. */
const OUR_CHECKS = /^Interlinear(?: \(|$)/;
const OWN_TOKEN = /^\$\{\{\s*(?:github\.token|secrets\.GITHUB_TOKEN)\s*\}\}$/i;

/**
 * Whether every check that the base branch's rules ask for will come, and whether anything follows a merge. Where no workflow runs
 * the action a bot may, whose checks come for all.
 */
export function judgeWorkflows(
  { branch, checks, hasQueue }: NonNullable<ForgeExamination["base"]>,
  { path: mapping, beside, review, pullRequest }: Settings,
  all: readonly ActionWorkflow[],
): readonly Remark[] {
  const check = checkName(beside);
  const wanted = { branch, check };
  const workflows = all.filter((workflow) => isFor(workflow, mapping));
  const ours = checks.filter(({ name }) => name === check);
  const isRequired = ours.length > 0;
  const others = [...new Set(checks.map(({ name }) => name))].filter((name) => !OUR_CHECKS.test(name));
  const hasWorkflow = workflows.length > 0;
  const named = pathsOf(workflows);
  const reviewing = workflows.filter(mayReview);
  const runsOn = (event: string): boolean => reviewing.some((workflow) => isStartedBy(workflow, event, branch));
  // What strangers start there has the rights of the base, and so may write the check.
  const reviewsAll = runsOn("pull_request_target");
  const reviews = reviewsAll || runsOn("pull_request");
  const isCovered = reviewing.some((workflow) => PULL_REQUESTS.some((event) => reviewsEach(workflow, event, branch)));
  const seconds = reviewing.filter((workflow) => isStartedBy(workflow, "workflow_run", branch));
  const reviewsForks = reviewsAll || seconds.some((workflow) => waitsForReview(workflow, reviewing, branch));
  const ownToken = hasWorkflow && workflows.every(hasOwnToken);
  return [
    ...(isRequired && !review.check
      ? [
          problem(
            SUBJECT,
            `a rule of ${branch} asks for the check ${check}, and \`review.check: false\` keeps it away`,
            {
              remedy: "Take the line out of the mapping, or the check out of the rule.",
            },
          ),
        ]
      : []),
    ...(isRequired && review.check && hasWorkflow && !reviews
      ? [
          problem(SUBJECT, `a rule of ${branch} asks for the check ${check}, and no workflow reviews pull requests`, {
            remedy: leftOut(workflows, branch) ?? `Add \`pull_request:\` to the events of ${named}.`,
          }),
        ]
      : []),
    ...(isRequired && review.check && !isCovered ? reviewing.flatMap((workflow) => rareReviews(workflow, wanted)) : []),
    ...(review.check ? ours.flatMap(({ from }) => sourceProblems(wanted, from, workflows)) : []),
    ...(isRequired && review.check && reviews && !reviewsForks
      ? [
          warning(
            SUBJECT,
            `a rule of ${branch} asks for the check ${check}, and pull requests of forks and of Dependabot do not get it`,
            {
              remedy:
                seconds.length > 0
                  ? `${pathsOf(seconds)} waits for a workflow that reviews no pull requests: have its \`workflows:\` name ${namesOf(reviewing, branch)}.`
                  : `Their runs may not write. Add the second workflow of docs/examples/forks.yml, which writes it when ${named} is done; or use the bot.`,
            },
          ),
        ]
      : []),
    ...(isRequired && review.check && !isCovered
      ? workflows.filter(isFiltered).map(({ path }) =>
          problem(
            SUBJECT,
            `a rule of ${branch} asks for the check ${check}, and ${path} leaves pull requests out by their paths: these wait for ever`,
            {
              remedy: "Take `paths` and `paths-ignore` out of its `pull_request:`; a review of no strings is quick.",
            },
          ),
        )
      : []),
    ...(isRequired && review.check && hasWorkflow && !runsOn("merge_group")
      ? queueRemarks(wanted, hasQueue, named)
      : []),
    ...(others.length > 0 && ownToken
      ? [
          warning(
            SUBJECT,
            `${listed(others)} of the rules of ${branch} wait for somebody's approval on our pull requests`,
            {
              remedy:
                "A pull request opened with the workflow's own token starts no run by itself: press Approve workflows to run, or use an App (`app-id` and `private-key`).",
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
  { branch, check }: Wanted,
  from: RequiredCheck["from"],
  workflows: readonly ActionWorkflow[],
): readonly Remark[] {
  const said = (of: string, but: string): readonly Remark[] => [
    problem(SUBJECT, `a rule of ${branch} takes the check ${check} from ${of} alone, and ${but}`, {
      remedy: `In the rule, choose "any source" for the check ${check}.`,
    }),
  ];
  const writers = workflows.filter((workflow) => REVIEWING.some((event) => isStartedBy(workflow, event, branch)));
  const asApp = writers.filter(({ given }) => given.some((inputs) => inputs["app-id"] !== undefined));
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

/** Whether it runs with this mapping; which one an expression gives is not known here. */
function isFor({ given }: ActionWorkflow, mapping: string): boolean {
  return (
    given.length === 0 || given.some(({ mapping: path = DEFAULT_MAPPING }) => path === mapping || path.includes("${{"))
  );
}

/** Whether it may write the check at all: a command of the engine's takes no review. */
function mayReview({ given }: ActionWorkflow): boolean {
  const commands = given.map(({ command = "auto" }) => command);
  return commands.length === 0 || commands.some((command) => /^(?:auto|review|)$|\$\{\{/.test(command));
}

/** Why a workflow that reviews does not do so on this branch. */
function leftOut(workflows: readonly ActionWorkflow[], branch: string): string | undefined {
  const others = workflows.filter((workflow) => PULL_REQUESTS.some((event) => workflow.on?.has(event) === true));
  const filtered = others.filter((workflow) => !PULL_REQUESTS.some((event) => isStartedBy(workflow, event, branch)));
  return filtered.length === 0
    ? undefined
    : `The \`branches\` of \`pull_request:\` in ${pathsOf(filtered)} leave ${branch} out: add it, or take them out.`;
}

/** Whether no commit of a pull request onto the branch is left out. */
function reviewsEach(workflow: ActionWorkflow, event: string, branch: string): boolean {
  return isStartedBy(workflow, event, branch) && missingTypes(workflow, event).length === 0 && !isFiltered(workflow);
}

function missingTypes({ on }: ActionWorkflow, event: string): readonly string[] {
  const { types } = on?.get(event) ?? {};
  return REVIEWED.filter((type) => types?.includes(type) === false);
}

/** The check stands on a commit: a workflow that does not run for each of them leaves some without. */
function rareReviews(workflow: ActionWorkflow, { branch, check }: Wanted): readonly Remark[] {
  const { path } = workflow;
  const events = PULL_REQUESTS.filter((event) => isStartedBy(workflow, event, branch));
  return events.flatMap((event) => {
    const missing = missingTypes(workflow, event);
    if (missing.length === 0) return [];
    return [
      problem(
        SUBJECT,
        `a rule of ${branch} asks for the check ${check}, and ${path} does not run when a pull request is ${missing.join(", ")}`,
        { remedy: `Add what is missing to the \`types\` of its \`${event}:\`.` },
      ),
    ];
  });
}

/** Whether the workflow that it follows is one that reviews pull requests. */
function waitsForReview({ on }: ActionWorkflow, reviewing: readonly ActionWorkflow[], branch: string): boolean {
  const { workflows } = on?.get("workflow_run") ?? {};
  return (
    workflows === undefined ||
    reviewing.some((one) => isStartedBy(one, "pull_request", branch) && workflows.includes(one.name))
  );
}

function queueRemarks({ branch, check }: Wanted, hasQueue: boolean | undefined, named: string): readonly Remark[] {
  const remedy = `Add \`merge_group:\` with \`types: [checks_requested]\` to the events of ${named}.`;
  if (hasQueue === undefined) {
    return [
      warning(
        SUBJECT,
        `whether ${branch} has a merge queue, this token is not told; a queue would wait for the check ${check}, which no workflow brings it`,
        { remedy: `${remedy} Without a queue it does nothing.` },
      ),
    ];
  }
  const message = `the merge queue of ${branch} waits for the check ${check}, which no workflow brings it`;
  return hasQueue ? [problem(SUBJECT, message, { remedy })] : [];
}

/** Whether a pull request's paths decide whether the workflow runs. */
function isFiltered({ on }: ActionWorkflow): boolean {
  return PULL_REQUESTS.some((event) => {
    const { paths, "paths-ignore": ignored } = on?.get(event) ?? {};
    return paths !== undefined || ignored !== undefined;
  });
}

/** Whether pushes and ends of pull requests share a group, by what the README said once. */
function isDropping(workflow: ActionWorkflow): boolean {
  const isByRef = workflow.groups.some(
    (group) =>
      group.includes("github.ref") &&
      !/event_name\s*\}|event\.(?:pull_request\.)?number|head_ref|run_id|sha/.test(group),
  );
  return isByRef && ["push", "pull_request"].every((event) => workflow.on?.has(event) === true);
}

/** Whether it works with the workflow's own token, also where that is written out. */
function hasOwnToken({ given }: ActionWorkflow): boolean {
  return given.every(
    ({ "app-id": app, "github-token": token }) => app === undefined && (token === undefined || OWN_TOKEN.test(token)),
  );
}

function namesOf(workflows: readonly ActionWorkflow[], branch: string): string {
  const names = workflows.filter((workflow) => isStartedBy(workflow, "pull_request", branch)).map(({ name }) => name);
  return names.map((name) => `"${name}"`).join(", ");
}

function pathsOf(workflows: readonly ActionWorkflow[]): string {
  return workflows.map(({ path }) => path).join(", ");
}

function listed(names: readonly string[]): string {
  return `the check${names.length === 1 ? "" : "s"} ${names.map((name) => `"${name}"`).join(", ")}`;
}
