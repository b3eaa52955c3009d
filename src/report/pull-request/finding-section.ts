import type { Finding } from "../../sync/plan.ts";
import { displayKey } from "../words/display-key.ts";
import { markdownCode, markdownProse, shorten } from "../words/escape.ts";
import { counted, listed, number } from "../words/words.ts";

const LONGEST_TEXT = 200;
const LONGEST_NAME = 60;

/** What needs a person, as Markdown; "" without any. */
export function urgentSection(findings: readonly Finding[], limit: number): string {
  if (findings.length === 0) return "";
  const held = findings.filter((finding) => finding.kind === "refused").length;
  const blocked = findings.length - held;
  const head = [
    held === 0 ? "" : `**${number(held)} held back**`,
    blocked === 0 ? "" : `**${number(blocked)} blocked on the service**`,
  ]
    .filter((part) => part !== "")
    .join(", ");
  return [
    `${head}: nothing of this was changed.`,
    "",
    ...findings.slice(0, limit).map(findingItem),
    ...moreItem(findings.length - limit),
  ].join("\n");
}

/** Why the rest was left as it is, folded away; "" without any. */
export function calmSection(findings: readonly Finding[], limit: number): string {
  if (findings.length === 0) return "";
  const title = `Left as it is: ${counted(findings.length, "file or language", "files and languages")}`;
  if (limit === 0) return `${title}.`;
  return [
    `<details><summary>${title}</summary>`,
    "",
    ...findings.slice(0, limit).map(findingItem),
    ...moreItem(findings.length - limit),
    "",
    "</details>",
  ].join("\n");
}

function findingItem(finding: Finding): string {
  const subject = [finding.language, finding.path ?? finding.component]
    .filter((part) => part !== undefined)
    .map((part) => markdownCode(shorten(part, LONGEST_TEXT)))
    .join(" ");
  const keys =
    finding.keys === undefined || finding.keys.length === 0
      ? ""
      : ` (${listed(
          finding.keys.map((key) => markdownCode(shorten(displayKey(key), LONGEST_NAME))),
          5,
        )})`;
  const remedy = finding.remedy === undefined ? "" : ` ${markdownProse(shorten(finding.remedy, 2 * LONGEST_TEXT))}`;
  return `- ${subject}: ${sentence(markdownProse(shorten(finding.message, 2 * LONGEST_TEXT)))}${keys}${remedy}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function moreItem(rest: number): readonly string[] {
  return rest > 0 ? [`- … and ${number(rest)} more; the job summary lists them.`] : [];
}
