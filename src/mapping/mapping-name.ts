/** Where a mapping is looked for unless somebody names another path. */
export const DEFAULT_MAPPING = ".github/interlinear.yml";

/** Parts of a path that tell mappings of one repository apart from nothing. */
const COMMON: ReadonlySet<string> = new Set(["github", "interlinear"]);

/**
 * What tells a mapping from the one at the usual place: `docs` of `.github/interlinear-docs.yml`, `apps-shop` of
 * `apps/shop/interlinear.yml`; undefined of that one itself.
 */
export function mappingName(path: string): string | undefined {
  const plain = path.replace(/^(?:\.\/)+/, "");
  if (plain === DEFAULT_MAPPING) return undefined;
  const parts = plain.replace(/\.ya?ml$/i, "").split(/[^A-Za-z0-9]+/);
  const name = parts.filter((part) => part !== "" && !COMMON.has(part.toLowerCase())).join("-");
  return name === "" ? "other" : name;
}

/** The same, where the repository has a mapping at the usual place besides: what both would call alike has it in its name. */
export function nameBeside(path: string, files: Iterable<string>): string | undefined {
  const name = mappingName(path);
  if (name === undefined) return undefined;
  for (const file of files) if (file === DEFAULT_MAPPING) return name;
  return undefined;
}
