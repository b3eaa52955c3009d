/** What holds where the mapping says nothing. */
export const mappingDefaults = {
  conflicts: "service",
  checks: "hold-back",
  pushMethod: "auto",
  pushTranslations: "never",
  pushAs: "translate",
  minimumTranslated: 0,
  keepAbove: 0,
  prune: "report",
  pruneLimit: 20,
  removalLimit: 20,
  branch: "interlinear/{base}",
  groupBy: "none",
  creditTranslators: "noreply",
  autoMergeRemovals: 0,
  signing: "forge",
  failBelow: 0,
} as const;
