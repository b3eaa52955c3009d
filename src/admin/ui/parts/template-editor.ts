import type { PreviewedTemplate } from "../../contract/endpoints/templates.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { csrfField, formProblem, input, textarea, type FieldProblems } from "../../../http-api/form.ts";
import { faultView, preview, variablesHelp } from "./template-preview.ts";

/** What one of ours has, and a built-in one has not. */
export function ownFields(
  { name, repositories }: { readonly name: string; readonly repositories: string },
  problems: FieldProblems,
): Markup {
  return html`<div class="fields">
    ${input({ name: "name", label: "Name", value: name, problem: problems["name"], required: true })}
    ${input({ name: "repositories", label: "Repositories", value: repositories, problem: problems["repositories"], hint: "A pattern of owner/name; “*” for all." })}
  </div>`;
}

export interface Editor {
  /** Where the form goes; `/preview` below it previews. */
  readonly path: string;
  readonly template: Pick<PreviewedTemplate, "kind" | "body" | "preview">;
  readonly problems: FieldProblems;
  readonly csrf: string;
  readonly fields: Markup | string;
  readonly save: string;
}

/** The text, and beside it what becomes of it. */
export function editor({ path, template, problems, csrf, fields, save }: Editor): Markup {
  const hasFault = Object.keys(problems).length > 0;
  return html`<form method="post" action="${path}" data-preview="${path}/preview" data-shows="shown">
    ${csrfField(csrf)} ${formProblem(problems)} ${fields}
    <div class="sides">
      <section class="card" aria-labelledby="text">
        <h2 id="text">Text</h2>
        ${textarea({ name: "body", label: "Template, in Liquid", value: template.body, problem: problems["body"], code: true, rows: 16 })}
        <button>${save}</button>
      </section>
      <section class="card" aria-labelledby="preview">
        <h2 id="preview">Preview</h2>
        <p class="soft">With made-up data. It follows what you type; without the script, what was saved.</p>
        <div id="shown" aria-live="polite">${hasFault ? faultView(problems) : preview(template.preview)}</div>
        ${variablesHelp(template.kind)}
      </section>
    </div>
  </form>`;
}
