import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { downloaded, type Available } from "./download-cache.ts";
import { packageFiles, type Package } from "./packages.ts";

/**
 * Django's own translations: gettext, about 100 languages in 13 catalogues, as they lie in its wheel
 * (`django/contrib/auth/locale/cs/LC_MESSAGES/django.po`).
 */
export const django = {
  registry: "python",
  name: "django==5.2.8",
  files: /\/locale\/[^/]+\/LC_MESSAGES\/\w+\.po$/,
} as const satisfies Package;

/** PrimeTek's locales: JSON, one file a language (`cs.json`), each below a key with its own language code. */
export const primelocale = {
  registry: "npm",
  name: "primelocale@2.5.0",
  files: /^[a-z]{2,3}(?:-[A-Z]{2})?\.json$/,
} as const satisfies Package;

export function djangoLocales(): Promise<Available> {
  return packageFiles(django);
}

/** `primelocale` without the key of the language around each file, so that the keys of all languages agree. */
export async function primeLocales(): Promise<Available> {
  const original = await packageFiles(primelocale);
  if (original.missing !== undefined) return original;
  return await downloaded(`${basename(original.path)}-without-language`, async (folder) => {
    for (const name of await readdir(original.path)) {
      const text = await readFile(join(original.path, name), "utf8");
      await writeFile(join(folder, name), withoutLanguageKey(text, basename(name, ".json")));
    }
  });
}

/** Takes the outermost key, which is the language's code, away and leaves every other byte. */
function withoutLanguageKey(text: string, language: string): string {
  const start = text.indexOf("{", text.indexOf(`"${language}"`));
  const end = text.lastIndexOf("}", text.lastIndexOf("}") - 1);
  if (start < 0 || end < 0) throw new Error(`primelocale's ${language}.json is not laid out as expected`);
  return `${text.slice(start, end).trimEnd()}\n}\n`;
}
