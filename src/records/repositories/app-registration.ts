import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { inTransaction } from "../../store/database.ts";
import { keepValue, keptValue } from "../kept-values.ts";
import { present, type Records } from "../records.ts";

/** A GitHub App that somebody is about to make. */
export interface AppRegistration {
  /** Name of the forge in the settings. */
  readonly forge: string;
  readonly serverUrl: string;
  readonly apiUrl: string;
  /** Who began it, and alone may end it; null: somebody at the machine itself. */
  readonly login: number | null;
}

/** GitHub's code counts for so long. */
const HOUR_MILLISECONDS = 3_600_000;
/** Rows of the table `setting` that begin with it: one each, until it is used or too old. */
const PREFIX = "app registration ";

const kept = z.object({
  forge: z.string(),
  serverUrl: z.string(),
  apiUrl: z.string(),
  login: z.number().nullable(),
  expires: z.string(),
});

type Store = Pick<Records, "database" | "clock">;

/** @returns what GitHub sends the person back with, so that nobody else's App comes in */
export async function beginAppRegistration({ database, clock }: Store, registration: AppRegistration): Promise<string> {
  const state = randomBytes(24).toString("base64url");
  const expires = new Date(clock.now().getTime() + HOUR_MILLISECONDS).toISOString();
  await inTransaction(database, async (queries) => {
    const rows = await queries.selectFrom("setting").selectAll().where("name", "like", `${PREFIX}%`).execute();
    const now = present({ clock });
    for (const { name, value } of rows) {
      if (keptIn(value).expires <= now) await queries.deleteFrom("setting").where("name", "=", name).execute();
    }
    await keepValue(queries, nameOf(state), JSON.stringify({ ...registration, expires }));
  });
  return state;
}

/** Once: a second time there is none. Undefined too where it is too old, or somebody else began it. */
export async function endAppRegistration(
  { database, clock }: Store,
  state: string,
  login: number,
): Promise<AppRegistration | undefined> {
  return inTransaction(database, async (queries) => {
    const name = nameOf(state);
    const value = await keptValue(queries, name);
    if (value === undefined) return undefined;
    const { expires, ...registration } = keptIn(value);
    if (registration.login !== null && registration.login !== login) return undefined;
    await queries.deleteFrom("setting").where("name", "=", name).execute();
    return expires > present({ clock }) ? registration : undefined;
  });
}

function keptIn(value: string): z.output<typeof kept> {
  return kept.parse(JSON.parse(value));
}

function nameOf(state: string): string {
  return PREFIX + createHash("sha256").update(state).digest("hex");
}
