import { sql, type RawBuilder } from "kysely";
import { pluralFormulaOf } from "../components/language.ts";
import { encode, type Exporter, type ExportUnit, type InPieces } from "../../formats/exports/exporter.ts";
import { exporterFor, exportNames } from "../../formats/exports/registry.ts";
import { VERSION } from "../../core/version.ts";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { attachment } from "../http/content-disposition.ts";
import { invalid } from "../../http-api/refusal.ts";
import { FileAnswer, type FileContent } from "../http/route.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import { page } from "../representation/address.ts";
import type { Service } from "../service.ts";
import { calculate, calculateFrom } from "../threads/calculate.ts";
import { partOf, type Part } from "../threads/parts.ts";
import { comparedOn, unitCondition } from "../units/unit-query.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import { ByteRoom } from "./byte-room.ts";
import { isMonolingual } from "./component-files.ts";
import type { DocumentInParts } from "./exported.ts";
import { begun, packed } from "./packed.ts";

const INCOMPATIBLE = "File format is not compatible with this translation";

/** @throws 400 for a name that nothing here is called by */
export function exporterNamed(name: string): Exporter {
  const exporter = exporterFor(name);
  if (exporter === undefined) throw invalid("format", `Conversion to ${name} is not supported`);
  return exporter;
}

interface Conversion {
  readonly format: string;
  /** Which strings (facts §6); default all. */
  readonly query?: string | undefined;
  readonly origin: string;
}

/**
 * A translation as another kind of file, made of what the database says: strings that wait are in it, and nothing is
 * committed.
 * @throws 400
 */
export async function convertedFile(
  service: Service,
  place: VisibleTranslation,
  { format, query, origin }: Conversion,
): Promise<FileAnswer> {
  const exporter = exporterNamed(format);
  if (!isCompatible(exporter, place)) throw invalid("format", INCOMPATIBLE);
  const content = await written(service, place, { exporter, origin, query });
  const { last_change: lastChange } = place.translation;
  return new FileAnswer(content, {
    "Content-Type": mediaTypeOf(exporter),
    "Content-Disposition": attachment(convertedName(place, exporter)),
    ...(lastChange === null ? {} : { "Last-Modified": new Date(lastChange).toUTCString() }),
  });
}

function mediaTypeOf({ mediaType }: Exporter): string {
  return mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType;
}

/** A member of an archive of converted files; of what can not be converted it says so (probe §2). */
export async function convertedMember(
  service: Service,
  place: VisibleTranslation,
  exporter: Exporter,
  origin: string,
): Promise<readonly [name: string, content: FileContent]> {
  const name = convertedName(place, exporter);
  if (!isCompatible(exporter, place)) return [`${name}.skipped`, new TextEncoder().encode(INCOMPATIBLE)];
  return [name, await written(service, place, { exporter, origin })];
}

/** For fewer nobody waits. */
const FEW_STRINGS = 10_000;
/** On its way to a thread, and there. */
const BYTES_OF_STRING = 1000;
const WAIT_MILLISECONDS = 30_000;
/**
 * Large translations of which all strings are needed are converted one after the other: each takes as much memory as its strings, and
 * whoever may read may ask.
 */
const room = new ByteRoom(10 * FEW_STRINGS * BYTES_OF_STRING, FEW_STRINGS * BYTES_OF_STRING);

interface Writing extends Pick<Conversion, "query" | "origin"> {
  readonly exporter: Exporter;
}

/** However many strings a translation has, of a file that has one after the other some of them are held. */
async function written(service: Service, place: VisibleTranslation, writing: Writing): Promise<FileContent> {
  const { inPieces } = writing.exporter;
  if (place.translation.total <= FEW_STRINGS || inPieces === undefined) return writtenWhole(service, place, writing);
  const document = await documentOf(service, place, writing.origin);
  const pieces = await begun(writtenInPieces(service, place, { ...writing, inPieces, document }));
  const packedWith = inPieces.packedWith?.(document);
  if (packedWith === undefined) return pieces;
  const { others, name } = packedWith;
  async function* members(): AsyncGenerator<readonly [path: string, content: FileContent]> {
    yield* others;
    yield [name, pieces];
  }
  return packed(members());
}

async function* writtenInPieces(
  service: Service,
  place: VisibleTranslation,
  {
    exporter: { name },
    inPieces,
    document,
    query = "",
  }: Writing & Pick<DocumentInParts, "document"> & { readonly inPieces: InPieces },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const readers = service.searches;
  const condition = unitCondition(query, service.clock.now(), comparedOn(readers));
  async function* parts(): AsyncGenerator<ExportUnit[]> {
    for (const ids of batches(await idsInOrder(readers, place.translation.id))) {
      const units = await exportUnits(readers, ids, condition);
      if (units.length > 0) yield units;
    }
  }
  const { head, tail } = inPieces.pieces(document);
  // A query that cannot be asked is found out with the first strings.
  const all = await begun(parts());
  yield encode(head);
  let index = 0;
  for await (const units of all) {
    yield await calculate("exportedPiece", { name, document, part: partOf(units), index });
    index += units.length;
  }
  yield encode(tail);
}

