import type { Conflict, RunResult } from "../../sync/plan.ts";
import { displayKey, displayTexts } from "../words/display-key.ts";
import { oneLine } from "../../core/one-line.ts";
import {
  markdownCode,
  markdownLink,
  markdownRow,
  markdownText,
  serviceLink,
  shorten,
  terminalText,
} from "../words/escape.ts";
import { stringPage } from "../words/string-page.ts";
import { folded, headed, type TerminalStyle } from "../words/terminal-lines.ts";
import { counted, number } from "../words/words.ts";

const LONGEST_TEXT = 200;
const LONGEST_NAME = 60;

type Conflicting = Pick<RunResult, "conflicts" | "files" | "service">;

interface ConflictContext {
  /** Address of a line of the file on the forge; without it, places are plain text. */
  readonly linkTo?: ((path: string, line: number) => string) | undefined;
}

/** Every text that both sides changed, and whose was taken, as Markdown; "" without any. */
export function conflictSection(
  { conflicts, files, service }: Conflicting,
  context: ConflictContext,
  limit: number,
): string {
  if (conflicts.length === 0) return "";
  const pages = new Map(files.map((file) => [file.path, file]));
  const keyText = ({ key, path }: Conflict): string => {
    const file = pages.get(path);
    const code = markdownCode(shorten(displayKey(key), LONGEST_NAME));
    return file === undefined ? code : serviceLink(code, stringPage(file, key), service);
  };
  const open = conflicts.filter((conflict) => conflict.taken === "none").length;
  const lines = [
    `**${counted(conflicts.length, "conflict")}**: changed here and on the service${open === 0 ? "" : `; ${number(open)} not resolved (\`conflicts: fail\`)`}.`,
    "",
    markdownRow(["string", "before", "here", "on the service", "taken"]),
    markdownRow(["---", "---", "---", "---", "---"]),
    ...conflicts
      .toSorted((a, b) => Number(b.taken === "none") - Number(a.taken === "none"))
      .slice(0, limit)
      .map((conflict) =>
        markdownRow([
          `${markdownCode(conflict.language)} ${keyText(conflict)} ${placeLink(conflict.path, conflict.line, context)}`,
          sideText(conflict.base),
          sideText(conflict.repository, conflict.renamed?.repository),
          sideText(conflict.service, conflict.renamed?.service),
          conflict.taken === "none" ? "neither" : `${conflict.taken} (\`conflicts: ${conflict.policy}\`)`,
        ]),
      ),
    ...(conflicts.length > limit ? ["", `… and ${counted(conflicts.length - limit, "more conflict")}.`] : []),
  ];
  return lines.join("\n");
}

/** @param key the name that the side gave the string, where that is what the sides differ in */
function sideText(texts: readonly string[] | undefined, key?: string): string {
  if (key !== undefined) return `renamed ${markdownCode(shorten(displayKey(key), LONGEST_NAME))}`;
  return texts === undefined ? "*absent*" : markdownText(shorten(displayTexts(texts), LONGEST_TEXT));
}

function placeLink(path: string, line: number, context: ConflictContext): string {
  return markdownLink(markdownText(oneLine(placeText(path, line))), context.linkTo?.(path, line));
}

const MOST_LINES = 50;

/** What a reset decided for the repository, for a terminal: the service shows its text in its history alone from then on. */
export function givenUpLines(conflicts: readonly Conflict[], style: TerminalStyle): readonly string[] {
  if (conflicts.length === 0) return [];
  const said = (text: string): readonly string[] => folded(terminalText(text), style);
  const rest = conflicts.length - MOST_LINES;
  return [
    ...conflicts.slice(0, MOST_LINES).flatMap(({ path, line, key, language, repository, service }) => {
      const name = `${shorten(displayKey(key), LONGEST_NAME)} (${language})`;
      return [
        headed(style, "yellow", "conflict", terminalText(`${placeText(path, line)}  ${name}`)),
        ...said(`here, and stays: ${plainText(repository)}`),
        ...said(`on the service, and was given up: ${plainText(service)}`),
      ];
    }),
    ...(rest > 0 ? [headed(style, "yellow", "conflict", `… and ${counted(rest, "more conflict")}`)] : []),
    ...said(
      "Both sides changed these, and the mapping says `conflicts: repository`. Where the service's text is the better one, save it there again; nothing is to be done for the others.",
    ),
  ];
}

function plainText(texts: readonly string[] | undefined): string {
  return texts === undefined ? "no such string" : `“${shorten(displayTexts(texts), LONGEST_TEXT)}”`;
}

function placeText(path: string, line: number): string {
  return shorten(line > 0 ? `${path}:${String(line)}` : path, LONGEST_TEXT);
}
