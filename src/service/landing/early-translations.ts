import type { ExpressionBuilder } from "kysely";
import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { callerOf } from "../identity/identity.ts";
import { visibleUnit } from "../identity/visible.ts";
import { timestamp, type Service } from "../service.ts";
import type { EarlyTranslationTable, Tables } from "../../store/tables.ts";
import { LAND_EARLY } from "./expect-early.ts";
import type { JobHandlers } from "../../queue/job-queue.ts";
import { suggest } from "../units/suggestions.ts";
import { translateUnit } from "../units/translate-unit.ts";
import { texts } from "../units/unit-row.ts";

/** A translation of a string that only a pull request has yet. */
export interface EarlyTranslation {
  readonly key: string;
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly username: string | null;
}

/** A pull request that was closed leaves its translations to nobody. */
const KEPT_MILLISECONDS = 180 * 86_400_000;

/** Those of a translation. */
export async function earlyTranslations(queries: Queries, translation: number): Promise<readonly EarlyTranslation[]> {
  const rows = await queries
    .selectFrom("early_translation")
    .leftJoin("user", "user.id", "early_translation.user_id")
    .select(["early_translation.key", "early_translation.source", "early_translation.target", "user.username"])
    .where("early_translation.translation_id", "=", translation)
    .execute();
  return rows.map((row) => ({ ...row, source: texts(row.source), target: texts(row.target) }));
}

export interface EarlyText {
  readonly key: string;
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** What the person saw there; what is another one now is somebody else's work. */
  readonly seen: readonly string[];
}

/**
 * Keeps translations until their strings are here; an empty one is forgotten. Each is compared with what was seen by the statement that
 * writes it: who keeps the same one at the same time comes before or after.
 * @returns keys that somebody else translated meanwhile: these stay as they are
 */
export async function keepEarly(
  service: Service,
  at: { readonly translation: number; readonly pullRequest: number; readonly user: number },
  given: readonly EarlyText[],
): Promise<readonly string[]> {
  return inOpenTransaction(service.database, async (queries) => {
    const overtaken: string[] = [];
    for (const text of inOneOrder(given)) {
      const isKept = isEmpty(text.target)
        ? await forget(queries, at.translation, text)
        : await keep(queries, { ...at, time: timestamp(service) }, text);
      if (!isKept) overtaken.push(text.key);
    }
    return overtaken;
  });
}

/** So that nobody waits in a circle. */
function inOneOrder(given: readonly EarlyText[]): readonly EarlyText[] {
  const keyed = given.map((text) => ({ text, id: JSON.stringify([text.key, text.source]) }));
  return keyed.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ text }) => text);
}

/** @returns whether what was there is what was seen, or says the same */
async function keep(
  queries: Queries,
  at: { readonly translation: number; readonly pullRequest: number; readonly user: number; readonly time: string },
  { key, source, target, seen }: EarlyText,
): Promise<boolean> {
  const values = {
    target: JSON.stringify(target),
    pull_request: at.pullRequest,
    user_id: at.user,
    timestamp: at.time,
  };
  const row = await queries
    .insertInto("early_translation")
    .values({ translation_id: at.translation, key, source: JSON.stringify(source), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["translation_id", "key", "source"])
        .doUpdateSet(values)
        .where("early_translation.target", "in", [JSON.stringify(seen), values.target]),
    )
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether nothing is left */
async function forget(queries: Queries, translation: number, { key, source, seen }: EarlyText): Promise<boolean> {
  const place = { translation_id: translation, key, source: JSON.stringify(source) };
  await queries.deleteFrom("early_translation").where(isAt(place)).where("target", "=", JSON.stringify(seen)).execute();
  const left = await queries.selectFrom("early_translation").select("key").where(isAt(place)).executeTakeFirst();
  return left === undefined;
}

export function earlyJobs(service: Service): JobHandlers {
  return { [LAND_EARLY]: async ({ component }) => landEarly(service, Number(component)) };
}

/**
 * Saves, as who wrote them, the translations whose strings have come. What comes translated stays as it is, and what was written
 * for it becomes a suggestion.
 */
export async function landEarly(service: Service, component: number): Promise<void> {
  const { database } = service;
  const old = new Date(service.clock.now().getTime() - KEPT_MILLISECONDS).toISOString();
  await database.deleteFrom("early_translation").where("timestamp", "<", old).execute();
  const come = await database
    .selectFrom("early_translation")
    .innerJoin("translation", "translation.id", "early_translation.translation_id")
    .innerJoin("unit", (join) =>
      join
        .onRef("unit.translation_id", "=", "early_translation.translation_id")
        .onRef("unit.key", "=", "early_translation.key")
        .onRef("unit.source", "=", "early_translation.source"),
    )
    .select([
      "unit.id",
      "unit.state",
      "unit.target as present",
      "early_translation.translation_id",
      "early_translation.key",
    ])
    .select(["early_translation.source", "early_translation.target", "early_translation.user_id"])
    .where("translation.component_id", "=", component)
    .execute();
  for (const row of come) {
    const target = texts(row.target);
    const isLate = row.state >= unitStates.translated;
    if (row.user_id !== null && !(isLate && equalTexts(texts(row.present), target))) {
      const caller = await callerOf(service, row.user_id);
      try {
        const place = await visibleUnit(service, caller, String(row.id));
        if (isLate) await suggest(service, caller, place, target);
        else await translateUnit(service, caller, place, { target, state: unitStates.translated });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // A lock, or a right that is gone: the next pull tries again.
        service.logger.warning(`An early translation of ${row.key} could not be saved: ${error.message}`);
        // Of a text that somebody suggested already nothing is lost; any other stays until it can be taken.
        if (!isLate || !error.errors.some(({ code }) => code === "unique")) continue;
      }
    }
    // What somebody kept instead meanwhile comes with the next pull.
    await database.deleteFrom("early_translation").where(isAt(row)).where("target", "=", row.target).execute();
  }
}

function isAt({
  translation_id: translation,
  key,
  source,
}: Pick<EarlyTranslationTable, "translation_id" | "key" | "source">) {
  return (row: ExpressionBuilder<Tables, "early_translation">) =>
    row.and([row("translation_id", "=", translation), row("key", "=", key), row("source", "=", source)]);
}
