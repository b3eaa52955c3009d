import { withStyleFlags } from "../../catalog/source-styles.ts";
import { sql } from "kysely";
import { categoryOfKey, isCheckId, flagOf, runChecks, type CheckedText } from "../../catalog/checks/index.ts";
import { parseFlags, type Flags } from "../../catalog/flags.ts";
import { formOfKey } from "../../catalog/hold-back.ts";
import { unitStates } from "../../catalog/unit.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { within, type InPart } from "../../store/in-parts.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { partsBySize } from "../../store/parts-by-size.ts";
import { giveWay } from "../../store/turns.ts";
import { prepared } from "../../store/prepared.ts";
import { onceWithinTransaction } from "../../store/within-transaction.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import { lockedStrings, lockStrings } from "./locked-strings.ts";
import { among, nothing, storeChecks, type CheckedUnit } from "./check-rows.ts";
import { LONG_UNTRANSLATED } from "./untranslated-age.ts";
import { texts, type UnitRecord } from "./unit-row.ts";

export interface CheckChanges {
  /** Translations with strings that fail now and did not, or the other way round. */
  readonly translations: readonly number[];
  /** Strings that fail a check the component enforces, though they count as translated. */
  readonly enforced: readonly number[];
}

/**
 * Runs the quality checks on strings and keeps their rows and marks; what is dismissed stays dismissed as long as it
 * fails. Nothing is written where nothing changed. The caller keeps the counters.
 * @param component that of the strings; of those of other components only where they share texts with this one
 * @param isAlone no other component of the project has one of the strings
 */
export async function refreshChecks(
  queries: Queries,
  component: ComponentRecord,
  units: Iterable<number>,
  isAlone = false,
): Promise<CheckChanges> {
  const sharing = isAlone ? [] : await sharingWith(queries, component);
  const looking: Looking = { sharingIn: async () => sharing, siblingsIn: siblingsOf, lock: async () => undefined };
  return checkedInParts(within(queries), component, units, looking);
}

/** The same, some strings after the others. */
export async function refreshChecksInParts(
  inPart: InPart,
  component: ComponentRecord,
  units: Iterable<number>,
): Promise<CheckChanges> {
  // A component may come to share texts between two parts.
  const sharingIn = (queries: Queries) => sharingWith(queries, component);
  return checkedInParts(inPart, component, units, { sharingIn, siblingsIn: lockedSiblings, lock: lockStrings });
}

/** How parts see strings that others may save. */
interface Looking {
  readonly sharingIn: (queries: Queries) => Promise<readonly ComponentRecord[]>;
  readonly siblingsIn: typeof siblingsOf;
  readonly lock: (queries: Queries, ids: readonly number[]) => Promise<void>;
}

async function checkedInParts(
  inPart: InPart,
  component: ComponentRecord,
  units: Iterable<number>,
  { sharingIn, siblingsIn, lock }: Looking,
): Promise<CheckChanges> {
  const [sources, translations] = [new Set<number>(), new Set<number>()];
  const enforced: number[] = [];
  for (const ids of inOrder(units)) {
    const found = await inPart(async (queries) => {
      const sharing = await sharingIn(queries);
      const siblings = await siblingsIn(queries, sharing, ids);
      return new CheckPass(queries, component, sharing).check(ids, siblings);
    });
    for (const id of found.sources) sources.add(id);
    for (const id of found.translations) translations.add(id);
    enforced.push(...found.enforced);
  }
  for (const ids of inOrder(sources)) {
    const found = await inPart(async (queries) => {
      await lock(queries, ids);
      return new CheckPass(queries, component, await sharingIn(queries)).compareLanguages(ids);
    });
    for (const id of found.translations) translations.add(id);
  }
  return { translations: [...translations], enforced };
}

/** Ids in order, each once, as many together as a statement can name; half a million are in order within milliseconds. */
function inOrder(ids: Iterable<number>): number[][] {
  const sorted = Uint32Array.from(ids).sort();
  return batches(Array.from(sorted.filter((id, at) => at === 0 || id !== sorted[at - 1])));
}

/**
 * A string as its checks look at it, with a text that nobody saved yet; undefined: it is gone. Placeholders that its source
 * plainly has are looked at as well where no flag speaks of them, as `sync` does before it lets a text into git: the checks
 * that are stored, and that the API tells, are those of the flags.
 */
