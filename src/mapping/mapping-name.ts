/** Where a mapping is looked for unless somebody names another path. */
export const DEFAULT_MAPPING = ".github/interlinear.yml";

/**
 * What tells a mapping from the one at the usual place: `docs` of `.github/interlinear-docs.yml`, `apps-shop` of
 * `apps/shop/interlinear.yml`; undefined of that one itself.
 */
export function mappingName(path: string): string | undefined {
  const plain = path.replace(/^(?:\.\/)+/, "");
  if (plain === DEFAULT_MAPPING) return undefined;
  const parts = plain.replace(/\.ya?ml$/i, "").split(/[^A-Za-z0-9]+/);
  // What every mapping is called tells none from another.
  return parts.filter((part) => !/^(?:github|interlinear)?$/i.test(part)).join("-") || "other";
}

/** The same, where the repository has a mapping at the usual place besides: what both would call alike has it in its name. */
export function nameBeside(path: string, files: readonly string[]): string | undefined {
  return files.includes(DEFAULT_MAPPING) ? mappingName(path) : undefined;
}
