import type { Records } from "../../records/records.ts";
import type { Settings } from "../../records/settings/settings.ts";
import type { Clones } from "../clones/clones.ts";
import type { ForgeTokens } from "../perform/forge-tokens.ts";

/** What the bot's work is done with. */
export interface Work {
  readonly records: Records;
  /** As they are now. */
  readonly settings: () => Promise<Settings>;
  readonly clones: Clones;
  readonly tokens: ForgeTokens;
  /** `host:pid:start` */
  readonly worker: string;
  /** The process ends: what is not done is put back. */
  readonly ending: AbortSignal;
}
