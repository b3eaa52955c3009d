import type { SettingsChange } from "../records/settings/change-management.ts";

/** One thing that was tried, and what came of it. */
export interface TrialResult {
  readonly state: "good" | "attention" | "bad";
  /** `Token`, `Clock`, `Webhook`. */
  readonly what: string;
  /** One or two sentences: what is so, and what to do where something is wrong. */
  readonly words: string;
}

/** What came of trying an entry of settings that are not in force yet. */
export interface EntryTrial extends TrialResult {
  /** Dotted path of what was tried: `services.main`; of a token or key that was refused, its own: `services.main.token`. */
  readonly field: string;
  /** The server was asked, and says that the token or the key is not valid. */
  readonly isRefused: boolean;
}

/** Tries what the settings name, and changes nothing by it. Whatever goes wrong is told, not thrown. */
export interface Trials {
  /** @param name of the forge in the settings */
  forge(name: string): Promise<readonly TrialResult[]>;
  service(name: string): Promise<readonly TrialResult[]>;
  /** Tries each token and key that a change brings, or brings to another server, before it is in force. */
  credentials(change: SettingsChange): Promise<readonly EntryTrial[]>;
  /** Sends a test message over a channel. */
  channel(name: string): Promise<readonly TrialResult[]>;
}
