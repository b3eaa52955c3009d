import { UserError } from "../../core/errors.ts";
import { isConfiguration } from "../../formats/configuration-file.ts";
import type { Git } from "../../git/git.ts";
import { localePaths } from "../../mapping/locale-path.ts";
import type { ProposedMapping } from "../../mapping/proposed-mapping.ts";
import { listed } from "../../report/words/words.ts";
import type { OtherTool } from "./other-tools.ts";

/** Files of the working tree that look like translations, and that git does not know. */
export async function untrackedLocales(git: Git, tracked: readonly string[]): Promise<readonly string[]> {
  const known = new Set(tracked);
  const changed = await git.changed();
  return changed.filter((path) => !known.has(path) && !isConfiguration(path) && localePaths(path).length > 0);
}

/** What was seen, why nothing of it can be bound, and what to do about the most likely of it. */
export function nothingFound(
  { withoutSource, refused, unusable }: ProposedMapping,
  untracked: readonly string[],
  otherTools: readonly OtherTool[],
): UserError {
  const [incomplete] = withoutSource;
  const [tool] = otherTools;
  const reasons = [
    ...withoutSource.map(
      ({ translations, languages }) =>
        `${translations} has ${listed(languages, 4)}, and no file in the source language was found`,
    ),
    ...refused.map(({ source, why }) => `${source}: ${why}`),
    ...unusable.map(({ path, why }) => `${path}: ${why}`),
    ...(untracked.length === 0 ? [] : [`git does not know ${listed(untracked, 3)} yet`]),
  ];
  const hint =
    tool !== undefined
      ? `${tool.path} is there: run \`interlinear import --from ${tool.tool}\`.`
      : incomplete !== undefined
        ? `Name the language of the source: \`--source-language ${incomplete.languages[0] ?? "de"}\`.`
        : untracked.length > 0
          ? `Add the files first: \`git add ${untracked[0] ?? ""}\`.`
          : "Only files that git knows are seen: add them with `git add`, or write the mapping by hand (docs/mapping.md).";
  const message = reasons.length === 0 ? "git knows no translation files here" : reasons.join("; ");
  return new UserError(`no mapping was written: ${message}`, { code: "IL-M15", hint });
}
