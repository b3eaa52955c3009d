import type { RunDigest } from "../run/run-digest.ts";
import { oneLine } from "../../core/one-line.ts";
import { shorten, withoutReferences } from "../words/escape.ts";
import { counted, listed } from "../words/words.ts";
import type { Group } from "./grouping.ts";

/** `Translations: Czech, German and 3 more (87 strings)`, naming so many languages; `Translations of acme/website: …` of a group. */
export function standardTitle(digest: RunDigest, languages: number, group?: Group): string {
  const amount = digest.strings > 0 ? counted(digest.strings, "string") : counted(digest.files, "file");
  const names =
    languages === 0 ? counted(digest.languages.length, "language") : listed(languageNames(digest), languages);
  const scope = group === undefined || group.by === "language" ? "" : ` of ${nameText(group.name, 80)}`;
  return `Translations${scope}: ${names} (${amount})`;
}

/** Those with new texts first: a title has room for two, and the others only got the new source strings. */
function languageNames({ languages }: RunDigest): readonly string[] {
  const texts = ({ fresh, changed, removed }: RunDigest["languages"][number]): number => fresh + changed + removed;
  const ordered = languages.toSorted((a, b) => Math.sign(texts(b)) - Math.sign(texts(a)));
  return ordered.map(({ name }) => nameText(name, 40));
}

function nameText(name: string, limit: number): string {
  return withoutReferences(oneLine(shorten(name, limit)));
}
