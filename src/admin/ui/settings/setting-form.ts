import { defined } from "../../../core/defined.ts";
import { html, type Content, type Markup } from "../../../http-api/markup.ts";
import { input, secret, select, textarea, type FieldProblems } from "../../../http-api/form.ts";
import type { SettingField } from "./setting-fields.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * What a form asks to change, as the management's merge patch has it: secrets that were left empty stay as they are, and of
 * objects, what is not there any more is removed.
 * @param prefix of the form's field names, `mail.`
 * @param present values as they are, for what has to be removed
 */
export function patchOf(
  fields: readonly SettingField[],
  form: URLSearchParams,
  prefix: string,
  present: Values,
): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const key = `${prefix}${name}`;
    const text = (form.get(key) ?? "").replaceAll("\r\n", "\n");
    if (kind === "secret" || kind === "pem") {
      if (form.get(`${key}:forget`) === "true") patch[name] = null;
      else if (text.trim() !== "") patch[name] = kind === "pem" ? text : text.trim();
    } else if (kind === "number") patch[name] = /^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : text;
    else if (kind === "lines") patch[name] = linesOf(text);
    else if (kind === "pairs") patch[name] = { ...removedOf(present[name]), ...pairsOf(text) };
    else patch[name] = text.trim();
  }
  return patch;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function pairsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const [name = "", ...rest] = line.split("=");
      return [name.trim(), rest.join("=").trim()];
    }),
  );
}

function removedOf(present: unknown): Record<string, null> {
  return isObject(present) ? Object.fromEntries(Object.keys(present).map((name) => [name, null])) : {};
}

export function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface ShownField {
  readonly field: SettingField;
  readonly prefix: string;
  readonly values: Values;
  readonly problems: FieldProblems;
  /** What was sent and refused: it is shown again, secrets excepted. */
  readonly sent?: URLSearchParams | undefined;
}

export function settingField({ field, prefix, values, problems, sent }: ShownField): Markup {
  const name = `${prefix}${field.name}`;
  const { label, kind, placeholder } = field;
  const hint = field.hint === undefined ? {} : { hint: field.hint };
  const around = { name, label, ...hint, problem: problemAt(problems, name) };
  const value = sent?.get(name) ?? writtenOf(values[field.name], field.standard ?? "");
  switch (kind) {
    case "secret":
    case "pem":
      return secret({ ...around, isSet: isSet(values[field.name]), lines: kind === "pem" });
    case "lines":
    case "pairs":
      return textarea({ ...around, value, rows: 3 });
    case "choice":
      return select({ ...around, value, choices: field.choices ?? [] });
    case "number":
      return input({ ...around, value, type: "number", minimum: 1 });
    case "text":
      return input({ ...around, value, ...defined({ placeholder }) });
  }
}

/** Of a list, the first mistake of any of its entries. */
export function problemAt(problems: FieldProblems, name: string): string | undefined {
  return problems[name] ?? Object.entries(problems).find(([field]) => field.startsWith(`${name}.`))?.[1];
}

function isSet(value: unknown): boolean {
  return isObject(value) && value["set"] === true;
}

function writtenOf(value: unknown, standard: string): string {
  if (value === undefined || value === null) return standard;
  if (Array.isArray(value)) return value.map(String).join("\n");
  if (isObject(value)) {
    return Object.entries(value)
      .map(([name, text]) => `${name} = ${String(text)}`)
      .join("\n");
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : standard;
}

export function settingFields(fields: readonly SettingField[], shown: Omit<ShownField, "field">): Markup {
  return html`<div class="fields">${fields.map((field) => settingField({ ...shown, field }))}</div>`;
}

/** Fields for those who may look: of a secret, whether there is one. */
export function shownFields(fields: readonly SettingField[], values: Values): Markup {
  return html`<dl class="facts">
    ${fields.map(
      (field) =>
        html`<dt>${field.label}</dt>
          <dd>${shownValue(field, values[field.name])}</dd>`,
    )}
  </dl>`;
}

function shownValue({ kind, choices = [] }: SettingField, value: unknown): Content {
  if (kind === "secret" || kind === "pem") return isSet(value) ? "set" : html`<span class="soft">not set</span>`;
  const text = writtenOf(value, "");
  if (text === "") return html`<span class="soft">none</span>`;
  if (kind === "lines" || kind === "pairs") return html`<pre class="wrap">${text}</pre>`;
  return choices.find((choice) => choice.value === text)?.words ?? text;
}
