import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { programFile } from "../../core/program-file.ts";
import type { Database } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { IndexAnswer, IndexQuestion } from "./index-thread.ts";
import { OVERLAP, type IndexedMatch, type IndexSearch } from "./memory-index.ts";

/** Two languages of a memory, by their ids. */
export interface MemoryPair {
  readonly sourceLanguage: number;
  readonly targetLanguage: number;
}

/** Entries of all pairs that are kept: of 50 characters each, they take 140 MB. */
const MOST_ENTRIES = 1_000_000;
/** Entries read from the database at a time. */
const AT_ONCE = 10_000;
/** A thread that nobody needs gives its memory back. */
const IDLE_MILLISECONDS = 600_000;
/** What the thread may hold in JavaScript: entries are outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** How far a pair of languages is known to the thread. */
interface KnownPair {
  /** Entries up to this id are read by their length; -1: none yet. */
  newest: number;
  /** Where that goes on, for who asks next; undefined: it is done. */
  left: LastRow | undefined;
  size: number;
}

/**
 * The memory of a database by its texts, on a thread of its own that is started for the first search: a pair of languages is read
 * once, then only what is new of it. What was removed stays in it: whoever asks reads the entries that are found. Searches are done
 * one after the other.
 */
class IndexedMemory {
  readonly #database: Database;
  #thread: Worker | undefined;
  #resting: NodeJS.Timeout | undefined;
  /** The one that was asked of last comes last. */
  readonly #pairs = new Map<string, KnownPair>();
  /** Not read again while the thread lives. */
  readonly #tooLarge = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws {TooCostly} for a memory that is too large, or when the time is up before all of it was read */
  async search(pair: MemoryPair, search: IndexSearch, until: number): Promise<IndexAnswer["found"]> {
    return this.#inTurn(async () => {
      const index = nameOf(pair);
      if (this.#tooLarge.has(index)) throw tooLarge();
      const known = this.#pairs.get(index) ?? { newest: -1, left: { length: 0, id: 0 }, size: 0 };
      this.#pairs.delete(index);
      this.#pairs.set(index, known);
      if (known.left === undefined) await this.#readNew(pair, known);
      else await this.#readWhole(pair, known, until);
      return (await this.#ask({ kind: "search", index, search })).found;
    });
  }

  async forget(pair: MemoryPair): Promise<void> {
    await this.#inTurn(async () => {
      this.#tooLarge.delete(nameOf(pair));
      await this.#drop(nameOf(pair));
    });
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#resting);
    const before = this.#turn;
    const done = (async () => {
      await before.catch(() => undefined);
      return work();
    })();
    this.#turn = done;
    try {
      return await done;
    } finally {
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => void this.#end(), IDLE_MILLISECONDS).unref();
    }
  }

  /** By length, which is what the database has an index for; what was read before the time was up stays. */
  async #readWhole(pair: MemoryPair, known: KnownPair, until: number): Promise<void> {
    if (known.newest === -1) known.newest = await newestOf(this.#database);
    while (known.left !== undefined) {
      const batch = await entriesByLength(this.#database, pair, known.left);
      await this.#add(nameOf(pair), known, batch);
      known.left = batch.last;
      if (known.left !== undefined && performance.now() > until) {
        throw new TooCostly("The memory is still being read: the next one who asks goes on.");
      }
    }
  }

  async #readNew(pair: MemoryPair, known: KnownPair): Promise<void> {
    for (let from: number | undefined = Math.max(0, known.newest - OVERLAP); from !== undefined;) {
      const batch = await entriesAfter(this.#database, pair, from);
      await this.#add(nameOf(pair), known, batch);
      known.newest = Math.max(known.newest, batch.newest);
      from = batch.last?.id;
    }
  }

  async #add(index: string, known: KnownPair, { entries }: Batch): Promise<void> {
    if (entries === undefined) return;
    known.size = (await this.#ask({ kind: "add", index, entries })).size;
    let excess = this.#pairs.values().reduce((sum, { size }) => sum + size, 0) - MOST_ENTRIES;
    for (const [name, { size }] of this.#pairs) {
      if (excess <= 0) return;
      await this.#drop(name);
      excess -= size;
      if (name === index) {
        this.#tooLarge.add(index);
        throw tooLarge();
      }
    }
  }

  async #drop(index: string): Promise<void> {
    if (this.#pairs.delete(index)) await this.#ask({ kind: "drop", index });
  }

  async #ask(question: IndexQuestion): Promise<IndexAnswer> {
    const thread = (this.#thread ??= this.#begin());
    const { promise, resolve, reject } = Promise.withResolvers<IndexAnswer>();
    const fail = (error: unknown): void => {
      reject(new TooCostly("The memory needed too much memory.", { cause: error }));
    };
    thread.once("message", resolve);
    thread.once("error", fail);
    thread.once("exit", fail);
    thread.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(question);
    try {
      return await promise;
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      thread.unref();
      thread.off("message", resolve);
      thread.off("error", fail);
      thread.off("exit", fail);
    }
  }

  #begin(): Worker {
    const thread = start();
    thread.once("exit", () => {
      if (this.#thread === thread) this.#forgetThread();
    });
    return thread;
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#forgetThread();
    await thread?.terminate();
  }

  #forgetThread(): void {
    this.#thread = undefined;
    this.#pairs.clear();
    this.#tooLarge.clear();
  }
}

