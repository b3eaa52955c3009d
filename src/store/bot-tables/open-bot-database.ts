import { openSchema, type DatabaseSchema } from "../schema.ts";
import { firstTables } from "./0001-first-tables.ts";
import { knownAddresses } from "./0002-known-addresses.ts";
import { alerts } from "./0003-alerts.ts";
import { endedWork } from "./0004-ended-work.ts";
import { followedBranches } from "./0005-followed-branches.ts";
import { workInTurn } from "./0006-work-in-turn.ts";
import { begunDeliveries } from "./0007-begun-deliveries.ts";
import { pauseOfTheGone } from "./0008-pause-of-the-gone.ts";
import type { BotDatabase, BotTables } from "./tables.ts";

/** The tables of the bot and its administration. */
const botSchema: DatabaseSchema<BotTables> = {
  name: "interlinear_bot",
  migrations: [
    firstTables,
    knownAddresses,
    alerts,
    endedWork,
    followedBranches,
    workInTurn,
    begunDeliveries,
    pauseOfTheGone,
  ],
};

/**
 * Opens the bot's database and brings it to the newest version.
 * @param target file of SQLite, ":memory:", or `postgres://…`
 * @throws {LocalError} `IL-D01`, `IL-D02`
 */
export function openBotDatabase(target: string): Promise<BotDatabase> {
  return openSchema(botSchema, target);
}
