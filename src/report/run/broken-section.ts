import type { BrokenText } from "../../sync/plan.ts";
import { displayKey, displayTexts } from "../words/display-key.ts";
import { oneLine } from "../../core/one-line.ts";
import {
  markdownCode,
  markdownLink,
  markdownProse,
  markdownRow,
  markdownText,
  serviceLink,
  shorten,
} from "../words/escape.ts";
import { counted } from "../words/words.ts";

const LONGEST_TEXT = 200;
const LONGEST_NAME = 60;

export interface BrokenContext {
  /** The service's address: links to units lead there and nowhere else. */
  readonly service: string;
  /** Address of a line of the file on the forge; without it, places are plain text. */
  readonly linkTo?: ((path: string, line: number) => string) | undefined;
}

/** `locales/de.json:41`; a string that the file does not have yet has no line. */
export function brokenPlace({ path, line }: Pick<BrokenText, "path" | "line">): string {
  return line > 0 ? `${path}:${String(line)}` : path;
}

/** What is wrong, in words: each finding once, with the check that made it. */
export function brokenReasons({ findings }: Pick<BrokenText, "findings">): readonly string[] {
  return [...new Set(findings.map(({ check, message }) => `${message} (${check})`))];
}

/** `3 strings held back`, `1 string that would break the app`, as the start of a sentence. */
export function brokenHeading(broken: readonly BrokenText[]): readonly string[] {
  const held = broken.filter(({ isHeldBack }) => isHeldBack).length;
  const reported = broken.length - held;
  return [
    ...(held === 0
      ? []
      : [
          `**${counted(held, "string")} held back**: the new text would break the app, so the old one stays until it is mended on the service.`,
        ]),
    ...(reported === 0
      ? []
      : [`**${counted(reported, "string")} would break the app** and went through all the same (\`checks: report\`).`]),
  ];
}

/** A table of all texts that would break the app, as Markdown; "" without any. */
export function brokenSection(broken: readonly BrokenText[], context: BrokenContext, limit: number): string {
  if (broken.length === 0) return "";
  const rest = broken.length - limit;
  const table =
    limit === 0
      ? []
      : [
          "",
          markdownRow(["string", "what is wrong", "source", "here", "on the service"]),
          markdownRow(["---", "---", "---", "---", "---"]),
          ...broken.slice(0, limit).map((text) => brokenRow(text, context)),
        ];
  return [...brokenHeading(broken), ...table, ...(rest > 0 ? ["", `… and ${counted(rest, "more string")}.`] : [])].join(
    "\n",
  );
}

function brokenRow(text: BrokenText, { service, linkTo }: BrokenContext): string {
  const key = markdownCode(shorten(displayKey(text.key), LONGEST_NAME));
  const place = markdownText(shorten(oneLine(brokenPlace(text)), LONGEST_TEXT));
  const isThere = text.line > 0 && linkTo !== undefined;
  return markdownRow([
    `${markdownCode(text.language)} ${serviceLink(key, text.url, service)} ${isThere ? markdownLink(place, linkTo(text.path, text.line)) : place}`,
    text.findings
      .map(({ check, message }) => `${markdownProse(shorten(message, LONGEST_TEXT))} ${markdownCode(check)}`)
      .filter((reason, index, all) => all.indexOf(reason) === index)
      .join(" "),
    textsCell(text.source),
    textsCell(text.repository),
    textsCell(text.service),
  ]);
}

function textsCell(texts: readonly string[] | undefined): string {
  return texts === undefined ? "*absent*" : markdownText(shorten(displayTexts(texts), LONGEST_TEXT));
}
