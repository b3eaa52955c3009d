import type { HealthFinding } from "../../sync/plan.ts";
import { markdownCode, markdownProse, markdownText, serviceLink, shorten, terminalText } from "../words/escape.ts";
import { folded, headed, type TerminalStyle } from "../words/terminal-lines.ts";
import { counted, number } from "../words/words.ts";

const LONGEST_TEXT = 400;
/** Of the files that stand in the way of one reset. */
const MOST_DETAILS = 10;

/** The head of a line, in a terminal as well: short. */
const healthWords: Readonly<Record<HealthFinding["kind"], string>> = {
  "merge-failure": "unmerged",
  locked: "locked",
  "lock-left": "locked",
  "needs-commit": "pending",
  "needs-merge": "behind",
  healing: "healing",
  "lock-swept": "unlocked",
  healed: "healed",
};

/** What a run mended is good news, what waits is none; the rest asks for somebody. */
export function isIllness({ kind }: HealthFinding): boolean {
  return kind === "merge-failure" || kind === "locked" || kind === "lock-left";
}

/**
 * What is wrong on the service's side and what mends it, as Markdown; "" while all is well.
 * @param service its address: links lead there and nowhere else
 */
export function healthSection(findings: readonly HealthFinding[], service: string, limit: number): string {
  if (findings.length === 0) return "";
  const blocking = findings.filter(({ isBlocking }) => isBlocking).length;
  const head =
    blocking > 0
      ? `**On the service, strings cannot move** until somebody mends ${blocking === 1 ? "this" : `these ${number(blocking)}`}:`
      : "**On the service:**";
  const rest = findings.length - limit;
  return [
    head,
    "",
    ...findings.slice(0, limit).map((finding) => findingItem(finding, service)),
    ...(rest > 0 ? [`- … and ${counted(rest, "more finding")}.`] : []),
  ].join("\n");
}

function findingItem(finding: HealthFinding, service: string): string {
  const { kind, component, message, words, details = [], remedies, url, isBlocking } = finding;
  const subject = markdownCode(shorten(component, LONGEST_TEXT));
  const name = url === undefined ? subject : serviceLink(subject, url, service);
  const word = isBlocking ? `**${healthWords[kind]}**` : healthWords[kind];
  const said =
    words === undefined || words === "" ? "" : ` The service says: “${markdownText(shorten(words, LONGEST_TEXT))}”`;
  return [
    `- ${word} ${name}: ${markdownProse(message)}.${said}`,
    ...details.slice(0, MOST_DETAILS).map((detail) => `  - ${markdownProse(shorten(detail, LONGEST_TEXT))}`),
    ...(details.length > MOST_DETAILS ? [`  - … and ${number(details.length - MOST_DETAILS)} more`] : []),
    ...remedies.map((remedy) => `  - → ${markdownProse(remedy)}`),
  ].join("\n");
}

/** The same for a terminal, worst first. */
export function healthLines(findings: readonly HealthFinding[], style: TerminalStyle): readonly string[] {
  return findings.flatMap((finding) => {
    const { kind, component, message, words, details = [], remedies } = finding;
    const tone = finding.isBlocking ? "red" : isIllness(finding) ? "yellow" : "dim";
    const more = details.length - MOST_DETAILS;
    const below = [
      message,
      ...(words === undefined || words === "" ? [] : [`the service says: ${words}`]),
      ...details.slice(0, MOST_DETAILS),
      ...(more > 0 ? [`… and ${number(more)} more`] : []),
      ...remedies,
    ];
    return [
      headed(style, tone, healthWords[kind], terminalText(component)),
      ...below.flatMap((text) => folded(terminalText(text), style)),
    ];
  });
}
