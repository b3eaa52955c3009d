import { createHash } from "node:crypto";
import { storeDelivery } from "../../records/deliveries/deliveries.ts";
import { keepValue, keptValue } from "../../records/kept-values.ts";
import { present, type Records } from "../../records/records.ts";
import type { ScheduleSettings } from "../../records/settings/settings.ts";
import type { BotDatabase } from "../../store/bot-tables/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { nextRun, type ScheduledRepository } from "./next-run.ts";

/** So many in one transaction: others want the database too. */
const MANY = 100;
/** Row of the table `setting`: the schedules that the times in the table of repositories are of. */
const APPLIED = "applied schedules";

/**
 * Makes a delivery of every repository whose time has come, and tells when it comes next: once, however many processes
 * look. One that was missed while nobody looked is made up for once.
 * @returns how many
 */
export async function takeScheduled(records: Records, schedules: ScheduleSettings): Promise<number> {
  let taken = 0;
  for (;;) {
    const many = await takeSome(records, schedules);
    taken += many;
    if (many < MANY) break;
  }
  await applySchedules(records, schedules);
  return taken;
}

function takeSome(records: Records, schedules: ScheduleSettings): Promise<number> {
  return inTransaction(records.database, async (queries) => {
    const now = present(records);
    const due = await queries
      .selectFrom("repository")
      .select(["id", "name", "next_run"])
      .where("next_run", "<=", now)
      .where("state", "=", "active")
      .orderBy("next_run")
      .limit(MANY)
      .execute();
    const many = due.length === 0 ? 0 : await activeRepositories(queries);
    for (const { next_run: planned, ...repository } of due) {
      await storeDelivery(
        { ...records, database: queries },
        {
          source: "schedule",
          sender: "",
          guid: `${String(repository.id)} ${String(planned)}`,
          event: "schedule",
          action: "",
          repository: repository.id,
          payload: { planned },
        },
      );
      await plan(queries, schedules, repository, { now: records.clock.now(), many });
    }
    return due.length;
  });
}

/** Gives a time to repositories that have none, and to all of them where the schedules are others than before. */
async function applySchedules(records: Records, schedules: ScheduleSettings): Promise<void> {
  const version = createHash("sha256").update(JSON.stringify(schedules)).digest("hex");
  const areNew = (await keptValue(records.database, APPLIED)) !== version;
  await inTransaction(records.database, async (queries) => {
    let wanting = queries.selectFrom("repository").select(["id", "name"]).where("state", "=", "active");
    if (!areNew) wanting = wanting.where("next_run", "is", null);
    const now = records.clock.now();
    const repositories = await wanting.execute();
    const many = repositories.length === 0 ? 0 : await activeRepositories(queries);
    for (const repository of repositories) {
      await plan(queries, schedules, repository, { now, many, hasNone: !areNew });
    }
    if (areNew) await keepValue(queries, APPLIED, version);
  });
}

async function plan(
  queries: BotDatabase,
  schedules: ScheduleSettings,
  repository: ScheduledRepository,
  { now, many, hasNone = false }: { readonly now: Date; readonly many: number; readonly hasNone?: boolean },
): Promise<void> {
  const next = nextRun(schedules, repository, now, many)?.toISOString() ?? null;
  if (hasNone && next === null) return;
  await queries.updateTable("repository").set({ next_run: next }).where("id", "=", repository.id).execute();
}

async function activeRepositories(queries: BotDatabase): Promise<number> {
  const { many } = await queries
    .selectFrom("repository")
    .select(({ fn }) => fn.countAll().as("many"))
    .where("state", "=", "active")
    .executeTakeFirstOrThrow();
  return Number(many);
}
