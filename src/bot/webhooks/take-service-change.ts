import { LONGEST_POSTPONEMENT, storeDelivery, type StoredDelivery } from "../../records/deliveries/deliveries.ts";
import { changesDue, lastMoment } from "../../records/deliveries/delivery-turn.ts";
import type { Records } from "../../records/records.ts";
import { matchesRepository } from "../../records/repositories/repository-pattern.ts";
import type { ServiceSettings } from "../../records/settings/settings.ts";
import type { BotDatabase } from "../../store/bot-tables/tables.ts";
import { inOpenTransaction } from "../../store/database.ts";
import type { MovedTranslations } from "./moved-translations.ts";

/** A message of a service whose signature was right. */
export interface ChangeMessage {
  /** Name of the service in the settings. */
  readonly service: string;
  /** The service's id of it. */
  readonly id: string;
  readonly moved: MovedTranslations;
}

/** Event of the deliveries that the service's changes make. */
export const TRANSLATIONS_MOVED = "translations";
/** Action of those after which nothing more is to be expected for now. */
const DONE = "done";

/**
 * Keeps a change for every repository that has files of its component, in a while: translators work in bursts.
 * @returns undefined where no repository has any
 */
export async function takeChange(
  records: Records,
  { repositories: patterns }: ServiceSettings,
  { service, id, moved }: ChangeMessage,
): Promise<StoredDelivery | undefined> {
  return inOpenTransaction(records.database, async (queries) => {
    const within = { ...records, database: queries };
    const wanting = await repositoriesWith(queries, moved.component);
    let stored: StoredDelivery | undefined;
    for (const { id: repository, name } of wanting) {
      if (!patterns.some((pattern) => matchesRepository(pattern, name))) continue;
      const { due, turn } = await timesOf(records, queries, repository, moved);
      const delivery = await storeDelivery(within, {
        source: "service",
        sender: service,
        guid: stored === undefined ? id : `${id} ${String(repository)}`,
        event: TRANSLATIONS_MOVED,
        action: moved.isDone ? DONE : "",
        repository,
        payload: { component: moved.component, language: moved.language, action: moved.action },
        due,
      });
      stored ??= { ...delivery, turn };
      if (stored.outcome === "known") break;
    }
    return stored;
  });
}

function repositoriesWith(
  queries: BotDatabase,
  component: string,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return queries
    .selectFrom("repository")
    .select(["id", "name"])
    .where("state", "=", "active")
    .where("id", "in", (file) =>
      file.selectFrom("bound_file").select("bound_file.repository_id").where("bound_file.component", "=", component),
    )
    .orderBy("id")
    .execute();
}

/**
 * The first change of a burst keeps the time for all of them: it is put off while more come, and each has its last moment. One that
 * was in a run has its own time, and where that is the end of a limit that is used up, those that come meanwhile have the same.
 */
async function timesOf(
  { clock }: Records,
  queries: BotDatabase,
  repository: number,
  { isDone }: Pick<MovedTranslations, "isDone">,
): Promise<{ readonly due: Date; readonly turn: Date }> {
  const now = clock.now();
  const all = queries
    .selectFrom("delivery")
    .select(["id", "received", "due"])
    .where("repository_id", "=", repository)
    .where("state", "=", "waiting")
    .where("source", "=", "service")
    .where("attempts", "=", 0)
    .limit(1);
  const postponed = await all
    .where("begun", "=", 1)
    .where("due", ">", now.toISOString())
    // One of a clock that was wrong keeps nothing back.
    .where("due", "<=", new Date(now.getTime() + LONGEST_POSTPONEMENT).toISOString())
    .orderBy("due", "desc")
    .executeTakeFirst();
  if (postponed !== undefined) {
    const turn = new Date(postponed.due);
    return { due: turn, turn };
  }
  const waiting = all.where("begun", "=", 0);
  const first = await waiting.orderBy("id").executeTakeFirst();
  if (first === undefined) {
    const turn = changesDue(now, undefined, isDone ? now : undefined);
    return { due: turn, turn };
  }
  const done = isDone ? undefined : await waiting.where("action", "=", DONE).orderBy("id", "desc").executeTakeFirst();
  const end = done === undefined ? undefined : new Date(done.received);
  const received = new Date(first.received);
  const turn = changesDue(now, received, isDone ? now : end);
  await queries.updateTable("delivery").set({ due: turn.toISOString() }).where("id", "=", first.id).execute();
  return { due: lastMoment(received), turn };
}
