import type { Selectable } from "kysely";
import type { Label } from "../../contract/resources/label.ts";
import { insertAll } from "../../store/bulk.ts";
import { inOpenTransaction, inTransaction, type Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { rowsByIds } from "../../store/id-list.ts";
import type { LabelTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { invalid } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import type { Service } from "../service.ts";
import { mostOf } from "./removal-in-parts.ts";

type LabelRecord = Selectable<LabelTable>;

export function representLabel({ id, name, description, color }: LabelRecord): Label {
  return { id, name, description, color };
}

/** @throws 400 where the project has one of that name */
export async function addLabel(
  service: Service,
  project: number,
  label: Pick<LabelRecord, "name" | "description" | "color">,
): Promise<LabelRecord> {
  return inTransaction(service.database, async (queries) => {
    const taken = await queries
      .selectFrom("label")
      .select("id")
      .where("project_id", "=", project)
      .where("name", "=", label.name)
      .executeTakeFirst();
    if (taken !== undefined) throw invalid("name", "Label with this Label name already exists.", "unique");
    return queries
      .insertInto("label")
      .values({ project_id: project, ...label })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Recorded on SQLite by the thread that answers. */
const STRINGS_AT_ONCE = { postgres: 1000, sqlite: 100 };

/**
 * Removes the label, and records it for every string that had it: some strings at a time, so that nobody who saves waits for all of them.
 * Where that is cut, the label is still there with the others.
 * @throws 404
 */
export async function removeLabel(
  service: Service,
  project: number,
  id: number,
  user: number | undefined,
): Promise<void> {
  const { database } = service;
  const label = await database
    .selectFrom("label")
    .selectAll()
    .where("id", "=", id)
    .where("project_id", "=", project)
    .executeTakeFirst();
  if (label === undefined) throw notFound();
  const removeSome = async (queries: Queries): Promise<boolean> => {
    // Who gives it to a string comes before or after.
    const row = queries.selectFrom("label").select("id").where("id", "=", id);
    if ((await (isPostgres(queries) ? row.forUpdate() : row).executeTakeFirst()) === undefined) return false;
    const units = await takenOff(queries, id);
    await record(
      service,
      queries,
      units.map((unit) => ({ ...unit, action: action.labelRemoved, user, target: `Removed label ${label.name}` })),
    );
    if (units.length > 0) return true;
    await queries.deleteFrom("label").where("id", "=", id).execute();
    return false;
  };
  while (await inOpenTransaction(database, removeSome));
}

/** Takes the label off some strings. @returns where they are */
async function takenOff(queries: Queries, id: number): Promise<Omit<Happening, "action">[]> {
  const most = mostOf(queries, STRINGS_AT_ONCE);
  const some = queries.selectFrom("unit_label").select("unit_id").where("label_id", "=", id).limit(most);
  const removed = await queries
    .deleteFrom("unit_label")
    .where("label_id", "=", id)
    .where("unit_id", "in", some)
    .returning("unit_id")
    .execute();
  return queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select(["unit.id as unit", "translation.id as translation", "component_id as component", "project_id as project"])
    .where("unit.id", "in", [0, ...removed.map((row) => row.unit_id)])
    .orderBy("unit.id")
    .execute();
}

/**
 * Gives a source string these labels and no others.
 * @param about what the changes are recorded for
 * @throws 400 for a label that the project has not
 */
export async function setLabels(
  service: Service,
  queries: Queries,
  about: Required<Pick<Happening, "project" | "unit">> & Omit<Happening, "action">,
  labels: readonly number[],
): Promise<void> {
  const { project, unit } = about;
  if (project === undefined || unit === undefined) return;
  const rows = await queries.selectFrom("label").select(["id", "name"]).where("project_id", "=", project).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const wanted = new Set(labels);
  if ([...wanted].some((label) => !names.has(label))) {
    throw invalid("labels", "Label with this ID was not found in this project.");
  }
  const present = await queries.selectFrom("unit_label").select("label_id").where("unit_id", "=", unit).execute();
  const had = new Set(present.map(({ label_id: label }) => label));
  const added = [...wanted].filter((label) => !had.has(label));
  const removed = [...had].filter((label) => !wanted.has(label));
  await insertAll(
    queries,
    added.map((label) => ({ unit_id: unit, label_id: label })),
    (batch) => queries.insertInto("unit_label").values(batch),
  );
  if (removed.length > 0) {
    await queries.deleteFrom("unit_label").where("unit_id", "=", unit).where("label_id", "in", removed).execute();
  }
  await record(service, queries, [
    ...added.map((label) => ({
      ...about,
      action: action.labelAdded,
      target: `Added label ${names.get(label) ?? ""}`,
    })),
    ...removed.map((label) => ({
      ...about,
      action: action.labelRemoved,
      target: `Removed label ${names.get(label) ?? ""}`,
    })),
  ]);
}

const labelsByUnits = rowsByIds((queries, isOneOf) =>
  queries
    .selectFrom("unit_label")
    .innerJoin("label", "label.id", "unit_label.label_id")
    .selectAll("label")
    .select("unit_label.unit_id")
    .where(isOneOf("unit_label.unit_id"))
    .orderBy("label.name"),
);

/** Labels of units: unit id → labels by name. */
export async function labelsOf(queries: Queries, units: readonly number[]): Promise<Map<number, LabelRecord[]>> {
  if (units.length === 0) return new Map();
  const rows = await labelsByUnits(queries, units);
  const found = new Map<number, LabelRecord[]>();
  for (const { unit_id: unit, ...label } of rows) found.set(unit, [...(found.get(unit) ?? []), label]);
  return found;
}
