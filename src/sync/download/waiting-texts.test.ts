import { expect, test } from "vitest";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { ReviewCheck } from "./waiting-texts.ts";

function aUnit(key: string, target: string, { context = key, source = "" } = {}): Unit {
  const rest = { note: "", location: "", flags: "", previousSource: "", line: 1, state: unitStates.translated };
  return { key, context, source: source === "" ? [] : [source], target: [target], ...rest };
}

const text = (context: string, source: string, target: string) => ({ context, source: [source], target: [target] });
const json: Catalogue = { format: "json", units: [aUnit("title", "Servus"), aUnit("save", "Ok"), aUnit("empty", "")] };
const po: Catalogue = {
  format: "po",
  units: [
    aUnit("Open", "Öffnen", { context: "", source: "Open" }),
    aUnit("menu\u0004Open", "Aufmachen", { context: "menu", source: "Open" }),
  ],
};

test.each<[string, "monolingual" | "bilingual", Catalogue, readonly ReturnType<typeof text>[], readonly string[]]>([
  ["nothing where nothing waits", "monolingual", json, [], []],
  ["a text by its key", "monolingual", json, [text("title", "Hello", "Servus")], ["title"]],
  ["a key whose text is another by now", "monolingual", json, [text("title", "Hello", "Moin")], ["title"]],
  ["no empty text", "monolingual", json, [text("empty", "Hello", "Moin")], []],
  ["by context and source in gettext", "bilingual", po, [text("menu", "Open", "Aufmachen")], ["menu\u0004Open"]],
  ["by the source alone without a context", "bilingual", po, [text("", "Open", "Öffnen")], ["Open"]],
  [
    "a text whose key the service calls otherwise",
    "monolingual",
    json,
    [text("->title", "Hello", "Servus")],
    ["title"],
  ],
  ["nothing for a text that is not in the file", "monolingual", json, [text("new", "New", "Neu")], []],
])("keeps out %s", (_, kind, file, waiting, expected) => {
  const check = new ReviewCheck({ kind }, file, waiting);

  expect(file.units.filter((unit) => check.refuses(unit)).map(({ key }) => key)).toEqual(expected);
  expect(check.found).toEqual(expected.length === 0 ? {} : { waiting: expected.length });
});
