import { expect, it } from "vitest";
import type { UnitChange } from "../catalog/unit-change.ts";
import { yaml } from "./yaml/index.ts";
import { formatFor } from "./registry.ts";

/** More than a call of a function takes as arguments. */
const MANY = 200_000;

it.each(["po", "json", "yaml", "toml", "ts", "xliff", "properties", "aresource", "laravel", "csv", "fluent"])(
  "%s takes two hundred thousand strings that come, change and go at once",
  (id) => {
    const format = formatFor(id);
    if (format === undefined) throw new Error(`there is no format ${id}`);
    const options = { path: `de.${format.extensions[0] ?? ""}`, language: "de" };
    const key = (index: number): string => `key_${String(index)}`;
    const additions = Array.from({ length: MANY }, (_, index): UnitChange => ({
      kind: "add",
      unit: { key: key(index), target: ["Wort"] },
      ...(index === 0 ? {} : { after: key(index - 1) }),
    }));
    const empty = format.create({ format: id, units: [] }, { language: "de", plurals: "nplurals=2; plural=n != 1;" });
    const grown = format.patch(empty, additions, options);
    const keys = format.read(grown, options).units.map((unit) => unit.key);
    expect(keys).toHaveLength(MANY);
    const sets = keys.map((one): UnitChange => ({ kind: "set", key: one, target: ["Neu"] }));
    const changed = format.patch(grown, sets, options);
    expect(format.read(changed, options).units.every(({ target }) => target[0] === "Neu")).toBe(true);
    const removals = keys.slice(1).map((one): UnitChange => ({ kind: "remove", key: one }));
    expect(format.read(format.patch(changed, removals, options), options).units).toHaveLength(1);
  },
);

it("takes as many strings between the brackets of one line", () => {
  const entries = Array.from({ length: MANY }, (_, index) => `k${String(index)}: a`).join(", ");
  const bytes = Buffer.from(`all: {${entries}}\n`);
  const changes = Array.from({ length: MANY }, (_, index): UnitChange => ({
    kind: "set",
    key: `all->k${String(index)}`,
    target: ["b"],
  }));
  expect(Buffer.from(yaml.patch(bytes, changes)).toString()).toBe(`all: {${entries.replaceAll(": a", ": b")}}\n`);
});