function nameOf({ sourceLanguage, targetLanguage }: MemoryPair): string {
  return `${String(sourceLanguage)} ${String(targetLanguage)}`;
}

function tooLarge(): TooCostly {
  return new TooCostly("The memory has too many entries in these languages.");
}

function start(): Worker {
  const thread = new Worker(programFile(import.meta.dirname, "index-thread.ts", "memory-thread"), {
    resourceLimits: LIMITS,
    execArgv: [],
  });
  // One that fails with nobody waiting is not missed.
  thread.on("error", () => undefined);
  return thread;
}

const memories = new WeakMap<Database, IndexedMemory>();

function memoryOf(database: Database): IndexedMemory {
  const memory = memories.get(database) ?? new IndexedMemory(database);
  memories.set(database, memory);
  return memory;
}

/**
 * The texts of a large memory that are most like others, for each of them the best first (`MemoryIndex`).
 * @param until as `performance.now()` has it: for reading a memory that is not known yet
 * @throws {TooCostly} for a memory that is too large, or could not be read in time
 */
export async function searchMemory(
  database: Database,
  pair: MemoryPair,
  search: IndexSearch,
  until: number,
): Promise<readonly (readonly IndexedMatch[])[]> {
  return memoryOf(database).search(pair, search, until);
}

/** Has a pair read anew for the next search: entries that were found are not there any more. */
export async function forgetIndex(database: Database, pair: MemoryPair): Promise<void> {
  await memoryOf(database).forget(pair);
}

interface LastRow {
  readonly length: number;
  readonly id: number;
}

interface Batch {
  /** JSON of `IndexedEntry`; undefined: none. */
  readonly entries: string | undefined;
  /** Undefined where there are no more. */
  readonly last: LastRow | undefined;
  /** The greatest id of them; 0: none. */
  readonly newest: number;
}

async function newestOf(database: Database): Promise<number> {
  const { newest } = await database
    .selectFrom("memory")
    .select(({ fn }) => fn.max("id").as("newest"))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** Written by the database, so that this thread only hands it on. */
async function entriesByLength(database: Database, pair: MemoryPair, last: LastRow): Promise<Batch> {
  return batchOf(
    database,
    sql`source_language_id = ${pair.sourceLanguage} and target_language_id = ${pair.targetLanguage}
      and source_length >= ${last.length} and (source_length > ${last.length} or id > ${last.id})
      order by source_length, id`,
    sql`source_length, id`,
  );
}

/** Found by their ids: the sum keeps the database from reading the whole pair for them. */
async function entriesAfter(database: Database, pair: MemoryPair, id: number): Promise<Batch> {
  return batchOf(
    database,
    sql`id > ${id} and source_language_id + 0 = ${pair.sourceLanguage} and target_language_id + 0 = ${pair.targetLanguage}
      order by id`,
    sql`id`,
  );
}

async function batchOf(
  database: Database,
  rows: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<Batch> {
  const members = sql`source, project_id, user_id, shared, origin, from_file, id`;
  const entries = isPostgres(database)
    ? sql`json_agg(json_build_array(${members}) order by ${order})::text`
    : sql`json_group_array(json_array(${members}) order by ${order})`;
  const { rows: found } = await sql<{
    entries: string | null;
    length: number | null;
    many: number;
    last: number | null;
    newest: number | null;
  }>`
    with batch as (select ${members}, source_length from memory where ${rows} limit ${AT_ONCE})
    select ${entries} as entries, count(*) as many, max(id) as newest,
      (select source_length from batch order by ${order} limit 1 offset ${AT_ONCE - 1}) as length,
      (select id from batch order by ${order} limit 1 offset ${AT_ONCE - 1}) as last
    from batch`.execute(database);
  const [batch] = found;
  const many = batch?.many ?? 0;
  return {
    entries: many === 0 ? undefined : (batch?.entries ?? undefined),
    last: many < AT_ONCE ? undefined : { length: batch?.length ?? 0, id: batch?.last ?? 0 },
    newest: batch?.newest ?? 0,
  };
}
