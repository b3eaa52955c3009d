import { sql, type RawBuilder } from "kysely";
import { pluralFormulaOf } from "../components/language.ts";
import { encode, type Exporter, type InPieces } from "../../formats/exports/exporter.ts";
import { exporterFor, exportNames } from "../../formats/exports/registry.ts";
import { VERSION } from "../../core/version.ts";
import type { Queries } from "../../store/database.ts";
import { isOneOf } from "../../store/id-list.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { attachment } from "../http/content-disposition.ts";
import { invalid } from "../../http-api/refusal.ts";
import { FileAnswer, type FileContent } from "../http/route.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import { page } from "../representation/address.ts";
import type { Service } from "../service.ts";
import { TooCostly } from "../../store/too-costly.ts";
import { calculate, calculateFrom } from "../threads/calculate.ts";
import { comparedOn, unitCondition } from "../units/unit-query.ts";
import { ByteRoom } from "./byte-room.ts";
import { isMonolingual } from "./component-files.ts";
import { unitColumns, type DocumentInParts, type UnitRows } from "./exported.ts";
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
/** Of what a file is made whole: a thread has no memory for more, and would be found to need too much when all of it was read. */
const MOST_BYTES_WHOLE = 40_000_000;
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
  const { head, tail } = inPieces.pieces(document);
  // A query that cannot be asked is found out with the first strings.
  const all = await begun(unitsInParts(service.searches, service.clock.now(), place.translation.id, query));
  yield encode(head);
  let index = 0;
  for await (const { rows, count } of all) {
    yield await calculate("exportedPiece", { name, document, rows, index });
    index += count;
  }
  yield encode(tail);
}

async function writtenWhole(
  service: Service,
  place: VisibleTranslation,
  { exporter, origin, query = "" }: Writing,
): Promise<Uint8Array> {
  const { id, total } = place.translation;
  const readers = total > FEW_STRINGS ? service.searches : service.readers;
  const document = await documentOf(service, place, origin);
  return room.hold(
    total * BYTES_OF_STRING,
    async () => {
      const parts: UnitRows[] = [];
      let bytes = 0;
      for await (const { rows } of unitsInParts(readers, service.clock.now(), id, query)) {
        parts.push(rows);
        bytes += rows.byteLength;
        if (bytes > MOST_BYTES_WHOLE) throw new TooCostly("The strings are too many for a file of this format.");
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

interface UnitsPart {
  readonly rows: UnitRows;
  readonly count: number;
}

/** Strings of a translation that a query finds, in order; others are answered after each part of them. */
async function* unitsInParts(
  readers: Queries,
  now: Date,
  translation: number,
  query: string,
): AsyncGenerator<UnitsPart> {
  const condition = unitCondition(query, now, comparedOn(readers));
  for (const ids of idsInParts(await idsInOrder(readers, translation))) {
    const part = await exportedUnits(readers, ids, condition);
    if (part.count > 0) yield part;
  }
}

/**
 * All at once: a scan that moves strings to other places meanwhile neither doubles nor hides one. As one text: 250,000 rows are more than
 * a thread that reads may hold.
 */
async function idsInOrder(readers: Queries, translation: number): Promise<string> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',' order by position, id) as ids from unit
    where translation_id = ${translation}`.execute(readers);
  return rows[0]?.ids ?? "";
}

const READ_AT_ONCE = 250;

/** Not all of them at once: of 250,000 that takes longer than others should wait. */
function* idsInParts(ids: string): Generator<readonly number[]> {
  let part: number[] = [];
  for (let from = 0; from < ids.length;) {
    const comma = ids.indexOf(",", from);
    const end = comma === -1 ? ids.length : comma;
    part.push(Number(ids.slice(from, end)));
    from = end + 1;
    if (part.length < READ_AT_ONCE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/**
 * Written by the database, so that this thread only hands them on.
 * @returns in their order, without those that are gone
 */
async function exportedUnits(
  readers: Queries,
  ids: readonly number[],
  condition: RawBuilder<boolean>,
): Promise<UnitsPart> {
  const members = sql.join(unitColumns.map((column) => valuesOfUnit[column]));
  const order = sql`order by unit.position, unit.id`;
  const all = isPostgres(readers)
    ? sql<string | null>`json_agg(json_build_array(${members}) ${order})::text`
    : sql<string | null>`json_group_array(json_array(${members}) ${order})`;
  const found = await readers
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .innerJoin("project", "project.id", "translation.project_id")
    .leftJoin("unit as original", "original.id", "unit.source_unit_id")
    .where(isOneOf(readers, sql.ref("unit.id"), ids))
    .where(condition)
    .select(all.as("rows"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows: encode(found.rows ?? "[]"), count: found.count };
}

/** What the database writes of a string, of those that explain it what its source says. */
const valuesOfUnit: Readonly<Record<(typeof unitColumns)[number], RawBuilder<unknown>>> = {
  context: sql`unit.context`,
  source: sql`unit.source`,
  target: sql`unit.target`,
  previousSource: sql`unit.previous_source`,
  state: sql`unit.state`,
  note: sql`unit.note`,
  location: sql`unit.location`,
  flags: sql`unit.flags`,
  extraFlags: sql`coalesce(original.extra_flags, unit.extra_flags)`,
  explanation: sql`coalesce(original.explanation, unit.explanation)`,
  suggestions: sql`(select string_agg(target, ',' order by id) from suggestion where suggestion.unit_id = unit.id)`,
};
