import { formatNames } from "./format-names.ts";

/** Where a format may have something to say besides its folder, the registry and its name: path → what stands there. */
export const optionalPlaces: Readonly<Record<string, string>> = {
  "src/formats/format-parameters.ts": "settings of components that change how the file is written",
  "src/catalog/source-styles.ts": "which placeholders its texts have, where a text does not show it",
  "src/mapping/locale-path.ts": "paths by which `init` finds its files",
  "src/service/components/language-code-style.ts": "how its files spell language codes",
  "test/support/format-files.ts": "whether it has plurals and states, for tests that run on every format",
  "test/corpus/sources.ts": "published packages with real files of it",
};

/** What is to be done for formats of the registry that have no name yet; undefined where all have one. */
export function missingNames(formats: Iterable<string>): string | undefined {
  const unnamed = [...formats].filter((id) => !Object.hasOwn(formatNames, id));
  if (unnamed.length === 0) return undefined;
  return [
    `Say in scripts/format-names.ts what people call ${unnamed.join(", ")}. A format may have something to say in these places too:`,
    ...Object.entries(optionalPlaces).map(([path, what]) => `${path}: ${what}`),
  ].join("\n  ");
}
