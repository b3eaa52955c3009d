import { array, assert, asyncProperty, constantFrom, tuple, type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { compare } from "../../catalog/difference.ts";
import { unitStates, type Catalogue } from "../../catalog/unit.ts";
import type { Format } from "../../formats/format.ts";
import { jsonNested } from "../../formats/json/index.ts";
import { properties } from "../../formats/properties/index.ts";
import { formatFor } from "../../formats/registry.ts";
import { strings } from "../../formats/strings/index.ts";
import { mergeTranslations, type TranslationMergeInput } from "./merge-translations.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Texts = Readonly<Record<string, string>>;

function catalogueOf(texts: Texts, format: Format): Catalogue {
  const isBilingual = format.kind === "bilingual";
  return {
    format: format.id,
    units: Object.entries(texts).map(([key, text]) => ({
      key,
      context: isBilingual ? "" : key,
      source: isBilingual ? [key] : [],
      target: [text],
      state: text === "" ? unitStates.untranslated : unitStates.translated,
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      line: 0,
    })),
  };
}

function fileOf(texts: Texts, format: Format): Uint8Array {
  return format.create(catalogueOf(texts, format), { language: "cs", plurals: "nplurals=1; plural=0;" });
}

function textsOf(bytes: Uint8Array, format: Format): Texts {
  return Object.fromEntries(format.read(bytes, { path: "cs" }).units.map(({ key, target }) => [key, target[0] ?? ""]));
}

function merge(
  { base, ours, theirs }: Record<"base" | "ours" | "theirs", Uint8Array>,
  format: Format,
  policy: TranslationMergeInput["policy"] = "mark",
) {
  return mergeTranslations({ format, policy, markerSize: 7, options: { path: "cs" }, base, ours, theirs });
}

/** Takes one side of everything that stands between markers. */
function resolved(bytes: Uint8Array, side: "ours" | "theirs"): Uint8Array {
  type Part = "none" | "ours" | "base" | "theirs";
  let within: Part = "none";
  const marks = new Map<string, Part>([
    ["<<<<<<< ours", "ours"],
    ["||||||| base", "base"],
    ["=======", "theirs"],
    [">>>>>>> theirs", "none"],
  ]);
  const lines = decoder
    .decode(bytes)
    .split("\n")
    .filter((line) => {
      const mark = marks.get(line.trimEnd());
      if (mark !== undefined) within = mark;
      return mark === undefined && (within === "none" || within === side);
    });
  return encoder.encode(lines.join("\n"));
}

const keys = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
const texts: Arbitrary<Texts> = array(tuple(constantFrom(...keys), constantFrom("one", "two", "three", "four")), {
  maxLength: 8,
}).map((entries) => Object.fromEntries(entries));

const merged = ["json-nested", "po", "properties", "strings", "aresource", "yaml", "xliff", "resx", "i18nextv4"];

describe.each(merged.flatMap((id) => formatFor(id) ?? []))("merging $id files", (format) => {
  it("marks what is in conflict so that either side of all marks is a whole file that says what that side says", async () => {
    await assert(
      asyncProperty(texts, texts, texts, async (base, ours, theirs) => {
        const result = await merge(
          { base: fileOf(base, format), ours: fileOf(ours, format), theirs: fileOf(theirs, format) },
          format,
        );

        const open = result.conflicts.filter(({ taken }) => taken === "none");
        const sides = {
          ours: textsOf(resolved(result.bytes, "ours"), format),
          theirs: textsOf(resolved(result.bytes, "theirs"), format),
        };
        const isRenamed = result.conflicts.some(({ taken }) => taken === "both");
        expect(result.otherConflicts).toBe(0);
        if (open.length === 0) expect(sides.ours).toEqual(sides.theirs);
        for (const { key, ours: own, theirs: other, renamed } of open) {
          for (const name of renamed === undefined ? [] : [renamed.ours, renamed.theirs]) {
            expect([sides.ours[name], sides.theirs[name]]).toEqual([ours[name], theirs[name]]);
          }
          if (renamed !== undefined) continue;
          expect([key, sides.ours[key]]).toEqual([key, own?.[0]]);
          expect([key, sides.theirs[key]]).toEqual([key, other?.[0]]);
        }
        // What a side changed and the other left alone is there, whatever was in conflict.
        for (const key of keys) {
          const isOpen = open.some((conflict) => conflict.key === key);
          if (isOpen || isRenamed || ours[key] === undefined || theirs[key] === undefined) continue;
          if (ours[key] === base[key]) expect([key, sides.ours[key]]).toEqual([key, theirs[key]]);
          if (theirs[key] === base[key]) expect([key, sides.ours[key]]).toEqual([key, ours[key]]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("keeps all bytes of ours where they changed nothing, and says what they say where we changed nothing", async () => {
    await assert(
      asyncProperty(texts, texts, async (base, other) => {
        const [before, after] = [fileOf(base, format), fileOf(other, format)];

        const kept = await merge({ base: before, ours: after, theirs: before }, format);
        const adopted = await merge({ base: before, ours: before, theirs: after }, format);

        expect(decoder.decode(kept.bytes)).toBe(decoder.decode(after));
        expect(compare(format.read(adopted.bytes), format.read(after))).toEqual([]);
        expect([kept.conflicts, adopted.conflicts]).toEqual([[], []]);
      }),
      { numRuns: 15 },
    );
  });
});

describe("merging what stands between the strings", () => {
  const versions = (base: string, ours: string, theirs: string) => ({
    base: encoder.encode(base),
    ours: encoder.encode(ours),
    theirs: encoder.encode(theirs),
  });

  it("takes their comments along with our texts", async () => {
    const base = "# Menu\na = 1\n\n# Rest\nb = 2\n";
    const { bytes } = await merge(
      versions(base, base.replace("1", "one"), base.replace("# Rest", "# The rest\n# of it").replace("2", "two")),
      properties,
    );

    expect(decoder.decode(bytes)).toBe("# Menu\na = one\n\n# The rest\n# of it\nb = two\n");
  });

  it("marks a comment that both sides changed", async () => {
    const base = "# Menu\na = 1\nb = 2\nc = 3\n";
    const { bytes, otherConflicts } = await merge(
      versions(base, base.replace("Menu", "Ours"), base.replace("Menu", "Theirs")),
      properties,
    );

    expect(otherConflicts).toBe(1);
    expect(decoder.decode(bytes)).toBe(
      "<<<<<<< ours\n# Ours\n||||||| base\n# Menu\n=======\n# Theirs\n>>>>>>> theirs\na = 1\nb = 2\nc = 3\n",
    );
  });

  it("keeps our formatting where they formatted the file, and so did we", async () => {
    const base = '{\n  "a": "1",\n  "b": "2"\n}\n';
    const { bytes, conflicts, otherConflicts } = await merge(
      versions(
        base,
        base.replaceAll("  ", "    ").replace("1", "one"),
        base.replaceAll("  ", "\t").replace("2", "two"),
      ),
      jsonNested,
    );

    expect([conflicts, otherConflicts]).toEqual([[], 0]);
    expect(decoder.decode(bytes)).toBe('{\n    "a": "one",\n    "b": "two"\n}\n');
  });

  it("gives no line twice where both sides put one string to another place", async () => {
    const lines = ["a = 1", "b = 2", "c = 3", "d = 4", "e = 5", "f = 6", "g = 7"];
    const moved = (to: number): string => {
      const rest = lines.filter((line) => line !== "d = 4");
      return `${rest.toSpliced(to, 0, "d = 4").join("\n")}\n`;
    };

    const { bytes } = await merge(versions(`${lines.join("\n")}\n`, moved(0), moved(6)), properties);

    expect(decoder.decode(bytes).match(/d = 4/g)).toHaveLength(1);
  });

  it("marks in UTF-16 as well", async () => {
    const file = (text: string): Uint8Array => Buffer.from(`\uFEFF"a" = "${text}";\n"b" = "2";\n`, "utf16le");
    const { bytes, conflicts } = await merge({ base: file("1"), ours: file("one"), theirs: file("jedna") }, strings);

    expect(conflicts).toHaveLength(1);
    expect(Buffer.from(bytes).toString("utf16le")).toMatch(
      /<<<<<<< ours\n\uFEFF?"a" = "one";\n[^]*"a" = "jedna";\n>>>>>>> theirs\n"b" = "2";\n$/,
    );
  });
});
