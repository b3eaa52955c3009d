import type { Selectable } from "kysely";
import type { ReportParameters } from "../../contract/endpoints/reports.ts";
import type { ReportSummary } from "../../contract/resources/report.ts";
import type { ReportTable as Row } from "../../store/tables.ts";
import { hiddenOrigins, nobody } from "../memory/origins.ts";
import { bestMatches } from "../memory/lookup.ts";
import { joinForms } from "../memory/memory.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { TaskHandler } from "../jobs/task.ts";
import type { Service } from "../service.ts";
import { positionsInParts } from "../units/strings-in-parts.ts";
import { searchableUnits, unitCondition } from "../units/unit-query.ts";
import { isGiven } from "../http/request-fields.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import { contributions } from "./contribution.ts";
import { costEstimate, type Work } from "./cost-estimate.ts";
import { contributorStatistics, counted, credits, translatorWork } from "./tallies.ts";

export type ReportRecord = Selectable<Row>;

/** What a report is of; nothing set: the whole site. */
export type ReportPlace = Pick<ReportRecord, "project_id" | "category_id" | "component_id">;

const VERSION = 1;

/** @throws 400 where a time is missing or none */
export function checkedParameters(parameters: ReportParameters): ReportParameters {
  if (parameters.kind === "cost_estimate") return parameters;
  return { ...parameters, start: timeIn("start", parameters.start), end: timeIn("end", parameters.end) };
}

function timeIn(field: "start" | "end", text: string | undefined): string {
  if (text === undefined || text === "") throw invalid(field, "This field is required.", "required");
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  // The end's day belongs to it.
  const time = new Date(isDate && field === "end" ? `${text}T23:59:59.999Z` : text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime())) {
    throw invalid(field, "Datetime has wrong format. Use ISO 8601.");
  }
  return time.toISOString();
}

/** Task that makes the data of a report that was asked for. */
export const makeReport: TaskHandler = async (service, { report: id }, progress) => {
  const { database } = service;
  const report = await database.selectFrom("report").selectAll().where("id", "=", Number(id)).executeTakeFirst();
  // Its project was removed meanwhile.
  if (report === undefined) return null;
  const parameters: ReportParameters = JSON.parse(report.parameters);
  await progress.step(10, `Making a report of the kind ${report.kind}`);
  const data = await dataOf(service, parameters, await componentsOf(service, report));
  await database
    .updateTable("report")
    .set({ data: JSON.stringify(data) })
    .where("id", "=", report.id)
    .execute();
  return { report: report.id };
};

async function dataOf(service: Service, parameters: ReportParameters, components: readonly number[]): Promise<unknown> {
  const { kind, language, start = "", end = "", counting_mode: mode } = parameters;
  if (kind === "cost_estimate") return costEstimate(await workOf(service, parameters, components), parameters);
  const rows = counted(await contributions(service, { components, language }, start, end), mode);
  const order = { by: parameters.sort_by, descending: parameters.sort_order === "descending" };
  switch (kind) {
    case "credits":
      return credits(rows, order);
    case "contributor_stats":
      return contributorStatistics(rows, order);
    case "translator_work":
      return translatorWork(rows, order);
  }
}

async function workOf(service: Service, parameters: ReportParameters, components: readonly number[]): Promise<Work[]> {
  const work: Work[] = [];
  const places = await languagesOf(service, parameters, components);
  for (const own of Map.groupBy(places, (row) => `${String(row.project_id)} ${String(row.language_id)}`).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const rows: WaitingString[] = [];
    for (const { id } of own) {
      for await (const part of stringsOf(service, parameters, id)) for (const row of part) rows.push(row);
    }
    const matches = await bestMatches(
      { database: service.readers },
      {
        project: first.project_id,
        sourceLanguage: first.source_language_id,
        targetLanguage: first.language_id,
        sources: rows.map((row) => joinForms(texts(row.source))),
        threshold: parameters.tm_threshold,
        // Whoever reads it is told of nothing that only some may see.
        hidden: await hiddenOrigins(service, nobody),
      },
    );
    for (const [index, { source, num_words: words, state }] of rows.entries()) {
      work.push({ language: first.code, source, words, state, memory: matches[index]?.quality ?? 0 });
    }
  }
  return work;
}