export async function checkedTextOf(
  queries: Queries,
  component: ComponentRecord,
  unit: number,
  { target, state }: { readonly target: readonly string[]; readonly state: number },
): Promise<CheckedText | undefined> {
  const stored = (await new CheckPass(queries, component, []).textsOf([unit])).get(unit);
  return stored === undefined ? undefined : withPlainPlaceholders({ ...stored, target, state });
}

/** A text with the flags of the placeholders that its source plainly has. */
export function withPlainPlaceholders(text: CheckedText): CheckedText {
  const { source, target, format = "", flags } = text;
  return { ...text, flags: withStyleFlags(source, target, format, flags) };
}

/** Strings of a component as `checkedTextOf` has them, with the texts that are stored, by id; a few hundred at most. */
export async function checkedTexts(
  queries: Queries,
  component: ComponentRecord,
  units: readonly number[],
): Promise<ReadonlyMap<number, CheckedText>> {
  const stored = await new CheckPass(queries, component, []).textsOf(units);
  return new Map([...stored].map(([id, text]) => [id, withPlainPlaceholders(text)]));
}

/** The same of a component that is known by its id alone. */
export async function checkedIn(
  queries: Queries,
  component: number,
  units: readonly number[],
): Promise<ReadonlyMap<number, CheckedText>> {
  const row =
    units.length === 0
      ? undefined
      : await queries.selectFrom("component").selectAll().where("id", "=", component).executeTakeFirst();
  return row === undefined ? new Map() : checkedTexts(queries, componentRecord(row), units);
}

/**
 * Strings whose checks may change with these: themselves, the same texts elsewhere in the project, and the sources of all of
 * them.
 */
export async function unitsCheckedWith(
  queries: Queries,
  component: ComponentRecord,
  units: readonly number[],
): Promise<number[]> {
  const all = new Set(units);
  const sharing = await sharingWith(queries, component);
  for (const ids of batches(units)) {
    // A string is one of its siblings.
    const same =
      sharing.length > 0
        ? await siblingsOf(queries, sharing, ids)
        : await queries.selectFrom("unit").select(["id", "source_unit_id"]).where("id", "in", ids).execute();
    for (const { id, source_unit_id: source } of same) {
      all.add(id);
      if (source !== null) all.add(source);
    }
  }
  return [...all];
}

/** The components of a project. */
export const componentsWithin = onceWithinTransaction(async (queries, project): Promise<ComponentRecord[]> => {
  const rows = await queries.selectFrom("component").selectAll().where("project_id", "=", project).execute();
  return rows.map(componentRecord);
});

/** The components that say the same with this one, which is one of them; none where there is no other. */
async function sharingWith(queries: Queries, component: ComponentRecord): Promise<ComponentRecord[]> {
  if (!component.settings.allow_translation_propagation) return [];
  const others = (await componentsWithin(queries, component.project_id)).filter(
    ({ id, source_language_id: language, settings }) =>
      id !== component.id && language === component.source_language_id && settings.allow_translation_propagation,
  );
  return others.length === 0 ? [] : [component, ...others];
}

type Sibling = Pick<UnitRecord, "id" | "source_unit_id" | "target" | "state"> & { readonly of: number };

/** The same text in the same language in components that share translations: they are to say the same. */
async function siblingsOf(
  queries: Queries,
  sharing: readonly ComponentRecord[],
  units: readonly number[],
): Promise<Sibling[]> {
  if (sharing.length === 0) return [];
  return (
    queries
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .innerJoin("unit as sibling", (join) =>
        join.onRef("sibling.source_hash", "=", "unit.source_hash").onRef("sibling.context", "=", "unit.context"),
      )
      .innerJoin("translation as near", "near.id", "sibling.translation_id")
      .select(["unit.id as of", "sibling.id", "sibling.source_unit_id", "sibling.target", "sibling.state"])
      .where("unit.id", "in", units)
      .where("translation.is_source", "=", 0)
      // By the text alone: SQLite would go through all translations of the language for each string.
      .whereRef(sql`+near.language_id`, "=", "translation.language_id")
      .where(
        sql`+near.component_id`,
        "in",
        sharing.map(({ id }) => id),
      )
      .execute()
  );
}

