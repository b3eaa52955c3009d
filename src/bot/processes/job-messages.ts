/** What the bot and a process that does its jobs tell each other. All of it is plain data; secrets travel in it, by a pipe alone. */
import type { Place } from "../../core/errors.ts";
import type { SeenRequest } from "../../network/seen-request.ts";
import type { JobEnd } from "../jobs/job-end.ts";
import type { RequestedJob } from "../jobs/requested-job.ts";

/** To the process. It does one job at a time. */
export type MessageToJob =
  | { readonly kind: "perform"; readonly requested: RequestedJob }
  /** The bot is about to end: what fails is not tried again, and no wait goes on. `reason` stands in the job's end. */
  | { readonly kind: "closing"; readonly reason: string }
  /** What is under way ends; `reason` stands in the job's end. */
  | { readonly kind: "end"; readonly reason: string }
  /** The turn that was asked for has come. */
  | { readonly kind: "turn"; readonly id: number };

export type LoggedLevel = "debug" | "info" | "notice" | "warning" | "error";

/** From the process. */
export type MessageOfJob =
  | { readonly kind: "line"; readonly level: LoggedLevel; readonly message: string; readonly place?: Place | undefined }
  | {
      readonly kind: "progress";
      readonly phase: string;
      readonly done: number;
      readonly total: number;
      readonly detail: string | undefined;
    }
  | { readonly kind: "request"; readonly seen: SeenRequest }
  | { readonly kind: "secret"; readonly secret: string }
  | { readonly kind: "forget-token" }
  /** It wants to write as an account, which others do as well. */
  | { readonly kind: "turn"; readonly id: number; readonly account: string }
  | { readonly kind: "ended"; readonly end: JobEnd };
