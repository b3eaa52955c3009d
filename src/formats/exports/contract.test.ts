import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { anyTarget, anyText } from "../format.contract.ts";
import { readXml } from "../xml/document.ts";
import { isXmlText } from "../xml/write.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { aDocument, anExportUnit } from "./exporter.contract.ts";
import type { ExportDocument, ExportUnit } from "./exporter.ts";
import { exporterFor, exportNames } from "./registry.ts";
import { readExchange } from "./read-exchange.ts";
import { unitFinder } from "./unit-finder.ts";

/** What comes back of a unit. */
interface Kept {
  /** Plurals: all forms, or those of the translation under the first source, or the first alone. */
  readonly forms: "all" | "targets" | "first";
  readonly context: boolean;
  readonly fuzzy: boolean;
  /** Units without any translation. */
  readonly untranslated: boolean;
  /** Groups and lists stand together, or strings are sorted. */
  readonly inOrder: boolean;
  /** Contexts that the format can hold; all where nothing is said. */
  readonly contexts?: fc.Arbitrary<string>;
}

const everything: Kept = { forms: "all", context: true, fuzzy: true, untranslated: true, inOrder: true };
const keysAndTexts: Kept = { ...everything, forms: "first", fuzzy: false };

/** Between msgctxt and msgid, and between the forms of a compiled catalogue. */
const isGettext = (text: string): boolean => !/[\u0000\u0004]/.test(text);

const usualNames = ["title", "menu.open", "menu.save", "menu.deep.er", "list[0]", "a b", "a & b", "ключ"];
const anyName = fc.oneof(
  fc.constantFrom(...usualNames, 'say "x"', "  blanks ", "line\n\t", "=1+1", "'=x'"),
  anyText.filter((text) => text !== "" && isGettext(text)),
);
const anyXmlName = anyName.filter(isXmlText);

const kept: Readonly<Record<string, Kept>> = {
  po: everything,
  xliff: { ...everything, contexts: anyXmlName },
  xliff11: { ...everything, forms: "first", contexts: anyXmlName },
  tbx: { ...everything, forms: "first", context: false, fuzzy: false },
  tmx: { ...everything, forms: "first", fuzzy: false, contexts: anyXmlName },
  mo: { ...everything, fuzzy: false, untranslated: false, inOrder: false },
  csv: { ...everything, forms: "first" },
  "csv-multi": { ...everything, forms: "targets" },
  xlsx: { ...everything, forms: "first" },
  json: keysAndTexts,
  "json-nested": { ...keysAndTexts, inOrder: false, contexts: fc.constantFrom(...usualNames) },
  aresource: {
    ...keysAndTexts,
    forms: "targets",
    inOrder: false,
    contexts: anyXmlName.filter((name) => name === "list[0]" || !name.endsWith("]")),
  },
  strings: keysAndTexts,
};

const anySource = anyText.filter((text) => text !== "" && isGettext(text));
const anyTranslation = anyTarget.filter(isGettext);

const anyUnit = (contexts: fc.Arbitrary<string>): fc.Arbitrary<ExportUnit> =>
  fc
    .record({
      context: fc.oneof(fc.constant(""), contexts),
      sources: fc.tuple(anySource, anySource),
      targets: fc.tuple(anyTranslation, anyTranslation, anyTranslation),
      plural: fc.boolean(),
      state: fc.constantFrom(...Object.values(unitStates)),
      note: fc.oneof(fc.constant(""), anyText),
      explanation: fc.oneof(fc.constant(""), anyText),
      location: fc.constantFrom("", "src/a.c:12, src/b.c:7", "a.js", "dir/with:colon:3 b"),
      flags: fc.constantFrom("", "c-format", "max-length:20, c-format", "<odd>\n"),
      comments: fc.array(anyText, { maxLength: 2 }),
    })
    .map(({ sources, targets, plural, ...unit }) =>
      anExportUnit({
        ...unit,
        source: plural ? sources : sources.slice(0, 1),
        target: plural ? targets : targets.slice(0, 1),
      }),
    );

