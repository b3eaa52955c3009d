import { oneLine, shorten, withoutReferences } from "./escape.ts";
import type { RunDigest } from "./run-digest.ts";
import { counted, listed, number } from "./words.ts";

/** `Translations: Czech, German and 3 more (87 strings)`, or the mapping's own template. */
export function translationsTitle(digest: RunDigest, template?: string): string {
  return template === undefined ? standardTitle(digest, 2) : filledTemplate(template, digest);
}

/** The standard title, naming so many languages. */
export function standardTitle(digest: RunDigest, languages: number): string {
  const amount = digest.strings > 0 ? counted(digest.strings, "string") : counted(digest.files, "file");
  const names =
    languages === 0 ? counted(digest.languages.length, "language") : listed(languageNames(digest), languages);
  return `Translations: ${names} (${amount})`;
}

/** Those with new texts first: a title has room for two, and the others only got the new source strings. */
function languageNames({ languages }: RunDigest): readonly string[] {
  const texts = ({ fresh, changed, removed }: RunDigest["languages"][number]): number => fresh + changed + removed;
  const ordered = languages.toSorted((a, b) => Math.sign(texts(b)) - Math.sign(texts(a)));
  return ordered.map(({ name }) => withoutReferences(oneLine(shorten(name, 40))));
}

/** `{{ languages }}`, `{{ languages | size }}`, `{{ strings }}`, `{{ files }}`, `{{ components }}`, `{{ components | size }}`. */
function filledTemplate(template: string, digest: RunDigest): string {
  const values: Readonly<Record<string, string>> = {
    languages: listed(languageNames(digest), 5),
    "languages|size": number(digest.languages.length),
    strings: number(digest.strings),
    files: number(digest.files),
    components: listed(digest.components.map(oneLine), 5),
    "components|size": number(digest.components.length),
  };
  return oneLine(
    template.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => values[name.replace(/\s+/g, "")] ?? whole),
  );
}
