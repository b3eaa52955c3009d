import type { Anchor, JsonEditor, NewValue } from "./edit.ts";
import type { JsonContainer, JsonMember } from "./tree.ts";

/** The forms of a plural, members of one object under names of their own; undefined for one that the file lacks. */
export interface Forms {
  readonly container: JsonContainer;
  readonly names: readonly string[];
  readonly members: readonly (JsonMember | undefined)[];
  /** Forms that the language does not count with ("other" in Polish): they say what its last one says. */
  readonly beyond: readonly JsonMember[];
}

/** Where the text of a form stands, and how a new one is written. */
export interface FormShape {
  readonly textOf: (form: JsonMember) => JsonMember | undefined;
  readonly valueOf: (text: string) => NewValue;
}

export const plainForms: FormShape = { textOf: (form) => form, valueOf: (text) => text };

/** Writes one text a form; what the file lacks as soon as it has a text. @returns the forms as they are now */
export function setForms(editor: JsonEditor, forms: Forms, texts: readonly string[], shape = plainForms): Forms {
  const { container, names, beyond } = forms;
  const former = textAt(forms.members.at(-1), shape);
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
  for (const form of beyond) {
    if (textAt(form, shape) === former) setForm(editor, form, texts.at(-1) ?? "", shape);
  }
  return { container, names, members, beyond };
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
    const known = [...forms.members, ...forms.beyond].find((member) => member?.name === name);
    const form = known ?? editor.insert(container, name, last, shape.valueOf(text));
    setForm(editor, form, text, shape);
    last = form;
    return form;
  });
  for (const form of [...forms.members, ...forms.beyond]) {
    if (form !== undefined && !members.includes(form)) editor.remove(form);
  }
  return { container, names, members, beyond: [] };
}

function setForm(editor: JsonEditor, form: JsonMember, text: string, { textOf, valueOf }: FormShape): void {
  const place = textOf(form);
  if (place === undefined) editor.setValue(form, valueOf(text));
  else editor.setText(place, text);
}

function textAt(form: JsonMember | undefined, { textOf }: FormShape): string {
  const place = form === undefined ? undefined : textOf(form);
  return place?.value.kind === "text" ? place.value.value : "";
}

/** What stands before the first form that is there; without any, the object's end. */
function anchorOf({ members }: Forms): Anchor {
  const first = members.find((member) => member !== undefined);
  return first === undefined ? "end" : (first.previous ?? "start");
}
