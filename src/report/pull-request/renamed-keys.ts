import type { FileOutcome } from "../../sync/plan.ts";
import { displayKey } from "../words/display-key.ts";
import { markdownCode, shorten } from "../words/escape.ts";
import { counted, listed } from "../words/words.ts";

const LONGEST_KEY = 60;
const MOST_KEYS = 20;

/** Which keys got another name, as a paragraph of Markdown; "" without any. */
export function renamedParagraph(files: readonly FileOutcome[]): string {
  const renames = new Set<string>();
  for (const { differences } of files) {
    if (differences.areNew === true) continue;
    for (const { previousKey, key } of differences) {
      if (previousKey !== undefined) renames.add(`${keyText(previousKey)} → ${keyText(key)}`);
    }
  }
  if (renames.size === 0) return "";
  return `**${counted(renames.size, "key")} renamed**, with the translations: ${listed([...renames], MOST_KEYS)}.`;
}

function keyText(key: string): string {
  return markdownCode(shorten(displayKey(key), LONGEST_KEY));
}
