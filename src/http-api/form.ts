import { html, trusted, type Content, type Markup } from "./markup.ts";

/** What was wrong with a form: field of the operation → what to do about it; "" is the form as a whole. */
export type FieldProblems = Readonly<Record<string, string>>;

export interface Field {
  /** As the form sends it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: Content;
  readonly problem?: Content | undefined;
  /** Where two forms of a page have fields of one name. */
  readonly id?: string;
}

export interface InputField extends Field {
  readonly value?: string | number | undefined;
  readonly type?: "text" | "email" | "password" | "number" | "url" | "search";
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly placeholder?: string;
  /** Has the focus when the page comes. */
  readonly first?: boolean;
  /** Id of a `datalist` of the page. */
  readonly list?: string;
}

export function input(field: InputField): Markup {
  const { name, value = "", type = "text", required, autocomplete = "off", minimum, maximum, placeholder } = field;
  return around(
    field,
    html`<input
      id="${idOf(field)}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${required === true ? html`required` : ""}
      ${minimum === undefined ? "" : html`min="${minimum}"`}
      ${maximum === undefined ? "" : html`max="${maximum}"`}
      ${placeholder === undefined ? "" : html`placeholder="${placeholder}"`}
      ${field.first === true ? html`data-focus` : ""}
      ${field.list === undefined ? "" : html`list="${field.list}"`}
      ${describedBy(field)}
    />`,
  );
}

/**
 * A file to choose, without which the form is not sent. It stands behind all fields: of a file that is too large the rest of the form is
 * not read.
 */
export function fileInput(field: Field & { readonly accept?: string }): Markup {
  const { name, accept } = field;
  return around(
    field,
    html`<input
      id="${idOf(field)}"
      name="${name}"
      type="file"
      required
      ${accept === undefined ? "" : html`accept="${accept}"`}
      ${describedBy(field)}
    />`,
  );
}

export interface TextField extends Field {
  readonly value: string;
  readonly rows?: number;
  readonly code?: boolean;
}

export function textarea(field: TextField): Markup {
  const attributes = html`id="${idOf(field)}" name="${field.name}" rows="${field.rows ?? 4}" spellcheck="false"
  ${field.code === true ? html`class="code"` : ""} ${describedBy(field)}`;
  return around(field, textareaElement(attributes, field.value));
}

/** The element alone, without label and hints. */
export function textareaElement(attributes: Markup, value: string): Markup {
  // The first line end of a textarea is not of its text: one of ours stands before it.
  return trusted(`<textarea ${attributes.toString()}>\n${html`${value}`.toString()}</textarea>`);
}

export interface Choice {
  readonly value: string;
  readonly words: string;
}

/** Choices that are shown by the words they are sent by. */
export function plainChoices(values: readonly string[]): readonly Choice[] {
  return values.map((value) => ({ value, words: value }));
}

export interface SelectField extends Field {
  readonly value: string;
  readonly choices: readonly Choice[];
}

export function select(field: SelectField): Markup {
  return around(
    field,
    html`<select id="${idOf(field)}" name="${field.name}" ${describedBy(field)}>
      ${options(field.choices, field.value)}
    </select>`,
  );
}

export function options(choices: readonly Choice[], chosen: string): readonly Markup[] {
  return choices.map(
    ({ value, words }) => html`<option value="${value}" ${value === chosen ? html`selected` : ""}>${words}</option>`,
  );
}

/** A box to tick; sent as "true", and not at all where it is not ticked. */
export function checkbox(field: Field & { readonly checked: boolean }): Markup {
  return html`<div class="field check">
    <label>
      <input
        type="checkbox"
        id="${idOf(field)}"
        name="${field.name}"
        value="true"
        ${field.checked ? html`checked` : ""}
        ${describedBy(field)}
      />
      ${field.label}
    </label>
    ${below(field)}
  </div>`;
}

