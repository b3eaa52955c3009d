import { sql } from "kysely";
import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { countCharacters, countWords } from "../../catalog/statistics.ts";
import { unitStates } from "../../catalog/unit.ts";
import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { changeRows, touchedBy } from "../changes/change-log.ts";
import { commitOthersWork } from "../clone/pending.ts";
import { intermediateOf, isMonolingual } from "../files/component-files.ts";
import { invalid, type Refusal } from "../../http-api/refusal.ts";
import { blank, denied, locked, notFound } from "../http/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { timestamp, type Service } from "../service.ts";
import { assertAgreed } from "./agreement.ts";
import { keepingCounters } from "./counters.ts";
import { rewriteFiles } from "./file-rewrite.ts";
import { lockWithTranslations } from "./locked-strings.ts";
import { assertLength } from "./text-length.ts";
import { inSavingTurn } from "./saving-turn.ts";
import { assertMayTranslate, translationRefusal } from "./unit-access.ts";
import { editUnits } from "./unit-edit.ts";
import { refreshVariants } from "./variants.ts";
import { checksumOf, contentHash, keyOf, sourceHash, texts, type UnitRecord } from "./unit-row.ts";
import { hasKey } from "./unit-key.ts";

export interface SourceEdit {
  /** Of the string as the caller saw it. */
  readonly content_hash: string | number;
  readonly source?: readonly string[] | undefined;
  readonly context?: string | undefined;
}

/**
 * Changes the text or the key of a source string. It stays the same string: translations, comments, suggestions and
 * history stay with it, where a removed and added one would lose them. Translations of a changed text need editing.
 * @throws 400 for a string that changed meanwhile or that exists already, 403
 */
export async function editSource(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  edit: SourceEdit,
): Promise<void> {
  const { component, translation, unit } = place;
  if (component.locked === 1) throw locked();
  if (!may(caller, place, "unit.template")) throw denied("Insufficient privileges for editing source strings.");
  await assertAgreed(service, caller, component);
  if (intermediateOf(component.settings) !== "") {
    const detail = `Developers write this string in ${intermediateOf(component.settings)}: change it there, in the repository, or translate it into the source language here.`;
    throw invalid(null, detail, "not-supported");
  }
  const old = texts(unit.source);
  const source = edit.source ?? old;
  const context = edit.context ?? unit.context;
  assertFits(place, edit, source, context);
  assertLength("source", source);
  assertLength("context", [context]);
  const monolingual = isMonolingual(component.settings);
  const key = keyOf({ context, source }, monolingual);
  if (unit.key !== keyOf({ context: unit.context, source: old }, monolingual)) {
    throw invalid(null, "The file knows this string by an id; change it in the repository.", "not-supported");
  }
  const textChanges = !equalTexts(old, source);
  // A bilingual file knows a string by its text, of which the first form is the key.
  const renames = key !== unit.key || (textChanges && !monolingual);
  if (renames) {
    assertMayRename(caller, place);
    await assertFree(service.database, unit, key);
  }
  const user = caller.user?.id;
  let seen = unit;
  if (monolingual && textChanges) {
    await assertMayTranslate(service, caller, place);
    await commitOthersWork(service, component, [unit], user);
    seen = await inSavingTurn(service, place, async (queries, now, turn) => {
      assertSame(now, unit);
      const tooLate = await translationRefusal(queries, caller, { ...place, unit: now });
      if (tooLate !== undefined) throw tooLate;
      const saved = { unit: now, target: source, state: stateWith(now) };
      await editUnits(service, queries, { component, translation, user, turn }, [saved]);
      return { ...now, source: JSON.stringify(source) };
    });
  }
  if (renames) await rename(service, { ...place, unit: seen }, { key, context, source, user });
}

/** State of a source string that gets another text: nobody has approved that one, and it is one. */
function stateWith({ state }: UnitRecord): number {
  return state === unitStates.approved || state === unitStates.untranslated ? unitStates.translated : state;
}

/** @throws 404 for a string that is gone, 400 for one that somebody changed since it was looked at */
function assertSame(now: UnitRecord | undefined, seen: UnitRecord): asserts now is UnitRecord {
  if (now === undefined) throw notFound();
  if (contentHash(now) !== contentHash(seen)) throw changedMeanwhile();
}

function changedMeanwhile(): Refusal {
  return invalid("content_hash", "The source string was changed meanwhile.");
}

