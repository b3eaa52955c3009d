import type { JobHandlers, Recurring } from "../../queue/job-queue.ts";
import { LAND_EARLY } from "../landing/expect-early.ts";
import { CARRY, questionJobs } from "../questions/carry-job.ts";
import type { Service } from "../service.ts";
import { COMMIT, PULL } from "./clone-jobs.ts";
import { JOB, taskJob } from "./task.ts";

/** What the service does without being asked (facts §3, "Lazy commit" and "Hourly fetch"). */
export const upkeep: readonly Recurring[] = [
  { kind: CARRY, every: "minute" },
  { kind: "upkeep.commit", every: "hour" },
  { kind: "upkeep.fetch", every: "day" },
  { kind: "upkeep.clean", every: "hour" },
  { kind: "upkeep.addons", every: "day" },
  { kind: "upkeep.checks", every: "day" },
  { kind: "upkeep.removals", every: "hour" },
];

/** Kinds of jobs, and the file with who does them. */
interface JobFile {
  readonly kinds: readonly string[];
  readonly load: (service: Service) => Promise<JobHandlers>;
}

/** A file is read with the first job that it does: a start need not wait for it. */
export const jobFiles: readonly JobFile[] = [
  {
    kinds: [JOB],
    load: async (service) => taskJob(service, (await import("./task-handlers.ts")).taskHandlers),
  },
  {
    kinds: [
      "upkeep.commit",
      "upkeep.fetch",
      "upkeep.clean",
      "upkeep.checks",
      "upkeep.removals",
      COMMIT,
      "clone.fetch",
      PULL,
    ],
    load: async (service) => (await import("./upkeep.ts")).upkeepJobs(service),
  },
  {
    kinds: ["addon.run", "upkeep.addons"],
    load: async (service) => (await import("../addons/runs.ts")).addonJobs(service),
  },
  {
    kinds: ["webhook.deliver"],
    load: async (service) => (await import("../addons/webhook-delivery.ts")).webhookJobs(service),
  },
  {
    kinds: ["notifications.look"],
    load: async (service) => (await import("../notifications/jobs.ts")).notificationJobs(service),
  },
  { kinds: [CARRY], load: async (service) => questionJobs(service) },
  {
    kinds: [LAND_EARLY],
    load: async (service) => (await import("../landing/early-translations.ts")).earlyJobs(service),
  },
];

/** Everything this service does outside of requests. */
export function jobHandlers(service: Service): JobHandlers {
  return Object.fromEntries(
    jobFiles.flatMap(({ kinds, load }) =>
      kinds.map((kind) => [
        kind,
        async (payload, attempt) => {
          const handler = (await load(service))[kind];
          if (handler === undefined) throw new Error(`Nobody does jobs of the kind “${kind}”.`);
          await handler(payload, attempt);
        },
      ]),
    ),
  );
}
