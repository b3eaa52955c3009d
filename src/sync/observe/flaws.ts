import { InterlinearError } from "../../core/errors.ts";
import type { Flaw } from "../../catalog/unit.ts";
import type { Git } from "../../git/git.ts";
import type { DownloadStep, Finding, Step } from "../plan.ts";
import { componentNamed, type Observation } from "./observation.ts";
import { readerOfFile } from "./reader-of.ts";

/** More of one file are counted. */
const MOST_TOLD = 3;

/** One finding for a file that was read around its mistakes, none for a file without any. */
export function flawFindings(
  file: Pick<Finding, "component" | "language" | "path">,
  flaws: readonly Flaw[] = [],
): readonly Finding[] {
  if (flaws.length === 0) return [];
  const told = flaws.slice(0, MOST_TOLD).map(({ line, message }) => `line ${String(line)}: ${message}`);
  const more = flaws.length > MOST_TOLD ? [`${String(flaws.length - MOST_TOLD)} more`] : [];
  return [
    {
      kind: "flawed",
      ...file,
      message: [...told, ...more].join("; "),
      remedy: "Mend the file; until then Interlinear skips that place and keeps its bytes.",
    },
  ];
}

/** What a run would find in git's versions of the files that it would change. */
export async function flawsOfPlanned(
  git: Git,
  steps: readonly Step[],
  observation: Observation,
): Promise<readonly Finding[]> {
  const read = steps.filter(
    (step): step is DownloadStep & { readonly from: string } => step.kind === "download" && step.from !== undefined,
  );
  await git.prefetch(read.map(({ from }) => from));
  const findings: Finding[] = [];
  for (const { component, language, path, from } of read) {
    const facts = componentNamed(observation, component)?.facts;
    const bytes = await git.read(from);
    const format = await readerOfFile(facts?.component, path, bytes);
    try {
      const { flaws } = format?.read(bytes, { path, language }) ?? {};
      for (const finding of flawFindings({ component, language, path }, flaws)) findings.push(finding);
    } catch (error) {
      // A file that cannot be read is told where it would be merged.
      if (!(error instanceof InterlinearError)) throw error;
    }
  }
  return findings;
}