/** Translations whose strings are to be translated. */
function languagesOf({ database }: Service, { language }: ReportParameters, components: readonly number[]) {
  return database
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .select(["translation.id", "translation.language_id", "translation.project_id"])
    .select(["language.code", "component.source_language_id"])
    .where("translation.component_id", "in", [0, ...components])
    .where("translation.is_source", "=", 0)
    .$if(isGiven(language), (some) => some.where("language.code", "=", language ?? ""))
    .orderBy("translation.id")
    .execute();
}

type WaitingString = Pick<UnitRecord, "source" | "num_words" | "state">;

/** SQLite reads on the thread that answers: so many strings before others are. */
const READ_AT_ONCE = 500;

/** Those that the query of the report finds in a translation. */
async function* stringsOf(
  { database }: Service,
  { q }: ReportParameters,
  translation: number,
): AsyncGenerator<readonly WaitingString[]> {
  for await (const { from, before } of positionsInParts(database, translation, READ_AT_ONCE)) {
    yield await searchableUnits(database)
      .select(["unit.source", "unit.num_words", "unit.state"])
      .where("unit.translation_id", "=", translation)
      .where("unit.position", ">=", from)
      .where("unit.position", "<", before)
      .where(unitCondition(q))
      .orderBy("unit.position")
      .execute();
  }
}

/** Whoever may read a report of a project may read all of it: restricted components have reports of their own alone. */
async function componentsOf(service: Service, place: ReportPlace): Promise<number[]> {
  if (place.component_id !== null) return [place.component_id];
  let query = service.database
    .selectFrom("component")
    .select("component.id")
    .where("component.restricted", "=", 0)
    .where("component.removing", "=", 0);
  if (place.category_id !== null)
    query = query.where("component.id", "in", await inCategory(service, place.category_id));
  else if (place.project_id !== null) query = query.where("component.project_id", "=", place.project_id);
  return (await query.execute()).map(({ id }) => id);
}

/** Components in a category and in those below it. */
async function inCategory(service: Service, id: number): Promise<number[]> {
  const category = await service.database.selectFrom("category").selectAll().where("id", "=", id).executeTakeFirst();
  if (category === undefined) return [0];
  const rows = await service.database
    .selectFrom("component")
    .select(["id", "path"])
    .where("project_id", "=", category.project_id)
    .execute();
  return [0, ...rows.filter(({ path }) => path.startsWith(`${category.path}/`)).map(({ id: component }) => component)];
}

/** A report with the names that its links and its scope are made of. */
export interface ReportParts {
  readonly report: ReportRecord;
  readonly creator: string | null;
  readonly project: string | null;
  readonly component: string | null;
}

export function representReport({ report, creator, project, component }: ReportParts, origin: string): ReportSummary {
  const url = `${origin}/api/reports/${String(report.id)}/`;
  return {
    id: report.id,
    kind: kindOf(report),
    version: VERSION,
    creator,
    created: report.created,
    scope: scopeOf(report, project, component),
    url,
    json_url: `${url}json/`,
    html_url: `${url}html/`,
    rst_url: `${url}rst/`,
  };
}

function kindOf(report: ReportRecord): ReportSummary["kind"] {
  const { kind }: ReportParameters = JSON.parse(report.parameters);
  return kind;
}

function scopeOf(report: ReportPlace, project: string | null, component: string | null): Record<string, string> | null {
  if (report.component_id !== null) return { component: `${project ?? ""}/${component ?? ""}` };
  if (report.category_id !== null) return { category: String(report.category_id) };
  return report.project_id === null ? null : { project: project ?? "" };
}
