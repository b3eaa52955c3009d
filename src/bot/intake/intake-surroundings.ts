import type { Records } from "../../records/records.ts";
import type { Settings } from "../../records/settings/settings.ts";
import type { OwnUsers } from "./own-users.ts";

/** What the bot's ears need. */
export interface IntakeSurroundings {
  readonly records: Records;
  /** As they are now. */
  readonly settings: () => Promise<Settings>;
  /** Default: those of the services' tokens. */
  readonly ownUsers?: OwnUsers;
}
