import type { Records } from "../records/records.ts";
import type { GitHubApps } from "./github-app/github-apps.ts";
import type { Trials } from "./trials.ts";

/** What the administration works on. */
export interface Admin {
  readonly records: Records;
  /** Of this program, for its pages. */
  readonly version: string;
  /** Makes the bot's App from a page; undefined: there is no such page. */
  readonly gitHubApps?: GitHubApps;
  /** Tries what the settings name; undefined: there are no buttons for it. */
  readonly trials?: Trials;
}
