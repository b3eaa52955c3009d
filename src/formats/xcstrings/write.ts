import { isEmpty } from "../../catalog/texts.ts";
import { pluralCategories } from "../../catalog/plural-categories.ts";
import { unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";
import type { Anchor, JsonEditor, NewObject, NewValue } from "../json/edit.ts";
import type { JsonWriter } from "../json/entry.ts";
import type { JsonContext } from "../json/json-format.ts";
import { memberNamed, membersOf, objectNamed, textNamed, type JsonContainer, type JsonMember } from "../json/tree.ts";
import { entryOf, objectOf, splitKey, stringsIn, type CatalogEntry, type CatalogString } from "./entries.ts";
import { languageIn, localizationIn, sourceLanguageOf } from "./languages.ts";
import { stateName, stateOf, writeUnit } from "./states.ts";
import { variantsOf, type Variant } from "./variants.ts";

/** Writes the texts of one language, as Xcode would: names in their order, others' languages untouched. */
export class CatalogWriter implements JsonWriter<CatalogEntry> {
  readonly #editor: JsonEditor;
  readonly #wanted: string | undefined;
  /** Keys of the program, looked for with the first addition. */
  #members: Map<string, JsonMember> | undefined;
  #found: Languages | undefined;

  constructor(editor: JsonEditor, { language }: JsonContext) {
    this.#editor = editor;
    this.#wanted = language;
    const strings = stringsIn(editor.file);
    if (strings !== undefined) editor.keep(strings);
  }

  /** Looked for with the first change: a new file gets another source language before. */
  get #languages(): Languages {
    const { file } = this.#editor;
    const source = sourceLanguageOf(file) ?? "";
    this.#found ??= { source, own: languageIn(file, this.#wanted) ?? source };
    return this.#found;
  }

  set = (entry: CatalogEntry, target: readonly string[], state: UnitState | undefined): CatalogEntry => {
    const { variant, about } = entry;
    if (variant === undefined) {
      const isImplied = about?.implied?.join("\u0000") === target.join("\u0000");
      return isImplied || isEmpty(target) ? entry : this.#write(entry, target, state);
    }
    if (variant.forms.length !== target.length) {
      const old = variant.isPlural
        ? memberNamed(variant.holder, "variations")
        : memberNamed(variant.holder, "stringUnit");
      if (old !== undefined) this.#editor.remove(old);
      return this.#write(entry, target, state);
    }
    this.#writeForms(variant, target, state);
    return this.#written(entry);
  };

  add = (unit: Unit, anchor: Anchor): CatalogEntry => {
    const { key, path } = splitKey(unit.key);
    const string = this.#stringFor(key, unit, anchor);
    return this.#write(entryOf(string, path, undefined, {}), unit.target, unit.state);
  };

  remove = ({ string, variant }: CatalogEntry): void => {
    const { own, source } = this.#languages;
    const object = objectOf(string);
    const localization = localizationIn(object, own);
    if (variant !== undefined) this.#editor.remove(variant.member);
    if (localization !== undefined && variantsOf(localization, own).length > 0) return;
    if (own === source) {
      this.#editor.remove(string.member);
      return;
    }
    this.#editor.keep(object);
    if (localization !== undefined) this.#editor.remove(localization);
  };

  #stringFor(key: string, { note }: Unit, anchor: Anchor): CatalogString {
    const { root } = this.#editor.file;
    const strings = stringsIn(this.#editor.file) ?? this.#object(root, "strings");
    this.#members ??= new Map(membersOf(strings).map((member) => [member.name ?? "", member]));
    const known = this.#members.get(key);
    const isThere = known?.value.kind === "object" && !known.isRemoved;
    const member = isThere ? known : this.#editor.insert(strings, key, anchor, note === "" ? {} : { comment: note });
    this.#members.set(key, member);
    return { key, member };
  }

  #writeForms(variant: Variant, target: readonly string[], state: UnitState | undefined): void {
    const { forms, holder, isPlural, beyond } = variant;
    const former = textAt(forms.at(-1)?.unit);
    const texts = target.filter((text) => text !== "");
    const wanted =
      texts.length === 0 ? unitStates.untranslated : state === unitStates.needsEditing ? state : unitStates.translated;
    const keepsState = stateOf(forms) === wanted;
    for (const [index, { unit, category }] of forms.entries()) {
      const text = target[index] ?? "";
      if (unit === undefined) {
        if (text !== "" && isPlural) this.#insertForm(holder, category ?? "", text, state);
        continue;
      }
      // A form that is emptied while others are filled goes, as it is left out of a new plural.
      const isLeftOut = text === "" && textAt(unit) !== "" && isPlural && category !== "other" && texts.length > 0;
      if (isLeftOut) {
        this.#removeForm(holder, category ?? "");
        continue;
      }
      const value = memberNamed(unit, "value");
      const isSame = value?.value.kind === "text" && value.value.value === text;
      if (!isSame || (!keepsState && text !== "")) writeUnit(this.#editor, unit, text, state);
    }
    const last = target.at(-1) ?? "";
    if (former === last) return;
    for (const unit of beyond) if (textAt(unit) === former) writeUnit(this.#editor, unit, last, state);
  }

  #insertForm(holder: JsonContainer, category: string, text: string, state: UnitState | undefined): void {
    const plural = this.#object(this.#object(holder, "variations"), "plural");
    const form = memberNamed(plural, category);
    if (form === undefined) this.#insert(plural, category, newForm(text, state));
    else this.#editor.setValue(form, newForm(text, state));
  }

  #removeForm(holder: JsonContainer, category: string): void {
    const variations = objectNamed(holder, "variations");
    const plural = variations === undefined ? undefined : objectNamed(variations, "plural");
    const form = plural === undefined ? undefined : memberNamed(plural, category);
    if (form !== undefined) this.#editor.remove(form);
  }

  /** Writes a text where the language has none. */
  #write(entry: CatalogEntry, target: readonly string[], state: UnitState | undefined): CatalogEntry {
    const holder = this.#holderFor(entry);
    const [text = ""] = target;
    if (target.length === 1) {
      this.#insert(holder, "stringUnit", newUnit(text, state));
    } else {
      const categories = pluralCategories(this.#languages.own, [], target.length);
      const texts = new Map<string, string>();
      for (const [index, category] of categories.entries()) {
        const form = target[index] ?? "";
        if (form !== "" || isEmpty(target)) texts.set(category, form);
      }
      // Xcode wants it in every language, for fractions at least: what is not translated yet is "new" and empty.
      if (!texts.has("other")) texts.set("other", categories.includes("other") ? "" : (target.at(-1) ?? ""));
      const sorted = [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const cases = Object.fromEntries(sorted.map(([category, form]) => [category, newForm(form, state)]));
      this.#insert(this.#object(holder, "variations"), "plural", cases);
    }
    return this.#written(entry);
  }

  #written(entry: CatalogEntry): CatalogEntry {
    const { string, path } = entry;
    const localization = localizationIn(objectOf(string), this.#languages.own);
    const variants = localization === undefined ? [] : variantsOf(localization, this.#languages.own);
    const variant = variants.find((one) => one.path === path);
    return entryOf(string, path, variant, {});
  }

  /** The object for a path of the language, with all that lead to it. */
  #holderFor({ string, path }: CatalogEntry): JsonContainer {
    const object = objectOf(string);
    let holder = this.#object(this.#object(object, "localizations"), this.#languages.own);
    let source = objectAt(localizationIn(object, this.#languages.source));
    const steps = path === "" ? [] : path.split(".");
    for (let index = 0; index < steps.length; index += 2) {
      const [group = "", name = ""] = steps.slice(index, index + 2);
      const isDevice = group === "device";
      const around = isDevice ? this.#object(holder, "variations") : holder;
      const sourceAround = isDevice && source !== undefined ? objectNamed(source, "variations") : source;
      const sources = sourceAround === undefined ? undefined : objectNamed(sourceAround, group);
      source = sources === undefined ? undefined : objectNamed(sources, name);
      holder = this.#object(this.#object(around, group), name, isDevice ? undefined : source);
    }
    return holder;
  }

  /** An object of that name: the one that is there, or a new one with what a substitution says about its number. */
  #object(container: JsonContainer, name: string, like?: JsonContainer): JsonContainer {
    const known = memberNamed(container, name);
    if (known?.value.kind === "object") return known.value;
    const { value } = this.#insert(container, name, like === undefined ? {} : this.#substitution(like));
    if (value.kind !== "object") throw new RangeError(`"${name}" is no object`);
    return value;
  }

  #substitution(source: JsonContainer): NewObject {
    const { text } = this.#editor.file;
    const said: [string, NewValue][] = [];
    for (const { name, value, valueStart, valueEnd } of membersOf(source)) {
      if (name !== "argNum" && name !== "formatSpecifier") continue;
      if (value.kind === "text") said.push([name, value.value]);
      else if (value.kind === "other") said.push([name, Number(value.token ?? text.slice(valueStart, valueEnd))]);
    }
    return Object.fromEntries(said);
  }

  /** Xcode sorts names. */
  #insert(container: JsonContainer, name: string, value: NewValue): JsonMember {
    let anchor: Anchor = "start";
    for (const member of membersOf(container)) if (!member.isRemoved && (member.name ?? "") < name) anchor = member;
    return this.#editor.insert(container, name, anchor, value);
  }
}

interface Languages {
  /** The program's own. */
  readonly source: string;
  /** The one that is written. */
  readonly own: string;
}

function newUnit(text: string, state: UnitState | undefined): NewObject {
  return { state: stateName(text, state), value: text };
}

function newForm(text: string, state: UnitState | undefined): NewObject {
  return { stringUnit: newUnit(text, state) };
}

function textAt(unit: JsonContainer | undefined): string {
  return unit === undefined ? "" : (textNamed(unit, "value") ?? "");
}

function objectAt(member: JsonMember | undefined): JsonContainer | undefined {
  return member?.value.kind === "object" ? member.value : undefined;
}
