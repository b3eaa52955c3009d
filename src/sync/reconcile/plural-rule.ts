import { isEmpty } from "../../catalog/texts.ts";
import { fromDonor, type UnitChange } from "../../catalog/unit-change.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import type { Format, ReadOptions } from "../../formats/format.ts";
import { writeChanges } from "../../formats/writable-changes.ts";

/** How many forms a plural has by the rule in each side's file, where that differs. */
export interface TwoRules {
  readonly repository: number;
  readonly service: number;
}

/** Texts of plurals that stay out of git's file, whose rule has another number of forms. */
export interface HeldPlurals extends TwoRules {
  readonly keys: readonly string[];
  /** Plurals that would lack a text, were the service's rule taken. */
  readonly lacking: readonly string[];
}

/** Only of a format whose files say the rule: elsewhere the language does, and there are no two. */
export function twoRules(
  format: Format,
  { pluralForms: repository }: Catalogue,
  { pluralForms: service }: Catalogue,
): TwoRules | undefined {
  if (format.withPluralRule === undefined || repository === undefined || service === undefined) return undefined;
  return repository === service ? undefined : { repository, service };
}

/**
 * Git's file with the service's rule, where every plural has a text for each form of that one after the merge. For a form without a text an
 * app would show nothing; and which of git's forms one more or one less stands for, nobody can tell but people.
 * @returns else the plurals that speak against it
 * @throws {FormatError}
 */
export function underServiceRule(
  format: Format,
  sides: { readonly ours: Catalogue; readonly repository: Uint8Array; readonly service: Uint8Array },
  changes: readonly UnitChange[],
  rules: TwoRules,
  options: ReadOptions,
): Uint8Array | readonly string[] {
  const beyond = sides.ours.units.filter(
    (unit) => isPlural(unit) && unit.target.slice(rules.service).some((text) => text !== ""),
  );
  if (rules.service < rules.repository && beyond.length > 0) return beyond.map(({ key }) => key);
  const ruled = format.withPluralRule?.(sides.repository, sides.service, options);
  if (ruled === undefined) return [];
  const { content } = writeChanges(format, ruled, fromDonor(changes, sides.service), options);
  const plurals = format.read(content, options).units.filter((unit) => isPlural(unit) && !isEmpty(unit.target));
  const lacking = plurals.filter(
    ({ target, state }) =>
      // No app shows what somebody is to look at first.
      state !== unitStates.needsEditing && (target.length !== rules.service || target.includes("")),
  );
  return plurals.length === 0 || lacking.length > 0 ? lacking.map(({ key }) => key) : ruled;
}

/** The service's file as git's rule has it: what is empty beyond goes, and nothing else. */
export function underRepositoryRule(service: Catalogue, { pluralForms, pluralFormula }: Catalogue): Catalogue {
  const { pluralFormula: _, ...rest } = service;
  const forms = pluralForms ?? 0;
  const units = service.units.map((unit) => {
    const fits = !isPlural(unit) || unit.target.length === forms;
    if (fits || !unit.target.slice(forms).every((text) => text === "")) return unit;
    const target = Array.from({ length: forms }, (_form, at) => unit.target[at] ?? "");
    return unit.target.length > forms || isEmpty(unit.target) ? { ...unit, target } : unit;
  });
  return { ...rest, ...defined({ pluralForms, pluralFormula }), units };
}

/** Whether a text of the service has no place under git's rule, or would leave one without a text. */
export function isOfOtherRule(unit: Unit, { repository }: TwoRules): boolean {
  return isPlural(unit) && unit.target.length !== repository;
}

function isPlural({ source, target }: Unit): boolean {
  return source.length > 1 || target.length > 1;
}