/**
 * The same as they are now, while nobody saves them or the strings until the transaction ends: who does looks at the same texts, and
 * writes the same marks. Their sources are not looked at yet.
 */
async function lockedSiblings(
  queries: Queries,
  sharing: readonly ComponentRecord[],
  units: readonly number[],
): Promise<Sibling[]> {
  const siblings = await siblingsOf(queries, sharing, units);
  if (!isPostgres(queries) || siblings.every((sibling) => sibling.id === sibling.of)) {
    await lockStrings(queries, units);
    return siblings;
  }
  const rows = await lockedStrings(queries, [...new Set([...units, ...siblings.map(({ id }) => id)])]);
  const now = new Map(rows.map(({ id, target, state }) => [id, { target, state }]));
  return siblings.flatMap((sibling) => {
    const row = now.get(sibling.id);
    return row === undefined ? [] : [{ ...sibling, ...row }];
  });
}

const INCONSISTENT = "inconsistent";
const MULTIPLE_FAILURES = "multiple_failures";
/** Whether a string fails a check, as a number. */
const markOf = (check: string) =>
  sql<number>`(select count(*) from unit_check where unit_check.unit_id = unit.id and unit_check.name = ${check})`;
/** Found by looking at the translations of a source string. */
const ofLanguages: ReadonlySet<string> = new Set([MULTIPLE_FAILURES, LONG_UNTRANSLATED]);

/** A string with what its checks look at. */
interface CheckedRow extends Pick<UnitRecord, "source" | "target" | "state" | "context" | "flags" | "extra_flags"> {
  readonly source_flags: string | null;
  readonly source_extra_flags: string | null;
  readonly code: string;
  readonly plural_formula: string;
  readonly plural_number: number;
  readonly is_source: number;
  readonly component_id: number;
  readonly source_language: string;
}

/** Component → key of a plural's general form → its source. */
type OtherForms = ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>;

function checkedRows(queries: Queries) {
  return (
    queries
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .innerJoin("language", "language.id", "translation.language_id")
      .innerJoin("component", "component.id", "translation.component_id")
      .innerJoin("language as source_language", "source_language.id", "component.source_language_id")
      .leftJoin("unit as original", "original.id", "unit.source_unit_id")
      .select(["unit.id", "unit.translation_id", "unit.source_unit_id", "unit.has_failing_check", "unit.state"])
      .select(["unit.source", "unit.source_hash", "unit.target", "unit.context", "unit.flags", "unit.extra_flags"])
      .select(["original.flags as source_flags", "original.extra_flags as source_extra_flags"])
      .select(["language.code", "translation.plural_number", "translation.is_source"])
      // As `pluralFormulaOf` says.
      .select(
        sql<string>`coalesce(nullif(translation.plural_formula, ''), language.plural_formula)`.as("plural_formula"),
      )
      .select(["translation.component_id", "source_language.code as source_language"])
      // Nearly no string has any: their rows are looked for where there are some.
      .select(sql<number>`(select count(*) from unit_check where unit_check.unit_id = unit.id)`.as("checks"))
      .select(
        sql<number>`(select count(*) from unit_check
        where unit_check.unit_id = unit.source_unit_id and unit_check.name = ${sql.lit(LONG_UNTRANSLATED)})`.as(
          "waited",
        ),
      )
  );
}

const checkedRow = prepared((queries, { id }: { readonly id: number }) =>
  checkedRows(queries).where("unit.id", "=", id),
);

/** Of so many strings the longest texts take 4 MB. */
const FEW = 10;
/** Checks of so many strings take about as long as others wait for an answer gladly. */
const LOOKED_AT_TOGETHER = 50;
const LONG_MILLISECONDS = 10;

/** What a run over strings came to. */
interface FoundByChecks {
  /** Source strings whose languages are to be compared. */
  readonly sources: ReadonlySet<number>;
  readonly translations: ReadonlySet<number>;
  readonly enforced: readonly number[];
}

/** One run over strings of a component; lives for one try of one transaction. */
class CheckPass {
  readonly #queries: Queries;
  readonly #components: ReadonlyMap<number, ComponentRecord>;
  readonly #flags = new Map<string, Flags>();
  readonly #found = { sources: new Set<number>(), translations: new Set<number>(), enforced: Array.of<number>() };

