import { array, assert, constantFrom, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { languageOfPath, TranslationPlaces, type LanguagePlaces } from "./language-paths.ts";

const bindings: readonly LanguagePlaces[] = [
  "a/{language}.json",
  "{language}.json",
  "a/{language}/x.json",
  "a/{language}/y.json",
  "a/x.{language}.json",
  "res/values-{language:android}/strings.xml",
  "a/{language:posix}.json",
].map((translations) => ({ translations, languages: { aliases: { de: "german" } } }));
const places = new TranslationPlaces(bindings);

test("many bindings are asked at once and say what each of them says", () => {
  const part = constantFrom("a", "de", "pt-BR", "pt_BR", "german", "x", "x.fr", "res", "values-de", "strings", "y");
  const paths = tuple(array(part, { minLength: 1, maxLength: 3 }), constantFrom(".json", ".xml", "")).map(
    ([parts, end]) => parts.join("/") + end,
  );
  assert(
    property(paths, (path) => {
      const each = bindings.flatMap((binding) => {
        const language = languageOfPath(binding, path);
        return language === undefined ? [] : [{ binding, language }];
      });
      expect(new Set(places.languagesOf(path))).toEqual(new Set(each));
    }),
  );
});

test("how many of a thousand bindings are looked at for a path does not follow from how many there are", () => {
  let looks = 0;
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    translations: `locales/{language}/part-${String(index)}.json`,
    exclude: [],
    languages: { aliases: {} },
  }));
  const index = new TranslationPlaces(
    many.map((binding) => new Proxy(binding, { get: (target, key) => ((looks += 1), Reflect.get(target, key)) })),
  );
  looks = 0;

  for (let file = 0; file < 1_000; file += 1) index.languagesOf(`locales/de/part-${String(file)}.json`);

  expect(looks).toBeLessThan(10_000);
});
