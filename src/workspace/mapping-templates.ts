import { throwProblems, type MappingProblem } from "../mapping/errors.ts";
import type { ParsedMapping } from "../mapping/load.ts";
import { didYouMean, nearest } from "../mapping/nearest.ts";
import { knownVariables, templateFault, type TrialKind } from "../report/preview/template-trial.ts";

interface MappingTemplate {
  readonly keys: readonly [string, string];
  readonly kind: TrialKind;
  readonly template: string | undefined;
}

/**
 * Tries the mapping's templates before anything runs.
 * @throws {MappingError} `IL-M13`, with the place of each
 */
export function checkTemplates(parsed: ParsedMapping): void {
  const { "pull-request": pullRequest, commit } = parsed.value;
  const templates: readonly MappingTemplate[] = [
    { keys: ["pull-request", "title"], kind: "line", template: pullRequest?.title },
    { keys: ["pull-request", "body"], kind: "markdown", template: pullRequest?.body },
    { keys: ["commit", "message"], kind: "line", template: commit?.message },
  ];
  throwProblems(templates.flatMap((each) => templateProblem(parsed, each)));
}

function templateProblem(parsed: ParsedMapping, { keys, kind, template }: MappingTemplate): readonly MappingProblem[] {
  const fault = template === undefined ? undefined : templateFault(kind, template);
  if (fault === undefined) return [];
  const known = knownVariables(kind);
  const isName = fault.unknownVariable === true && fault.piece !== undefined;
  return [
    parsed.problem(keys, {
      code: "IL-M13",
      message: `the template "${keys.join(".")}" does not work: ${fault.message}`,
      piece: fault.piece,
      note: isName ? didYouMean(nearest(fault.piece ?? "", known)) : undefined,
      hint: isName
        ? `Known here: ${known.join(", ")}; docs/pull-request.md tells what each has.`
        : "docs/pull-request.md tells what a template may hold.",
    }),
  ];
}
