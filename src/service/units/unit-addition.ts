import type { Insertable } from "kysely";
import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { partsBySize } from "../../store/parts-by-size.ts";
import { changeRows, touchedBy, type Happening } from "../changes/change-log.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { isMonolingual } from "../files/component-files.ts";
import { memoryRows } from "../memory/memory.ts";
import { timestamp, type Service } from "../service.ts";
import { keepingCounters, type Saved } from "./counters.ts";
import { lockStrings } from "./locked-strings.ts";
import { applyReadOnly, reviewsOf, sourceUnitState } from "./read-only.ts";
import { assertLength } from "./text-length.ts";
import { refreshChecks, unitsCheckedWith } from "./unit-checks.ts";
import type { TranslationRecord, UnitTable } from "../../store/tables.ts";
import { lastPosition } from "./strings-in-parts.ts";
import type { EditContext } from "./edit.ts";
import { pendingMark, stateOf, unitRow, type UnitContent } from "./unit-row.ts";
import { stringsByKeys } from "./unit-key.ts";

const INSERTED_AT_ONCE = 50;

export interface UnitAddition {
  readonly content: UnitContent;
  /** Code of the change to record. */
  readonly action: number;
}

/** @throws 400 for what is longer than pages, checks and the memory can take */
export function assertAddable({ context, source, target }: UnitContent): void {
  assertLength("context", [context]);
  assertLength("source", source);
  assertLength("target", target);
}

/**
 * Adds strings (`assertAddable`), to be written with the next commit. In a monolingual component they are added to the base and thereby
 * to all languages; in a bilingual one to this language. `announceAddition` comes before. @returns ids in this translation
 */
export async function addUnits(
  service: Service,
  queries: Queries,
  context: EditContext,
  units: readonly UnitAddition[],
): Promise<number[]> {
  const { component, translation, user } = context;
  const author = context.author ?? user ?? null;
  const translations = await queries
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .selectAll("translation")
    .select("language.code")
    .where("component_id", "=", component.id)
    .orderBy("is_source", "desc")
    .execute();
  const source = translations.find((each) => each.is_source === 1);
  const monolingual = isMonolingual(component.settings);
  const { sources: sourceReview } = await reviewsOf(queries, component);
  const contents = units.map(({ content }) => content);
  const now = timestamp(service);
  const sourceLanguage = source?.code ?? "en";
  let sources: IdsByKey = new Map();
  let own: IdsByKey = new Map();
  const inserted: number[] = [];
  for (const each of translations) {
    const isOwn = each.id === translation.id;
    if (!monolingual && !isOwn && each.is_source === 0) continue;
    const there = await idsOf(queries, each.id, contents);
    const last = await lastPosition(queries, each.id);
    const rows = contents
      .filter(({ key }) => !there.has(key))
      .map((content, at) => ({
        ...unitRow(contentFor(each, content, component, sourceReview), {
          translation: each.id,
          sourceUnit: sources.get(content.key) ?? null,
          position: Math.max(last, 0) + 1 + at,
          sourceLanguage,
          now,
        }),
        ...(isOwn && { pending: pendingMark(), pending_author_id: author }),
      }));
    const made = await insertUnits(queries, rows);
    inserted.push(...made.values());
    const ids = new Map([...there, ...made]);
    if (each.is_source === 1) sources = ids;
    if (isOwn) own = ids;
  }
  const added = contents.flatMap(({ key }) => own.get(key) ?? []);
  const happenings = units.map(({ content, action: code }): Happening => ({
    project: component.project_id,
    component: component.id,
    translation: translation.id,
    unit: own.get(content.key),
    user,
    author: author ?? undefined,
    action: code,
    target: content.target.join("\n"),
  }));
  // The same texts elsewhere, whose checks may change.
  const isNew = new Set(inserted);
  const others = (await unitsCheckedWith(queries, component, inserted)).filter((id) => !isNew.has(id));
  await lockStrings(queries, others);
  const note = async (): Promise<Saved> => {
    await applyReadOnly(queries, component, { sources: [...sources.values()] });
    const checks = await refreshChecks(queries, component, inserted);
    const remembered = units.map(({ content }) => ({ ...content, translation: translation.id }));
    return {
      added: inserted,
      translations: [...translations.map(({ id }) => id), ...checks.translations],
      touched: touchedBy(service, happenings),
      writes: [
        ...(await memoryRows(queries, remembered, { author: author ?? undefined })),
        ...(await changeRows(service, queries, happenings)),
      ],
    };
  };
  await keepingCounters(queries, others, note, { withTranslations: false });
  return added;
}

function contentFor(
  translation: TranslationRecord,
  content: UnitContent,
  { settings }: ComponentRecord,
  sourceReview: boolean,
): UnitContent {
  const monolingual = isMonolingual(settings);
  if (translation.is_source === 1) {
    const usual = sourceUnitState(settings, sourceReview);
    const state = usual === unitStates.readOnly || !monolingual ? usual : stateOf(content.source, content.state);
    return { ...content, target: content.source, state };
  }
  if (!monolingual) return content;
  return { ...content, target: content.source.map(() => ""), state: unitStates.untranslated };
}

type IdsByKey = ReadonlyMap<string, number>;

const idsByKey = stringsByKeys((strings) => strings.select(["id", "key"]));

async function idsOf(queries: Queries, translation: number, contents: readonly UnitContent[]): Promise<IdsByKey> {
  const found = await idsByKey(
    queries,
    translation,
    contents.map(({ key }) => key),
  );
  return new Map(found.map(({ id, key }) => [key, id]));
}

async function insertUnits(queries: Queries, rows: readonly Insertable<UnitTable>[]): Promise<IdsByKey> {
  const ids = new Map<string, number>();
  for (const some of partsBySize(rows, INSERTED_AT_ONCE, ({ source, target }) => source.length + target.length)) {
    const made = await queries.insertInto("unit").values(some).returning(["id", "key"]).execute();
    for (const { id, key } of made) ids.set(key, id);
  }
  return ids;
}
