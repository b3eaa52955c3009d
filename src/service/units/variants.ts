import { sql } from "kysely";
import { batches } from "../../store/bulk.ts";
import { inOpenTransaction, type Database, type Queries } from "../../store/database.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Service } from "../service.ts";
import { calculate } from "../threads/calculate.ts";
import { lockStrings } from "./locked-strings.ts";
import { lastPosition } from "./strings-in-parts.ts";
import { baseKey, variantKeys, type NamedString } from "./variant-keys.ts";
import { sourceHash, texts, type UnitRecord } from "./unit-row.ts";

/** So many strings are read, and calculated, at once; for fewer no thread is asked to read them. */
const AT_ONCE = 2000;
/** Fewer cost less here than a thread does. */
const FEW = 100;

interface Row extends NamedString {
  readonly id: number;
  readonly variant: string;
}

/**
 * Finds anew which strings of a component are variants of one another, and writes what differs. Expressions run beside those who
 * answer, and not in a transaction: whoever dies meanwhile leaves it to the next time that files are read.
 */
export async function refreshVariants(
  service: Service,
  component: Pick<ComponentRecord, "id" | "settings">,
): Promise<void> {
  const { database } = service;
  const expression = component.settings.variant_regex;
  const source = await sourceOf(database, component.id);
  if (source === undefined) return;
  const last = await lastPosition(database, source);
  const reader = last < AT_ONCE ? database : service.readers;
  if (!(await hasVariants(reader, source, expression))) return;
  const wanted = new Map<number, string>();
  const keys = new Set<string>();
  for await (const rows of sourceStrings(reader, source, last)) {
    const found = await keysOf(expression, rows);
    rows.forEach(({ id }, at) => {
      const key = found[at] ?? "";
      if (key === "") return;
      wanted.set(id, key);
      keys.add(key);
    });
  }
  const changed = new Map<string, number[]>();
  for await (const rows of sourceStrings(reader, source, last)) {
    for (const row of rows) {
      const key = wanted.get(row.id) ?? baseKey(row, keys) ?? "";
      if (key === row.variant) continue;
      const ids = changed.get(key) ?? [];
      ids.push(row.id);
      changed.set(key, ids);
    }
  }
  await store(database, changed);
}

/**
 * The same for strings that were just added, without looking at all the others.
 * @param units ids, of source strings or of translations
 */
export async function addVariants(
  { database }: Service,
  { id: component, settings }: Pick<ComponentRecord, "id" | "settings">,
  units: readonly number[],
): Promise<void> {
  const source = await sourceOf(database, component);
  if (source === undefined) return;
  const changed = new Map<string, number[]>();
  for (const batch of batches(units)) {
    const originals = database
      .selectFrom("unit as added")
      .select(sql<number>`coalesce(added.source_unit_id, added.id)`.as("id"))
      .where("added.id", "in", batch);
    const rows = asNamed(await rowsOf(database, source).where("id", "in", originals).execute());
    const found = await keysOf(settings.variant_regex, rows);
    for (const [at, row] of rows.entries()) {
      const own = found[at] ?? "";
      const key = own === "" ? await baseOf(database, source, row) : own;
      if (key === undefined) continue;
      const base = own === "" ? [] : await basesOf(database, source, own);
      changed.set(key, [...(changed.get(key) ?? []), row.id, ...base]);
    }
  }
  await store(database, changed);
}

/** The group that a string without a key of its own is the base of. */
async function baseOf(queries: Queries, translation: number, row: Row): Promise<string | undefined> {
  const names = [row.context, row.source].filter((name) => name !== "");
  const groups = await queries
    .selectFrom("unit")
    .select("variant")
    .where("translation_id", "=", translation)
    .where("variant", "<>", "")
    .where("variant", "in", ["", ...names])
    .execute();
  return baseKey(row, new Set(groups.map(({ variant }) => variant)));
}

async function basesOf(queries: Queries, translation: number, key: string): Promise<number[]> {
  const rows = await queries
    .selectFrom("unit")
    .select("id")
    .where("translation_id", "=", translation)
    .where("variant", "=", "")
    .where((where) => where.or([where("context", "=", key), where("source_hash", "=", sourceHash([key]))]))
    .execute();
  return rows.map(({ id }) => id);
}

