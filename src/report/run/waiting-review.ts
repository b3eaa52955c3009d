import type { Finding } from "../../sync/plan.ts";
import { counted } from "../words/words.ts";

/** How many texts stay out until they are approved: `12 translations in 3 languages wait for a review`; "" where none do. */
export function waitingWords(findings: readonly Finding[]): string {
  const waiting = findings.filter((finding) => finding.waiting !== undefined);
  const count = waiting.reduce((sum, finding) => sum + (finding.waiting ?? 0), 0);
  if (count === 0) return "";
  const languages = new Set(waiting.map(({ language }) => language)).size;
  return `${counted(count, "translation")} in ${counted(languages, "language")} ${count === 1 ? "waits" : "wait"} for a review`;
}

/** The same as a paragraph of Markdown. */
export function waitingParagraph(findings: readonly Finding[]): string {
  const words = waitingWords(findings);
  return words === "" ? "" : `${words} on the service: only approved texts come (\`pull.approved-only\`).`;
}
