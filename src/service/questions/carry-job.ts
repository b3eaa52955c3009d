import type { JobHandlers } from "../../queue/job-queue.ts";
import { timestamp, type Service } from "../service.ts";

/** Kind of the job that sends what waits and looks for answers. */
export const CARRY = "questions.carry";

/** Each minute, and mostly nothing is due: what sends and looks is read only where something is. */
export function questionJobs(service: Service): JobHandlers {
  return {
    [CARRY]: async () => {
      const due = await service.database
        .selectFrom("question")
        .innerJoin("comment", "comment.id", "question.comment_id")
        .select("question.id")
        .where("question.due", "<=", timestamp(service))
        .where("comment.resolved", "=", 0)
        .executeTakeFirst();
      if (due !== undefined) await (await import("./carry.ts")).carryQuestions(service);
    },
  };
}