  constructor(queries: Queries, component: ComponentRecord, sharing: readonly ComponentRecord[]) {
    this.#queries = queries;
    this.#components = new Map([component, ...sharing].map((each) => [each.id, each]));
  }

  async check(ids: readonly number[], siblings: readonly Sibling[]): Promise<FoundByChecks> {
    const inconsistent = inconsistentAmong(siblings);
    for (const some of await this.#bySize(ids)) await this.#checkSome(some, inconsistent);
    await this.#storeSiblings(ids, inconsistent);
    return this.#found;
  }

  /** Long texts are read a few at a time; of a few strings they may be what they like, and a save asks no more for that. */
  async #bySize(ids: readonly number[]): Promise<Iterable<readonly number[]>> {
    if (ids.length <= FEW) return [ids];
    const rows = await this.#queries
      .selectFrom("unit")
      .select("id")
      .select(sql<number>`octet_length(source) + octet_length(target)`.as("size"))
      .where(among("unit.id", ids))
      .execute();
    const sizes = new Map(rows.map(({ id, size }) => [id, size]));
    return partsBySize(ids, ids.length, (id) => sizes.get(id) ?? 0);
  }

  async #checkSome(ids: readonly number[], inconsistent: ReadonlyMap<number, boolean>): Promise<void> {
    const rows = await this.#rows(ids);
    const wanted = new Set(ids);
    const units = rows.filter(({ id }) => wanted.has(id));
    const others = await this.#otherForms(units);
    const failing = new Map<number, ReadonlySet<string>>();
    let since = performance.now();
    for (const [index, row] of units.entries()) {
      // An expression of a flag may take as long for one string as all else does for fifty.
      if (index % LOOKED_AT_TOGETHER === LOOKED_AT_TOGETHER - 1 || performance.now() - since >= LONG_MILLISECONDS) {
        await giveWay();
        since = performance.now();
      }
      const settings = this.#components.get(row.component_id)?.settings;
      const flags = this.#flagsOfRow(row);
      const findings = isLookedAt(row) ? runChecks(this.#checkedText(row, flags, others)) : [];
      const isInconsistent = inconsistent.get(row.id) === true && !isIgnored(flags, INCONSISTENT);
      const names =
        findings.length === 0 && !isInconsistent
          ? nothing
          : new Set<string>([...findings.map(({ check }) => check), ...(isInconsistent ? [INCONSISTENT] : [])]);
      failing.set(row.id, names);
      const enforced: readonly string[] = settings?.enforced_checks ?? [];
      if (isCounted(row) && [...names].some((name) => enforced.includes(name))) this.#found.enforced.push(row.id);
      // What its languages have in common changes with the marks of translations (`#store`), or with its own flags.
      if (row.source_unit_id === null) this.#found.sources.add(row.id);
      else if (row.waited > 0) this.#found.sources.add(row.source_unit_id);
    }
    const concerned = units.filter(
      ({ id, checks, has_failing_check: mark }) => checks > 0 || mark === 1 || (failing.get(id)?.size ?? 0) > 0,
    );
    await this.#store(concerned, failing, (name) => !ofLanguages.has(name));
  }

