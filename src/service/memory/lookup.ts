import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from "kysely";
import { batches } from "../../store/bulk.ts";
import type { Tables } from "../../store/tables.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { Service } from "../service.ts";
import { sourceHash } from "../units/unit-row.ts";
import { forgetIndex, searchMemory } from "./indexed-memory.ts";
import type { IndexedMatch } from "./memory-index.ts";
import { splitForms } from "./memory.ts";
import { alikeOf, byPreference, nearestOf, type Match, type MemoryText } from "./nearest.ts";

export interface MemoryQuery {
  readonly sourceLanguage: number;
  readonly targetLanguage: number;
  /** What the project itself has translated counts, besides what is shared by others unless it wants none of it. */
  readonly project?: number | undefined;
  /** What this person has translated counts. */
  readonly user?: number | undefined;
  /** Origins that whoever asks may not see (`hiddenOrigins`); their own words count all the same. */
  readonly hidden: readonly string[];
  /** Texts; a plural's forms joined as the memory joins them. */
  readonly sources: readonly string[];
  /** Least quality, 1–100; 100: nothing but the very texts. */
  readonly threshold: number;
  /** How long it may take; then it is too costly. */
  readonly milliseconds?: number | undefined;
}

/** Fewer comparisons are made here, while a thread would begin to. */
const FEW_COMPARISONS = 20_000;
const FEW_ENTRIES = 2000;

/**
 * The best match of each text in the memory, in their order. The very text comes before every other.
 * @param few entries that are compared at once; a larger memory has an index
 */
export async function bestMatches(
  service: Pick<Service, "database">,
  query: MemoryQuery,
  few = FEW_ENTRIES,
): Promise<(Match | undefined)[]> {
  const exact = await exactMatches(service, query);
  const left = [...new Set(query.sources.filter((source) => !exact.has(source)))];
  const near =
    query.threshold < 100 && left.length > 0
      ? await nearMatches(service, { ...query, sources: left }, few)
      : new Map<string, Match>();
  return query.sources.map((source) => exact.get(source) ?? near.get(source));
}

async function exactMatches(service: Pick<Service, "database">, query: MemoryQuery): Promise<Map<string, Match>> {
  const hashes = new Map(query.sources.map((source) => [sourceHash(splitForms(source)), source]));
  const found = new Map<string, Match>();
  for (const batch of batches([...hashes.keys()])) {
    const rows = await entries(service, query)
      .where("source_hash", "in", batch)
      // The newest translation of a text wins, the project's own before one that is shared.
      .orderBy("shared")
      .orderBy("id", "desc")
      .execute();
    for (const entry of rows) {
      if (!found.has(entry.source)) found.set(entry.source, { entry, quality: 100 });
    }
  }
  return found;
}

async function nearMatches(
  service: Pick<Service, "database">,
  query: MemoryQuery,
  few: number,
): Promise<Map<string, Match>> {
  const rows = await fewEntries(service, query, few);
  if (rows !== undefined) return nearestAmong(rows, query.sources, query.threshold);
  const found = await indexedMatches(service, query, { texts: 1, entries: 1 });
  return new Map(
    query.sources.flatMap((source, index) => {
      const [best] = found[index] ?? [];
      return best === undefined ? [] : [[source, best] as const];
    }),
  );
}

/** The entries whose length allows them to be alike enough; undefined where there are more than are compared one by one. */
async function fewEntries(
  service: Pick<Service, "database">,
  query: MemoryQuery,
  few: number,
): Promise<readonly MemoryText[] | undefined> {
  const most = Math.min(few, Math.floor(FEW_COMPARISONS / query.sources.length));
  const lengths = query.sources.map((source) => source.length);
  // A text that is much shorter or longer can not be alike enough.
  const share = query.threshold / 100;
  const rows = await entries(service, query, "length")
    .where("source_length", ">=", Math.floor(Math.min(...lengths) * share))
    .where("source_length", "<=", Math.ceil(Math.max(...lengths) / share))
    .limit(most + 1)
    .execute();
  return rows.length > most ? undefined : rows;
}

/** What the index finds, as the database has it: for whom an entry is, and whether it is still there, is asked of that. */
async function indexedMatches(
  service: Pick<Service, "database">,
  query: MemoryQuery,
  most: { readonly texts: number; readonly entries: number },
): Promise<readonly (readonly Match[])[]> {
  const { database } = service;
  const { project = null, user = null, sources, threshold, hidden, milliseconds } = query;
  const shared =
    project === null ||
    (await database.selectFrom("project").select("use_shared_tm").where("id", "=", project).executeTakeFirst())
      ?.use_shared_tm === 1;
  const until = performance.now() + (milliseconds ?? Number.POSITIVE_INFINITY);
  const search = { threshold, project, user, takesShared: shared, hidden, ...most };
  const look = async () => {
    const found: (readonly IndexedMatch[])[] = [];
    // Others have their turn in between.
    for (const some of batches(sources)) {
      found.push(...(await searchMemory(database, query, { ...search, sources: some }, until)));
    }
    const ids = [...new Set(found.flat().flatMap((match) => match.ids))];
    const known = new Map<number, MemoryText>();
    for (const batch of batches(ids)) {
      for (const entry of await entries(service, query).where("id", "in", batch).execute()) known.set(entry.id, entry);
    }
    return { found, known, isOld: known.size < ids.length };
  };
  let { found, known, isOld } = await look();
  if (isOld) {
    // Entries were removed, or are not for everybody any more: others may be the best now.
    await forgetIndex(database, query);
    ({ found, known } = await look());
  }
  return found.map((matches) =>
    matches
      .flatMap(({ ids: each, quality }) =>
        each.flatMap((id) => {
          const entry = known.get(id);
          return entry === undefined ? [] : [{ entry, quality }];
        }),
      )
      .toSorted(byQuality),
  );
}

