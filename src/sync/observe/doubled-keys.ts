import { CONTEXT_SEPARATOR } from "../../catalog/unit.ts";
import { InterlinearError } from "../../core/errors.ts";
import { repeatedKeys, type RepeatedKey } from "../../formats/repeated-keys.ts";
import type { Git } from "../../git/git.ts";
import { relate } from "../agreement/file-versions.ts";
import type { Finding } from "../plan.ts";
import type { ComponentObservation, Observation } from "./observation.ts";
import { readerOfFile } from "./reader-of.ts";

interface ChangedFile {
  readonly about: Pick<Finding, "component" | "language" | "path"> & { readonly path: string };
  readonly facts: ComponentObservation["facts"];
  readonly blob: string;
}

/** More of one file are counted. */
const MOST_TOLD = 3;

/**
 * Keys that stand twice in files that git changed. Two branches that each add a key at another place are merged without a
 * conflict and without a word, and one of the two texts is never shown.
 */
export async function doubledKeys(
  git: Pick<Git, "prefetch" | "read">,
  { components }: Pick<Observation, "components">,
): Promise<readonly Finding[]> {
  const files = components.flatMap(changedFiles);
  if (files.length === 0) return [];
  await git.prefetch(files.map(({ blob }) => blob));
  const findings: Finding[] = [];
  for (const { about, facts, blob } of files) {
    const bytes = await git.read(blob);
    const format = await readerOfFile(facts?.component, about.path, bytes);
    if (format === undefined) continue;
    try {
      const found = repeatedKeys(format, bytes, { path: about.path });
      if (found.length > 0) findings.push({ kind: "flawed", ...about, ...inWords(found) });
    } catch (error) {
      // A file that cannot be read is told where it would be merged or sent.
      if (!(error instanceof InterlinearError)) throw error;
    }
  }
  return findings;
}

/** Those in which git has another version than both sides agreed on. */
function changedFiles({ name, facts, source, translations }: ComponentObservation): readonly ChangedFile[] {
  const { path, blob, translation } = source;
  const isSourceChanged = path !== undefined && blob !== "" && translation?.revision !== blob;
  return [
    ...(isSourceChanged ? [{ about: { component: name, path }, facts, blob }] : []),
    ...translations.flatMap((each): readonly ChangedFile[] => {
      const { versions, translation: served } = each;
      if (each.blob === undefined || versions === undefined || versions.agreed?.blob === each.blob) return [];
      if (relate(each.blob, served.revision, versions).kind === "in-step") return [];
      return [{ about: { component: name, language: served.language, path: each.path }, facts, blob: each.blob }];
    }),
  ];
}

function inWords(found: readonly RepeatedKey[]): Pick<Finding, "message" | "remedy"> {
  const told = found.slice(0, MOST_TOLD).map(({ key, line, earlierLine }) => {
    const name = JSON.stringify(key.replaceAll(CONTEXT_SEPARATOR, ": "));
    return `line ${String(line)}: ${name} is in line ${String(earlierLine)} already, and only one of the two texts is ever shown`;
  });
  const more = found.length > MOST_TOLD ? [`${String(found.length - MOST_TOLD)} more`] : [];
  return {
    message: [...told, ...more].join("; "),
    remedy: "Remove one of the two lines, as after a merge that took in both; until then the later one counts.",
  };
}
