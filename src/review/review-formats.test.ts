import { describe, expect, it } from "vitest";
import { reviewOf } from "../../test/support/changed-repository.ts";

const po = (language: string, entries: readonly (readonly [string, string, string?])[]): string =>
  [
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n`,
    ...entries.map(
      ([id, text, flag]) => `${flag === undefined ? "" : `#, ${flag}\n`}msgid "${id}"\nmsgstr "${text}"\n`,
    ),
  ].join("\n");

const component = (source: string, translations: string): string =>
  `components:\n  - component: app\n    source: ${source}\n    translations: ${translations}\n`;

describe("the review of a change, format by format", () => {
  it("counts translations of a gettext template in the .po files: fuzzy ones are none, mended texts are changed ones", async () => {
    const review = await reviewOf({
      mapping: component("po/app.pot", "po/{language}.po"),
      files: {
        "po/app.pot": po("", [
          ["Open file", ""],
          ["Save all of your files", ""],
          ["Quit", ""],
          ["%d lines", "", "c-format"],
        ]),
        "po/de.po": po("de", [
          ["Open file", "Öffnen"],
          ["Save all of your files", "Speichern"],
          ["Quit", "Ende"],
          ["%d lines", "%d Zeilen", "c-format"],
        ]),
        "po/cs.po": po("cs", [
          ["Open file", "Otevřít"],
          ["Save all of your files", "Uložit", "fuzzy"],
          ["%d lines", "%d řádků", "c-format"],
        ]),
      },
      change: {
        "po/app.pot": po("", [
          ["Open file", ""],
          ["Save all your files", ""],
          ["Help", ""],
          ["%d lines", "", "c-format"],
        ]),
        "po/de.po": po("de", [
          ["Open file", "Öffnen"],
          ["Save all your files", "Speichern", "fuzzy"],
          ["Help", "Hilfe"],
          ["%d lines", "Zeilen", "c-format"],
        ]),
      },
    });

    expect(review.components[0]?.strings.map(({ kind, key, previousKey }) => [kind, key, previousKey])).toEqual([
      ["changed", "Save all your files", "Save all of your files"],
      ["added", "Help", undefined],
      ["removed", "Quit", undefined],
    ]);
    expect(review.languages).toMatchObject([
      {
        language: "cs",
        before: { translated: 2, total: 4 },
        after: { translated: 2, total: 4 },
        missing: 1,
        outdated: 0,
      },
      {
        language: "de",
        before: { translated: 4, total: 4 },
        after: { translated: 3, total: 4 },
        outdated: 1,
        brought: 2,
        removed: 1,
      },
    ]);
    expect(review.broken).toMatchObject([{ cause: "translation", path: "po/de.po", line: 19, key: "%d lines" }]);
  });

  it("knows a changed XLIFF source by its id, and the line of a target", async () => {
    const xliff = (target: string | undefined, units: readonly (readonly [string, string, string?])[]): string =>
      `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en"${target === undefined ? "" : ` target-language="${target}"`} datatype="plaintext" original="app">
    <body>
${units
  .map(
    ([id, source, text]) => `      <trans-unit id="${id}">
        <source>${source}</source>${text === undefined ? "" : `\n        <target>${text}</target>`}
      </trans-unit>
`,
  )
  .join("")}    </body>
  </file>
</xliff>
`;
    const review = await reviewOf({
      mapping: component("src/messages.xlf", "src/messages.{language}.xlf"),
      files: {
        "src/messages.xlf": xliff(undefined, [
          ["a", "Hello"],
          ["b", "You have %d mails"],
        ]),
        "src/messages.fr.xlf": xliff("fr", [
          ["a", "Hello", "Bonjour"],
          ["b", "You have %d mails", "Vous avez %d courriels"],
        ]),
      },
      change: {
        "src/messages.xlf": xliff(undefined, [
          ["a", "Hello to you all"],
          ["b", "You have %d mails"],
        ]),
        "src/messages.fr.xlf": xliff("fr", [
          ["a", "Hello", "Bonjour"],
          ["b", "You have %d mails", "Vous avez %s courriels"],
        ]),
      },
    });

    expect(review.components[0]?.strings).toMatchObject([
      { kind: "changed", before: ["Hello"], after: ["Hello to you all"] },
    ]);
    expect(review.languages).toMatchObject([
      { language: "fr", outdated: 1, missing: 0, after: { translated: 1, total: 2 } },
    ]);
    expect(review.broken).toMatchObject([{ cause: "translation", language: "fr", line: 11 }]);
  });

  it("reads Apple's and Rails' files beside their sources, and Android's without what is not to be translated", async () => {
    const mapping = `components:
  - component: ios
    source: ios/en.lproj/Localizable.strings
    translations: ios/{language:apple}.lproj/Localizable.strings
  - component: rails
    source: config/locales/en.yml
    translations: config/locales/{language}.yml
  - component: android
    source: app/src/main/res/values/strings.xml
    translations: app/src/main/res/values-{language:android}/strings.xml
`;
    const android = (texts: string): string =>
      `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${texts}</resources>\n`;
    const review = await reviewOf({
      mapping,
      files: {
        "ios/en.lproj/Localizable.strings": '"save" = "Save %@";\n',
        "ios/pt-BR.lproj/Localizable.strings": '"save" = "Salvar %@";\n',
        "config/locales/en.yml": 'en:\n  cart:\n    title: "Cart of %{name}"\n',
        "config/locales/pt-BR.yml": 'pt-BR:\n  cart:\n    title: "Carrinho de %{name}"\n',
        "app/src/main/res/values/strings.xml": android(
          '    <string name="app" translatable="false">Shop</string>\n    <string name="open">Open</string>\n',
        ),
        "app/src/main/res/values-pt-rBR/strings.xml": android('    <string name="open">Abrir</string>\n'),
      },
      change: {
        "ios/pt-BR.lproj/Localizable.strings": '"save" = "Salvar";\n',
        "config/locales/en.yml": 'en:\n  cart:\n    title: "Cart of %{name}"\n    total: "Total"\n',
        "config/locales/pt-BR.yml": 'pt-BR:\n  cart:\n    title: "Carrinho"\n',
        "app/src/main/res/values/strings.xml": android(
          '    <string name="app" translatable="false">Store</string>\n    <string name="open">Open</string>\n    <string name="close">Close</string>\n',
        ),
      },
    });

    expect(
      review.components.map(({ component: name, strings, after }) => [name, strings.map(({ key }) => key), after]),
    ).toEqual([
      ["acme/android", ["close"], { translated: 1, total: 2 }],
      ["acme/rails", ["cart->total"], { translated: 1, total: 2 }],
      ["acme/ios", [], { translated: 1, total: 1 }],
    ]);
    expect(review.languages.map(({ language }) => language)).toEqual(["pt_BR"]);
    expect(review.broken.map(({ path, line }) => [path, line])).toEqual([
      ["ios/pt-BR.lproj/Localizable.strings", 1],
      ["config/locales/pt-BR.yml", 3],
    ]);
  });

  it("says of a format that is not read here that the file changed, and no more", async () => {
    const review = await reviewOf({
      mapping: component("help/en.odt", "help/{language}.odt"),
      files: { "help/en.odt": "old", "help/de.odt": "alt" },
      change: { "help/en.odt": "new" },
    });

    expect(review.components).toMatchObject([{ component: "acme/app", kind: "opaque", strings: [], languages: [] }]);
  });

  it("takes a source that the change mends as it is now, and looks at the translations beside it", async () => {
    const source = '{ "items": "{count} items", "home": "Home" }\n';
    const review = await reviewOf({
      files: { "locales/en.json": `<<<<<<< HEAD\n${source}`, "locales/de.json": '{ "home": "Start" }\n' },
      change: { "locales/en.json": source, "locales/de.json": '{ "home": "Start", "items": "Artikel" }\n' },
    });

    expect(review.components).toMatchObject([{ kind: "changed", strings: [] }]);
    expect(review.languages).toMatchObject([{ language: "de", before: { translated: 1, total: 2 }, brought: 1 }]);
    expect(review.broken).toMatchObject([{ language: "de", key: "items", cause: "translation" }]);
  });
});
