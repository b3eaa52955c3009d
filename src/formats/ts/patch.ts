import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import type { PlainChange } from "../../catalog/unit-change.ts";
import { unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";
import type { Edit } from "../text/source-text.ts";
import { refuseForms } from "../plural-changes.ts";
import { attributeEdit, contentEdit, removalEdit } from "../xml/edit.ts";
import type { PlacedElement } from "../xml/placed-element.ts";
import { blocksOf, newUnits, SectionedUnits, type Override, type Section } from "../xml/sectioned-units.ts";
import { spellingsIn } from "../xml/spelling.ts";
import { isObsolete, type Context, type Entry, type TsFile } from "./parse.ts";
import { contentOf, styleOf, type TsStyle } from "./style.ts";
import { encodeText } from "./text.ts";
import { contextNameOf, writeContext, writeForms, writeMessage } from "./write.ts";

/** A `<context>` of the file, or a new one. */
interface Parent {
  readonly context: Context | undefined;
  readonly name: string;
}

type ContextSection = Section<Entry, Parent>;

/** The edits that changes make of a file's text; everything that no change names keeps its bytes. */
export function patchEdits(file: TsFile, changes: readonly PlainChange[]): readonly Edit[] {
  return changes.length === 0 ? [] : new Patch(file).edits(changes);
}

export function stateOf({ target, type }: Pick<Entry, "target" | "type">): UnitState {
  if (isEmpty(target)) return unitStates.untranslated;
  return type === "unfinished" ? unitStates.needsEditing : unitStates.translated;
}

class Patch {
  readonly #file: TsFile;
  readonly #style: TsStyle;
  readonly #units = new SectionedUnits<Entry, Parent>();
  readonly #byName = new Map<string, ContextSection>();
  /** Messages that the program has no more, by key: a new one takes their place. */
  readonly #obsolete = new Map<string, { removed: boolean }>();

  constructor(file: TsFile) {
    this.#file = file;
    this.#style = styleOf(file);
    for (const context of file.contexts) {
      const section = this.#units.addSection({ context, name: context.name }, this.#units.sections.at(-1));
      this.#byName.set(context.name, section);
      for (const entry of context.entries) {
        const block = this.#units.append(section, entry, isObsolete(entry) ? undefined : entry.key);
        if (isObsolete(entry)) this.#obsolete.set(entry.key, block);
      }
    }
  }

  edits(changes: readonly PlainChange[]): readonly Edit[] {
    this.#units.apply(changes, (unit, after) => this.#sectionFor(unit, after));
    return this.#edits();
  }

  #sectionFor(unit: Unit, after: ContextSection | undefined): ContextSection {
    const obsolete = this.#obsolete.get(unit.key);
    if (obsolete !== undefined) obsolete.removed = true;
    const name = contextNameOf(unit);
    if (after?.parent.name === name) return after;
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const section = this.#units.addSection({ context: undefined, name }, after);
    this.#byName.set(name, section);
    return section;
  }

  #edits(): readonly Edit[] {
    const edits: Edit[] = [];
    let { place } = this.#file;
    for (const section of this.#units.sections) {
      const { context } = section.parent;
      if (context === undefined) edits.push(...this.#newContext(section, place));
      else {
        for (const edit of this.#contextEdits(section, context)) edits.push(edit);
        place = context.end;
      }
    }
    return this.#withEnd(edits);
  }

  #newContext(section: ContextSection, place: number): readonly Edit[] {
    const units = newUnits(section);
    if (units.length === 0) return [];
    return [{ start: place, end: place, text: writeContext(section.parent.name, units, this.#style) }];
  }

  #contextEdits(section: ContextSection, context: Context): readonly Edit[] {
    const blocks = [...blocksOf(section)];
    if (blocks.length > 0 && blocks.every(({ removed }) => removed)) {
      return [removalEdit(this.#file.text, context.start, context.end)];
    }
    const edits: Edit[] = [];
    let place = context.place;
    for (const { entry, unit, override, removed } of blocks) {
      if (entry === undefined) {
        if (unit !== undefined && !removed) {
          edits.push({ start: place, end: place, text: this.#style.message + writeMessage(unit, this.#style) });
        }
        continue;
      }
      if (removed) edits.push(removalEdit(this.#file.text, entry.start, entry.end));
      else if (override !== undefined) edits.push(...this.#entryEdits(entry, override));
      place = entry.end;
    }
    return edits;
  }

  /** The first contexts of an empty file need an end tag on a line of its own. */
  #withEnd(edits: readonly Edit[]): readonly Edit[] {
    const { text, root, place, rootEnd, contexts } = this.#file;
    const [first] = edits;
    if (first === undefined || contexts.length > 0) return edits;
    const written = edits.map((edit) => edit.text).join("");
    const end = text.slice(place, rootEnd).includes("\n") ? "" : this.#style.lineEnd;
    if (!root.selfClosing) return [{ start: place, end: place, text: written + end }];
    const open = text.slice(root.start, root.end - 2).trimEnd();
    return [{ start: root.start + open.length, end: root.end, text: `>${written}${end}</TS>` }];
  }

  #entryEdits(entry: Entry, override: Override): readonly Edit[] {
    const { isPlural, source, start } = entry;
    if (!isPlural) {
      const place = "a message without numerus";
      refuseForms(source, override.target, { text: this.#file.text, offset: start, path: undefined, place });
    }
    const target = isPlural && override.target.length > 0 ? override.target : [override.target[0] ?? ""];
    const before = stateOf(entry);
    const state = writableState(target, override.state === unitStates.readOnly ? before : override.state);
    const isSame = equalTexts(entry.target, target);
    if (isSame && state === before) return [];
    const type = state === unitStates.translated ? undefined : "unfinished";
    if (entry.translation === undefined) return [this.#newTranslation(entry, target, type)];
    const mark = attributeEdit(this.#file.text, entry.translation.tag, "type", type);
    const isMarked = (entry.type === "unfinished") === (type === "unfinished");
    return [
      ...(isMarked || mark === undefined ? [] : [mark]),
      ...(isSame ? [] : this.#textEdits(entry, entry.translation, target)),
    ];
  }

  #textEdits(entry: Entry, translation: PlacedElement, target: readonly string[]): readonly Edit[] {
    const { text } = this.#file;
    if (entry.isPlural && entry.forms.length === 0) {
      return [contentEdit(text, translation, writeForms(target, this.#style))];
    }
    const edits: Edit[] = [];
    for (const [index, form] of entry.forms.entries()) {
      const wanted = target[index];
      if (wanted === undefined) edits.push(removalEdit(text, form.tag.start, form.end));
      else if (wanted !== entry.target[index]) edits.push(contentEdit(text, form, this.#encode(wanted, entry, form)));
    }
    const last = translation.children.at(-1);
    const added = target.slice(entry.forms.length);
    if (last === undefined || added.length === 0) return edits;
    const { form: gap } = this.#style;
    const written = added.map((one) => `${gap}<numerusform>${this.#encode(one, entry, last)}</numerusform>`);
    return [...edits, { start: last.end, end: last.end, text: written.join("") }];
  }

  #newTranslation({ element, isPlural }: Entry, target: readonly string[], type: string | undefined): Edit {
    const { child, spellings, lineEnd } = this.#style;
    const place = element.children.at(-1)?.end ?? element.contentStart;
    const content = isPlural ? writeForms(target, this.#style) : encodeText(target[0] ?? "", spellings, lineEnd);
    const attribute = type === undefined ? "" : ` type="${type}"`;
    return { start: place, end: place, text: `${child}<translation${attribute}>${content}</translation>` };
  }

  #encode(wanted: string, { element }: Entry, form: PlacedElement): string {
    const { text } = this.#file;
    const source = element.children.find(({ tag }) => tag.name === "source");
    const models = [contentOf(text, form), source === undefined ? "" : contentOf(text, source)];
    return encodeText(wanted, spellingsIn(models, this.#style.spellings), this.#style.lineEnd);
  }
}

function writableState(target: readonly string[], state: UnitState | undefined): UnitState {
  if (isEmpty(target)) return unitStates.untranslated;
  return state === unitStates.needsEditing ? state : unitStates.translated;
}
