/** Values of a message template by name, `stats.translated` for a member. */
export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * Fills a message template of a component: `{{ name }}`, filters ignored; `{% … %}` blocks are taken out. A name that is not
 * known becomes nothing, so that a template written for another server still makes a message.
 */
export function renderMessage(template: string, values: MessageValues): string {
  const filled = template
    .replaceAll(/\{%.*?%\}/gs, "")
    .replaceAll(/\{\{\s*([\w.]+)[^}]*\}\}/g, (_, name: string) => String(values[name] ?? ""));
  const message = filled.trim();
  return message === "" ? "Update translations\n" : `${message}\n`;
}
