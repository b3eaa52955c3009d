import { isRecord, jsonIn } from "../../core/json.ts";
import type { Service } from "../service.ts";
import type { Queries } from "../../store/database.ts";
import { disputedString, settledIn } from "./disputes.ts";
import { calculateFrom, unlessTooCostly } from "../threads/calculate.ts";
import type { ComponentClone, ResolveConflict } from "./clone.ts";

export interface UnitMerge {
  readonly resolve: ResolveConflict;
  /** Strings that both sides have changed differently, as `path: key`. */
  readonly disputed: readonly string[];
  /** Those that somebody settled before, with the texts of git that they saw. */
  readonly settled: ReturnType<typeof settledIn>;
}

/**
 * Merges translation files string by string where git, which knows lines only, sees a conflict: what either side
 * translated is kept. A string that both have given different texts is nobody's to decide here, unless somebody did in the editor.
 */
export async function unitMerge({ database }: Service, { components }: ComponentClone): Promise<UnitMerge> {
  const settled = await settledOf(database, components);
  const rows = await database
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["filename", "component_id", "language.code as language"])
    .where("component_id", "in", [0, ...components.map(({ id }) => id)])
    .where("filename", "!=", "")
    .execute();
  const owners = new Map(rows.map((row) => [row.filename, row]));
  const disputed: string[] = [];
  return {
    disputed,
    settled,
    resolve: async (file) => {
      const owner = owners.get(file.path);
      const component = components.find(({ id }) => id === owner?.component_id);
      if (component === undefined || owner === undefined) return undefined;
      const { settings } = component;
      const sides = [file.base, file.upstream, file.own];
      const request = { settings, file, language: owner.language, settled };
      // A file that is too large to be merged string by string is git's conflict, as one that cannot be read is.
      const merged = await calculateFrom(sides, "mergedFile", request).catch(unlessTooCostly);
      if (merged === undefined) return undefined;
      disputed.push(...merged.disputed.map((key) => disputedString(file.path, key)));
      return merged.content;
    },
  };
}

async function settledOf(queries: Queries, components: ComponentClone["components"]): Promise<UnitMerge["settled"]> {
  const alerts = await queries
    .selectFrom("alert")
    .select("details")
    .where("component_id", "in", [0, ...components.map(({ id }) => id)])
    .where("name", "=", "MergeFailure")
    .execute();
  return Object.assign({}, ...alerts.map(({ details }) => settledIn(recordIn(details))));
}

function recordIn(json: string): Readonly<Record<string, unknown>> {
  const value = jsonIn(json);
  return isRecord(value) ? value : {};
}