  /** Strings as the checks look at them. */
  async textsOf(ids: readonly number[]): Promise<ReadonlyMap<number, CheckedText>> {
    const wanted = new Set(ids);
    const rows = ids.length === 0 ? [] : (await this.#rows(ids)).filter(({ id }) => wanted.has(id));
    const others = await this.#otherForms(rows);
    return new Map(rows.map((row) => [row.id, this.#checkedText(row, this.#flagsOfRow(row), others)]));
  }

  #rows(ids: readonly number[]) {
    const [id = 0] = ids;
    return ids.length === 1
      ? checkedRow.rows(this.#queries, { id })
      : checkedRows(this.#queries).where(among("unit.id", ids)).execute();
  }

  #checkedText(row: CheckedRow, flags: Flags, others: OtherForms): CheckedText {
    return {
      source: texts(row.source),
      target: texts(row.target),
      state: row.state,
      flags,
      sourceLanguage: row.source_language,
      language: row.code,
      pluralForms: row.plural_number,
      isSource: row.is_source === 1,
      format: this.#components.get(row.component_id)?.settings.file_format ?? "",
      pluralFormula: row.plural_formula,
      ...formOfKey({ key: row.context, target: texts(row.target) }, others.get(row.component_id) ?? new Map()),
    };
  }

  #flagsOfRow(row: CheckedRow): Flags {
    return this.#flagsOf(
      this.#components.get(row.component_id)?.settings.check_flags ?? "",
      row.source_flags ?? "",
      row.flags,
      row.source_extra_flags ?? "",
      row.extra_flags,
    );
  }

  /** Those of the component, and then these: of two with one name the last counts. */
  #flagsOf(...all: readonly string[]): Flags {
    const text = all.join(",");
    const known = this.#flags.get(text);
    if (known !== undefined) return known;
    const flags = parseFlags(text);
    this.#flags.set(text, flags);
    return flags;
  }

  /** Where every form of a plural is a string of its own: the source of its general form, by key. */
  async #otherForms(
    units: readonly Pick<UnitRecord & TranslationRecord, "context" | "source_unit_id" | "component_id">[],
  ): Promise<OtherForms> {
    const keys = units.flatMap(({ context, source_unit_id: source }) => {
      const form = source === null ? undefined : categoryOfKey(context);
      return form === undefined || form.category === "other" ? [] : [`${form.base}other`];
    });
    if (keys.length === 0) return new Map();
    const rows = await this.#queries
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .select(["unit.context", "unit.source", "translation.component_id"])
      .where("translation.component_id", "in", [...new Set(units.map((unit) => unit.component_id))])
      .where("translation.is_source", "=", 1)
      .where("unit.context", "in", [...new Set(keys)])
      .execute();
    const found = Map.groupBy(rows, (row) => row.component_id);
    return new Map(
      [...found].map(([id, own]) => [id, new Map(own.map(({ context, source }) => [context, texts(source)]))]),
    );
  }

  /** Siblings in other components get or lose this one check. */
  async #storeSiblings(own: readonly number[], inconsistent: ReadonlyMap<number, boolean>): Promise<void> {
    const ownIds = new Set(own);
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
  async compareLanguages(ids: readonly number[]): Promise<FoundByChecks> {
    const rows = await this.#queries
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .select(["unit.id", "unit.translation_id", "unit.source_unit_id", "unit.has_failing_check", "unit.state"])
      .select(["unit.flags", "unit.extra_flags", "translation.component_id"])
      .select((row) => [
        row
          .selectFrom("unit as translated")
          .select((each) => each.fn.countAll<number>().as("failing"))
          .whereRef("translated.source_unit_id", "=", "unit.id")
          .where("translated.has_failing_check", "=", 1)
          .as("failing"),
        markOf(MULTIPLE_FAILURES).as("had"),
        markOf(LONG_UNTRANSLATED).as("waited"),
      ])
      .where(among("unit.id", ids))
      .where("unit.source_unit_id", "is", null)
      .execute();
    const wanted = new Set(ids);
    const sources = rows.filter(({ id }) => wanted.has(id));
    const fails = (source: (typeof sources)[number]): boolean => {
      const own = this.#components.get(source.component_id)?.settings.check_flags ?? "";
      const isSeveral = (source.failing ?? 0) > 1;
      return isSeveral && !isIgnored(this.#flagsOf(own, source.flags, source.extra_flags), MULTIPLE_FAILURES);
    };
    const differing = sources.filter((source) => fails(source) !== source.had > 0);
    const failing = new Map(differing.map(({ id, had }) => [id, had > 0 ? nothing : new Set([MULTIPLE_FAILURES])]));
    if (differing.length > 0) await this.#store(differing, failing, (name) => name === MULTIPLE_FAILURES);
    await this.#passTranslated(sources.filter(({ waited }) => waited > 0).map(({ id }) => id));
    return this.#found;
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
      this.#found.translations.add(unit.translation_id);
      if (unit.source_unit_id !== null) this.#found.sources.add(unit.source_unit_id);
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

/** Whether strings and their siblings say different things: id → inconsistent. */
function inconsistentAmong(siblings: readonly Sibling[]): Map<number, boolean> {
  const found = new Map<number, boolean>();
  for (const group of Map.groupBy(siblings, ({ of }) => of).values()) {
    const differ = new Set(group.map(({ target }) => target)).size > 1;
    const isTranslated = group.some(({ state }) => state >= unitStates.translated);
    for (const { id } of group) found.set(id, differ && isTranslated);
  }
  return found;
}
