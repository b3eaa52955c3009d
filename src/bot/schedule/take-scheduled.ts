import { createHash } from "node:crypto";
import { storeDelivery } from "../../records/deliveries/deliveries.ts";
import { keepValue, keptValue } from "../../records/kept-values.ts";
import { present, type Records } from "../../records/records.ts";
import { NO_TIME } from "../../records/repositories/repositories.ts";
import type { ScheduleSettings } from "../../records/settings/settings.ts";
import type { BotDatabase } from "../../store/bot-tables/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { nextRun, type ScheduledRepository } from "./next-run.ts";

/** So many in one transaction: others want the database too. */
const MANY = 100;
/** Row of the table `setting`: {@link Applied}. */
const APPLIED = "applied schedules";

/** What the times in the table of repositories are of. */
interface Applied {
  /** Hash of the schedules. */
  readonly version: string;
  /** How many repositories there were when one came last: they are not counted anew for each that runs. */
  readonly many: number;
  /** When a repository was given a time last, ISO 8601. */
  readonly planned: string;
}

/** Clocks of two machines may differ by so much. One that is behind by more was ahead: what it planned then is too far away. */
const TOLERANCE_MILLISECONDS = 60_000;

/**
 * Makes a delivery of every repository whose time has come, and tells when it comes next: once, however many processes
 * look. One that was missed while nobody looked is made up for once.
 * @returns how many
 */
export async function takeScheduled(records: Records, schedules: ScheduleSettings): Promise<number> {
  const applied = appliedIn(await keptValue(records.database, APPLIED));
  let taken = 0;
  for (;;) {
    const some = await takeSome(records, schedules, applied);
    taken += some;
    if (some < MANY) break;
  }
  await applySchedules(records, schedules, applied);
  return taken;
}

/** Of what an older version kept something is missing: the schedules are looked at as if they were others. */
function appliedIn(kept: string | undefined): Applied {
  const [version, many, planned] = kept?.split(" ") ?? [];
  return version === undefined || many === undefined || planned === undefined
    ? { version: "", many: 1, planned: "" }
    : { version, many: Number(many), planned };
}

function keepApplied(queries: BotDatabase, { version, many, planned }: Applied): Promise<void> {
  return keepValue(queries, APPLIED, `${version} ${String(many)} ${planned}`);
}

async function takeSome(records: Records, schedules: ScheduleSettings, applied: Applied): Promise<number> {
  const now = present(records);
  const dueOf = (queries: BotDatabase) =>
    queries
      .selectFrom("repository")
      .select(["id", "name", "next_run"])
      .where("state", "=", "active")
      .where("next_run", ">", NO_TIME)
      .where("next_run", "<=", now)
      .orderBy("next_run")
      .limit(MANY)
      .execute();
  // As nearly always: nobody waits for a look that finds nothing.
  if ((await dueOf(records.database)).length === 0) return 0;
  return inTransaction(records.database, async (queries) => {
    const due = await dueOf(queries);
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
      await plan(queries, schedules, repository, { now: records.clock.now(), many: applied.many });
    }
    // What was planned later than now is looked at before that is forgotten.
    if (due.length > 0 && now > applied.planned) await keepApplied(queries, { ...applied, planned: now });
    return due.length;
  });
}

/** Gives a time to repositories that nobody looked at yet, and to all of them where the schedules are others than before. */
async function applySchedules(records: Records, schedules: ScheduleSettings, applied: Applied): Promise<void> {
  const version = createHash("sha256").update(JSON.stringify(schedules)).digest("hex");
  const wasAhead = Date.parse(applied.planned) > records.clock.now().getTime() + TOLERANCE_MILLISECONDS;
  const areNew = applied.version !== version || wasAhead;
  const wantingOf = (queries: BotDatabase) => {
    const active = queries.selectFrom("repository").select(["id", "name"]).where("state", "=", "active");
    return areNew ? active : active.where("next_run", "is", null);
  };
  if (!areNew && (await wantingOf(records.database).limit(1).execute()).length === 0) return;
  await inTransaction(records.database, async (queries) => {
    const now = records.clock.now();
    const many = await activeRepositories(queries);
    // Who is active again later is looked at then.
    if (areNew)
      await queries.updateTable("repository").set({ next_run: null }).where("state", "<>", "active").execute();
    for (const repository of await wantingOf(queries).execute()) {
      await plan(queries, schedules, repository, { now, many });
    }
    await keepApplied(queries, { version, many, planned: now.toISOString() });
  });
}

async function plan(
  queries: BotDatabase,
  schedules: ScheduleSettings,
  repository: ScheduledRepository,
  { now, many }: { readonly now: Date; readonly many: number },
): Promise<void> {
  const next = nextRun(schedules, repository, now, many)?.toISOString() ?? NO_TIME;
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