const distinct = (units: readonly ExportUnit[]): readonly ExportUnit[] => [
  ...new Map(units.map((unit) => [JSON.stringify([unit.context, unit.source[0]]), unit])).values(),
];
const distinctKeys = (units: readonly ExportUnit[]): readonly ExportUnit[] => [
  ...new Map(units.filter(({ context }) => context !== "").map((unit) => [unit.context, unit])).values(),
];

describe.each(exportNames)("export %s", (name) => {
  const exporter = exporterFor(name)!;
  const { forms, context, fuzzy, untranslated, inOrder, contexts = anyName } = kept[name]!;
  const isMonolingual = exporter.only === "monolingual";
  const documents = fc
    .array(anyUnit(contexts), { maxLength: 8 })
    .map(isMonolingual ? distinctKeys : distinct)
    .map((units) => aDocument({ units, isMonolingual }));
  const fileName = `demo-app-cs.${exporter.extension}`;
  const readBack = (document: ExportDocument): readonly ExchangeUnit[] | undefined =>
    readExchange(fileName, exporter.write(document), { language: "cs", sourceLanguage: "en" });

  it("gives back what it wrote", () => {
    fc.assert(
      fc.property(documents, (document) => {
        const read = readBack(document) ?? [];
        const find = unitFinder(document.units, isMonolingual);
        const written = document.units.filter(({ target }) => untranslated || !isEmpty(target));
        expect(read).toHaveLength(written.length);
        for (const [index, unit] of written.entries()) {
          const back = inOrder ? read[index] : read.find((other) => find(other) === unit);
          const target = forms === "first" ? unit.target.slice(0, 1) : unit.target;
          expect(back?.target).toEqual(target);
          if (context) expect(back && find(back)).toBe(unit);
          if (!isMonolingual) expect(back?.source).toEqual(forms === "all" ? unit.source : unit.source.slice(0, 1));
          if (fuzzy && !isEmpty(target)) expect(back?.fuzzy).toBe(unit.state === unitStates.needsEditing);
        }
      }),
    );
  });

  it("writes any unit, and the same bytes twice", () => {
    const wild = fc.string({ unit: "binary", maxLength: 12 });
    const wildUnit = fc
      .record({
        context: wild,
        source: fc.array(wild, { maxLength: 3 }),
        target: fc.array(wild, { maxLength: 4 }),
        state: fc.integer({ min: 0, max: 110 }),
        note: wild,
        location: wild,
        flags: wild,
        explanation: wild,
        previousSource: wild,
        comments: fc.array(wild, { maxLength: 2 }),
        suggestions: fc.array(fc.array(wild, { maxLength: 2 }), { maxLength: 2 }),
      })
      .map(anExportUnit);
    fc.assert(
      fc.property(fc.array(wildUnit, { maxLength: 6 }), (units) => {
        const document = aDocument({ units });
        expect(Buffer.compare(exporter.write(document), exporter.write(document))).toBe(0);
        expect(() => readBack(document)).not.toThrow();
      }),
    );
  });

  it("writes a translation without strings", () => {
    const bytes = exporter.write(aDocument({ units: [] }));
    if (bytes.length > 0) expect(readExchange(fileName, bytes)).toEqual([]);
  });
});

it.each(["xliff", "xliff11", "tbx", "tmx", "aresource"])("%s is well-formed XML", (name) => {
  const units = fc.array(anyUnit(anyName), { maxLength: 8 }).map(distinct);
  fc.assert(
    fc.property(units, (list) => {
      const text = new TextDecoder().decode(exporterFor(name)!.write(aDocument({ units: list })));
      expect(() => readXml(text)).not.toThrow();
    }),
  );
});

it("knows every export of the service, and no other", () => {
  expect(exportNames).toEqual(Object.keys(kept));
  expect(exporterFor("bogus")).toBeUndefined();
  expect(exporterFor("constructor")).toBeUndefined();
});
