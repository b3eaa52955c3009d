import { REPOSITORY_JOB } from "../../records/deliveries/deliveries.ts";
import { present, type Records } from "../../records/records.ts";

/**
 * Has the turn come of every repository that has a delivery due: one that waited for its time, or for another try. Without
 * `since` also of those whose job was lost, or whose process died: what is in hand and what is long due is looked at again.
 * @param since when this was done before, ISO 8601
 */
export async function wakeRepositories(
  records: Pick<Records, "database" | "clock" | "jobs">,
  since: string | undefined,
): Promise<void> {
  const now = present(records);
  let rows = records.database
    .selectFrom("delivery")
    .select("repository_id")
    .distinct()
    .where("repository_id", "is not", null);
  rows =
    since === undefined
      ? rows.where((row) =>
          row.or([row("state", "=", "running"), row.and([row("state", "=", "waiting"), row("due", "<=", now)])]),
        )
      : rows.where("state", "=", "waiting").where("due", "<=", now).where("due", ">", since);
  const due = await rows.execute();
  // What waits behind others is not lost: with thousands of them, each would be asked for anew each minute. A job that is being done
  // may have looked before this was due.
  const known = since === undefined && due.length > 0 ? await records.jobs.keys(REPOSITORY_JOB) : undefined;
  for (const { repository_id: repository } of due) {
    if (known?.has(String(repository)) === true) continue;
    await records.jobs.enqueue(REPOSITORY_JOB, { repository }, { key: String(repository) });
  }
}

/** When the next delivery is due, or the next repository's schedule; undefined where nothing waits for its time. */
export async function nextDue(records: Pick<Records, "database" | "clock">): Promise<Date | undefined> {
  const { database } = records;
  const now = present(records);
  const delivery = await database
    .selectFrom("delivery")
    .select(({ fn }) => fn.min("due").as("time"))
    .where("state", "=", "waiting")
    .where("repository_id", "is not", null)
    .where("due", ">", now)
    .executeTakeFirst();
  const repository = await database
    .selectFrom("repository")
    .select(({ fn }) => fn.min("next_run").as("time"))
    .where("next_run", ">", now)
    .where("state", "=", "active")
    .executeTakeFirst();
  const times = [delivery?.time, repository?.time].flatMap((time) =>
    typeof time === "string" ? [Date.parse(time)] : [],
  );
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}
