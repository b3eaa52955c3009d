import { operate } from "../clone/repository-operations.ts";
import { REPOSITORY_TASK, repositoryTask } from "../clone/repository-task.ts";
import { addonJobs, ADDON_TASK, addonTask } from "../addons/runs.ts";
import { webhookJobs } from "../addons/webhook-delivery.ts";
import { AUTOTRANSLATE_TASK, autotranslateTask } from "../autotranslate/autotranslation.ts";
import { LOOK_TASK, lookTask } from "../components/look.ts";
import { SCAN_TASK, scanTask } from "../components/component-scan.ts";
import { doRemoveProject, PROJECT_REMOVAL } from "../projects/project-removal.ts";
import { landEarly } from "../landing/early-translations.ts";
import { LAND_EARLY } from "../landing/expect-early.ts";
import { notificationJobs } from "../notifications/jobs.ts";
import { carryQuestions } from "../questions/carry.ts";
import { CARRY } from "../questions/questions.ts";
import { makeReport } from "../reports/report.ts";
import type { Service } from "../service.ts";
import type { JobHandlers } from "../../queue/job-queue.ts";
import { SOURCE_REVIEW_TASK, sourceReviewTask } from "../units/source-review.ts";
import { taskJob, type TaskHandler } from "./task.ts";
import { upkeepJobs } from "./upkeep.ts";

/** Who does the tasks that requests start, by kind. */
const taskHandlers: Readonly<Record<string, TaskHandler>> = {
  [SCAN_TASK]: scanTask,
  [SOURCE_REVIEW_TASK]: sourceReviewTask,
  [LOOK_TASK]: lookTask,
  [AUTOTRANSLATE_TASK]: autotranslateTask,
  [PROJECT_REMOVAL]: doRemoveProject,
  report: makeReport,
  [REPOSITORY_TASK]: repositoryTask,
  [ADDON_TASK]: addonTask,
};

/** Everything this service does outside of requests. */
export function jobHandlers(service: Service): JobHandlers {
  return {
    ...taskJob(service, taskHandlers),
    ...upkeepJobs(service),
    ...addonJobs(service),
    ...webhookJobs(service),
    ...notificationJobs(service),
    [CARRY]: () => carryQuestions(service),
    [LAND_EARLY]: async ({ component }) => landEarly(service, Number(component)),
    "clone.pull": async ({ clone }) => {
      const id = Number(clone);
      const row = await service.database.selectFrom("clone").select("id").where("id", "=", id).executeTakeFirst();
      // Removed meanwhile.
      if (row === undefined) return;
      await operate(service, "pull", { clone: id, name: `clone ${String(id)}` });
    },
  };
}
