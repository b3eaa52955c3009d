import { REPOSITORY_TASK, repositoryTask } from "../clone/repository-task.ts";
import { ADDON_TASK, addonTask } from "../addons/runs.ts";
import { AUTOTRANSLATE_TASK, autotranslateTask } from "../autotranslate/autotranslation.ts";
import { LOOK_TASK, lookTask } from "../components/look.ts";
import { SCAN_TASK, scanTask } from "../components/component-scan.ts";
import { doRemoveProject, PROJECT_REMOVAL } from "../projects/project-removal.ts";
import { makeReport } from "../reports/report.ts";
import { SOURCE_REVIEW_TASK, sourceReviewTask } from "../units/source-review.ts";
import type { TaskHandler } from "./task.ts";

/** Who does the tasks that requests start, by kind. */
export const taskHandlers: Readonly<Record<string, TaskHandler>> = {
  [SCAN_TASK]: scanTask,
  [SOURCE_REVIEW_TASK]: sourceReviewTask,
  [LOOK_TASK]: lookTask,
  [AUTOTRANSLATE_TASK]: autotranslateTask,
  [PROJECT_REMOVAL]: doRemoveProject,
  report: makeReport,
  [REPOSITORY_TASK]: repositoryTask,
  [ADDON_TASK]: addonTask,
};
