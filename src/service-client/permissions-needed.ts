import type { Permission } from "../contract/permission.ts";
import type { RepositoryOperation, ServiceTranslation, Upload } from "./translation-service.ts";

/** What each upload method needs beside `upload.perform` (facts §2, table of methods). */
const methodNeeds = {
  translate: "unit.edit",
  fuzzy: "unit.edit",
  approve: "unit.review",
  suggest: "suggestion.add",
  add: "unit.add",
  replace: "component.edit (or unit.add, unit.delete and unit.edit)",
  source: "source.edit",
} satisfies Record<Upload["method"], string>;

const conflictNeeds = {
  ignore: undefined,
  "replace-translated": "upload.overwrite",
  "replace-approved": "unit.review",
} satisfies Record<NonNullable<Upload["conflicts"]>, string | undefined>;

/** Probable, not certain: the service does not name what is missing, so a person gets the whole list. */
export function uploadNeeds(translation: ServiceTranslation, { method, conflicts }: Upload): string {
  const needs = ["upload.perform", methodNeeds[method], conflictNeeds[conflicts ?? "ignore"]];
  if (translation.isSource) needs.push("source.edit");
  if (translation.isTemplate) needs.push("unit.template");
  return [...new Set(needs)].filter((need) => need !== undefined).join(", ");
}

export const operationNeeds = {
  commit: "vcs.commit",
  push: "vcs.push",
  pull: "vcs.update",
  reset: "vcs.reset",
  cleanup: "vcs.reset",
  "file-sync": "vcs.reset",
  "file-scan": "vcs.reset",
} satisfies Record<RepositoryOperation, Permission>;
