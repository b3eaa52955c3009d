import { equalTexts } from "../../catalog/texts.ts";
import { unitStates, type UnitState } from "../../catalog/unit.ts";
import type { Edit } from "../text/source-text.ts";
import { attributeEdit, contentEdit, removalEdit } from "../xml/edit.ts";
import { childNamed, type PlacedElement } from "../xml/placed-element.ts";
import type { Override } from "../xml/sectioned-units.ts";
import { xmlElement } from "../xml/write.ts";
import { decodeContent, encodeContent, inlineNames, needsPreserve } from "./inline.ts";
import type { Entry, Form, XliffFrame } from "./parse.ts";
import { stateAttribute, stateOf, wantedState } from "./state.ts";
import { gapBefore, type XliffStyle } from "./style.ts";
import { writableState, writeForm } from "./write.ts";

/** The texts of a unit: of each of its forms. */
export function textsOf(text: string, { forms }: Pick<Entry, "forms">): readonly string[] {
  const [only] = forms;
  return only !== undefined && forms.length === 1
    ? [targetText(text, only)]
    : forms.map((form) => targetText(text, form));
}

function targetText(text: string, { target, preservesTarget }: Form): string {
  return decodeContent(rawOf(text, target), preservesTarget);
}

export function sourceText(text: string, { source, preservesSource }: Form): string {
  return decodeContent(rawOf(text, source), preservesSource);
}

function rawOf(text: string, element: PlacedElement | undefined): string {
  return element === undefined ? "" : text.slice(element.contentStart, element.contentEnd);
}

/** The edits that give a unit other texts or another state. */
export function unitEdits(file: XliffFrame, entry: Entry, override: Override, style: XliffStyle): readonly Edit[] {
  const former = textsOf(file.text, entry);
  const wanted = entry.isPlural && override.target.length > 0 ? override.target : [override.target[0] ?? ""];
  const formerState = stateOf(file.version, entry, former);
  const asked = override.state === unitStates.readOnly ? formerState : override.state;
  const state = writableState(wanted, asked);
  if (equalTexts(former, wanted) && state === formerState) return [];
  const writer = new FormWriter(file, style);
  const edits = entry.forms.flatMap((form, index) => {
    const text = wanted[index];
    if (text === undefined) return [removalEdit(file.text, form.element.tag.start, form.element.end)];
    return writer.edits(form, text, former[index] ?? "", writableState([text], state));
  });
  const approval = file.version === 1 ? approvalEdits(file.text, entry, state === unitStates.approved) : [];
  return [...approval, ...edits, ...writer.additions(entry, wanted, state)];
}

/** The mark stands at the unit; of a plural at its group, where that has one, else at every form. */
function approvalEdits(text: string, { element, forms, isPlural }: Entry, isApproved: boolean): readonly Edit[] {
  const hasOwn = !isPlural || element.tag.attributes.has("approved");
  const tags = hasOwn ? [element.tag] : forms.map((form) => form.element.tag);
  return tags.flatMap((tag) => {
    if ((tag.attributes.get("approved") === "yes") === isApproved) return [];
    return attributeEdit(text, tag, "approved", isApproved ? "yes" : "no") ?? [];
  });
}

class FormWriter {
  readonly #file: XliffFrame;
  readonly #style: XliffStyle;

  constructor(file: XliffFrame, style: XliffStyle) {
    this.#file = file;
    this.#style = style;
  }

  edits(form: Form, wanted: string, former: string, state: UnitState): readonly Edit[] {
    const { text, version } = this.#file;
    const { element, target } = form;
    const before = stateAttribute(version, form);
    const attribute = wantedState(version, state, before, this.#style.state);
    const marks = version === 2 ? this.#segmentMarks(element, before, attribute) : [];
    if (target === undefined) {
      return wanted === "" ? marks : [...marks, this.#insertion(form, wanted, version === 1 ? attribute : undefined)];
    }
    if (wanted === "" && former !== "" && this.#style.emptyTarget === "absent") {
      return [...marks, removalEdit(text, target.tag.start, target.end)];
    }
    const own = version === 1 ? attributeEdit(text, target.tag, "state", attribute) : undefined;
    const own1 = attribute === before || own === undefined ? [] : [own];
    return [...marks, ...own1, ...(wanted === former ? [] : this.#contentEdits(form, target, wanted))];
  }

  /** A sub-state is of the state it came with. */
  #segmentMarks({ tag }: PlacedElement, before: string | undefined, after: string | undefined): readonly Edit[] {
    if (before === after) return [];
    const { text } = this.#file;
    return [attributeEdit(text, tag, "state", after), attributeEdit(text, tag, "subState", undefined)].flatMap(
      (edit) => edit ?? [],
    );
  }

  #contentEdits(form: Form, target: PlacedElement, wanted: string): readonly Edit[] {
    const { text } = this.#file;
    if (wanted === "" && this.#style.emptyTarget === "self-closing" && !target.tag.selfClosing) {
      return [{ start: target.tag.end - 1, end: target.end, text: "/>" }];
    }
    const raw = rawOf(text, target);
    const content = this.#encode(wanted, raw, form);
    if (form.preservesTarget) return [contentEdit(text, target, content)];
    if (needsPreserve(content)) {
      const space = attributeEdit(text, target.tag, "xml:space", "preserve");
      return [...(space === undefined ? [] : [space]), contentEdit(text, target, content)];
    }
    // Blanks around a text are the file's way of writing it.
    const [before] = /^[ \t\r\n]*/.exec(raw) ?? [""];
    let end = raw.length;
    while (end > before.length && " \t\r\n".includes(raw[end - 1] ?? "")) end -= 1;
    return [contentEdit(text, target, before + content + raw.slice(end))];
  }

  /** `<target>` behind the source, as the schema wants it. */
  #insertion(form: Form, wanted: string, state: string | undefined): Edit {
    const { text } = this.#file;
    const { element, source } = form;
    const before = childNamed(element, "seg-source") ?? source;
    const place = before?.end ?? element.contentStart;
    const gap = before === undefined ? "" : gapBefore(text, before.tag.start, this.#style.lineEnd);
    const content = this.#encode(wanted, "", form);
    const space = !form.preservesTarget && needsPreserve(content) ? "preserve" : undefined;
    const written = xmlElement("target", { state, "xml:space": space }, content);
    return { start: place, end: place, text: gap + written };
  }

  #encode(wanted: string, former: string, { source }: Form): string {
    const models = [former, rawOf(this.#file.text, source)].filter((model) => model !== "");
    const inline = inlineNames[this.#file.version];
    return encodeContent(wanted, { lineEnd: this.#style.lineEnd, inline, models });
  }

  /** Forms that a plural lacks, behind its last one. */
  additions(entry: Entry, wanted: readonly string[], state: UnitState): readonly Edit[] {
    const last = entry.forms.at(-1);
    if (last === undefined || wanted.length <= entry.forms.length) return [];
    const { text, version } = this.#file;
    const gap = gapBefore(text, last.element.tag.start, this.#style.lineEnd);
    const place = { version, style: this.#style, gap, preserves: last.preservesSource };
    const group = entry.element.tag.attributes.get("id") ?? "";
    const source = sourceText(text, last);
    const written = wanted.slice(entry.forms.length).map((form, index) => {
      const id = `${group}[${String(entry.forms.length + index)}]`;
      return gap + writeForm(source, form, id, state, place);
    });
    return [{ start: last.element.end, end: last.element.end, text: written.join("") }];
  }
}
