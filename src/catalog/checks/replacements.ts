import { parametersOf, type Flags } from "../flags.ts";

/** The text as it will be shown: `replacements:from:to:…` applied, and without tags where `xml-text` says they are. */
export function withoutMarkup(text: string, flags: Flags): string {
  const pairs = parametersOf(flags, "replacements");
  let shown = text;
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [from = "", to = ""] = pairs.slice(index, index + 2);
    if (from !== "") shown = shown.replaceAll(from, () => to);
  }
  return flags.has("xml-text") ? shown.replace(/<[^<>]*>/g, "") : shown;
}