async function writtenWhole(
  service: Service,
  place: VisibleTranslation,
  { exporter, origin, query = "" }: Writing,
): Promise<Uint8Array> {
  const { id, total } = place.translation;
  const isLarge = total > FEW_STRINGS;
  const readers = isLarge ? service.searches : service.readers;
  const condition = unitCondition(query, service.clock.now(), comparedOn(readers));
  const document = await documentOf(service, place, origin);
  return room.hold(
    total * BYTES_OF_STRING,
    async () => {
      const parts: Part<ExportUnit>[] = [];
      // Some are read and handed to a thread before others are answered.
      for (const ids of batches(await idsInOrder(readers, id))) {
        parts.push(partOf(await exportUnits(readers, ids, condition)));
      }
      return calculateFrom(parts, "exported", { name: exporter.name, document, parts });
    },
    WAIT_MILLISECONDS,
  );
}

/** Names of the formats that a translation can be taken away in. */
export function exportsOf(place: VisibleTranslation): readonly string[] {
  return exportNames.filter((name) => isCompatible(exporterNamed(name), place));
}

function isCompatible({ only }: Exporter, { component }: VisibleTranslation): boolean {
  return only === undefined || (only === "monolingual") === isMonolingual(component.settings);
}

function convertedName({ project, component, language }: VisibleTranslation, { extension }: Exporter): string {
  return `${project.slug}-${component.path.replaceAll("/", "-")}-${language.code}.${extension}`;
}

async function documentOf(
  service: Service,
  { project, component, translation, language }: VisibleTranslation,
  origin: string,
): Promise<DocumentInParts["document"]> {
  const source = await service.database
    .selectFrom("language")
    .select(["code", "name"])
    .where("id", "=", component.source_language_id)
    .executeTakeFirstOrThrow();
  return {
    project: { name: project.name, slug: project.slug },
    component: { name: component.name, slug: component.slug },
    sourceLanguage: source,
    language: {
      code: language.code,
      name: language.name,
      direction: language.direction === "rtl" ? "rtl" : "ltr",
      pluralNumber: translation.plural_number,
      pluralFormula: pluralFormulaOf({ translation, language }),
    },
    isMonolingual: isMonolingual(component.settings),
    url: page.translation(origin, project.slug, component.path, language.code),
    generator: `${service.settings.siteTitle} ${VERSION}`,
    // The same strings make the same file.
    date: translation.last_change === null ? service.clock.now() : new Date(translation.last_change),
  };
}

/**
 * All at once: a scan that moves strings to other places meanwhile neither doubles nor hides one. As one text: 250,000 rows are more than
 * a thread that reads may hold.
 */
async function idsInOrder(readers: Queries, translation: number): Promise<readonly number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',' order by position, id) as ids from unit
    where translation_id = ${translation}`.execute(readers);
  return (rows[0]?.ids ?? "").split(",").filter(Boolean).map(Number);
}

/** In the order of `ids`, without those that are gone. */
async function exportUnits(
  readers: Queries,
  ids: readonly number[],
  condition: RawBuilder<boolean>,
): Promise<ExportUnit[]> {
  const rows = await readers
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .innerJoin("project", "project.id", "translation.project_id")
    .leftJoin("unit as original", "original.id", "unit.source_unit_id")
    .selectAll("unit")
    .select(["original.explanation as sourceExplanation", "original.extra_flags as sourceFlags"])
    .where("unit.id", "in", ids)
    .where(condition)
    .execute();
  const suggestions = await readers
    .selectFrom("suggestion")
    .select(["unit_id", "target"])
    .where("unit_id", "in", ids)
    .orderBy("id")
    .execute();
  const suggested = Map.groupBy(suggestions, (row) => row.unit_id);
  const places = new Map(ids.map((id, place) => [id, place]));
  const inOrder = rows.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
  return inOrder.map((row) => ({
    ...exportUnit(row),
    explanation: row.sourceExplanation ?? row.explanation,
    flags: [row.flags, row.sourceFlags ?? row.extra_flags].filter((flags) => flags !== "").join(", "),
    suggestions: (suggested.get(row.id) ?? []).map(({ target }) => texts(target)),
  }));
}

function exportUnit(unit: UnitRecord): ExportUnit {
  const { context, state, note, location, flags, explanation, previous_source: previousSource } = unit;
  const common = { context, state, note, location, flags, explanation, previousSource };
  return { ...common, source: texts(unit.source), target: texts(unit.target) };
}
