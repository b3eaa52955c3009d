import type { Binding } from "../../src/mapping/binding.ts";
import { aBinding } from "./observations.ts";

const LANGUAGES = ["cs", "de", "en", "fr", "it", "ja", "nl", "pl", "pt_BR", "sv"];

/** How the files of components lie beside each other. */
const layouts = {
  folders: (part: string, language: string) => `packages/${part}/${language}.json`,
  languages: (part: string, language: string) => `locales/${language}/${part}.json`,
};

/** Components that look alike, with all files that git has of them: as many for each, however many there are. */
export function manyBindings(count: number, layout: keyof typeof layouts, settings: Partial<Binding> = {}) {
  const parts = Array.from({ length: count }, (_, index) => `part-${String(index).padStart(3, "0")}`);
  const pathOf = layouts[layout];
  const bindings = parts.map((part) =>
    aBinding({
      component: { project: "acme", categories: [], component: part },
      source: pathOf(part, "en"),
      translations: pathOf(part, "{language}"),
      exclude: [pathOf(part, "fr*")],
      ...settings,
    }),
  );
  return { bindings, files: parts.flatMap((part) => LANGUAGES.map((language) => pathOf(part, language))) };
}