/** What the memory offers for one text. */
export interface Offer {
  /** The best first; of the same texts one. */
  readonly matches: readonly Match[];
  /** There was no time to look through all of it. */
  readonly isPartial: boolean;
}

/** One text is kept for its project, for all and for a person: it is offered once. */
const KEPT_TIMES = 3;

/** The few translations of a text, or of texts like it, that help somebody who translates it: the best first. */
export async function offersFor(
  service: Pick<Service, "database">,
  { source, ...place }: Omit<MemoryQuery, "sources"> & { readonly source: string },
  most: number,
): Promise<Offer> {
  const query = { ...place, sources: [source] };
  const exact = await entries(service, query)
    .where("source_hash", "=", sourceHash(splitForms(source)))
    .orderBy("shared")
    .orderBy("id", "desc")
    .limit(KEPT_TIMES * most)
    .execute();
  let near: readonly Match[] = [];
  let isPartial = false;
  try {
    const rows = await fewEntries(service, query, FEW_ENTRIES);
    near =
      rows === undefined
        ? ((await indexedMatches(service, query, { texts: most, entries: KEPT_TIMES }))[0] ?? [])
        : alikeOf({
            entries: rows.filter((row) => row.source !== source),
            source,
            threshold: query.threshold,
            most: KEPT_TIMES * most,
          });
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    isPartial = true;
  }
  const found = [...exact.map((entry) => ({ entry, quality: 100 })), ...near].toSorted(byQuality);
  const once = new Map<string, Match>();
  for (const match of found) {
    const words = JSON.stringify([match.entry.source, match.entry.target]);
    if (!once.has(words)) once.set(words, match);
  }
  return { matches: [...once.values()].slice(0, most), isPartial };
}

/** What an entry of the memory says, if the caller of the query is offered it. */
export async function offeredEntry(
  service: Pick<Service, "database">,
  query: Omit<MemoryQuery, "sources" | "threshold">,
  id: number,
): Promise<MemoryText | undefined> {
  return entries(service, query).where("id", "=", id).executeTakeFirst();
}

function nearestAmong(among: readonly MemoryText[], sources: readonly string[], threshold: number): Map<string, Match> {
  // A text is kept for its project, for all and for a person: it is compared once.
  const once = new Map<string, MemoryText>();
  for (const entry of among.toSorted(byPreference)) if (!once.has(entry.source)) once.set(entry.source, entry);
  const distinct = [...once.values()];
  const found = new Map<string, Match>();
  for (const [source, { place, quality }] of nearestOf({ texts: [...once.keys()], sources, threshold })) {
    const entry = distinct[place];
    if (entry !== undefined) found.set(source, { entry, quality });
  }
  return found;
}

function byQuality(one: Match, other: Match): number {
  return other.quality - one.quality || byPreference(one.entry, other.entry);
}

/** @param by what the entries are found by: the sums keep SQLite from reading the whole pair of languages for a few texts */
function entries(
  service: Pick<Service, "database">,
  { sourceLanguage, targetLanguage, project, user, hidden }: Omit<MemoryQuery, "sources" | "threshold">,
  by: "text or id" | "length" = "text or id",
) {
  const isByLength = by === "length";
  return service.database
    .selectFrom("memory")
    .select(["id", "source", "target", "origin", "from_file", "shared", "source_length"])
    .where(isByLength ? sql.ref("source_language_id") : sql`source_language_id + 0`, "=", sourceLanguage)
    .where(isByLength ? sql.ref("target_language_id") : sql`target_language_id + 0`, "=", targetLanguage)
    .where((row) => offered(row, service, project, user))
    .$if(hidden.length > 0, (query) => query.where((row) => isNotHidden(row, hidden, user)));
}

/** Files that somebody uploaded have names of their own. */
export function isNotHidden(
  row: ExpressionBuilder<Tables, "memory">,
  hidden: readonly string[],
  user: number | undefined,
): ExpressionWrapper<Tables, "memory", SqlBool> {
  return row.or([row("origin", "not in", ["", ...hidden]), row("from_file", "=", 1), row("user_id", "=", user ?? 0)]);
}

function offered(
  row: ExpressionBuilder<Tables, "memory">,
  { database }: Pick<Service, "database">,
  project: number | undefined,
  user: number | undefined,
): ExpressionWrapper<Tables, "memory", SqlBool> {
  const shared =
    project === undefined
      ? row("shared", "=", 1)
      : row.and([
          row("shared", "=", 1),
          row.exists(
            database.selectFrom("project").select("id").where("id", "=", project).where("use_shared_tm", "=", 1),
          ),
        ]);
  return row.or([
    shared,
    ...(project === undefined ? [] : [row("project_id", "=", project)]),
    ...(user === undefined ? [] : [row("user_id", "=", user)]),
  ]);
}
