import { renderTemplate, type TemplateValues } from "./message-template.ts";

/** Fills a message template of a component; a message is never empty. */
export function renderMessage(template: string, values: TemplateValues): string {
  const message = renderTemplate(template, values)
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
  return message === "" ? "Update translations\n" : `${message}\n`;
}
