import { UserError } from "../../core/errors.ts";
import type { ComponentObservation } from "./observation.ts";

/**
 * A service takes whatever fits its file mask for a language: to `locales/*.json` of one component `menu.de.json` of another
 * one is its language "menu.de", and so is a source, `menu.json`. No file may be written by two components.
 * @throws {UserError} `IL-P02`
 */
export function assertSeparatePaths(
  components: readonly Pick<ComponentObservation, "name" | "binding" | "translations">[],
): void {
  const owners = new Map(
    components.map(({ name, binding }) => [binding.source, { name, what: `the source of ${name}` }]),
  );
  for (const { name, binding, translations } of components) {
    for (const { path, translation } of translations) {
      const { language } = translation;
      const other = owners.get(path);
      if (other !== undefined && other.name !== name) {
        throw new UserError(`${language} of ${name} would land on ${path}, ${other.what}`, {
          code: "IL-P02",
          place: binding.place,
          hint: `If ${language} is no language of ${name}: \`languages: { except: ["${language}"] }\` in its entry, and a language filter (language_regex) in the component on the service.`,
        });
      }
      owners.set(path, { name, what: `where ${name} has its ${language}` });
    }
  }
}
