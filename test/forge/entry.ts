import type { embeddedSite } from "../support/embedded-site.ts";
import type { SkippingClock } from "../support/test-clock.ts";
import type { ForgeAnswer, Person } from "./lab.ts";

/** How a repository is kept in step: by the action in the server's own runner, or by a bot that its webhook tells. */
export type EntryName = "action" | "bot";

export interface HostedRepositoryOptions {
  /** Token of the forge that action or bot work with; default the documented one. */
  readonly token?: string;
  /** Beside the sample's. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lines at the end of the mapping. */
  readonly mapping?: string;
  /** Whether the service tells a bot of translations; default true. */
  readonly serviceTells?: boolean;
  /** Whether the bot is a process of its own, which can be killed. */
  readonly isProcess?: boolean;
}

/** Asks the API below a repository, as this person. */
export type RepositoryCall = (
  person: Person,
  method: string,
  path: string,
  body?: object,
) => Promise<ForgeAnswer["body"]>;

/** How a run ended. */
export interface EndedRun {
  readonly isGood: boolean;
  /** Whatever it said: its log, or what the bot's administration shows. */
  readonly words: string;
}

export interface Entry extends AsyncDisposable {
  /** Somebody asks for a run: by the workflow's button, or the administration's "Run now". */
  askForRun(): Promise<void>;
  /** It is the time of the schedule; resolves when all is quiet. */
  scheduleComes(): Promise<void>;
  /** Waits until nothing is waiting or under way. */
  quiet(): Promise<void>;
  /** The newest run. @param kind of the bot's: `review`; a workflow has no kinds */
  lastRun(kind?: string): Promise<EndedRun>;
  /** Somebody who may lets runs for forks begin; resolves when all is quiet. */
  approve(): Promise<void>;
  isAtWork(): Promise<boolean>;
  /** Ends whatever is at work as if the power failed. */
  kill(): Promise<void>;
}

/** What an entry is set up in, before anything is pushed. */
export interface EntryPlace {
  /** `dev/…` */
  readonly name: string;
  readonly api: RepositoryCall;
  readonly site: Awaited<ReturnType<typeof embeddedSite>>;
  readonly clock: SkippingClock | undefined;
  /** Of the forge. */
  readonly token: string;
  readonly options: HostedRepositoryOptions;
}
