import { sql } from "kysely";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { parseFlags } from "../../catalog/flags.ts";
import { unitStates } from "../../catalog/unit.ts";
import { componentRecord } from "../components/component-settings.ts";
import { isMonolingual } from "../files/component-files.ts";
import { may, type Caller } from "../identity/permissions.ts";
import { hiddenComponents, type VisibleTranslation, type VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import type { PlainKey } from "../wording/words.ts";
import { placesOfTerm } from "./terms-in.ts";

/** A term of the project's glossaries that stands in a source. */
export interface Term {
  /** The string of the term in the language; undefined: the glossary does not have the language. */
  readonly unit: number | undefined;
  /** Slugs, as addresses have them. */
  readonly component: string;
  readonly source: string;
  /** "": nobody translated it yet. */
  readonly target: string;
  readonly explanation: string;
  /** Not to be used in a translation. */
  readonly isForbidden: boolean;
  /** Stays as it is in the source. */
  readonly isUntranslatable: boolean;
  readonly needsWork: boolean;
}

interface TermRule {
  readonly note: PlainKey;
  readonly rule: PlainKey;
}

/** What a glossary may want of those who meet a term: flag → words. */
export const termRules: ReadonlyMap<string, TermRule> = new Map([
  [
    "forbidden",
    {
      note: "term.forbiddenNote",
      rule: "term.forbiddenRule",
    },
  ],
  ["read-only", { note: "term.readOnlyNote", rule: "term.readOnlyRule" }],
]);

/** What a glossary wants of those who meet the term, by its flags: beside it in few words, or as a sentence; undefined: nothing. */
export function termRule(flags: CheckedText["flags"]): TermRule | undefined {
  for (const [flag, words] of termRules) if (flags.has(flag)) return words;
  return undefined;
}

/** Where a term is added to a glossary, in a language. */
export function newTermAddress({ project, component, language }: TermPlace): string {
  return `/translate/${project.slug}/${component.path}/${encodeURIComponent(language.code)}/?view=new-term`;
}

/** A glossary in a language. */
type TermPlace = Pick<VisibleTranslation, "project" | "component" | "language">;

/** Whether somebody may add a term to a component in a language: one that is no glossary takes none, nor does a locked one. */
export function mayAddTerm(caller: Caller, place: TermPlace): boolean {
  return place.component.locked !== 1 && mayAddTermUnlocked(caller, place);
}

/** The same of one that may be locked at the moment. */
export function mayAddTermUnlocked(caller: Caller, place: TermPlace): boolean {
  const { settings } = place.component;
  return (
    settings.is_glossary && settings.manage_units && !isMonolingual(settings) && may(caller, place, "glossary.add")
  );
}

/** The project's glossaries that take a term of the caller for strings like this one: name and address. */
export async function openGlossaries(
  service: Service,
  caller: Caller,
  { project, component, language }: VisibleTranslation,
): Promise<readonly { readonly name: string; readonly address: string }[]> {
  if (!may(caller, { project, language }, "glossary.add")) return [];
  const rows = await service.readers
    .selectFrom("component")
    .innerJoin("translation", "translation.component_id", "component.id")
    .selectAll("component")
    .where("component.project_id", "=", project.id)
    .where("component.source_language_id", "=", component.source_language_id)
    .where("component.settings", "like", '%"is_glossary":true%')
    .where("component.id", "not in", [0, ...(await hiddenComponents(service, caller, project.id))])
    .where("translation.language_id", "=", language.id)
    .orderBy("component.name")
    .execute();
  return rows
    .map((row) => ({ project, component: componentRecord(row), language }))
    .filter((place) => mayAddTerm(caller, place))
    .map((place) => ({ name: place.component.name, address: newTermAddress(place) }));
}

/** More of them explain nothing. */
const TERMS = 30;
/** Of those that may stand in the text as parts of words too. */
const CANDIDATES = 300;

/** The text of a term without the brackets and quotation marks of a list of one. */
const termText = sql<string>`lower(substr(term.source, 3, length(term.source) - 4))`;

/** What is looked through while a page is made; larger glossaries are looked through when somebody asks for their terms. */
export const TERMS_OF_A_PAGE = 10_000;

/**
 * The terms of the project's glossaries that stand in the string's source, in its order.
 * @param most undefined is returned where the glossaries have more terms
 */
export async function termsFor(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  most: number,
): Promise<readonly Term[] | undefined>;
export async function termsFor(service: Service, caller: Caller, place: VisibleUnit): Promise<readonly Term[]>;
export async function termsFor(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  most = Infinity,
): Promise<readonly Term[] | undefined> {
  const { unit } = place;
  const found = await termsOfAll(service, caller, place, [unit], most);
  return found && (found.get(unit.id) ?? []);
}

/** The same of several strings at once: id → terms. */
export async function termsOfAll(
  service: Service,
  caller: Caller,
  { project, component, language }: VisibleTranslation,
  units: readonly Pick<UnitRecord, "id" | "source" | "source_unit_id">[],
  most: number,
): Promise<ReadonlyMap<number, readonly Term[]> | undefined> {
  const { readers } = service;
  const glossaries = await readers
    .selectFrom("component")
    .select(["id", "path"])
    .where("project_id", "=", project.id)
    .where("source_language_id", "=", component.source_language_id)
    .where("settings", "like", '%"is_glossary":true%')
    .where("id", "not in", [0, ...(await hiddenComponents(service, caller, project.id))])
    .execute();
  if (glossaries.length === 0) return new Map();
  const paths = new Map(glossaries.map(({ id, path }) => [id, path]));
  if (Number.isFinite(most)) {
    const { terms } = await readers
      .selectFrom("translation")
      .select(({ fn }) => fn.sum<number | string | null>("total").as("terms"))
      .where("component_id", "in", [...paths.keys()])
      .where("is_source", "=", 1)
      .executeTakeFirstOrThrow();
    if (Number(terms ?? 0) > most) return undefined;
  }
  const all = units.map(({ source }) => source).join("\n");
  const rows = await readers
    .selectFrom("unit as term")
    .innerJoin("translation as glossary", "glossary.id", "term.translation_id")
    .select(["term.id", "term.source", "term.flags", "term.extra_flags", "term.explanation", "glossary.component_id"])
    .where("glossary.component_id", "in", [...paths.keys()])
    .where("glossary.is_source", "=", 1)
    .where(sql<boolean>`list_length(term.source) = 1 and length(term.source) > 4`)
    .where(sql<boolean>`replace(lower(${all}), ${termText}, '') <> lower(${all})`)
    .orderBy(sql`length(term.source)`, "desc")
    .limit(CANDIDATES)
    .execute();
  const candidates = rows.map((row) => ({ ...row, text: texts(row.source)[0] ?? "" }));
  const found = new Map(
    units.map((unit) => {
      const text = texts(unit.source).join("\n");
      const own = candidates
        .map((row) => ({ ...row, at: placesOfTerm(text, row.text)[0]?.from }))
        .filter((row) => row.at !== undefined && row.id !== unit.source_unit_id && row.id !== unit.id)
        .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
      return [unit.id, own.slice(0, TERMS)] as const;
    }),
  );
  const ids = new Set([...found.values()].flatMap((own) => own.map(({ id }) => id)));
  if (ids.size === 0) return new Map();
  const translated = await readers
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select(["unit.id", "unit.source_unit_id", "unit.target", "unit.state", "unit.flags", "unit.extra_flags"])
    .select("unit.explanation")
    .where("unit.source_unit_id", "in", [...ids])
    .where("translation.language_id", "=", language.id)
    .execute();
  const ownOf = new Map(translated.map((row) => [row.source_unit_id, row]));
  const termOf = (row: (typeof candidates)[number]): Term => {
    const own = ownOf.get(row.id);
    const flags = parseFlags(row.flags, row.extra_flags, own?.flags ?? "", own?.extra_flags ?? "");
    const target = own === undefined ? "" : (texts(own.target)[0] ?? "");
    const isUntranslatable = flags.has("read-only");
    return {
      unit: own?.id,
      component: paths.get(row.component_id) ?? "",
      source: row.text,
      target: isUntranslatable && target === "" ? row.text : target,
      explanation: [row.explanation, own?.explanation ?? ""].filter((each) => each !== "").join("\n"),
      isForbidden: flags.has("forbidden"),
      isUntranslatable,
      needsWork: !isUntranslatable && (own === undefined || own.state < unitStates.translated),
    };
  };
  return new Map([...found].map(([unit, own]) => [unit, own.map(termOf)]));
}
