import { expect, it } from "vitest";
import { formatFor } from "../../formats/registry.ts";
import { compareSource } from "./compare-source.ts";

const json = (value: Readonly<Record<string, string>>): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function compared(git: Readonly<Record<string, string>>, service: typeof git, ...older: readonly (typeof git)[]) {
  return compareSource(formatFor("json"), "json", "en.json", json(git), json(service), older.map(json));
}

it("tells new, changed, removed and renamed keys apart", () => {
  expect(compared({ x: "Open", b: "Saved", n: "New" }, { a: "Open", b: "Save", c: "Quit" })).toEqual({
    kind: "compared",
    added: 1,
    changed: 1,
    removed: ["c"],
    renamed: [{ from: "a", to: "x" }],
    namesToAdd: 1,
    total: 3,
  });
});

it("knows by git's older version a rename whose new key the service has already", () => {
  expect(compared({ x: "Open" }, { a: "Open", x: "Open" }, { a: "Open" })).toMatchObject({
    added: 0,
    removed: [],
    renamed: [{ from: "a", to: "x" }],
    namesToAdd: 0,
  });
});

it("takes no key for renamed whose text differs on the service, or that no older version tells of", () => {
  const notRenamed = { removed: ["a"], renamed: [] };
  expect(compared({ x: "Open" }, { a: "Opens", x: "Open" }, { a: "Open" })).toMatchObject(notRenamed);
  expect(compared({ x: "Open" }, { a: "Open", x: "Open" })).toMatchObject(notRenamed);
  expect(compared({ x: "Open" }, { a: "Open", x: "Open" }, { a: "Open", x: "Open" })).toMatchObject(notRenamed);
});

it("leaves a bilingual template's contexts to the service, which merges them", () => {
  const po = (context: string): Uint8Array =>
    new TextEncoder().encode(`msgid ""\nmsgstr ""\n\nmsgctxt "${context}"\nmsgid "Open"\nmsgstr ""\n`);
  expect(compareSource(formatFor("po"), "po", "a.pot", po("file"), po("menu"))).toMatchObject({
    added: 1,
    removed: ["menu\u0004Open"],
    renamed: [],
  });
});
