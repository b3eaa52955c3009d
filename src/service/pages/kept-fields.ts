import { html, type Content, type Markup } from "../../http-api/markup.ts";

/** Fields of a form that was sent and not taken: they wait on the page that says so. */
export type KeptFields = Readonly<Record<string, string>>;

export function hiddenFields(fields: KeptFields, prefix: string): Content {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${prefix}${name}" value="${value}" />`,
  );
}

/** Fields that people type words into: texts, a comment, why they decline or dismiss something, what they replace. */
const TYPED = /^(?:target\.\d+|text\.\d+\.\d+|comment|why|reason_words|find|by)$/;

/** The words among them, to be read. */
export function textsOf(fields: KeptFields): readonly Markup[] {
  // The form of a string has reasons to choose from; one that is typed is of many strings at once.
  const isTyped = (name: string): boolean => TYPED.test(name) || (name === "reason" && fields["unit"] === undefined);
  return Object.entries(fields)
    .filter(([name, text]) => isTyped(name) && text !== "")
    .map(([, text]) => html`<p class="texts" dir="auto">${text}</p>`);
}

/** What became of a form, and the words in it. */
export function keptTexts(fate: string, fields: KeptFields): Content {
  const words = textsOf(fields);
  return html`<p>${fate}${words.length === 0 ? "" : " Your text is kept on this page:"}</p>
    ${words}`;
}
