/** One thing that was tried, and what came of it. */
export interface TrialResult {
  readonly state: "good" | "attention" | "bad";
  /** `Token`, `Clock`, `Webhook`. */
  readonly what: string;
  /** One or two sentences: what is so, and what to do where something is wrong. */
  readonly words: string;
}

/** Tries what the settings name, and changes nothing by it. Whatever goes wrong is told, not thrown. */
export interface Trials {
  /** @param name of the forge in the settings */
  forge(name: string): Promise<readonly TrialResult[]>;
  service(name: string): Promise<readonly TrialResult[]>;
  /** Sends a test message over a channel. */
  channel(name: string): Promise<readonly TrialResult[]>;
}
