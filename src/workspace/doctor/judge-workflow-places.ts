import type { ForgeExamination } from "../../forge/examination.ts";
import { counted, listed } from "../../report/words/words.ts";
import { readWorkflowFolder } from "../workflow-file.ts";
import { isStartedBy, type ActionWorkflow } from "./workflow-file.ts";
import { problem, warning, type Remark } from "./remark.ts";

interface Workflows {
  /** Those that run the action. */
  readonly ours: readonly ActionWorkflow[];
  /** Repository paths of all, of whichever forge. */
  readonly all: readonly string[];
}

/**
 * Whether the repository's workflows are run at all: Forgejo and Gitea have a switch for that in each repository, and read the
 * first of several folders alone.
 */
export function judgeWorkflowPlaces(
  {
    kind,
    server = "forgejo",
    workflowsRun,
    defaultBranch,
  }: Pick<ForgeExamination, "kind" | "server" | "workflowsRun" | "defaultBranch">,
  { ours, all }: Workflows,
): readonly Remark[] {
  const [first] = ours;
  if (kind === "github" || first === undefined) return [];
  const folder = readWorkflowFolder(server, all);
  if (folder === undefined) {
    return [
      problem(kind, `${first.path} never runs: Gitea does not read .forgejo`, {
        remedy: "Move it to .gitea/workflows/.",
      }),
    ];
  }
  const isRead = ({ path }: ActionWorkflow): boolean => path.startsWith(`${folder}/`);
  const [stray] = ours.every((workflow) => !isRead(workflow)) ? ours : [];
  const stopped = all.filter((path) => !path.startsWith(`${folder}/`));
  const onPush = ours.filter(({ on }) => on?.has("push") === true);
  const isUnheard =
    defaultBranch !== undefined &&
    onPush.length > 0 &&
    onPush.every((workflow) => !isStartedBy(workflow, "push", defaultBranch));
  const isAlone = all.every((path) => !path.startsWith(`${folder}/`) || ours.some((our) => our.path === path));
  return [
    ...(workflowsRun === false
      ? [
          problem(kind, `Actions are switched off in this repository, so ${first.path} never runs`, {
            remedy: "Switch them on: Settings → Repository → Advanced Settings → Enable Repository Actions.",
          }),
        ]
      : []),
    ...(stray === undefined
      ? []
      : [
          problem(kind, `${stray.path} never runs: the server reads only ${folder}, because that folder exists`, {
            remedy: `Move it to ${folder}/.`,
          }),
        ]),
    ...(isUnheard
      ? [
          warning(kind, `pushes to the default branch ${defaultBranch} start no run of ${first.path}`, {
            remedy: `Write \`branches: [${defaultBranch}]\` under its \`push:\`; after a rename of the branch it still names the old one.`,
          }),
        ]
      : []),
    ...(stray === undefined && isAlone && stopped.length > 0
      ? [
          warning(
            kind,
            `${counted(stopped.length, "other workflow")} (${listed(stopped, 2)}) never run here: the server reads only ${folder}, because that folder exists`,
            { remedy: `If they are to run here, move ${first.path} beside them, and remove ${folder}.` },
          ),
        ]
      : []),
  ];
}
