import { isEmpty } from "../../catalog/difference.ts";
import { mergeCatalogues, type MergeConflict } from "../../catalog/merge.ts";
import { fromDonor } from "../../catalog/unit-change.ts";
import { FormatError, type Format } from "../../formats/format.ts";
import { formatOf } from "../files/component-files.ts";
import type { Service } from "../service.ts";
import type { ComponentClone, ResolveConflict, ConflictingFile } from "./clone.ts";

export interface UnitMerge {
  readonly resolve: ResolveConflict;
  /** Strings that both sides have changed differently, as `path: key`. */
  readonly disputed: readonly string[];
}

/**
 * Merges translation files string by string where git, which knows lines only, sees a conflict: what either side
 * translated is kept. Only a string that both have given different texts is nobody's to decide here.
 */
export async function unitMerge({ database }: Service, { components }: ComponentClone): Promise<UnitMerge> {
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
    resolve: (file) => {
      const owner = owners.get(file.path);
      const component = components.find(({ id }) => id === owner?.component_id);
      if (component === undefined || owner === undefined) return undefined;
      try {
        return mergedFile(formatOf(component.settings), { ...file, language: owner.language }, disputed);
      } catch (error) {
        if (error instanceof FormatError) return undefined;
        throw error;
      }
    },
  };
}

type OwnedFile = ConflictingFile & { readonly language: string };

function mergedFile(format: Format, file: OwnedFile, disputed: string[]): Uint8Array | undefined {
  const { path, language, base, upstream, own } = file;
  const options = { path, language };
  const { changes, conflicts } = mergeCatalogues({
    ...(base !== undefined && { base: format.read(base, options) }),
    repository: format.read(upstream, options),
    service: format.read(own, options),
    policy: "repository",
  });
  const open = conflicts.filter(isOpen);
  disputed.push(...open.map(({ key }) => `${path}: ${key}`));
  return open.length === 0 ? format.patch(upstream, fromDonor(changes, own), options) : undefined;
}

/** Where one side has no text any more, the other's stays: nothing is lost by that. */
function isOpen({ repository = [], service = [] }: MergeConflict): boolean {
  return !isEmpty(repository) && !isEmpty(service);
}
