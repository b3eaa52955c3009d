import { sql } from "kysely";
import { categoryOfKey, isCheckId, flagOf, runChecks } from "../../catalog/checks/index.ts";
import { parseFlags, type Flags } from "../../catalog/flags.ts";
import { formOfKey } from "../../catalog/hold-back.ts";
import { unitStates } from "../../catalog/unit.ts";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import {
  defaultComponentSettings,
  type ComponentRecord,
  type ComponentSettings,
} from "../components/component-settings.ts";
import { among, nothing, storeChecks, type CheckedUnit } from "./check-rows.ts";
import { LONG_UNTRANSLATED } from "./untranslated-age.ts";
import { texts } from "./unit-row.ts";

export interface CheckChanges {
  /** Translations with strings that fail now and did not, or the other way round. */
  readonly translations: readonly number[];
  /** Strings that fail a check the component enforces, though they count as translated. */
  readonly enforced: readonly number[];
}

/**
 * Runs the quality checks on strings and keeps their rows and marks; what is dismissed stays dismissed as long as it
 * fails. Nothing is written where nothing changed. The caller keeps the counters.
 */
export async function refreshChecks(
  queries: Queries,
  component: ComponentRecord,
  units: Iterable<number>,
): Promise<CheckChanges> {
  const pass = new CheckPass(queries, component, {
    language: await languageCode(queries, component.source_language_id),
    shares: await sharesTexts(queries, component),
  });
  const sorted = [...new Set(units)].sort((one, other) => one - other);
  for (const ids of batches(sorted)) await pass.check(ids);
  await pass.compareLanguages();
  return pass.changes();
}

/** Strings whose checks may change with these: themselves, their sources, and the same texts elsewhere in the project. */
export async function unitsCheckedWith(
  queries: Queries,
  component: ComponentRecord,
  units: readonly number[],
): Promise<number[]> {
  const all = new Set(units);
  const shares = await sharesTexts(queries, component);
  for (const ids of batches(units)) {
    const sources = await queries
      .selectFrom("unit")
      .select("source_unit_id")
      .where("id", "in", ids)
      .where("source_unit_id", "is not", null)
      .execute();
    for (const { source_unit_id: source } of sources) if (source !== null) all.add(source);
    if (!shares) continue;
    for (const { id } of await siblingsOf(queries, component, ids)) all.add(id);
  }
  return [...all];
}

async function languageCode(queries: Queries, id: number): Promise<string> {
  const { code } = await queries.selectFrom("language").select("code").where("id", "=", id).executeTakeFirstOrThrow();
  return code;
}

/** Whether another component of the project says the same with this one. */
async function sharesTexts(queries: Queries, component: ComponentRecord): Promise<boolean> {
  if (!component.settings.allow_translation_propagation) return false;
  const others = await queries
    .selectFrom("component")
    .select("settings")
    .where("project_id", "=", component.project_id)
    .where("source_language_id", "=", component.source_language_id)
    .where("id", "!=", component.id)
    .execute();
  return others.some(({ settings }) => isPropagating(settings));
}

/** The same text in the same language in components that share translations: they are to say the same. */
async function siblingsOf(queries: Queries, component: ComponentRecord, units: readonly number[]) {
  const rows = await queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("translation as near", (join) =>
      join
        .onRef("near.language_id", "=", "translation.language_id")
        .onRef("near.project_id", "=", "translation.project_id"),
    )
    .innerJoin("unit as sibling", (join) =>
      join
        .onRef("sibling.translation_id", "=", "near.id")
        .onRef("sibling.source_hash", "=", "unit.source_hash")
        .onRef("sibling.context", "=", "unit.context"),
    )
    .innerJoin("component", "component.id", "near.component_id")
    .select(["unit.id as of", "sibling.id", "sibling.translation_id", "sibling.target", "sibling.state"])
    .select(["component.settings", "component.source_language_id"])
    .where("unit.id", "in", units)
    .where("translation.is_source", "=", 0)
    .execute();
  return rows.filter(
    ({ settings, source_language_id: language }) =>
      language === component.source_language_id && isPropagating(settings),
  );
}

function isPropagating(json: string): boolean {
  const settings: Partial<ComponentSettings> = JSON.parse(json);
  return { ...defaultComponentSettings, ...settings }.allow_translation_propagation;
}

const INCONSISTENT = "inconsistent";
const MULTIPLE_FAILURES = "multiple_failures";
/** Found by looking at the translations of a source string. */
const ofLanguages: ReadonlySet<string> = new Set([MULTIPLE_FAILURES, LONG_UNTRANSLATED]);

