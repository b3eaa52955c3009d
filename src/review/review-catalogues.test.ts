import { describe, expect, it } from "vitest";
import { reviewOf } from "../../test/support/changed-repository.ts";
import {
  pluralUnits as plural,
  stringCatalogue as catalogue,
  stringUnit as unit,
} from "../../test/support/string-catalogue.ts";

const PATH = "App/Localizable.xcstrings";
const mapping = `components:\n  - component: app\n    translations: ${PATH}\n`;

const localized = (localizations: Readonly<Record<string, object>>): object => ({ localizations });

const brand = { shouldTranslate: false, ...localized({ en: unit("Acme") }) };
const greeting = localized({ de: unit("Hallo %@"), en: unit("Hello %@"), "zh-Hans": unit("你好 %@") });
const save = localized({ de: unit("Sichern"), en: unit("Save") });
const strings = { Cancel: localized({ de: unit("Abbrechen") }), brand, greeting, save };
const files = { [PATH]: catalogue(strings), "App/View.swift": 'let title = String(localized: "save")\n' };

describe("the review of a string catalogue of Xcode", () => {
  it("tells strings that come, change and go, and what becomes stale by that in each language", async () => {
    const review = await reviewOf({
      mapping,
      files,
      change: {
        [PATH]: catalogue({
          Cancel: localized({ de: unit("Abbruch") }),
          Undo: {},
          brand,
          greeting: localized({ de: unit("Hallo %@"), en: unit("Good day %@"), "zh-Hans": unit("你好 %@") }),
        }),
      },
    });

    const [component, ...others] = review.components;
    expect(others).toEqual([]);
    expect(component).toMatchObject({ component: "acme/app", kind: "changed", source: PATH, sourceLanguage: "en" });
    expect(component?.strings.map(({ kind, key }) => [kind, key])).toEqual([
      ["added", "Undo"],
      ["changed", "greeting"],
      ["removed", "save"],
    ]);
    expect(component?.languages).toMatchObject([
      { language: "de", missing: 1, outdated: 1, removed: 1, brought: 1, before: { translated: 3, total: 3 } },
      { language: "zh_Hans", missing: 1, outdated: 1, removed: 0, before: { translated: 1, total: 3 } },
    ]);
    expect(review).toMatchObject({ broken: [], unreadable: [], strayKeys: [], unknownKeys: [] });
  });

  it("says which translation would break the app, in which language, and where in the file", async () => {
    const text = catalogue({
      ...strings,
      files: localized({
        cs: plural({ few: "soubory", one: "%lld soubor", other: "%lld souborů" }),
        en: plural({ one: "%lld file", other: "%lld files" }),
      }),
      greeting: localized({ de: unit("Hallo"), en: unit("Hello %@"), "zh-Hans": unit("你好 %@") }),
    });
    const review = await reviewOf({ mapping, files, change: { [PATH]: text } });

    expect(review.broken).toMatchObject([
      { cause: "translation", language: "cs", path: PATH, key: "files" },
      { cause: "translation", language: "de", path: PATH, key: "greeting", target: ["Hallo"] },
    ]);
    const [, german] = review.broken;
    const lines = text.split("\n").slice(0, german?.line);
    expect(lines.findLastIndex((line) => line.includes('"greeting"'))).toBeGreaterThan(0);
    expect(lines.findLast((line) => /"(?:de|en|zh-Hans)"/.test(line))).toContain('"de"');
  });

  it("says that a source text is another one now, and that translations no longer fit it", async () => {
    const changed = { ...strings, greeting: localized({ de: unit("Hallo %@"), en: unit("Hello %1$@ and %2$@") }) };

    const review = await reviewOf({ mapping, files, change: { [PATH]: catalogue(changed) } });

    expect(review.broken).toMatchObject([{ cause: "source", language: "de", key: "greeting" }]);
    expect(review.components[0]?.languages).toMatchObject([
      { language: "de", outdated: 1, lost: 0 },
      { language: "zh_Hans", outdated: 1 },
    ]);
  });

  it("says where the file does not parse, once", async () => {
    const review = await reviewOf({ mapping, files, change: { [PATH]: catalogue(strings).replace("}", "]") } });

    expect(review.unreadable).toMatchObject([{ component: "acme/app", path: PATH }]);
    expect(review.components).toMatchObject([{ kind: "unreadable" }]);
  });

  it("says that a key is there twice, once", async () => {
    const twice = catalogue(strings).replace('"save" : {', '"save" : {},\n    "save" : {');

    const review = await reviewOf({ mapping, files, change: { [PATH]: twice } });

    expect(review.broken).toMatchObject([{ key: "save", path: PATH, findings: [{ check: "duplicate-key" }] }]);
  });

  it("knows the keys that code asks for, also those that nobody is to translate", async () => {
    const code = 'let a = String(localized: "brand")\nlet b = String(localized: "greeeting")\n';
    const review = await reviewOf({ mapping, files, change: { "App/View.swift": code } });

    expect(review.components).toEqual([]);
    expect(review.unknownKeys).toMatchObject([{ key: "greeeting", line: 2, nearest: "greeting" }]);
  });

  it("tells of a catalogue that comes, goes, or moves with the mapping, and in which language the program is", async () => {
    const german = catalogue({ Sichern: localized({ en: unit("Save") }) }, "de");
    const bound = { mapping, files: { "README.md": "App\n" } };
    const come = await reviewOf({ ...bound, change: { [PATH]: german } });
    expect(come.components).toMatchObject([
      {
        kind: "new",
        sourceLanguage: "de",
        strings: [{ kind: "added", key: "Sichern" }],
        languages: [{ language: "en" }],
      },
    ]);

    const gone = await reviewOf({ mapping, files, change: { [PATH]: null } });
    expect(gone.components).toMatchObject([{ component: "acme/app", kind: "removed" }]);
  });
});
