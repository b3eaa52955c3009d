import type { Service } from "../service.ts";
import { decisionsThatHold, disputedString, failedMerges, type Decisions, type Dispute } from "./disputes.ts";
import { calculateFrom, unlessTooCostly } from "../threads/calculate.ts";
import type { ComponentClone, ConflictingFile, Merging } from "./clone.ts";

export interface UnitMerge extends Merging {
  /** Strings that both sides have changed differently, settled ones as well. */
  readonly disputed: ReadonlyMap<string, Dispute>;
  /** What was settled before. */
  readonly decisions: Decisions;
}

/**
 * Merges translation files string by string where git, which knows lines only, sees a conflict: what either side
 * translated is kept. A string that both have given different texts is nobody's to decide here, unless somebody did in the editor.
 */
export async function unitMerge({ database }: Service, { components, record }: ComponentClone): Promise<UnitMerge> {
  const decisions = await decisionsThatHold(database, await failedMerges(database, record.id));
  const settled = Object.fromEntries(Object.entries(decisions).map(([string, { seen }]) => [string, seen]));
  const rows = await database
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["filename", "component_id", "language.code as language"])
    .where("component_id", "in", [0, ...components.map(({ id }) => id)])
    .where("filename", "!=", "")
    .execute();
  const owners = new Map(rows.map((row) => [row.filename, row]));
  const disputed = new Map<string, Dispute>();
  const requestFor = <File extends Pick<ConflictingFile, "path">>(file: File) => {
    const owner = owners.get(file.path);
    const component = components.find(({ id }) => id === owner?.component_id);
    if (component === undefined || owner === undefined) return undefined;
    return { settings: component.settings, file, language: owner.language, settled };
  };
  return {
    disputed,
    decisions,
    checks: (path) => owners.has(path),
    isWhole: async (file, merged) => {
      const request = requestFor(file);
      if (request === undefined) return true;
      const whole = calculateFrom([file.upstream, file.own, merged], "isMergedWhole", { ...request, merged });
      return (await whole.catch(unlessTooCostly)) ?? true;
    },
    resolve: async (file) => {
      const request = requestFor(file);
      if (request === undefined) return undefined;
      const sides = [file.base, file.upstream, file.own];
      // A file that is too large to be merged string by string is git's conflict, as one that cannot be read is.
      const merged = await calculateFrom(sides, "mergedFile", request).catch(unlessTooCostly);
      if (merged === undefined) return undefined;
      for (const { key, git } of merged.disputed) {
        const string = disputedString(file.path, key);
        disputed.set(string, { string, git });
      }
      return merged.content;
    },
  };
}
