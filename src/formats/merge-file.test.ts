import { describe, expect, it } from "vitest";
import { jsonNested } from "./json/index.ts";
import { mergeFile, type FileMergeInput } from "./merge-file.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

function merged(base: string | undefined, ours: string, theirs: string, policy: FileMergeInput["policy"] = "ours") {
  const { bytes: content, ...rest } = mergeFile({
    format: jsonNested,
    base: base === undefined ? undefined : bytes(base),
    ours: bytes(ours),
    theirs: bytes(theirs),
    policy,
    path: "locales/de.json",
  });
  return { text: text(content), ...rest };
}

const base = `{\n    "menu": { "open": "Öffnen", "close": "Schließen" },\n\n    "quit": "Ende"\n}`;

describe("merging three versions of a file", () => {
  it("changes in our bytes what only they changed", () => {
    const theirs = base.replace("Ende", "Beenden").replaceAll("    ", "  ");
    const ours = base.replace("Öffnen", "Auf");
    expect(merged(base, ours, theirs)).toEqual({
      text: ours.replace("Ende", "Beenden"),
      conflicts: [],
      renames: [],
    });
  });

  it.each<[FileMergeInput["policy"], string, string]>([
    ["ours", "Schluss", "ours"],
    ["theirs", "Aus", "theirs"],
    ["fail", "Schluss", "none"],
  ])("decides by the policy %s where both changed one unit, and names it", (policy, expected, taken) => {
    const result = merged(base, base.replace("Ende", "Schluss"), base.replace("Ende", "Aus"), policy);
    expect(result.text).toBe(base.replace("Ende", expected));
    expect(result.conflicts).toEqual([
      { key: "quit", line: 4, base: ["Ende"], ours: ["Schluss"], theirs: ["Aus"], taken, policy },
    ]);
  });

  it("carries a key that they renamed, with the text that we changed, and says so", () => {
    const result = merged(base, base.replace("Öffnen", "Auf"), base.replace(`"open"`, `"openFile"`));
    expect(result).toEqual({
      text: base.replace(`"open": "Öffnen"`, `"openFile": "Auf"`),
      conflicts: [],
      renames: [{ from: "menu.open", to: "menu.openFile", by: "service" }],
    });
  });

  it("unites two files that were both added", () => {
    expect(merged(undefined, `{\n  "a": "1"\n}\n`, `{\n  "a": "1",\n  "b": "2"\n}\n`).text).toBe(
      `{\n  "a": "1",\n  "b": "2"\n}\n`,
    );
  });

  it("names the place of what is no file of the format", () => {
    expect(() => merged(base, base, `{ "quit": `)).toThrow(expect.objectContaining({ code: "IL-R01" }));
  });
});
