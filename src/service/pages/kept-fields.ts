import { html, type Content } from "../../http-api/markup.ts";

/** Fields of a form that was sent and not taken: they wait on the page that says so. */
export type KeptFields = Readonly<Record<string, string>>;

export function hiddenFields(fields: KeptFields, prefix: string): Content {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${prefix}${name}" value="${value}" />`,
  );
}

/** The texts among them, to be read. */
export function textsOf(fields: KeptFields): Content {
  return Object.entries(fields)
    .filter(([name]) => name.startsWith("target."))
    .map(([, text]) => html`<p class="texts" dir="auto">${text}</p>`);
}
