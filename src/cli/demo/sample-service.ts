import type { SampleTranslator, TranslatorsWork } from "./sample-project.ts";

/** The service of the demonstration, with the project, the components and everybody who works there. */
export interface SampleService {
  readonly url: string;
  readonly adminToken: string;
  /** Of the bot, for this project alone. */
  readonly botToken: string;
  /** Saves texts as a translator's browser would: over HTTP, with the translator's own token. */
  translate(translator: SampleTranslator, work: TranslatorsWork): Promise<void>;
  stop(): Promise<void>;
}

/** Repositories that the components read. */
export interface SampleUpstreams {
  readonly website: string;
  readonly library: string;
}

export type StartSampleService = (folder: string, upstreams: SampleUpstreams) => Promise<SampleService>;
