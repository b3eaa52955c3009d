import { array, assert, constantFrom, dictionary, option, property, record, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { looksAtPaths } from "../../test/support/looks-at-paths.ts";
import { manyBindings } from "../../test/support/many-bindings.ts";
import { aBinding } from "../../test/support/observations.ts";
import { boundPaths, boundTo, filesOfSourceTexts } from "./bound-paths.ts";
import { isTranslationPath, languageOfPath, TranslationPlaces } from "./language-paths.ts";

const paths = tuple(
  array(constantFrom("a", "b", "de", "pt-BR", "pt_BR", "german", "x", "x.fr", "res", "values-de", "en"), {
    minLength: 1,
    maxLength: 3,
  }),
  constantFrom(".json", ".xml", ""),
).map(([parts, end]) => parts.join("/") + end);
const bindings = array(
  record({
    source: option(paths, { nil: undefined }),
    translations: constantFrom(
      "a/{language}.json",
      "{language}.json",
      "{language}",
      "a/{language}/x.json",
      "a/{language}/b.json",
      "a/x.{language}.json",
      "res/values-{language:android}/b.xml",
      "a/{language:posix}.json",
      "b/{language:bcp47}/a.json",
    ),
    exclude: array(constantFrom("a/de.json", "a/**", "**/x.json", "*.json"), { maxLength: 2 }),
    aliases: dictionary(constantFrom("de", "fr", "pt_BR"), constantFrom("german", "x", "a"), { maxKeys: 2 }),
  }).map(({ aliases, ...places }) => aBinding({ ...places, languages: { aliases, except: [], request: [] } })),
  { maxLength: 8 },
);
const repositories = tuple(
  bindings,
  array(paths, { maxLength: 30 }).map((all) => [...new Set(all)]),
);

test("one walk gives each binding the files that it binds by itself", () => {
  assert(
    property(repositories, ([all, files]) => {
      const each = all.map((binding) => [
        binding,
        files.flatMap((path) => {
          const language = languageOfPath(binding, path);
          return language === undefined && path !== binding.source ? [] : [{ path, language }];
        }),
      ]);
      expect([...boundPaths(all, files)]).toEqual(each);
    }),
  );
});

test("a path is bound where some binding binds it by itself", () => {
  assert(
    property(repositories, ([all, files]) => {
      const isBound = (path: string): boolean =>
        all.some((binding) => binding.source === path || languageOfPath(binding, path) !== undefined);
      expect(files.filter(boundTo(all))).toEqual(files.filter(isBound));
    }),
  );
});

test("many bindings are asked at once and say what each of them says, in their order", () => {
  assert(
    property(repositories, ([all, files]) => {
      const places = new TranslationPlaces(all);
      for (const path of files) {
        const each = all.flatMap((binding) => {
          const language = languageOfPath(binding, path);
          return language === undefined ? [] : [{ binding, language }];
        });
        expect(places.languagesOf(path)).toEqual(each);
        const possible = all.filter((binding) => isTranslationPath(binding, path));
        expect(places.at(path).filter((binding) => isTranslationPath(binding, path))).toEqual(possible);
      }
    }),
  );
});

test("source texts are in sources, and in the translations of a binding that has none", () => {
  assert(
    property(repositories, ([all, files]) => {
      const each = all.flatMap(
        (binding) => binding.source ?? files.filter((path) => languageOfPath(binding, path) !== undefined),
      );
      expect(filesOfSourceTexts(all, files)).toEqual(each);
    }),
  );
});

describe.each(["folders", "languages"] as const)("of components in %s", (layout) => {
  test.each<[string, (given: ReturnType<typeof manyBindings>) => unknown]>([
    ["finds the files of all", ({ bindings: all, files }) => boundPaths(all, files)],
    ["tells what is bound", ({ bindings: all, files }) => files.filter(boundTo(all))],
    ["finds where source texts are", ({ bindings: all, files }) => filesOfSourceTexts(all, files)],
  ])("who %s looks at twice as many files twice as often, however many bindings there are", (_, work) => {
    const [some, twice] = [100, 200].map((count) => {
      const given = manyBindings(count, layout, { source: undefined });
      return looksAtPaths(() => work(given));
    });

    expect(some).toBeGreaterThan(0);
    expect(twice).toBe(2 * (some ?? 0));
  });
});
