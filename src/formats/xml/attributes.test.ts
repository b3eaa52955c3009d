import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Attributes } from "./attributes.ts";

it("is a map, whatever its size", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([name]) => name, maxLength: 40 }),
      (list) => {
        const attributes = new Attributes();
        for (const [name, value] of list) attributes.add(name, value);
        const map = new Map(list);
        expect(new Map(attributes)).toEqual(map);
        expect([...attributes.keys()]).toEqual([...map.keys()]);
        expect([...attributes.values()]).toEqual([...map.values()]);
        expect(attributes.size).toBe(map.size);
        for (const name of [...map.keys(), "none of them"]) {
          expect(attributes.get(name)).toBe(map.get(name));
          expect(attributes.has(name)).toBe(map.has(name));
        }
        const seen: (readonly [string, string])[] = [];
        attributes.forEach((value, name) => seen.push([name, value]));
        expect(seen).toEqual(list);
      },
    ),
  );
});
