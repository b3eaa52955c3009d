import type { ComponentObservation } from "../observe/observation.ts";
import type { UploadStep } from "../plan.ts";

/** Whether a step sends source texts, and no translation: without a source file it is a translation's path that they go by. */
export function isSourceUpload({ language }: UploadStep, { source }: Pick<ComponentObservation, "source">): boolean {
  return language === (source.translation?.language ?? "");
}
