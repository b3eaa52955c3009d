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
  for (const { repository_id: repository } of await rows.execute()) {
    await records.jobs.enqueue(REPOSITORY_JOB, { repository }, { key: String(repository) });
  }
}
