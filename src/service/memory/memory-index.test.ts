import { describe, expect, it } from "vitest";
import { similarity } from "../../catalog/similarity.ts";
import { MemoryIndex, type IndexedEntry, type IndexSearch } from "./memory-index.ts";

const anybody = { threshold: 75, project: 1, user: null, takesShared: true, hidden: [], texts: 1, entries: 1 };

function indexOf(texts: readonly string[]): MemoryIndex {
  const index = new MemoryIndex();
  index.add(texts.map((text, place): IndexedEntry => [text, 1, null, 0, "demo/app", 0, place + 1]));
  return index;
}

const WORDS =
  "file folder save open close delete account user name password error could not be found please again".split(" ");

/** The same ones each time. */
function sentences(count: number, words = WORDS, length = 7): string[] {
  let seed = 1;
  const next = (most: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % most;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length }, () => words[next(words.length)] ?? "")
      .join(" ")
      .concat(` ${String(next(10_000))}`),
  );
}

describe("texts of a memory that are like another one", () => {
  it("are those that comparing with each finds", () => {
    const texts = [...new Set(sentences(2000))];
    const index = indexOf(texts);
    const sources = sentences(40).map((text, place) => (place % 2 === 0 ? text.replace("e", "ee") : `${text} now`));

    const found = index.search({ ...anybody, sources });

    const best = sources.map((source) =>
      Math.max(...texts.filter((text) => text !== source).map((text) => similarity(source, text))),
    );
    expect(found.map(([match]) => match?.quality ?? 0)).toEqual(best.map((quality) => (quality < 75 ? 0 : quality)));
  });

  it.each([
    ["Save the file", "Save the files", 92],
    ["Ahoj", "Ahoy", 75],
    ["名前を付けて保存", "名前を付けて保管", 87],
    ["Save the file", "Remove the account", undefined],
  ])("%j for %j: %s", (text, source, quality) => {
    const [[match] = []] = indexOf([text]).search({ ...anybody, sources: [source] });

    expect(match?.quality).toBe(quality);
  });

  it("are found by what they have in common when there are too many to look at each, and the effort is bounded", () => {
    // All of them from the same few words: each could be alike.
    const texts = sentences(40_000, ["alpha", "beta", "gamma", "delta"], 6);
    const index = indexOf(texts);
    const sources = Array.from({ length: 100 }, (_, place) => `${texts[place * 320] ?? ""}!`);

    const found = index.search({ ...anybody, sources });

    const qualities = found.map(([match]) => match?.quality ?? 0);
    expect(qualities.filter((quality) => quality >= 75)).toHaveLength(100);
    expect(qualities.filter((quality) => quality >= 96).length).toBeGreaterThan(90);
    // Of four million pairs; texts that have no index yet are looked at by their bits.
    expect(index.effort.candidates).toBeLessThan(1_600_000);
    expect(index.effort.steps).toBeLessThan(9_000_000);
  });

  it("are offered to whom they are for", () => {
    const index = new MemoryIndex();
    index.add([
      ["Save the file", 1, null, 0, "one/app", 0, 1],
      ["Save the file", null, null, 1, "one/app", 0, 2],
      ["Save the file", null, 7, 0, "one/secret", 0, 3],
      ["Save the file", 2, null, 0, "two/app", 0, 4],
      ["Save the file", 1, null, 0, "one/secret", 0, 5],
      ["Save the file", 1, null, 0, "words.csv", 1, 6],
      ["Save the file", 1, null, 0, "", 0, 7],
    ]);
    const idsFor = (whom: Partial<IndexSearch>) =>
      index.search({ ...anybody, project: null, takesShared: false, entries: 9, sources: ["Save a file"], ...whom });

    expect(idsFor({ takesShared: true })).toEqual([[{ ids: [2], quality: 76 }]]);
    expect(idsFor({ project: 1, takesShared: true })).toEqual([[{ ids: [7, 6, 5, 1, 2], quality: 76 }]]);
    expect(idsFor({ user: 7 })).toEqual([[{ ids: [3], quality: 76 }]]);
    expect(idsFor({ project: 1, user: 7, hidden: ["one/secret"] })).toEqual([[{ ids: [6, 3, 1], quality: 76 }]]);
    expect(idsFor({ project: 3 })).toEqual([[]]);
  });

  it("are known once, also when they come again", () => {
    const index = indexOf(["Save the file"]);
    index.add([["Save the file", 1, null, 0, "demo/app", 0, 1]]);

    expect(index.size).toBe(1);
    expect(index.search({ ...anybody, entries: 9, sources: ["Save a file"] })).toEqual([[{ ids: [1], quality: 76 }]]);
  });
});
