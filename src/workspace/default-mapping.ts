/** Where a mapping is looked for unless somebody names another path. */
export const DEFAULT_MAPPING = ".github/interlinear.yml";
