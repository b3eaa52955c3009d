import { sql } from "kysely";
import { forYou } from "../changes/for-you.ts";
import { may, type Caller } from "../identity/permissions.ts";
import { profileOf } from "../identity/profile.ts";
import { conflicts } from "../landing/conflicts.ts";
import type { Service } from "../service.ts";
import { searchableUnits, unitCondition } from "../units/unit-query.ts";
import { lastWorkedOn, TRANSLATIONS, worked, type RecentWork } from "./recent-work.ts";

/** What waits for somebody. */
export interface Needs {
  /** What stands longest in the way of others first. */
  readonly translations: readonly Need[];
  /** Answers and decisions of the last seven days. */
  readonly news: number;
  /** Whether it is known into which languages they translate. */
  readonly hasLanguages: boolean;
}

/** A translation in which something waits for a person. */
export interface Need extends RecentWork {
  readonly failing: number;
  /** That they may decide on. */
  readonly suggestions: number;
  /** Strings that stand in the way of a merge. */
  readonly conflicting: number;
}

/** Of so many translations with suggestions it is asked whether the person may accept them. */
const SUGGESTED = 60;
const NEWS_MILLISECONDS = 7 * 86_400_000;

/**
 * Where something waits for a person, of what they see: suggestions that they may accept, and strings that are not done in the
 * languages of their profile, or of what they translated last where it names none.
 * @returns undefined for somebody who is not signed in
 */
export async function needsOf(service: Service, caller: Caller): Promise<Needs | undefined> {
  const { user } = caller;
  if (user === undefined) return undefined;
  const languages = await languagesOf(service, user);
  const all = await candidates(service, caller);
  const left = await all
    .where("translation.language_id", "in", [0, ...languages])
    .where((row) =>
      row.or([row("translation.translated", "<", row.ref("translation.total")), row("translation.failing", ">", 0)]),
    )
    .orderBy(sql`translation.total - translation.translated`, "desc")
    .orderBy("translation.id")
    .limit(TRANSLATIONS)
    .execute();
  const suggested = await all
    .where("translation.suggestions", ">", 0)
    .where("component.locked", "=", 0)
    .orderBy("translation.suggestions", "desc")
    .orderBy("translation.id")
    .limit(SUGGESTED)
    .execute();
  const waiting = suggested.filter((row) => mayAccept(caller, row)).slice(0, TRANSLATIONS);
  const decided = new Set(waiting.map(({ id }) => id));
  const rows = [...waiting, ...left.filter(({ id }) => !decided.has(id))];
  const conflicting = await conflictsIn(service, rows);
  const since = new Date(service.clock.now().getTime() - NEWS_MILLISECONDS).toISOString();
  return {
    translations: rows
      .map((row) => ({
        ...row,
        suggestions: decided.has(row.id) ? row.suggestions : 0,
        conflicting: conflicting.get(row.id) ?? 0,
      }))
      .toSorted((one, other) => other.conflicting - one.conflicting),
    news: (await forYou(service, caller)).filter(({ timestamp }) => timestamp >= since).length,
    hasLanguages: languages.length > 0,
  };
}

type Candidate = Awaited<ReturnType<Awaited<ReturnType<typeof candidates>>["execute"]>>[number];

async function candidates(service: Service, caller: Caller) {
  return (await worked(service, caller))
    .select(["project.id as projectId", "project.access_control"])
    .select(["component.id as componentId", "component.restricted"])
    .select(["translation.language_id as languageId", "translation.suggestions", "translation.failing"]);
}

function mayAccept(caller: Caller, row: Candidate): boolean {
  return may(
    caller,
    {
      project: { id: row.projectId, access_control: row.access_control },
      component: { id: row.componentId, settings: { restricted: row.restricted === 1 } },
      language: { id: row.languageId },
    },
    "suggestion.accept",
  );
}

/** Ids of the languages that somebody translates into: as their profile says, or of where they worked last. */
async function languagesOf(service: Service, { id, profile }: NonNullable<Caller["user"]>): Promise<readonly number[]> {
  const { languages } = profileOf(profile);
  if (languages.length > 0) return languages;
  const rows = await service.readers
    .selectFrom("translation")
    .select("language_id")
    .distinct()
    .where("id", "in", [0, ...(await lastWorkedOn(service, id))])
    .where("is_source", "=", 0)
    .execute();
  return rows.map(({ language_id: language }) => language);
}

/** How many strings of translations stand in the way of a merge, where one failed: by translation. */
async function conflictsIn(service: Service, rows: readonly Candidate[]): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (const [component, own] of Map.groupBy(rows, ({ componentId }) => componentId)) {
    if (!(await conflicts(service, component))) continue;
    const ids = own.map(({ id }) => id);
    const counts = await searchableUnits(service.readers)
      .select("unit.translation_id as id")
      .select(({ fn }) => fn.countAll<number | string>().as("count"))
      .where("unit.translation_id", "in", ids)
      .where(unitCondition("is:conflicting", service.clock.now()))
      .groupBy("unit.translation_id")
      .execute();
    for (const { id, count } of counts) found.set(id, Number(count));
  }
  return found;
}
