import { expect } from "vitest";
import { isEmpty } from "../../src/catalog/texts.ts";
import { unitStates } from "../../src/catalog/unit.ts";
import { labelledFindings, placeOf, type LabelledFinding } from "./labelled-findings.ts";
import { findingsIn, judgeOfFile, type ReleasedCorpus, type ReleasedFinding } from "./judged-texts.ts";
import { plantedErrors } from "./planted-errors.ts";

/** Of the texts that would be held back, and of the slips that were planted. */
export const MOST_WRONG = 0.02;

export interface Judged {
  readonly texts: number;
  readonly findings: readonly ReleasedFinding[];
  /** Slips of the kinds that were tried, with the place of each that nobody found. */
  readonly planted: Planted;
}

interface Planted {
  readonly tried: number;
  readonly kinds: ReadonlyMap<string, number>;
  readonly formats: ReadonlySet<string>;
  readonly missed: readonly string[];
}

/** Judges all texts of released packages, and plants slips into those that are right: so many of each kind in each format. */
export async function judgeReleased(
  corpora: readonly ReleasedCorpus[],
  { errorsOfAKind }: { errorsOfAKind: number },
): Promise<Judged> {
  const findings: ReleasedFinding[] = [];
  let texts = 0;
  const counts = new Map<string, number>();
  const kinds = new Map<string, number>();
  const formats = new Set<string>();
  const missed: string[] = [];
  let tried = 0;
  for (const corpus of corpora) {
    for await (const file of corpus.files()) {
      const found = findingsIn(file);
      texts += found.texts;
      findings.push(...found.findings);
      const judge = judgeOfFile(file);
      const sources = new Map(file.template?.units.map(({ key, target }) => [key, target]));
      for (const [index, unit] of file.catalogue.units.entries()) {
        // Spread over the file, by the same steps in every run.
        if (index % 7 !== 3 || isEmpty(unit.target) || unit.state === unitStates.needsEditing) continue;
        const source = isEmpty(unit.source) ? sources.get(unit.key) : unit.source;
        if (source === undefined || judge(unit, undefined) !== undefined) continue;
        for (const { kind, text } of plantedErrors(source, unit, file.catalogue.format)) {
          const sort = `${file.catalogue.format} ${kind}`;
          const count = counts.get(sort) ?? 0;
          if (count >= errorsOfAKind) continue;
          counts.set(sort, count + 1);
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          formats.add(file.catalogue.format);
          tried += 1;
          const target = [...unit.target.slice(0, -1), text];
          if (judge({ ...unit, target }, undefined) === undefined) {
            missed.push(`${kind}: ${file.package} ${file.path}: ${JSON.stringify(source)} → ${JSON.stringify(target)}`);
          }
        }
      }
    }
  }
  return { texts, findings, planted: { tried, kinds, formats, missed } };
}

export interface Rates {
  readonly found: number;
  readonly wrong: readonly LabelledFinding[];
  /** Labelled as broken, and not found any more. */
  readonly lost: readonly LabelledFinding[];
}

/** @throws where somebody has to read a text and label it */
export function compareWithLabels(corpora: readonly ReleasedCorpus[], findings: readonly ReleasedFinding[]): Rates {
  const names = new Set(corpora.map(({ name }) => name));
  const labelled = labelledFindings().filter((finding) => names.has(finding.package));
  const labels = new Map(labelled.map((finding) => [placeOf(finding), finding]));
  const unlabelled = findings.filter((finding) => !labels.has(placeOf(finding)));
  expect(unlabelled.map(labelIt)).toEqual([]);
  const found = new Set(findings.map(placeOf));
  return {
    found: findings.length,
    wrong: labelled.filter((finding) => !finding.label && found.has(placeOf(finding))),
    lost: labelled.filter((finding) => finding.label && !found.has(placeOf(finding))),
  };
}

function labelIt(finding: ReleasedFinding): string {
  const { package: name, file, key, language, check, messages, source, target } = finding;
  const line = [name, file, key, language, check, "true or false", "why"].join("\t");
  const texts = `${JSON.stringify(source)} → ${JSON.stringify(target)}: ${messages.join(" ")}`;
  return `label it in labelled-findings.tsv: ${line}\n  ${texts}`;
}
