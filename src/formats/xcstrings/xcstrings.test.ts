import { describe, expect, it } from "vitest";
import { unitStates } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import { expectLinear } from "../growth.contract.ts";
import { xcstrings } from "./index.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A catalogue of these strings, as Xcode writes it. */
function catalogue(strings: object): string {
  const text = JSON.stringify({ sourceLanguage: "en", strings, version: "1.0" }, null, 2);
  return text
    .replaceAll(/^( *"[^"]*"):/gm, "$1 :")
    .replaceAll(/^( *)(.*)\{\}/gm, (_, indent: string, start: string) => `${indent}${start}{\n\n${indent}}`);
}

const unit = (value: string, state = "translated"): object => ({ stringUnit: { state, value } });
const plural = (cases: Record<string, string>): object => ({
  variations: { plural: Object.fromEntries(Object.entries(cases).map(([name, text]) => [name, unit(text)])) },
});

const shop = catalogue({
  Brand: { shouldTranslate: false },
  Cancel: {},
  "Save %@": { comment: "A button", localizations: { de: unit("%@ sichern", "needs_review"), en: unit("Save %@") } },
  files: { localizations: { en: plural({ one: "%lld file", other: "%lld files" }) } },
});

function patched(text: string, language: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(xcstrings.patch(bytes(text), changes, { language }));
}

function set(key: string, ...target: readonly string[]): UnitChange {
  return { kind: "set", key, target };
}

describe("reading a string catalogue", () => {
  it("lists its languages, the program's first", () => {
    const text = catalogue({
      a: { localizations: { sk: unit("x"), "pt-BR": unit("y") } },
      b: { localizations: { de: unit("z") } },
    });
    expect(xcstrings.languages?.(bytes(text))).toEqual(["en", "de", "pt-BR", "sk"]);
  });

  it("has a language's texts beside the program's, missing ones too", () => {
    const { language, units } = xcstrings.read(bytes(shop), { language: "de" });
    expect(language).toBe("de");
    expect(units).toMatchObject([
      { key: "Brand", source: ["Brand"], target: [""], flags: "read-only" },
      { key: "Cancel", source: ["Cancel"], target: [""], state: unitStates.untranslated },
      { key: "Save %@", source: ["Save %@"], target: ["%@ sichern"], state: unitStates.needsEditing, note: "A button" },
      { key: "files", source: ["%lld file", "%lld files"], target: ["", ""] },
    ]);
    const czech = xcstrings.read(bytes(shop), { language: "cs" }).units;
    expect(czech.at(-1)?.target).toEqual(["", "", ""]);
  });

  it("reads the program's language unless another is wanted; a key without a text is one", () => {
    const { language, units } = xcstrings.read(bytes(shop));
    expect(language).toBe("en");
    expect(units.map(({ key, target }) => [key, ...target])).toEqual([
      ["Brand", "Brand"],
      ["Cancel", "Cancel"],
      ["Save %@", "Save %@"],
      ["files", "%lld file", "%lld files"],
    ]);
  });

  it.each([
    ["pt_BR", "pt-BR"],
    ["zh_Hans", "zh-Hans"],
    ["nb_NO", "nb"],
    ["fr", "fr"],
  ])("finds %s as %s", (wanted, written) => {
    const text = catalogue({
      a: { localizations: { nb: unit("n"), "pt-BR": unit("p"), "zh-Hans": unit("z") } },
    });
    expect(xcstrings.read(bytes(text), { language: wanted }).language).toBe(written);
  });

  it("tells apart what varies by device and what a text substitutes", () => {
    const text = catalogue({
      a: {
        localizations: {
          en: { variations: { device: { iphone: unit("Tap"), mac: plural({ one: "c", other: "cs" }) } } },
        },
      },
      b: {
        localizations: {
          en: {
            ...unit("%#@n@"),
            substitutions: { n: { argNum: 1, formatSpecifier: "lld", ...plural({ one: "1", other: "n" }) } },
          },
        },
      },
    });
    expect(xcstrings.read(bytes(text)).units.map(({ key, target }) => [key, ...target])).toEqual([
      ["a|==|device.iphone", "Tap"],
      ["a|==|device.mac", "c", "cs"],
      ["b", "%#@n@"],
      ["b|==|substitutions.n", "1", "n"],
    ]);
  });

  it.each([
    ["{}", /"sourceLanguage"/, 1, 1],
    ['{\n  "sourceLanguage" : "en",\n  "strings" : []\n}', /"strings" : \{/, 3, 3],
    ['{"sourceLanguage" : "en", "strings" : {\n  "a" : "x"\n}}', /"localizations"/, 2, 3],
  ])("names what is missing in %s", (text, message, line, column) => {
    const read = (): unknown => xcstrings.read(bytes(text), { path: "Localizable.xcstrings" });
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ place: expect.objectContaining({ line, column }) }));
  });
});

