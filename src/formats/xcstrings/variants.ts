import { isPluralCategory, pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import { withOther } from "../json/plural-text.ts";
import { memberNamed, membersOf, objectNamed, type JsonContainer, type JsonMember } from "../json/tree.ts";

/**
 * Where a text of one language stands: directly in its localization, for a device, or in a substitution. Its object has a
 * `stringUnit`, or `variations` by plural category.
 */
export interface Variant {
  /** As Xcode tells them apart when it exports: `device.ipad`, `substitutions.apples`; "" for the localization itself. */
  readonly path: string;
  readonly holder: JsonContainer;
  /** What has to go with the text. */
  readonly member: JsonMember;
  readonly isPlural: boolean;
  readonly forms: readonly VariantForm[];
  /** Of categories that the language does not count with ("other" in Polish): they say what its last one says. */
  readonly beyond: readonly JsonContainer[];
}

export interface VariantForm {
  /** Of a plural. */
  readonly category: string | undefined;
  /** Undefined for a form that the file lacks. */
  readonly unit: JsonContainer | undefined;
}

/** @param language of the localization, for the number of plural forms */
export function variantsOf(localization: JsonMember, language: string): readonly Variant[] {
  const variants: Variant[] = [];
  if (localization.value.kind === "object") collect(localization, localization.value, "", language, variants);
  return variants;
}

function collect(member: JsonMember, holder: JsonContainer, path: string, language: string, variants: Variant[]): void {
  const variations = objectNamed(holder, "variations");
  const plural = variations === undefined ? undefined : memberNamed(variations, "plural");
  const unit = memberNamed(holder, "stringUnit");
  if (plural?.value.kind === "object") {
    const own = path === "" ? plural : member;
    variants.push({ path, holder, member: own, isPlural: true, ...pluralForms(plural.value, language) });
  } else if (unit?.value.kind === "object") {
    const own = path === "" ? unit : member;
    const forms = [{ category: undefined, unit: unit.value }];
    variants.push({ path, holder, member: own, isPlural: false, forms, beyond: [] });
  }
  const groups = [
    ["device", variations === undefined ? undefined : objectNamed(variations, "device")],
    ["substitutions", objectNamed(holder, "substitutions")],
  ] as const;
  for (const [group, object] of groups) {
    if (object === undefined) continue;
    for (const inner of membersOf(object)) {
      if (inner.value.kind !== "object" || inner.isRemoved) continue;
      const step = `${group}.${inner.name ?? ""}`;
      collect(inner, inner.value, path === "" ? step : `${path}.${step}`, language, variants);
    }
  }
}

function pluralForms(plural: JsonContainer, language: string): Pick<Variant, "forms" | "beyond"> {
  const units = new Map<PluralCategory, JsonContainer>();
  for (const { name, value, isRemoved } of membersOf(plural)) {
    const unit = value.kind === "object" && !isRemoved ? objectNamed(value, "stringUnit") : undefined;
    if (isPluralCategory(name) && unit !== undefined) units.set(name, unit);
  }
  const present = [...units.keys()];
  const categories = withOther(pluralCategories(language, present), present);
  return {
    forms: categories.map((category) => ({ category, unit: units.get(category) })),
    beyond: [...units].flatMap(([category, unit]) => (categories.includes(category) ? [] : [unit])),
  };
}
