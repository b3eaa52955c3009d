import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aBinding } from "../../test/support/observations.ts";
import { aConflict, aFile, aRun, someStatistics } from "../../test/support/run-result.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { MERGED_TRAILER, SERVICE_TRAILER } from "../forge/forge.ts";
import type { Run, Step } from "../sync/index.ts";
import { readShardFile, writeShardFile, type Expected, type ShardRun } from "./shard-file.ts";

const id = (digit: string): string => digit.repeat(40);
const base = { branch: "main", commit: id("a") };
const expected: Expected = {
  base,
  bindingsOf: (shard) => (shard === 2 ? [aBinding()] : []),
  sources: new Set(["locales/en.json", "locales/menu.json"]),
};

const about = { component: "acme/website", reason: "because" };
const steps: readonly Step[] = [
  { kind: "pull-repository", ...about, owner: "acme/website" },
  { kind: "commit", ...about, whole: true },
  { kind: "add-language", ...about, language: "fr", isRequested: true },
  { kind: "rename", ...about, renames: [{ from: "a", to: "b" }] },
  {
    kind: "upload",
    ...about,
    language: "en",
    path: "locales/en.json",
    blob: id("1"),
    method: "translate",
    conflicts: "replace-translated",
    since: { blob: id("3"), served: id("4") },
    removes: ["x"],
    namesFirst: true,
    renames: [{ from: "a", to: "b" }],
  },
  {
    kind: "download",
    ...about,
    language: "de",
    path: "locales/de.json",
    from: id("2"),
    to: id("3"),
    base: { kind: "agreed", blob: id("4") },
  },
  { kind: "prune", ...about, language: "fr", path: "locales/fr.json", blob: id("5") },
];

const run: Run = {
  result: aRun({
    plan: {
      steps,
      findings: [{ kind: "refused", component: "acme/website", message: "no", remedy: "yes", keys: ["k"] }],
      inStep: 3,
    },
    steps: steps.map((step) => ({ step, outcome: "done", detail: "", bytes: 1, milliseconds: 2.5 })),
    files: [aFile(), aFile({ path: "locales/fr.json", language: "fr", isRemoved: true, differences: [] })],
    conflicts: [aConflict()],
    statistics: [someStatistics({ path: undefined, failingChecks: -1 })],
    translators: [
      { name: "Anna", email: "a@example.org", username: "anna", strings: 2, files: { "locales/de.json": 2 } },
    ],
  }),
  files: [
    { path: "locales/de.json", content: new Uint8Array([0, 255, 10]), mode: "100755" },
    { path: "locales/fr.json", content: null, mode: "100644" },
  ],
  trailers: [
    { name: SERVICE_TRAILER, value: `${id("3")} locales/de.json` },
    { name: MERGED_TRAILER, value: `${id("3")} locales/de.json` },
  ],
  delivered: [
    { branch: "interlinear/main/acme", commit: id("6"), pullRequest: { number: 7, url: "https://x.example/7" } },
  ],
  agreed: [
    {
      component: "acme/website",
      path: "locales/de.json",
      pair: { blob: id("7"), service: id("8"), merged: true, unsent: true, open: true },
      standing: "proposed",
      content: new Uint8Array([1, 2]),
    },
  ],
  healed: ["acme/website"],
};

async function there(part: ShardRun, change: (text: string) => string = (text) => text): Promise<ShardRun> {
  await using folder = await temporaryDirectory();
  const path = join(folder.path, "part.json");
  await writeShardFile(path, part);
  const written = await readFile(path, "utf8");
  const changed = change(written);
  if (changed !== written) await writeFile(path, changed);
  return await readShardFile(path, expected);
}

const part: ShardRun = { shard: 2, base, run };

test("what a shard brought home comes back as it was, with what both sides agree on", async () => {
  const plain = ({ shard, base: at, run: { files, agreed, ...others } }: ShardRun): unknown => ({
    shard,
    base: at,
    files: files.map((file) => ({ ...file, content: file.content && [...file.content] })),
    agreed: agreed.map((each) => ({ ...each, content: [...(each.content ?? [])] })),
    ...others,
  });

  expect(plain(await there(part))).toEqual(plain(part));
});

describe("a shard's file is refused", () => {
  const file = (path: string, more: Partial<Run["files"][number]> = {}): ShardRun => ({
    ...part,
    run: {
      ...run,
      trailers: [],
      agreed: [],
      files: [{ path, content: new Uint8Array(), mode: "100644", ...more }],
      result: aRun({ files: [aFile({ path })] }),
    },
  });

  test.each([
    ["for another commit", { ...part, base: { ...base, commit: id("b") } }, "it was made on main bbbb"],
    ["for another branch", { ...part, base: { ...base, branch: "other" } }, "it was made on other"],
    ["with a source", file("locales/en.json"), '"locales/en.json" is not a translation in the mapping'],
    [
      "with another component's source",
      file("locales/menu.json"),
      '"locales/menu.json" is not a translation in the mapping',
    ],
    ["with a file that no component has", file("src/main.ts"), '"src/main.ts" is not a translation in the mapping'],
    ["with a path that leaves the repository", file("locales/../../x.json"), "is not a translation in the mapping"],
    ["with a folder below", file("locales/a/b.json"), "is not a translation in the mapping"],
    [
      "of a shard that nobody asked for",
      { ...file("locales/de.json"), shard: 3 },
      "is not a translation in the mapping",
    ],
    ["that removes what it does not say", file("locales/de.json", { content: null }), "whether the file goes"],
    [
      "with a file that no report tells of",
      { ...file("locales/de.json"), run: { ...file("locales/de.json").run, result: aRun() } },
      "is in none of its components",
    ],
    [
      "with a trailer about another file",
      {
        ...file("locales/de.json"),
        run: {
          ...file("locales/de.json").run,
          trailers: [{ name: SERVICE_TRAILER, value: `${id("1")} locales/it.json` }],
        },
      },
      "names a file that is not in it",
    ],
    [
      "with an agreement about another file",
      {
        ...file("locales/de.json"),
        run: {
          ...file("locales/de.json").run,
          agreed: [
            {
              component: "acme/website",
              path: "src/main.ts",
              pair: { blob: id("1"), service: id("2"), merged: false },
              standing: "settled",
            },
          ],
        },
      },
      '"src/main.ts" is recorded as agreed, but is not a translation of its components',
    ],
  ] as const)("%s", async (_, forged, why) => {
    await expect(there(forged)).rejects.toThrow(why);
  });

  test.each([
    ["that is cut off", (text: string) => text.slice(0, -1), "it is no JSON"],
    ["of another version", (text: string) => text.replace('"version":1', '"version":2'), "version"],
    ["with a key too much", (text: string) => text.replace('"version":1', '"version":1,"extra":true'), "extra"],
    [
      "with a file twice",
      (text: string) => text.replace('"path":"locales/fr.json","content"', '"path":"locales/de.json","content"'),
      "is in it twice",
    ],
    ["with a link", (text: string) => text.replace('"100755"', '"120000"'), "mode"],
    ["with content that is none", (text: string) => text.replace('"content":"AP8K"', '"content":"*"'), "content"],
    ["with an address that is none", (text: string) => text.replace("https://x.example/7", "7"), "url"],
  ])("%s", async (_, change, why) => {
    await expect(there(part, change)).rejects.toThrow(why);
  });
});