/** Boxes to tick, of which each sends the name. */
export function boxes(
  field: Field & { readonly choices: readonly Choice[]; readonly chosen: readonly string[] },
): Markup {
  const { name, label, choices, chosen } = field;
  return html`<fieldset class="plain" ${describedBy(field, "group")}>
    <legend>${label}</legend>
    ${below(field)}
    <div class="boxes">
      ${choices.map(
        ({ value, words }) =>
          html`<label
            ><input type="checkbox" name="${name}" value="${value}" ${chosen.includes(value) ? html`checked` : ""} />
            ${words}</label
          >`,
      )}
    </div>
  </fieldset>`;
}

/** A secret: what is set is never shown, what is typed replaces it, and it goes away when somebody says so. */
export function secret(field: Field & { readonly isSet: boolean; readonly lines?: boolean }): Markup {
  const { name, isSet, lines = false } = field;
  const state = isSet ? "Set. Left empty, it stays as it is." : "Not set.";
  const described = { ...field, hint: html`${state} ${field.hint ?? ""}` };
  const entry = lines
    ? html`<textarea
        id="${idOf(field)}"
        name="${name}"
        rows="4"
        autocomplete="off"
        spellcheck="false"
        class="mono"
        ${describedBy(described)}
      ></textarea>`
    : html`<input
        id="${idOf(field)}"
        name="${name}"
        type="password"
        value=""
        autocomplete="new-password"
        ${describedBy(described)}
      />`;
  return html`${around(described, entry)}
  ${isSet ? checkbox({ name: `${name}:forget`, label: `Forget: ${field.label}`, checked: false }) : ""}`;
}

function around(field: Field, entry: Markup): Markup {
  return html`<div class="field">
    <label for="${idOf(field)}">${field.label}</label>
    ${entry} ${below(field)}
  </div>`;
}

function below(field: Field): Markup {
  const { hint, problem } = field;
  return html`${problem === undefined ? "" : html`<p class="problem" id="${idOf(field)}-problem">${problem}</p>`}
  ${hint === undefined ? "" : html`<p class="hint" id="${idOf(field)}-hint">${hint}</p>`}`;
}

/** What is said of a field, tied to its entry; a group of entries is not invalid itself. */
function describedBy(field: Field, entry: "one" | "group" = "one"): Markup {
  const { hint, problem } = field;
  const ids = [
    ...(problem === undefined ? [] : [`${idOf(field)}-problem`]),
    ...(hint === undefined ? [] : [`${idOf(field)}-hint`]),
  ];
  return html`${ids.length === 0 ? "" : html`aria-describedby="${ids.join(" ")}"`}
  ${problem === undefined || entry === "group" ? "" : html`aria-invalid="true"`}`;
}

function idOf({ name, id = name }: Pick<Field, "name" | "id">): string {
  return `field-${id.replaceAll(/[^A-Za-z0-9_-]/g, "-")}`;
}

export interface PostForm {
  /** Below the mount, `/users/3`. */
  readonly action: string;
  readonly csrf: string;
}

/** The token that every form has to carry. */
export function csrfField(csrf: string): Markup {
  return html`<input type="hidden" name="csrf_token" value="${csrf}" />`;
}

export interface PostButton extends PostForm {
  readonly words: string;
  /** What more is sent. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly manner?: "second" | "danger" | "plain";
  /** Asked before, where the script is there. */
  readonly ask?: string;
  /** What it is about, for those who do not see the row it stands in. */
  readonly about?: string;
}

/** A button that changes something by itself. */
export function postButton({ action, csrf, words, fields = {}, manner, ask, about }: PostButton): Markup {
  return html`<form method="post" action="${action}">
    ${csrfField(csrf)}
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button ${manner === undefined ? "" : html`class="${manner}"`} ${ask === undefined ? "" : html`data-ask="${ask}"`}>
      ${words}${about === undefined ? "" : html`<span class="hidden"> ${about}</span>`}
    </button>
  </form>`;
}

/** What is wrong with the form as a whole, and that something is at all. @param elsewhere what is said where it is all at fields */
export function formProblem(
  problems: Readonly<Record<string, Content>>,
  elsewhere = "Nothing was saved: see what is said at the fields.",
): Markup {
  const whole = problems[""];
  if (Object.keys(problems).length === 0) return html``;
  return html`<div class="flash bad" role="alert">
    <span aria-hidden="true">✕</span>
    <p>${whole ?? elsewhere}</p>
  </div>`;
}
