import type { Anchor, JsonEditor, NewValue } from "./edit.ts";
import { membersOf, type JsonContainer, type JsonMember } from "./tree.ts";

/** The forms of a plural, members of one object under names of their own; undefined for one that the file lacks. */
export interface Forms {
  readonly container: JsonContainer;
  readonly names: readonly string[];
  readonly members: readonly (JsonMember | undefined)[];
}

/** Where the text of a form stands, and how a new one is written. */
export interface FormShape {
  readonly textOf: (form: JsonMember) => JsonMember | undefined;
  readonly valueOf: (text: string) => NewValue;
}

export const plainForms: FormShape = { textOf: (form) => form, valueOf: (text) => text };

export function formsNamed(container: JsonContainer, names: readonly string[]): Forms {
  const byName = new Map<string | undefined, JsonMember>();
  for (const member of membersOf(container)) if (!member.isRemoved) byName.set(member.name, member);
  return { container, names, members: names.map((name) => byName.get(name)) };
}

/** Writes one text a form; what the file lacks as soon as it has a text. @returns the forms as they are now */
export function setForms(editor: JsonEditor, forms: Forms, texts: readonly string[], shape = plainForms): Forms {
  const { container, names } = forms;
  let last = forms.members[0] ?? anchorOf(forms);
  const members = names.map((name, index) => {
    const text = texts[index] ?? "";
    const known = forms.members[index];
    if (known === undefined && text === "") return undefined;
    const form = known ?? editor.insert(container, name, last, shape.valueOf(text));
    setForm(editor, form, text, shape);
    last = form;
    return form;
  });
  return { container, names, members };
}

/** The same with other names, since the number of forms changes: all are written, and those of other names go. */
export function renameForms(
  editor: JsonEditor,
  forms: Forms,
  names: readonly string[],
  texts: readonly string[],
  shape = plainForms,
): Forms {
  const { container } = forms;
  let last = anchorOf(forms);
  const members = names.map((name, index) => {
    const text = texts[index] ?? "";
    const known = forms.members.find((member) => member?.name === name);
    const form = known ?? editor.insert(container, name, last, shape.valueOf(text));
    setForm(editor, form, text, shape);
    last = form;
    return form;
  });
  for (const form of forms.members) if (form !== undefined && !members.includes(form)) editor.remove(form);
  return { container, names, members };
}

function setForm(editor: JsonEditor, form: JsonMember, text: string, { textOf, valueOf }: FormShape): void {
  const place = textOf(form);
  if (place === undefined) editor.setValue(form, valueOf(text));
  else editor.setText(place, text);
}

/** What stands before the first form; without any, the object's end. */
function anchorOf({ container, members }: Forms): Anchor {
  if (members.every((member) => member === undefined)) return "end";
  let before: Anchor = "start";
  for (const member of membersOf(container)) {
    if (members.includes(member)) break;
    before = member;
  }
  return before;
}
