import type { Unit } from "../../catalog/unit.ts";
import type { Format } from "../format.ts";
import type { Anchor, JsonEditor } from "../json/edit.ts";
import type { JsonWriter } from "../json/entry.ts";
import { renameForms, setForms } from "../json/forms.ts";
import { jsonFormat, type JsonContext } from "../json/json-format.ts";
import { keyReaderOf, splitKey } from "../json/keys.ts";
import { Places } from "../json/places.ts";
import type { JsonMember } from "../json/tree.ts";
import { errorAt } from "../text/source-text.ts";
import { entriesOf, entryOf, type I18nextEntry } from "./entries.ts";
import { namesByCategory, namesByNumber, type PluralNames } from "./plural-names.ts";

/** i18next's files up to version 3: `key` and `key_plural`, or `key_0`, `key_1`, `key_2`. */
export const i18next: Format = i18nextFormat("i18next", namesByNumber);

/** i18next's files from version 4: `key_one`, `key_few`, `key_other`. */
export const i18nextV4: Format = i18nextFormat("i18nextv4", namesByCategory);

function i18nextFormat(id: string, names: PluralNames): Format {
  return jsonFormat({
    id,
    top: "any",
    entries: (file, context) => entriesOf(file, names, context),
    writer: (editor, context) => new I18nextWriter(editor, names, context),
  });
}

class I18nextWriter implements JsonWriter<I18nextEntry> {
  readonly #editor: JsonEditor;
  readonly #names: PluralNames;
  readonly #language: string | undefined;
  readonly #path: string | undefined;
  readonly #places: Places;
  /** Keys of plurals that took over a text which had been a unit of its own. */
  readonly #owners = new Map<JsonMember, string>();

  constructor(editor: JsonEditor, names: PluralNames, { language, path, donor }: JsonContext) {
    this.#editor = editor;
    this.#names = names;
    this.#language = language;
    this.#path = path;
    this.#places = new Places(editor, keyReaderOf(editor.file, splitKey, donor), path);
  }

  set = (entry: I18nextEntry, target: readonly string[]): I18nextEntry => {
    const { key, names, container, forms: members, beyond } = entry;
    if (target.length > 1 && container.kind === "array") this.#failInList(entry);
    const forms = { container, names, members, beyond };
    return entryOf(
      key,
      target.length === names.length
        ? setForms(this.#editor, forms, target)
        : renameForms(this.#editor, forms, this.#namesFor(entry, target.length), target),
    );
  };

  add = ({ key, source, target }: Unit, anchor: Anchor): I18nextEntry => {
    const isPlural = target.length > 1 || source.length > 1;
    const keys = isPlural ? this.#names.newForms(key, target.length, this.#language) : [key];
    let last = anchor;
    const forms = keys.map((name, index) => {
      const member = this.#places.write(name, target[index] ?? "", last);
      this.#owners.set(member, key);
      last = member;
      return member;
    });
    const [first] = forms;
    if (first === undefined) throw new RangeError(`the unit "${key}" has no text`);
    const names = forms.map(({ name }) => name ?? "");
    return entryOf(key, { container: first.container, names, members: forms, beyond: [] });
  };

  remove = ({ key, members }: I18nextEntry): void => {
    for (const member of members) {
      if ((this.#owners.get(member) ?? key) === key) this.#editor.remove(member);
    }
  };

  /** The forms of a plural have names, which elements have not. */
  #failInList({ key, forms: [element] }: I18nextEntry): never {
    const message = `"${key}" is in a list: it has one text and no plural forms`;
    throw errorAt(this.#editor.file.text, Math.max(element?.start ?? 0, 0), message, this.#path);
  }

  /** Another number of forms has other names. */
  #namesFor({ names }: I18nextEntry, count: number): readonly string[] {
    const [name = ""] = names;
    const base = names.length === 1 ? name : (this.#names.baseOf(names.at(-1) ?? "") ?? name);
    return count === 1 ? [base] : this.#names.newForms(base, count, this.#language);
  }
}
