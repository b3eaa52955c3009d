import { describe, expect, it } from "vitest";
import { disputedString } from "./disputes.ts";
import { isMergedWhole, mergedFile } from "./merged-file.ts";

const path = "po/cs.po";
const header = (forms: number): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=${String(forms)}; plural=n>1;\\n"\n\n`;
const entry = (texts: readonly string[], before = ""): string =>
  `${before}msgid "%d file"\nmsgid_plural "%d files"\n${texts.map((text, form) => `msgstr[${String(form)}] "${text}"\n`).join("")}`;
const plain = (text: string, before = "", source = "Title"): string => `${before}msgid "${source}"\nmsgstr "${text}"\n`;

function merge(
  [base, git, own]: readonly [string, string, string],
  settled: Readonly<Record<string, readonly string[]>> = {},
) {
  const [baseBytes, upstream, ours] = [base, git, own].map((text) => Buffer.from(text));
  if (upstream === undefined || ours === undefined) throw new Error("three sides");
  const file = { path, base: baseBytes, upstream, own: ours };
  const { content, disputed } = mergedFile({
    settings: { file_format: "po", template: "" },
    file,
    language: "cs",
    settled,
  });
  return { text: content === undefined ? undefined : Buffer.from(content).toString(), disputed };
}

/** As it is once somebody saw what git says. */
function decided(sides: readonly [string, string, string]) {
  const { text, disputed } = merge(sides);
  expect(text).toBeUndefined();
  return merge(sides, Object.fromEntries(disputed.map(({ key, git }) => [disputedString(path, key), git])));
}

it("names what both sides changed with the text of git, and writes the service's where somebody saw that text", () => {
  const sides = [header(2) + plain("A"), header(2) + plain("Git"), header(2) + plain("Own")] as const;
  expect(merge(sides).disputed).toEqual([{ key: "Title", git: ["Git"] }]);
  expect(merge(sides, { [disputedString(path, "Title")]: ["Older"] }).text).toBeUndefined();
  expect(decided(sides).text).toBe(header(2) + plain("Own"));
});

it.each([
  ["fewer forms in git", [entry(["a", "b", "c"]), entry(["g", "h"]), entry(["x", "y", "z"])], entry(["x", "y", "z"])],
  ["more forms in git", [entry(["a", "b"]), entry(["g", "h", "i"]), entry(["x", "y"])], entry(["x", "y"])],
  ["no plural in git", [entry(["a", "b"]), plain("g", "", "%d file"), entry(["x", "y"])], entry(["x", "y"])],
  [
    "a plural in git alone",
    [plain("a", "", "%d file"), entry(["g", "h"]), plain("x", "", "%d file")],
    plain("x", "", "%d file"),
  ],
])("writes texts of another number of forms: %s", (_, texts, result) => {
  const [base = "", git = "", own = ""] = texts;
  expect(decided([header(2) + base, header(2) + git, header(2) + own]).text).toBe(header(2) + result);
});

it("names a string that git renamed by the service's key, and writes its text under the new one", () => {
  const sides = (context: string, text: string): string =>
    header(2) + plain(text, `msgctxt "${context}"\n`) + "\n" + plain("Zavřít", "", "Close");
  const all = [sides("a", "Starý"), sides("b", "Git"), sides("a", "Own")] as const;
  expect(merge(all).disputed).toEqual([{ key: "a\u0004Title", git: ["Git"] }]);
  expect(decided(all).text).toBe(sides("b", "Own"));
});

it("keeps the source that a fuzzy text is of", () => {
  const fuzzy = '#, fuzzy\n#| msgid "Old title"\n';
  const sides = [header(2) + plain("A"), header(2) + plain("Git"), header(2) + plain("Own", fuzzy)] as const;
  expect(decided(sides).text).toBe(header(2) + plain("Own", fuzzy));
});

describe("what git merged line by line", () => {
  const json = { file_format: "json", template: "en.json" };
  const po = { file_format: "po", template: "" };

  it.each([
    ["has each key once", json, ['{"a":"1"}', '{"b":"2"}', '{"a":"1","b":"2"}'], true],
    ["has a key that both sides added once", json, ['{"a":"1"}', '{"a":"1"}', '{"a":"1"}'], true],
    ["has a key twice", json, ['{"a":"1","b":"2"}', '{"b":"2","a":"1"}', '{"b":"2","a":"1","b":"2"}'], false],
    [
      "has a key twice that one side had twice",
      json,
      ['{"a":"1","a":"2"}', '{"b":"2"}', '{"a":"1","a":"2","b":"2"}'],
      true,
    ],
    ["lacks a comma", json, ['{"a":"1"}', '{"b":"2"}', '{"a":"1" "b":"2"}'], false],
    ["lacks a comma that one side lacked", json, ['{"a":"1" "c":"3"}', '{"b":"2"}', '{"a":"1" "b":"2"}'], true],
    ["says a text otherwise than either side", po, [plain("A b"), plain("a B"), plain("A B")], true],
    ["has an entry twice", po, [plain("A"), plain("B"), `${plain("A")}\n${plain("B")}`], false],
  ] as const)("%s", (_, settings, [upstream, own, merged], isWhole) => {
    const [there, here, both] = [upstream, own, merged].map((text) =>
      Buffer.from(settings === po ? header(2) + text : text),
    );
    if (there === undefined || here === undefined || both === undefined) throw new Error("three files");
    const file = { path: "l/de", base: undefined, upstream: there, own: here };
    expect(isMergedWhole({ settings, file, language: "de", merged: both })).toBe(isWhole);
  });
});