async function store(database: Database, changed: ReadonlyMap<string, readonly number[]>): Promise<void> {
  for (const groups of batches([...changed])) {
    await inOpenTransaction(database, async (queries) => {
      await lockStrings(
        queries,
        groups.flatMap(([, all]) => all),
      );
      for (const [variant, all] of groups) {
        for (const ids of batches(all)) {
          await queries.updateTable("unit").set({ variant }).where("id", "in", ids).execute();
        }
      }
    });
  }
}

async function sourceOf(queries: Queries, component: number): Promise<number | undefined> {
  const row = await queries
    .selectFrom("translation")
    .select("id")
    .where("component_id", "=", component)
    .where("is_source", "=", 1)
    .executeTakeFirst();
  return row?.id;
}

/** Most components have none: neither a setting, nor a flag, nor what is left of either. */
async function hasVariants(queries: Queries, translation: number, expression: string): Promise<boolean> {
  if (expression !== "") return true;
  const row = await queries
    .selectFrom("unit")
    .select("id")
    .where("translation_id", "=", translation)
    .where((where) =>
      where.or([
        where("variant", "<>", ""),
        where("flags", "like", "%variant%"),
        where("extra_flags", "like", "%variant%"),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** All source strings, piece by piece. */
async function* sourceStrings(queries: Database, translation: number, last: number): AsyncGenerator<readonly Row[]> {
  const own = rowsOf(queries, translation);
  for (let from = 0; from <= last; from += AT_ONCE) {
    yield asNamed(
      await own
        .where("position", ">=", from)
        .where("position", "<", from + AT_ONCE)
        .execute(),
    );
  }
}

function rowsOf(queries: Queries, translation: number) {
  return queries
    .selectFrom("unit")
    .select(["id", "context", "source", "flags", "extra_flags", "variant"])
    .where("translation_id", "=", translation);
}

function asNamed(
  rows: readonly Pick<UnitRecord, "id" | "context" | "source" | "flags" | "extra_flags" | "variant">[],
): Row[] {
  return rows.map(({ source, flags, extra_flags: extra, ...row }) => ({
    ...row,
    source: texts(source)[0] ?? "",
    flags: [flags, extra].filter((text) => text !== "").join(","),
  }));
}

async function keysOf(expression: string, rows: readonly Row[]): Promise<readonly string[]> {
  const strings = rows.map(({ context, source, flags }) => ({ context, source, flags }));
  return rows.length <= FEW ? variantKeys({ expression, strings }) : calculate("variantKeys", { expression, strings });
}

/** Another variant of a string, in the same language. */
export interface Variant {
  readonly id: number;
  readonly context: string;
  /** JSON. */
  readonly source: string;
  readonly target: string;
}

const MOST_SHOWN = 20;

/** The other variants of a string, as they stand in the file. */
export async function variantsOf(
  queries: Queries,
  unit: { readonly id: number; readonly source_unit_id: number | null; readonly translation_id: number },
): Promise<Variant[]> {
  const original = unit.source_unit_id ?? unit.id;
  return queries
    .selectFrom("unit as own")
    .innerJoin("unit as other", (join) =>
      join.onRef("other.translation_id", "=", "own.translation_id").onRef("other.variant", "=", "own.variant"),
    )
    .innerJoin("unit", (join) =>
      join.on((on) =>
        on.and([
          on("unit.translation_id", "=", unit.translation_id),
          unit.source_unit_id === null
            ? on("unit.id", "=", on.ref("other.id"))
            : on("unit.source_unit_id", "=", on.ref("other.id")),
        ]),
      ),
    )
    .select(["unit.id", "unit.context", "unit.source", "unit.target"])
    .where("own.id", "=", original)
    .where("own.variant", "<>", "")
    .where("other.variant", "<>", "")
    .where("unit.id", "<>", unit.id)
    .orderBy("unit.position")
    .limit(MOST_SHOWN)
    .execute();
}
