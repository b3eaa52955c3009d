import type { JobHandlers, Recurring } from "../../queue/job-queue.ts";
import type { Service } from "../service.ts";
import { forgetWhereNewsAre, lookForNews } from "./look.ts";

const LOOK = "notifications.look";

export function notificationJobs(service: Service): JobHandlers {
  return {
    [LOOK]: async () => {
      await lookForNews(service);
      await (await import("./send-news.ts")).sendNews(service);
    },
  };
}

/** Nothing is looked for where no mail is sent. */
export async function notificationUpkeep(service: Service): Promise<readonly Recurring[]> {
  if (service.settings.mail.host !== "") {
    // What happens from the start on is told.
    await lookForNews(service);
    return [{ kind: LOOK, every: "minute" }];
  }
  await forgetWhereNewsAre(service);
  return [];
}
