import { expect, test } from "vitest";
import { aBinding, aComponent, aTranslation, someFacts } from "../../../test/support/observations.ts";
import { formatFiles, oneLanguageEach, type Texts } from "../../../test/support/format-files.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { formatFor } from "../../formats/registry.ts";
import type { UploadStep } from "../plan.ts";
import { changedTexts, unitsThatDiffer, withoutSuggested, type TextPorts } from "./differing-texts.ts";

function aUnit(key: string, ...target: readonly string[]): Unit {
  const rest = { note: "", location: "", flags: "", previousSource: "", line: 1, state: unitStates.translated };
  return { key, context: key, source: [], target, ...rest };
}

const keysOf = (units: readonly Unit[]): readonly string[] => units.map(({ key }) => key);
const catalogue = (...units: readonly Unit[]) => ({ format: "json", units });

test("a text differs where the service has another or none; one that git lacks does not", () => {
  const ours = catalogue(aUnit("same", "a"), aUnit("other", "b"), aUnit("new", "c"), aUnit("empty", ""));
  const theirs = catalogue(aUnit("same", "a"), aUnit("other", "x"), aUnit("empty", "d"), aUnit("gone", "e"));

  expect(keysOf(unitsThatDiffer(ours, theirs))).toEqual(["other", "new"]);
});

test.each<[string, readonly Unit[], readonly string[], readonly string[]]>([
  ["nothing was suggested", [aUnit("a", "A")], [], ["a"]],
  ["it was suggested before", [aUnit("a", "A")], ["A"], []],
  ["another text was", [aUnit("a", "A")], ["B"], ["a"]],
  ["plural forms are one text", [aUnit("a", "one", "many")], ["one\u001emany"], []],
  ["two strings have it, and it was suggested for one", [aUnit("a", "A"), aUnit("b", "A")], ["A"], ["a", "b"]],
  ["and for both", [aUnit("a", "A"), aUnit("b", "A")], ["A", "A"], []],
])("what is suggested where %s", (_, units, suggested, expected) => {
  expect(keysOf(withoutSuggested(units, suggested))).toEqual(expected);
});

const json = (texts: Readonly<Record<string, string>>): Uint8Array => Buffer.from(`${JSON.stringify(texts)}\n`);
const source = { a: "Hello {name}", b: "Bee", c: "Tea" };
const translated = { a: "Hallo {name}", b: "Bee", c: "Tee" };

/** What an upload of German would send. */
async function sent(
  ours: Uint8Array,
  { since, method = "translate" }: Partial<Pick<UploadStep, "since" | "method">>,
  {
    blobs = {},
    served,
    record,
    format = formatFor("json"),
  }: {
    readonly blobs?: Readonly<Record<string, Uint8Array>>;
    readonly served?: Uint8Array;
    readonly record?: Uint8Array;
    readonly format?: ReturnType<typeof formatFor>;
  },
): Promise<Uint8Array | undefined> {
  if (format === undefined) throw new Error("the format has no reader");
  const there = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error("nobody was to ask for that");
    return value;
  };
  const service = {
    download: async () => there(served),
    changes: () => there<ReturnType<TextPorts["service"]["changes"]>>(undefined),
  };
  const git = { read: async (blob: string) => there({ ...blobs, "source-blob": json(source) }[blob]) };
  const component = aComponent({ binding: aBinding(), facts: someFacts() });
  return changedTexts(
    { service, git, record: { served: async () => record } },
    { path: "locales/de.json", method, ...(since && { since }) },
    { format, content: ours, component, translation: aTranslation() },
  );
}

const textsIn = (bytes: Uint8Array | undefined): unknown =>
  bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString("utf8"));

const fixed = json({ ...translated, c: "Tse" });
const held = json({ ...translated, a: "Servus" });
const heldAndKept = json({ ...translated, a: "Servus", b: "Biene" });

test.each<[string, Parameters<typeof sent>, unknown]>([
  [
    "what git has otherwise than both agreed on, and nothing is asked of the service",
    [fixed, { since: { blob: "former" } }, { blobs: { former: json(translated) } }],
    { c: "Tse" },
  ],
  [
    "what a merge kept, as the record tells",
    [fixed, { since: { blob: "former", served: "r" } }, { blobs: { former: fixed }, record: json(translated) }],
    { c: "Tse" },
  ],
  [
    "without the record what differs, but for what would be held back and git never changed",
    [fixed, { since: { blob: "former", served: "r" } }, { blobs: { former: fixed }, served: held }],
    { c: "Tse" },
  ],
  [
    "without the record a text too that git changed where the service's would be held back",
    [
      fixed,
      { since: { blob: "former", served: "r" } },
      { blobs: { former: json({ ...translated, a: "Hi {name}" }) }, served: held },
    ],
    { a: "Hallo {name}", c: "Tse" },
  ],
  [
    "all that differs where nothing is known",
    [fixed, {}, { served: heldAndKept }],
    { a: "Hallo {name}", b: "Bee", c: "Tse" },
  ],
  [
    "of what is approved what git changed, and the service has otherwise",
    [
      json({ ...translated, b: "Biene", c: "Tse" }),
      { method: "approve", since: { blob: "former" } },
      { blobs: { former: json(translated) }, served: heldAndKept },
    ],
    { c: "Tse" },
  ],
  [
    "nothing where git only took texts away",
    [json({ a: "Hallo {name}", b: "" }), { since: { blob: "former" } }, { blobs: { former: json(translated) } }],
    undefined,
  ],
])("an upload has %s", async (_, given, expected) => {
  expect(textsIn(await sent(...given))).toEqual(expected);
});

const po = (...entries: readonly string[]): Uint8Array =>
  Buffer.from(['msgid ""', 'msgstr ""', '"Language: de\\n"', ...entries, ""].join("\n"));

test("a text that git says is good now is sent, and one that needs editing is not", async () => {
  const draft = ["", "#, fuzzy", 'msgid "Tea"', 'msgstr "Tee"'];
  const ours = po("", 'msgid "Tea"', 'msgstr "Tee"', "", "#, fuzzy", 'msgid "Bee"', 'msgstr "Biene"');

  const content = await sent(
    ours,
    { since: { blob: "former" } },
    { blobs: { former: po(...draft) }, format: formatFor("po") },
  );

  const text = Buffer.from(content ?? []).toString("utf8");
  expect(text).toContain('"Language: de\\n"');
  expect(text).toContain('msgid "Tea"\nmsgstr "Tee"');
  expect(text).not.toContain("Bee");
});

const english: Texts = { title: ["Shop"], save: ["Save it"], leave: ["Leave"] };

test.each(oneLanguageEach.map((format) => [format.id, format] as const))(
  "a file of %s with the changed text alone is one of its own",
  async (_, format) => {
    const files = formatFiles(format, english);
    const then = files.file("de", { title: ["Laden"], save: ["Speichern"], leave: ["Gehen"] });
    const ours = files.file("de", { title: ["Laden"], save: ["Sichern"], leave: ["Gehen"] });

    const content = await sent(ours, { since: { blob: "former" } }, { blobs: { former: then }, format });

    const { units } = format.read(content ?? new Uint8Array(), { language: "de" });
    const texts = units.flatMap(({ key, target }) => (target.join("") === "" ? [] : [[key, target[0]]]));
    expect(texts).toEqual([[files.keyOf("save"), "Sichern"]]);
  },
);
