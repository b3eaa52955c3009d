import { isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { batches } from "../../store/bulk.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { callerOf } from "../identity/identity.ts";
import { hiddenOrigins, nobody } from "../memory/origins.ts";
import { bestMatches } from "../memory/lookup.ts";
import { joinForms, splitForms } from "../memory/memory.ts";
import type { Service } from "../service.ts";
import { textsFromMachine, type MachineHarvest, type MachineSource } from "./machine-source.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";

/** Where automatic translations come from. */
export type TextSource =
  /** Strings with the same source text in these components. */
  | { readonly kind: "components"; readonly components: readonly number[] }
  /** The translation memory, from this quality up. */
  | { readonly kind: "memory"; readonly threshold: number; readonly user: number | null }
  | MachineSource;

interface Place {
  readonly component: ComponentRecord;
  readonly translation: TranslationRecord;
}

/** Translations for units: id → texts, one for each form. What fits no unit's number of forms is left out. */
export async function textsFrom(
  service: Service,
  place: Place,
  source: TextSource,
  units: readonly UnitRecord[],
): Promise<MachineHarvest> {
  if (units.length === 0) return { found: new Map(), problem: "" };
  switch (source.kind) {
    case "components":
      return { found: await textsFromComponents(service, place, source.components, units), problem: "" };
    case "memory":
      return { found: await textsFromMemory(service, place, source, units), problem: "" };
    case "machine":
      return textsFromMachine(service, place, source, units);
  }
}

async function textsFromComponents(
  { database }: Service,
  { component, translation }: Place,
  components: readonly number[],
  units: readonly UnitRecord[],
): Promise<Map<number, readonly string[]>> {
  const byHash = Map.groupBy(units, (unit) => unit.source_hash);
  const found = new Map<number, readonly string[]>();
  for (const batch of batches([...byHash.keys()])) {
    const others = await database
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .innerJoin("component", "component.id", "translation.component_id")
      .selectAll("unit")
      .where("unit.source_hash", "in", batch)
      .where("unit.state", ">=", unitStates.translated)
      .where("translation.language_id", "=", translation.language_id)
      .where("translation.id", "!=", translation.id)
      .where("component.source_language_id", "=", component.source_language_id)
      .where("component.id", "in", [0, ...components])
      // What was reviewed comes first, then what is newest.
      .orderBy("unit.state", "desc")
      .orderBy("unit.last_updated", "desc")
      .orderBy("unit.id", "desc")
      .execute();
    for (const [hash, own] of Map.groupBy(others, (other) => other.source_hash)) {
      for (const unit of byHash.get(hash) ?? []) {
        // The same key is the same meaning.
        const match =
          own.find((other) => isText(unit, other) && other.context === unit.context) ??
          own.find((other) => isText(unit, other));
        if (match !== undefined) found.set(unit.id, texts(match.target));
      }
    }
  }
  return found;
}

function isText(unit: UnitRecord, other: UnitRecord): boolean {
  return other.source === unit.source && fits(unit, texts(other.target));
}

function fits(unit: UnitRecord, target: readonly string[]): boolean {
  return !isEmpty(target) && target.length === texts(unit.target).length;
}

async function textsFromMemory(
  service: Service,
  { component, translation }: Place,
  { threshold, user }: Extract<TextSource, { kind: "memory" }>,
  units: readonly UnitRecord[],
): Promise<Map<number, readonly string[]>> {
  const matches = await bestMatches(
    { database: service.readers },
    {
      sourceLanguage: component.source_language_id,
      targetLanguage: translation.language_id,
      project: component.project_id,
      user: user ?? undefined,
      hidden: await hiddenOrigins(service, user === null ? nobody : await callerOf(service, user), component.id),
      sources: units.map((unit) => joinForms(texts(unit.source))),
      threshold,
    },
  );
  const found = new Map<number, readonly string[]>();
  for (const [index, unit] of units.entries()) {
    const match = matches[index];
    const target = match === undefined ? [] : splitForms(match.entry.target);
    if (fits(unit, target)) found.set(unit.id, target);
  }
  return found;
}
