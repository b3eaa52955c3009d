import { componentName } from "../mapping/binding.ts";
import { filesOfSourceTexts } from "../mapping/bound-paths.ts";
import { proposalBranch } from "../report/pull-request/proposal-branch.ts";
import type { RunResult } from "../sync/index.ts";
import { judgeBranch, judgeSilence, judgeUncommitted } from "../workspace/doctor/judge-silence.ts";
import type { Remark } from "../workspace/doctor/remark.ts";
import type { Workspace } from "../workspace/open-workspace.ts";

/** What a run would pass over without a word. */
export async function silences(
  { git, mapping }: Pick<Workspace, "git" | "mapping">,
  result: RunResult,
  { usesWorkingTree = false }: { readonly usesWorkingTree?: boolean } = {},
): Promise<readonly Remark[]> {
  const { bindings, pullRequest } = mapping;
  const files = (await git.index()).map(({ path }) => path);
  const served = Map.groupBy(result.statistics, ({ component }) => component);
  const languages = new Map(
    bindings.flatMap(({ component }) => {
      const own = served.get(componentName(component));
      return own === undefined ? [] : [[componentName(component), own.map(({ language }) => language)] as const];
    }),
  );
  const modified = usesWorkingTree ? [] : await git.modified(filesOfSourceTexts(bindings, files));
  const base = (await git.branch()) ?? "";
  return [
    ...judgeUncommitted(bindings, new Set(modified)),
    ...judgeSilence(bindings, files, languages),
    ...judgeBranch(proposalBranch(pullRequest, base), base),
  ];
}
