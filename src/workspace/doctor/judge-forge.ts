import type { ForgeExamination, TriedRight } from "../../forge/examination.ts";
import { listed } from "../../report/words/words.ts";
import { fine, problem, unknown, warning, type Remark } from "./remark.ts";

const NAMES = { github: "GitHub", forgejo: "the forge" } satisfies Record<ForgeExamination["kind"], string>;

/** Whether a pull request can be proposed with the forge's token. */
export function judgeForge(examined: ForgeExamination): readonly Remark[] {
  const { kind, repository, isArchived, obstacles, workflowsMayPropose, rights = [] } = examined;
  return [
    ...(isArchived
      ? [problem(kind, `${repository} is archived: nothing can be written to it`, { code: "IL-F04" })]
      : [judgeWriting(examined), ...(examined.mayWrite === false ? [] : judgeRights(kind, rights))]),
    ...(workflowsMayPropose === false
      ? [
          warning(kind, "a workflow's own token may not open pull requests", {
            remedy:
              "Switch on Settings → Actions → General → Allow GitHub Actions to create and approve pull requests, or use an App's token.",
          }),
        ]
      : []),
    ...(workflowsMayPropose === true ? [fine(kind, "workflows may open pull requests")] : []),
    ...obstacles.map(({ message, remedy, isCertain }) =>
      isCertain ? problem(kind, message, { code: "IL-F04", remedy }) : warning(kind, message, { remedy }),
    ),
  ];
}

function judgeRights(kind: ForgeExamination["kind"], rights: readonly TriedRight[]): readonly Remark[] {
  const granted = rights.filter(({ isGranted }) => isGranted).map(({ right }) => right);
  return [
    ...(granted.length === 0 ? [] : [fine(kind, `the token may ${listed(granted, granted.length)}`)]),
    ...rights.flatMap((right) =>
      right.isGranted
        ? []
        : [
            problem(kind, `the token may not ${right.right}${right.words === "" ? "" : `: ${right.words}`}`, {
              code: "IL-F02",
              remedy: right.remedy,
            }),
          ],
    ),
  ];
}

function judgeWriting({ kind, repository, login, mayWrite, rights = [] }: ForgeExamination): Remark {
  const who = login ?? "the token's owner";
  if (mayWrite === true) return fine(kind, `${who} may write to ${repository}`);
  if (mayWrite === false) {
    return problem(kind, `${who} may not write to ${repository}`, {
      code: "IL-F02",
      remedy: "Give them write access, use another token, or name a fork of theirs as `pull-request.fork`.",
    });
  }
  // What was played tells it.
  if (rights.length > 0) return fine(kind, `${who} sees ${repository}`);
  return unknown(
    kind,
    `${NAMES[kind]} shows ${repository} to ${who}, and does not say what the token may write`,
    "Give the job `permissions: { contents: write, pull-requests: write }`.",
  );
}
