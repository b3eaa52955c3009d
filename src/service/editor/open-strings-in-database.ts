import { prepared } from "../../store/prepared.ts";
import type { Queries } from "../../store/database.ts";
import type { Service } from "../service.ts";
import type { UnitRecord } from "../units/unit-row.ts";
import { OPEN_MILLISECONDS, type Looking, type OpenString, type OpenStrings } from "./open-strings.ts";

/** Where several processes share a database: a row for each person and translation, which counts until its time. */
export class OpenStringsInDatabase implements OpenStrings {
  readonly #database: Queries;

  constructor(database: Queries) {
    this.#database = database;
  }

  async open(unit: Pick<UnitRecord, "id" | "translation_id">, { id }: Looking, now: Date): Promise<void> {
    const until = new Date(now.getTime() + OPEN_MILLISECONDS).toISOString();
    await noted.rows(this.#database, { translation: unit.translation_id, user: id, unit: unit.id, until });
  }

  async ofOthers(translation: number, user: number | undefined, now: Date): Promise<readonly OpenString[]> {
    return others.rows(this.#database, { translation, user: user ?? NOBODY, now: now.toISOString() });
  }
}

/** Id of no user. */
const NOBODY = 0;

interface Note {
  readonly translation: number;
  readonly user: number;
  readonly unit: number;
  readonly until: string;
}

const noted = prepared((queries, { translation, user, unit, until }: Note) =>
  queries
    .insertInto("open_string")
    .values({ translation_id: translation, user_id: user, unit_id: unit, until })
    .onConflict((known) =>
      known.columns(["translation_id", "user_id"]).doUpdateSet((row) => ({
        unit_id: row.ref("excluded.unit_id"),
        until: row.ref("excluded.until"),
      })),
    ),
);

interface Asked {
  readonly translation: number;
  readonly user: number;
  readonly now: string;
}

const others = prepared((queries, { translation, user, now }: Asked) =>
  queries
    .selectFrom("open_string")
    .innerJoin("user", "user.id", "open_string.user_id")
    .select(["open_string.unit_id as unit", "user.username"])
    .where("open_string.translation_id", "=", translation)
    .where("open_string.user_id", "<>", user)
    .where("open_string.until", ">", now)
    .orderBy("open_string.until"),
);

/** Who looks at something new writes their row anew; those of people who left go here. */
export async function forgetClosedStrings({ database, clock }: Pick<Service, "database" | "clock">): Promise<void> {
  await database.deleteFrom("open_string").where("until", "<=", clock.now().toISOString()).execute();
}
