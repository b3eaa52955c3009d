/** Text that is HTML already. Everything else that gets into a page is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | null | undefined | readonly Content[];

/** HTML with values filled in: texts are escaped, for elements and quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

/** Words of the contract, where `code` stands in backticks. */
export function prose(text: string): Content {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function written(content: Content): string {
  if (content === null || content === undefined) return "";
  if (content instanceof Html) return content.text;
  if (typeof content === "string") return escaped(content);
  if (typeof content === "number") return String(content);
  return content.map(written).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