/** One run over strings of a component; lives for one transaction. */
class CheckPass {
  readonly #queries: Queries;
  readonly #component: ComponentRecord;
  readonly #sourceLanguage: string;
  readonly #shares: boolean;
  readonly #enforcedChecks: ReadonlySet<string>;
  readonly #flags = new Map<string, Flags>();
  readonly #sources = new Set<number>();
  readonly #translations = new Set<number>();
  readonly #enforced: number[] = [];

  constructor(
    queries: Queries,
    component: ComponentRecord,
    { language, shares }: { readonly language: string; readonly shares: boolean },
  ) {
    this.#queries = queries;
    this.#component = component;
    this.#sourceLanguage = language;
    this.#shares = shares;
    this.#enforcedChecks = new Set(component.settings.enforced_checks);
  }

  changes(): CheckChanges {
    return { translations: [...this.#translations], enforced: this.#enforced };
  }

  async check(ids: readonly number[]): Promise<void> {
    const rows = await this.#queries
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .innerJoin("language", "language.id", "translation.language_id")
      .leftJoin("unit as original", "original.id", "unit.source_unit_id")
      .select(["unit.id", "unit.translation_id", "unit.source_unit_id", "unit.has_failing_check", "unit.state"])
      .select(["unit.source", "unit.target", "unit.context", "unit.flags", "unit.extra_flags"])
      .select(["original.flags as source_flags", "original.extra_flags as source_extra_flags"])
      .select(["language.code", "language.plural_formula", "translation.plural_number", "translation.is_source"])
      .where(among("unit.id", ids))
      .execute();
    const wanted = new Set(ids);
    const units = rows.filter(({ id }) => wanted.has(id));
    const inconsistent = await this.#inconsistent(ids);
    const others = await this.#otherForms(units);
    const failing = new Map<number, ReadonlySet<string>>();
    for (const row of units) {
      const flags = this.#flagsOf(row.source_flags ?? "", row.flags, row.source_extra_flags ?? "", row.extra_flags);
      const findings = isLookedAt(row)
        ? runChecks({
            source: texts(row.source),
            target: texts(row.target),
            state: row.state,
            flags,
            sourceLanguage: this.#sourceLanguage,
            language: row.code,
            pluralForms: row.plural_number,
            isSource: row.is_source === 1,
            format: this.#component.settings.file_format,
            pluralFormula: row.plural_formula,
            ...formOfKey({ key: row.context, target: texts(row.target) }, others),
          })
        : [];
      const isInconsistent = inconsistent.get(row.id) === true && !isIgnored(flags, INCONSISTENT);
      const names =
        findings.length === 0 && !isInconsistent
          ? nothing
          : new Set<string>([...findings.map(({ check }) => check), ...(isInconsistent ? [INCONSISTENT] : [])]);
      failing.set(row.id, names);
      if (isCounted(row) && [...names].some((name) => this.#enforcedChecks.has(name))) this.#enforced.push(row.id);
      this.#sources.add(row.source_unit_id ?? row.id);
    }
    await this.#store(units, failing, (name) => !ofLanguages.has(name));
    await this.#storeSiblings(units, inconsistent);
  }

  /** Those of the component, and then these: of two with one name the last counts. */
  #flagsOf(...own: readonly string[]): Flags {
    const text = [this.#component.settings.check_flags, ...own].join(",");
    const known = this.#flags.get(text);
    if (known !== undefined) return known;
    const flags = parseFlags(text);
    this.#flags.set(text, flags);
    return flags;
  }

  /** Where every form of a plural is a string of its own: the source of its general form, by key. */
  async #otherForms(
    units: readonly { readonly context: string; readonly source_unit_id: number | null }[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const keys = units.flatMap(({ context, source_unit_id: source }) => {
      const form = source === null ? undefined : categoryOfKey(context);
      return form === undefined || form.category === "other" ? [] : [`${form.base}other`];
    });
    if (keys.length === 0) return new Map();
    const rows = await this.#queries
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .select(["unit.context", "unit.source"])
      .where("translation.component_id", "=", this.#component.id)
      .where("translation.is_source", "=", 1)
      .where("unit.context", "in", [...new Set(keys)])
      .execute();
    return new Map(rows.map(({ context, source }) => [context, texts(source)]));
  }

  /** Whether strings and their siblings say different things: id → inconsistent. */
  async #inconsistent(ids: readonly number[]): Promise<Map<number, boolean>> {
    const found = new Map<number, boolean>();
    if (!this.#shares) return found;
    const siblings = await siblingsOf(this.#queries, this.#component, ids);
    for (const group of Map.groupBy(siblings, ({ of }) => of).values()) {
      const differ = new Set(group.map(({ target }) => target)).size > 1;
      const isTranslated = group.some(({ state }) => state >= unitStates.translated);
      for (const { id } of group) found.set(id, differ && isTranslated);
    }
    return found;
  }

  /** Siblings in other components get or lose this one check. */
  async #storeSiblings(own: readonly CheckedUnit[], inconsistent: ReadonlyMap<number, boolean>): Promise<void> {
    const ownIds = new Set(own.map(({ id }) => id));
    const others = [...inconsistent.keys()].filter((id) => !ownIds.has(id));
    if (others.length === 0) return;
    const rows = await this.#marks(others);
    const failing = new Map(
      rows.map(({ id, flags, extra_flags: extra }) => {
        const fails = inconsistent.get(id) === true && !isIgnored(parseFlags(flags, extra), INCONSISTENT);
        return [id, fails ? new Set([INCONSISTENT]) : nothing] as const;
      }),
    );
    await this.#store(rows, failing, (name) => name === INCONSISTENT);
  }

  async #marks(ids: readonly number[]) {
    return this.#queries
      .selectFrom("unit")
      .select(["id", "translation_id", "source_unit_id", "has_failing_check", "state", "flags", "extra_flags"])
      .where("id", "in", ids)
      .execute();
  }

  /** A source string fails where the translations of several languages do. */
  async compareLanguages(): Promise<void> {
    for (const ids of batches([...this.#sources].sort((one, other) => one - other))) {
      const counts = await this.#queries
        .selectFrom("unit")
        .select(["source_unit_id", sql<number>`count(*)`.as("failing")])
        .where(among("source_unit_id", ids))
        .where("has_failing_check", "=", 1)
        .groupBy("source_unit_id")
        .execute();
      const several = new Set(counts.filter(({ failing }) => failing > 1).map(({ source_unit_id: id }) => id));
      const marked = await this.#queries
        .selectFrom("unit_check")
        .select(["unit_id", "name"])
        .where(among("unit_id", ids))
        .where("name", "in", [...ofLanguages])
        .execute();
      await this.#passTranslated(marked.filter(({ name }) => name === LONG_UNTRANSLATED).map((row) => row.unit_id));
      const had = new Set(marked.filter(({ name }) => name === MULTIPLE_FAILURES).map((row) => row.unit_id));
      const differing = ids.filter((id) => several.has(id) || had.has(id));
      if (differing.length === 0) continue;
      const sources = await this.#marks(differing);
      const failing = new Map(
        sources.map(({ id, flags, extra_flags: extra }) => {
          const fails = several.has(id) && !isIgnored(this.#flagsOf(flags, extra), MULTIPLE_FAILURES);
          return [id, fails ? new Set([MULTIPLE_FAILURES]) : nothing] as const;
        }),
      );
      await this.#store(sources, failing, (name) => name === MULTIPLE_FAILURES);
    }
  }

  /** What was not translated for long, and is now. */
  async #passTranslated(sources: readonly number[]): Promise<void> {
    if (sources.length === 0) return;
    const translated = await this.#queries
      .selectFrom("unit")
      .select("source_unit_id")
      .distinct()
      .where("source_unit_id", "in", sources)
      .where("state", ">=", unitStates.translated)
      .execute();
    const ids = translated.map(({ source_unit_id: id }) => id ?? 0);
    if (ids.length > 0) await this.#store(await this.#marks(ids), new Map(), (name) => name === LONG_UNTRANSLATED);
  }

  async #store(
    units: readonly CheckedUnit[],
    failing: ReadonlyMap<number, ReadonlySet<string>>,
    concerns: (name: string) => boolean,
  ): Promise<void> {
    for (const unit of await storeChecks(this.#queries, units, failing, concerns)) {
      this.#translations.add(unit.translation_id);
      if (unit.source_unit_id !== null) this.#sources.add(unit.source_unit_id);
    }
  }
}

/** Checks have nothing to say of what has no text yet and of what nobody can change. */
function isLookedAt({ state, source_unit_id: source }: CheckedUnit): boolean {
  return source === null || (state >= unitStates.needsEditing && state !== unitStates.readOnly);
}

function isCounted({ state, source_unit_id: source }: CheckedUnit): boolean {
  return source !== null && (state === unitStates.translated || state === unitStates.approved);
}

function isIgnored(flags: Flags, check: string): boolean {
  return flags.has("ignore-all-checks") || (isCheckId(check) && flags.has(`ignore-${flagOf(check)}`));
}
