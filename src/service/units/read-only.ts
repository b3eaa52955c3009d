import { sql } from "kysely";
import { parseFlags } from "../../catalog/flags.ts";
import { unitStates } from "../../catalog/unit.ts";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { within, type InPart } from "../../store/in-parts.ts";
import type { ComponentRecord, ComponentSettings } from "../components/component-settings.ts";
import { intermediateOf } from "../files/component-files.ts";
import { lockStrings } from "./locked-strings.ts";
import { positionsInParts } from "./strings-in-parts.ts";

/** What decides whether a translated string may be changed. */
export interface ReadOnlyFacts {
  /** Of the component, the string and its source, comma separated. */
  readonly flags: string;
  /** The project reviews its source strings. */
  readonly sourceReview: boolean;
  readonly sourceState: number;
  /** The source language is itself translated, from what developers wrote. */
  readonly hasIntermediate: boolean;
}

/**
 * The flag `read-only`; a source that waits for its review (specification 1, "Unit state"; facts §1.2), or for its own
 * translation from the intermediate language.
 */
export function isReadOnly({ flags, sourceReview, sourceState, hasIntermediate }: ReadOnlyFacts): boolean {
  if (hasIntermediate && sourceState < unitStates.translated) return true;
  if (sourceReview && sourceState < unitStates.approved) return true;
  return flags.includes("read-only") && parseFlags(flags).has("read-only");
}

/**
 * State of a source string that nobody said anything of: read-only unless its text may be edited in the template, or it
 * is to be reviewed (probe §10, facts §1.2).
 */
export function sourceUnitState(
  settings: Pick<ComponentSettings, "template" | "edit_template">,
  sourceReview: boolean,
): number {
  const isEdited = settings.template !== "" && settings.edit_template;
  return isEdited || sourceReview ? unitStates.translated : unitStates.readOnly;
}

/**
 * What is reviewed in the component's project: only that can be approved.
 * @param isHeld who is changing that is waited for, and nobody changes it before the end of the transaction
 */
export async function reviewsOf(
  queries: Queries,
  component: Pick<ComponentRecord, "project_id">,
  { isHeld = false } = {},
): Promise<{ readonly sources: boolean; readonly translations: boolean }> {
  const row = queries
    .selectFrom("project")
    .select(["source_review", "translation_review"])
    .where("id", "=", component.project_id);
  const project = await (isHeld && isPostgres(queries) ? row.forShare() : row).executeTakeFirstOrThrow();
  return { sources: project.source_review === 1, translations: project.translation_review === 1 };
}

export interface ReadOnlyChanges {
  readonly units: readonly number[];
  readonly translations: readonly number[];
}

/**
 * Makes translations read-only that are to be, and gives those back that no longer are. The caller keeps the counters.
 * @param scope translations of these source strings, strings of these translations, or all of the component
 * @param inPart does some strings after the others
 * @returns what changed
 */
export async function applyReadOnly(
  queries: Queries,
  component: ComponentRecord,
  scope: { readonly sources: readonly number[] } | { readonly translations: readonly number[] } | "all",
  inPart: InPart = within(queries),
): Promise<ReadOnlyChanges> {
  const apply = (some: (strings: Candidates) => Candidates) => inPart((own) => applyTo(own, component, some));
  if (scope !== "all" && "sources" in scope) {
    return apply((strings) => strings.where("original.id", "in", [0, ...scope.sources]));
  }
  const translations =
    scope === "all"
      ? await queries.selectFrom("translation").select("id").where("component_id", "=", component.id).execute()
      : scope.translations.map((id) => ({ id }));
  const changes: ReadOnlyChanges[] = [];
  for (const { id } of translations) {
    for await (const { from, before } of positionsInParts(queries, id, LOOKED_AT_ONCE)) {
      const changed = await apply((strings) =>
        strings
          .where("unit.translation_id", "=", id)
          .where("unit.position", ">=", from)
          .where("unit.position", "<", before),
      );
      changes.push(changed);
    }
  }
  return {
    units: changes.flatMap(({ units }) => units),
    translations: [...new Set(changes.flatMap((each) => each.translations))],
  };
}

/** So many strings are looked at before others have the thread. */
const LOOKED_AT_ONCE = 2000;

type Candidates = ReturnType<typeof candidatesOf>;

function candidatesOf(queries: Queries, component: ComponentRecord) {
  return queries
    .selectFrom("unit")
    .innerJoin("unit as original", "original.id", "unit.source_unit_id")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select(["unit.id", "unit.translation_id", "unit.source_unit_id", "unit.state", "unit.kept_state", "unit.flags"])
    .select(["original.flags as source_flags", "original.extra_flags", "original.state as source_state"])
    .where("translation.component_id", "=", component.id);
}

async function applyTo(
  queries: Queries,
  component: ComponentRecord,
  some: (strings: Candidates) => Candidates,
): Promise<ReadOnlyChanges> {
  let { closed, opened } = await wantedOf(queries, component, some);
  if (isPostgres(queries) && closed.length + opened.length > 0) {
    // Others may have saved one of them, or its source, since it was looked at.
    const seen = [...closed, ...opened];
    const ids = seen.map(({ id }) => id);
    await lockStrings(queries, [...new Set([...ids, ...seen.flatMap(({ source_unit_id: source }) => source ?? [])])]);
    const locked = (strings: Candidates) => some(strings).where(sql<boolean>`unit.id = any(${ids}::integer[])`);
    ({ closed, opened } = await wantedOf(queries, component, locked));
  }
  for (const ids of batches(closed.map(({ id }) => id))) {
    await queries
      .updateTable("unit")
      .set({ kept_state: sql`state`, state: unitStates.readOnly })
      .where("id", "in", ids)
      .execute();
  }
  for (const ids of batches(opened.map(({ id }) => id))) {
    await queries
      .updateTable("unit")
      .set({ state: sql`kept_state`, kept_state: null })
      .where("id", "in", ids)
      .execute();
  }
  const changed = [...closed, ...opened];
  return {
    units: changed.map(({ id }) => id),
    translations: [...new Set(changed.map(({ translation_id: translation }) => translation))],
  };
}

/** Strings that are to be closed, and those to be opened. */
async function wantedOf(queries: Queries, component: ComponentRecord, some: (strings: Candidates) => Candidates) {
  // Somebody may switch reviews on or off between two parts, and goes through all strings then.
  const { sources: review } = await reviewsOf(queries, component, { isHeld: true });
  const { check_flags: checkFlags } = component.settings;
  let candidates = some(candidatesOf(queries, component));
  const hasIntermediate = intermediateOf(component.settings) !== "";
  if (!review && !hasIntermediate && !checkFlags.includes("read-only")) {
    // Nearly no string has the flag: only those that have are looked at.
    candidates = candidates.where(
      sql<boolean>`(unit.kept_state is not null or unit.flags like '%read-only%' or original.flags like '%read-only%' or original.extra_flags like '%read-only%')`,
    );
  }
  const rows = await candidates.execute();
  const wanted = rows.map((row) => ({
    ...row,
    readOnly: isReadOnly({
      flags: [checkFlags, row.flags, row.source_flags, row.extra_flags].join(","),
      sourceReview: review,
      sourceState: row.source_state,
      hasIntermediate,
    }),
  }));
  const closed = wanted.filter(({ readOnly, kept_state: kept, state }) => readOnly && kept === null && state !== 100);
  const opened = wanted.filter(({ readOnly, kept_state: kept }) => !readOnly && kept !== null);
  return { closed, opened };
}
