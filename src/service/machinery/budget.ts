import { inTransaction, type Database, type Queries } from "../../store/database.ts";
import type { Service } from "../service.ts";
import type { Configured } from "./configured.ts";
import { MachineFailure } from "./machine.ts";

/** For whose sake texts go out; 0: an add-on's. */
export interface Spender {
  readonly project: number;
  readonly user: number;
}

/** Of all people together. */
const ALL = 0;
const KEPT_DAYS = 62;

/**
 * Counts characters that are about to go out, within what a project and a person may send in one day (UTC).
 * @returns gives them back, where nothing was sent
 * @throws {MachineFailure} where they would be too many: nothing is counted then
 */
export async function spend(
  { database, clock }: Pick<Service, "database" | "clock">,
  { kind, configuration }: Configured,
  { project, user }: Spender,
  characters: number,
): Promise<() => Promise<void>> {
  const day = dayOf(clock.now());
  const row = { project_id: project, service: kind.id, day };
  const { daily_characters: all, daily_characters_person: own } = configuration;
  await inTransaction(database, async (queries) => {
    await forgetOld(queries, project, clock.now());
    if (!(await added(queries, { ...row, user_id: ALL, characters }, all))) {
      throw new MachineFailure(
        `This project sends at most ${numbered(all)} characters a day to ${kind.name}, and that is reached. It begins anew at 00:00 UTC.`,
      );
    }
    if (user !== ALL && !(await added(queries, { ...row, user_id: user, characters }, own))) {
      throw new MachineFailure(
        `One person sends at most ${numbered(own)} characters a day to ${kind.name} in this project, and you reach that. It begins anew at 00:00 UTC.`,
      );
    }
  });
  return async () => {
    await database
      .updateTable("machinery_use")
      .set((given) => ({ characters: given("characters", "-", characters) }))
      .where("project_id", "=", project)
      .where("service", "=", kind.id)
      .where("day", "=", day)
      .where("user_id", "in", [ALL, user])
      .execute();
  };
}

/** What went out, by service: today, and in the last 31 days. */
export async function usedCharacters(
  database: Database,
  project: number,
  now: Date,
): Promise<ReadonlyMap<string, { readonly today: number; readonly month: number }>> {
  const rows = await database
    .selectFrom("machinery_use")
    .select(["service", "day", "characters"])
    .where("project_id", "=", project)
    .where("user_id", "=", ALL)
    .where("day", ">", daysBefore(now, 31))
    .execute();
  const today = dayOf(now);
  return new Map(
    [...Map.groupBy(rows, ({ service }) => service)].map(([service, own]) => [
      service,
      {
        today: sum(own.filter(({ day }) => day === today)),
        month: sum(own),
      },
    ]),
  );
}

interface Use {
  readonly project_id: number;
  readonly service: string;
  readonly day: string;
  readonly user_id: number;
  readonly characters: number;
}

/** @returns whether it was within the limit; nothing is added otherwise */
async function added(queries: Queries, use: Use, most: number): Promise<boolean> {
  if (use.characters > most) return false;
  const row = await queries
    .insertInto("machinery_use")
    .values(use)
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "service", "day", "user_id"])
        .doUpdateSet((given) => ({ characters: given("machinery_use.characters", "+", use.characters) }))
        .where("machinery_use.characters", "<=", most - use.characters),
    )
    .returning("characters")
    .executeTakeFirst();
  return row !== undefined;
}

async function forgetOld(queries: Queries, project: number, now: Date): Promise<void> {
  await queries
    .deleteFrom("machinery_use")
    .where("project_id", "=", project)
    .where("day", "<", daysBefore(now, KEPT_DAYS))
    .execute();
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function daysBefore(time: Date, days: number): string {
  return dayOf(new Date(time.getTime() - days * 86_400_000));
}

function sum(rows: readonly { readonly characters: number }[]): number {
  return rows.reduce((all, { characters }) => all + characters, 0);
}

function numbered(count: number): string {
  return count.toLocaleString("en-US");
}
