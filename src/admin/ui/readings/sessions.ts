import type { Records } from "../../../records/records.ts";
import { currentSettings } from "../../../records/settings/current-settings.ts";
import { isAlive } from "../../identity/sessions.ts";

export interface OpenSession {
  readonly id: string;
  readonly agent: string;
  readonly address: string;
  readonly created: string;
  readonly used: string;
}

/** Sessions of somebody that still work, the last used first. */
export async function readSessions(records: Records, login: number): Promise<readonly OpenSession[]> {
  const rows = await records.database
    .selectFrom("session")
    .select(["id", "agent", "address", "created", "used", "expires"])
    .where("login", "=", login)
    .orderBy("used", "desc")
    .limit(100)
    .execute();
  const { limits } = await currentSettings(records);
  return rows.filter((session) => isAlive(session, limits, records.clock.now()));
}
