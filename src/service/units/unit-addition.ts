import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
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
import type { TranslationRecord } from "../../store/tables.ts";
import type { EditContext } from "./edit.ts";
import { pendingMark, stateOf, unitRow, type UnitContent } from "./unit-row.ts";
import { hasKey } from "./unit-key.ts";

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
  const added: number[] = [];
  const inserted: number[] = [];
  const sources: number[] = [];
  const happenings: Happening[] = [];
  for (const { content, action: code } of units) {
    let sourceUnit: number | null = null;
    for (const each of translations) {
      const isOwn = each.id === translation.id;
      if (!monolingual && !isOwn && each.is_source === 0) continue;
      const existing = await queries
        .selectFrom("unit")
        .select("id")
        .where(hasKey(queries, { translation: each.id, key: content.key }))
        .executeTakeFirst();
      const id: number =
        existing?.id ??
        (await insertUnit(service, queries, each, contentFor(each, content, component, sourceReview), {
          sourceUnit,
          sourceLanguage: source?.code ?? "en",
          pending: isOwn ? { mark: pendingMark(), author } : undefined,
        }));
      if (existing === undefined) inserted.push(id);
      if (each.is_source === 1) {
        sourceUnit = id;
        sources.push(id);
      }
      if (!isOwn) continue;
      added.push(id);
      happenings.push({
        project: component.project_id,
        component: component.id,
        translation: each.id,
        unit: id,
        user,
        author: author ?? undefined,
        action: code,
        target: content.target.join("\n"),
      });
    }
  }
  // The same texts elsewhere, whose checks may change.
  const own = new Set(inserted);
  const others = (await unitsCheckedWith(queries, component, inserted)).filter((id) => !own.has(id));
  await lockStrings(queries, others);
  const note = async (): Promise<Saved> => {
    await applyReadOnly(queries, component, { sources });
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

async function insertUnit(
  service: Service,
  queries: Queries,
  translation: TranslationRecord,
  content: UnitContent,
  place: {
    sourceUnit: number | null;
    sourceLanguage: string;
    pending: { mark: number; author: number | null } | undefined;
  },
): Promise<number> {
  const last = await queries
    .selectFrom("unit")
    .select(({ fn }) => fn.max("position").as("position"))
    .where("translation_id", "=", translation.id)
    .executeTakeFirst();
  const row = unitRow(content, {
    translation: translation.id,
    sourceUnit: place.sourceUnit,
    position: (last?.position ?? 0) + 1,
    sourceLanguage: place.sourceLanguage,
    now: timestamp(service),
  });
  const { id } = await queries
    .insertInto("unit")
    .values({ ...row, pending: place.pending?.mark ?? 0, pending_author_id: place.pending?.author ?? null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