describe("patching a string catalogue", () => {
  it("inserts a localization where Xcode sorts it, and nothing else", () => {
    expect(patched(shop, "cs", set("Save %@", "Uložit %@"))).toBe(
      shop.replace(
        '      "localizations" : {\n        "de"',
        '      "localizations" : {\n        "cs" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Uložit %@"\n          }\n        },\n        "de"',
      ),
    );
    expect(patched(shop, "cs", set("Cancel", "Zrušit"))).toBe(
      shop.replace(
        '    "Cancel" : {\n\n    }',
        '    "Cancel" : {\n      "localizations" : {\n        "cs" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Zrušit"\n          }\n        }\n      }\n    }',
      ),
    );
  });

  it("writes a plural's categories in Xcode's order", () => {
    const czech = patched(shop, "cs", set("files", "1", "2", "5"));
    expect(JSON.parse(czech).strings.files.localizations.cs).toEqual(plural({ few: "2", one: "1", other: "5" }));
    expect(Object.keys(JSON.parse(czech).strings.files.localizations.cs.variations.plural)).toEqual([
      "few",
      "one",
      "other",
    ]);
    const short = catalogue({ files: { localizations: { cs: plural({ one: "1", other: "5" }), en: unit("files") } } });
    expect(patched(short, "cs", set("files", "1", "2", "5"))).toBe(
      catalogue({ files: { localizations: { cs: plural({ few: "2", one: "1", other: "5" }), en: unit("files") } } }),
    );
  });

  it("writes of a new plural what is filled, and other as one that waits", () => {
    const text = catalogue({ n: { localizations: { en: plural({ one: "1", other: "n" }) } } });
    const waiting = { stringUnit: { state: "new", value: "" } };
    const one = { stringUnit: { state: "translated", value: "jeden" } };
    expect(JSON.parse(patched(text, "cs", set("n", "jeden", "", "")))).toMatchObject({
      strings: { n: { localizations: { cs: { variations: { plural: { one, other: waiting } } } } } },
    });
    expect(patched(text, "cs", set("n", "jeden", "", ""))).not.toContain("few");
  });

  it("writes other in every language, as its last form where it does not count with it", () => {
    const en = plural({ one: "1", other: "n" });
    const polish = (texts: Record<string, string>): string =>
      catalogue({ n: { localizations: { en, pl: plural(texts) } } });
    const text = catalogue({ n: { localizations: { en } } });
    expect(patched(text, "pl", set("n", "1", "2", "5"))).toBe(polish({ few: "2", many: "5", one: "1", other: "5" }));
    const same = polish({ few: "2", many: "5", one: "1", other: "5" });
    expect(patched(same, "pl", set("n", "1", "2", "6"))).toBe(polish({ few: "2", many: "6", one: "1", other: "6" }));
    const own = polish({ few: "2", many: "5", one: "1", other: "1.5" });
    expect(patched(own, "pl", set("n", "1", "2", "6"))).toBe(polish({ few: "2", many: "6", one: "1", other: "1.5" }));
    expect(xcstrings.read(bytes(polish({ one: "1", other: "5" })), { language: "pl" }).units[0]?.target).toEqual([
      "1",
      "",
      "5",
    ]);
  });

  it("turns a text into a plural, and back", () => {
    const text = catalogue({ n: { localizations: { cs: unit("x") } } });
    const many = catalogue({ n: { localizations: { cs: plural({ few: "2", one: "1", other: "5" }) } } });
    expect(patched(text, "cs", set("n", "1", "2", "5"))).toBe(many);
    expect(patched(many, "cs", set("n", "x"))).toBe(text);
  });

  it("says that a text is translated, or is not yet", () => {
    const text = catalogue({ a: { localizations: { de: unit("x", "new") } } });
    expect(patched(text, "de", set("a", "x"))).toBe(catalogue({ a: { localizations: { de: unit("x") } } }));
    expect(patched(text, "de", { kind: "set", key: "a", target: ["y"], state: unitStates.needsEditing })).toBe(
      catalogue({ a: { localizations: { de: unit("y", "new") } } }),
    );
    const done = catalogue({ a: { localizations: { de: unit("x") } } });
    expect(patched(done, "de", { kind: "set", key: "a", target: ["y"], state: unitStates.needsEditing })).toBe(
      catalogue({ a: { localizations: { de: unit("y", "needs_review") } } }),
    );
    expect(patched(done, "de", set("a", ""))).toBe(catalogue({ a: { localizations: { de: unit("", "new") } } }));
  });

  it("fills what a text substitutes with the number it counts", () => {
    const substitution = (cases: Record<string, string>): object => ({
      argNum: 2,
      formatSpecifier: "lld",
      ...plural(cases),
    });
    const en = { ...unit("%#@n@"), substitutions: { n: substitution({ one: "1", other: "n" }) } };
    const changes = [set("b", "%#@n@!"), set("b|==|substitutions.n", "1", "2", "5")];
    expect(patched(catalogue({ b: { localizations: { en } } }), "cs", ...changes)).toBe(
      catalogue({
        b: {
          localizations: {
            cs: { ...unit("%#@n@!"), substitutions: { n: substitution({ few: "2", one: "1", other: "5" }) } },
            en,
          },
        },
      }),
    );
  });

  it("still asks for the text when only what it substitutes is translated", () => {
    const birds = { argNum: 1, formatSpecifier: "lld", ...plural({ one: "%arg bird", other: "%arg birds" }) };
    const text = catalogue({
      saw: { localizations: { en: { ...unit("I saw %#@birds@"), substitutions: { birds } } } },
    });
    const after = patched(text, "de", set("saw|==|substitutions.birds", "%arg Vogel", "%arg Vögel"));
    expect(xcstrings.read(bytes(after), { language: "de" }).units.map(({ key, target }) => [key, target])).toEqual([
      ["saw|==|substitutions.birds", ["%arg Vogel", "%arg Vögel"]],
      ["saw", [""]],
    ]);
  });

  it("fills what varies by device", () => {
    const en = { variations: { device: { iphone: unit("Tap"), other: unit("Click") } } };
    const text = catalogue({ a: { localizations: { en } } });
    expect(patched(text, "de", set("a|==|device.other", "Klicken"), set("a|==|device.iphone", "Tippen"))).toBe(
      catalogue({
        a: {
          localizations: { de: { variations: { device: { iphone: unit("Tippen"), other: unit("Klicken") } } }, en },
        },
      }),
    );
  });

  it("removes a language's text alone, and a key with all its languages", () => {
    expect(patched(shop, "de", { kind: "remove", key: "Save %@" })).toBe(shop.replace(/ {8}"de"[^]*?\n {8}\},\n/, ""));
    expect(patched(shop, "en", { kind: "remove", key: "Save %@" })).toBe(
      shop.replace(/ {4}"Save %@"[^]*?\n {4}\},\n/, ""),
    );
    const only = catalogue({ a: { localizations: { de: unit("x") } } });
    expect(patched(only, "de", { kind: "remove", key: "a" })).toBe(catalogue({ a: {} }));
  });

  it("fills the form beyond the language's own again, after it was emptied", () => {
    const text = catalogue({ n: { localizations: { pl: plural({ few: "2", many: "5", one: "1", other: "5" }) } } });
    const emptied = patched(text, "pl", set("n", "", "", ""));
    expect(patched(emptied, "pl", set("n", "1", "2", "5"))).toBe(text);
  });

  it("keeps a device's text that came again, when another's goes", () => {
    const text = catalogue({
      tap: { localizations: { en: { variations: { device: { mac: unit("Click"), ipad: unit("Tap") } } } } },
    });
    const back = aUnit({ key: "tap|==|device.mac", target: ["Press"] });
    const changes: readonly UnitChange[] = [
      { kind: "remove", key: back.key },
      { kind: "add", unit: back },
      { kind: "remove", key: "tap|==|device.ipad" },
    ];
    const { units } = xcstrings.read(bytes(patched(text, "en", ...changes)));
    expect(units.map(({ key, target }) => [key, target])).toEqual([["tap|==|device.mac", ["Press"]]]);
  });

  it("renames a key with what all languages say, and keeps a text that only the key said", () => {
    const said = { comment: "c", extractionState: "manual", localizations: { de: unit("x"), fr: unit("y") } };
    const text = catalogue({ "Save it": said, other: {} });
    const rename: UnitChange = { kind: "rename", key: "Save it", to: "save" };
    expect(patched(text, "de", rename)).toBe(text.replace('"Save it"', '"save"'));
    const localizations = { ...said.localizations, en: unit("Save it") };
    expect(JSON.parse(patched(text, "en", set("other", "o"), rename))).toMatchObject({
      strings: { save: { ...said, localizations } },
    });
    expect(() => patched(text, "de", { kind: "rename", key: "none", to: "save" })).toThrow(RangeError);
  });

  it("adds a key with its comment in the program's language", () => {
    const added = patched(catalogue({}), "en", {
      kind: "add",
      unit: aUnit({ key: "a", target: ["A"], note: "A letter" }),
    });
    expect(added).toBe(catalogue({ a: { comment: "A letter", localizations: { en: unit("A") } } }));
  });
});

