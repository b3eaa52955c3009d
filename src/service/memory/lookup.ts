import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import { batches } from "../../store/bulk.ts";
import type { Tables } from "../../store/tables.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { Service } from "../service.ts";
import { sourceHash } from "../units/unit-row.ts";
import { calculate } from "../threads/calculate.ts";
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

/** So many entries are held while alike ones are looked for, however many the memory has. */
const ENTRIES_AT_ONCE = 5000;

/** The best match of each text in the memory, in their order. The very text comes before every other. */
export async function bestMatches(
  service: Pick<Service, "database">,
  query: MemoryQuery,
  entriesAtOnce = ENTRIES_AT_ONCE,
): Promise<(Match | undefined)[]> {
  const exact = await exactMatches(service, query);
  const left = [...new Set(query.sources.filter((source) => !exact.has(source)))];
  const near =
    query.threshold < 100 && left.length > 0
      ? await nearMatches(service, query, left, entriesAtOnce)
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
  sources: readonly string[],
  entriesAtOnce: number,
): Promise<Map<string, Match>> {
  const found = new Map<string, Match>();
  for await (const rows of entriesAsLong(service, query, sources, entriesAtOnce)) {
    for (const [source, nearest] of await nearestAmong(rows, sources, query.threshold)) {
      if (isBetter(nearest, found.get(source))) found.set(source, nearest);
    }
  }
  return found;
}

/**
 * The entries whose length allows them to be alike enough, as many at a time as are asked for.
 * @throws {TooCostly} when their time is up and there are more
 */
async function* entriesAsLong(
  service: Pick<Service, "database">,
  query: MemoryQuery,
  sources: readonly string[],
  entriesAtOnce: number,
): AsyncGenerator<readonly MemoryText[]> {
  const lengths = sources.map((source) => source.length);
  // A text that is much shorter or longer can not be alike enough.
  const share = query.threshold / 100;
  const until = performance.now() + (query.milliseconds ?? Number.POSITIVE_INFINITY);
  let last = { source_length: Math.floor(Math.min(...lengths) * share), id: 0 };
  for (;;) {
    const { source_length: length, id } = last;
    const rows = await entries(service, query)
      .where("source_length", ">=", length)
      .where("source_length", "<=", Math.ceil(Math.max(...lengths) / share))
      .where((row) => row.or([row("source_length", ">", length), row("id", ">", id)]))
      .orderBy("source_length")
      .orderBy("id")
      .limit(entriesAtOnce)
      .execute();
    yield rows;
    if (performance.now() > until) throw new TooCostly("The memory is too large for so many texts.");
    const end = rows.at(-1);
    if (end === undefined || rows.length < entriesAtOnce) return;
    last = end;
  }
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
  let found: Match[] = exact.map((entry) => ({ entry, quality: 100 }));
  let isPartial = false;
  try {
    for await (const rows of entriesAsLong(service, query, [source], ENTRIES_AT_ONCE)) {
      const others = rows.filter((row) => row.source !== source);
      const asked = { entries: others, source, threshold: query.threshold, most: KEPT_TIMES * most };
      const near = others.length <= FEW_COMPARISONS ? alikeOf(asked) : await calculate("alikeOf", asked);
      found = [...found, ...near].toSorted(
        (one, other) => other.quality - one.quality || byPreference(one.entry, other.entry),
      );
    }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    isPartial = true;
  }
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

/** Fewer comparisons are made while a thread would begin to. */
const FEW_COMPARISONS = 20_000;

async function nearestAmong(
  among: readonly MemoryText[],
  all: readonly string[],
  threshold: number,
): Promise<Map<string, Match>> {
  const lengths = among.map((entry) => entry.source_length);
  const [shortest, longest, share] = [Math.min(...lengths), Math.max(...lengths), threshold / 100];
  const sources = all.filter(({ length }) => longest >= Math.floor(length * share) && shortest * share <= length);
  // A text is kept for its project, for all and for a person: it is compared once.
  const once = new Map<string, MemoryText>();
  for (const entry of among.toSorted(byPreference)) if (!once.has(entry.source)) once.set(entry.source, entry);
  const distinct = [...once.values()];
  const comparison = { texts: [...once.keys()], sources, threshold };
  const isShort = distinct.length * sources.length <= FEW_COMPARISONS;
  const nearest = isShort ? nearestOf(comparison) : await calculate("nearestOf", comparison);
  const found = new Map<string, Match>();
  for (const [source, { place, quality }] of nearest) {
    const entry = distinct[place];
    if (entry !== undefined) found.set(source, { entry, quality });
  }
  return found;
}

function isBetter(match: Match, known: Match | undefined): boolean {
  if (known === undefined || match.quality !== known.quality) return match.quality > (known?.quality ?? 0);
  return byPreference(match.entry, known.entry) < 0;
}

function entries(
  service: Pick<Service, "database">,
  { sourceLanguage, targetLanguage, project, user, hidden }: Omit<MemoryQuery, "sources" | "threshold">,
) {
  return service.database
    .selectFrom("memory")
    .select(["id", "source", "target", "origin", "shared", "source_length"])
    .where("source_language_id", "=", sourceLanguage)
    .where("target_language_id", "=", targetLanguage)
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
