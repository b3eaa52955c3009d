import { mailSamples } from "../../../records/mail/mail-text.ts";
import { isMailKind, type TemplateKindName } from "../../../records/templates/template-kinds.ts";
import { knownVariables } from "../../../report/preview/template-trial.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import type { FieldProblems } from "../../../http-api/form.ts";
import { markdown } from "./markdown.ts";

export interface Preview {
  readonly subject: string | null;
  readonly text: string;
  readonly format: "line" | "markdown" | "plain";
}

/** A template filled in with made-up data, as those it is for see it. */
export function preview(shown: Preview | null): Markup {
  if (shown === null) return html`<div class="preview"><p class="soft">Type, and it appears here.</p></div>`;
  const { subject, text, format } = shown;
  return html`${subject === null ? "" : html`<p><span class="soft">Subject</span> <b>${subject}</b></p>`}
  ${
    format === "markdown"
      ? html`<div class="preview prose">${markdown(text)}</div>`
      : html`<div class="preview text">${text}</div>`
  }`;
}

/** What is wrong with a text, in the place of what it would have become. */
export function faultView(problems: FieldProblems): Markup {
  return html`<div class="flash bad">
    <span aria-hidden="true">✕</span>
    <p>${Object.values(problems).join(" ")}</p>
  </div>`;
}

/** What a template may say. */
export function variablesHelp(kind: TemplateKindName): Markup {
  const names = isMailKind(kind)
    ? Object.keys(mailSamples[kind])
    : knownVariables(kind === "pull-request-title" || kind === "commit-message" ? "line" : "markdown");
  return html`<details>
    <summary>What there is to say</summary>
    <p class="variables">${names.map((name) => html`<code>{{ ${name} }}</code> `)}</p>
  </details>`;
}