function assertFits(
  { component, translation, unit }: VisibleUnit,
  edit: SourceEdit,
  source: readonly string[],
  context: string,
): void {
  if (translation.is_source !== 1) throw invalid(null, "Only source strings can be changed here.", "not-a-source-unit");
  const seen = typeof edit.content_hash === "number" ? edit.content_hash : BigInt(edit.content_hash);
  const now = contentHash(unit);
  // A number has lost what JavaScript rounds.
  if (typeof seen === "number" ? Number(now) !== seen : now !== seen) throw changedMeanwhile();
  const old = texts(unit.source);
  if (source.length !== old.length) throw invalid("source", "Number of plurals does not match");
  const monolingual = isMonolingual(component.settings);
  // Without its first text a bilingual file has no name for the string, and without another one no plural.
  const empty = monolingual && !isEmpty(source) ? -1 : source.indexOf("");
  if (empty >= 0 && !equalTexts(old, source)) throw blank(`source.${String(empty)}`);
  if (monolingual && context === "") throw blank("context");
}

/** In the files a string under another name is one that is added and one that is removed. */
function assertMayRename(caller: Caller, place: VisibleUnit): void {
  if (!place.component.settings.manage_units) {
    throw denied("Renaming strings is disabled in the component configuration.");
  }
  if (!may(caller, place, "unit.add") || !may(caller, place, "unit.delete")) {
    throw denied("Insufficient privileges for renaming strings.");
  }
}

interface Rename {
  readonly key: string;
  readonly context: string;
  readonly source: readonly string[];
  readonly user: number | undefined;
}

/** @throws 400 where another string of the translation has the key */
async function assertFree(queries: Queries, unit: UnitRecord, key: string): Promise<void> {
  const taken = await queries
    .selectFrom("unit")
    .select("id")
    .where("id", "<>", unit.id)
    .where(hasKey(queries, { translation: unit.translation_id, key }))
    .executeTakeFirst();
  if (taken !== undefined) throw invalid("non_field_errors", "This string seems to already exist.");
}

/**
 * Changes key or text of the string in the files of all languages and in the database, where it keeps its rows.
 * @throws 400 for a string that somebody changed since, or whose new key somebody gave to another one
 */
async function rename(service: Service, place: VisibleUnit, change: Rename): Promise<void> {
  const { component, translation, unit, language } = place;
  const { key, context, source, user } = change;
  const { database } = service;
  const monolingual = isMonolingual(component.settings);
  const translations = await database
    .selectFrom("translation")
    .selectAll()
    .where("component_id", "=", component.id)
    .execute();
  const textChanges = !monolingual && !equalTexts(texts(unit.source), source);
  const happenings = [
    {
      action: action.sourceChanged,
      project: component.project_id,
      component: component.id,
      translation: translation.id,
      unit: unit.id,
      user,
      target: textChanges ? source.join("\n") : key,
      old: textChanges ? texts(unit.source).join("\n") : unit.key,
    },
  ];
  const store = async (queries: Queries): Promise<void> => {
    await lockWithTranslations(queries, [unit.id]);
    // Files that cannot be read afterwards are not counted anew.
    await keepingCounters(queries, [unit.id], async () => {
      await update(queries);
      return {
        translations: translations.map(({ id }) => id),
        touched: touchedBy(service, happenings),
        writes: await changeRows(service, queries, happenings),
      };
    });
  };
  const update = (queries: Queries) =>
    queries
      .updateTable("unit")
      .set({
        key,
        context,
        checksum: sql<string>`case when source_unit_id is null then ${checksumOf({ key, context, source })} else '' end`,
        ...(textChanges
          ? {
              source: JSON.stringify(source),
              num_words: countWords(source, language.code),
              num_chars: countCharacters(source),
              source_hash: sourceHash(source),
            }
          : {}),
        last_updated: timestamp(service),
      })
      .where((where) => where.or([where("id", "=", unit.id), where("source_unit_id", "=", unit.id)]))
      .execute();
  await rewriteFiles(service, {
    component,
    translation,
    translations,
    user,
    change: { kind: "renamed", key: unit.key, to: { key, context, source: textChanges ? source : undefined } },
    // Before a file is written: who renames comes one after the other from here on.
    before: async () => {
      const now = await database.selectFrom("unit").selectAll().where("id", "=", unit.id).executeTakeFirst();
      assertSame(now, unit);
      await assertFree(database, unit, key);
    },
    store: () => inOpenTransaction(database, store),
  });
  await refreshVariants(service, component);
}