describe("every text of every language", () => {
  const languages = ["en", "de", "cs"];

  it.each(languages)("changes nothing of another language (%s)", (language) => {
    for (const { key, target } of xcstrings.read(bytes(shop), { language }).units) {
      const changed = bytes(patched(shop, language, set(key, ...target.map((_, form) => `changed ${String(form)}`))));
      for (const other of languages.filter((name) => name !== language)) {
        const textsOf = (from: Uint8Array): unknown =>
          xcstrings.read(from, { language: other }).units.map((one) => [one.key, one.target, one.state]);
        expect(textsOf(changed)).toEqual(textsOf(bytes(shop)));
      }
    }
  });

  it("is written in linear time", () => {
    expectLinear(500, (count) => {
      const strings = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`key ${String(index)}`, { localizations: { en: unit("x") } }]),
      );
      const large = catalogue(strings);
      const changes = Object.keys(strings).map((key) => set(key, "y"));
      expect(patched(large, "de", ...changes).split('"y"')).toHaveLength(count + 1);
      return () => void patched(large, "de", ...changes);
    });
  });
});

describe("a new string catalogue", () => {
  it("looks as Xcode's", () => {
    const units = [aUnit({ key: "a", target: ["A"] })];
    const text = new TextDecoder().decode(xcstrings.create({ format: "xcstrings", units }, { language: "pt_BR" }));
    expect(text).toBe(
      catalogue({ a: { localizations: { "pt-BR": unit("A") } } }).replace(
        '"sourceLanguage" : "en"',
        '"sourceLanguage" : "pt-BR"',
      ),
    );
  });
});
