import { expect, test } from "vitest";
import type { Git } from "../git/git.ts";
import { blobId } from "../git/blob-id.ts";
import type { Run } from "../sync/index.ts";
import { FormatError } from "../formats/format.ts";
import { MemoryRepository } from "../../test/support/memory/memory-repository.ts";
import { aRun } from "../../test/support/run-result.ts";
import { asInCatalogues, intoCatalogues, throughCatalogues } from "./catalogue-views.ts";

const PATH = "App/Localizable.xcstrings";
const bindings = [{ source: `${PATH}/source.po` }];

const text = (value: string): object => ({ stringUnit: { state: "translated", value } });
const catalogue = (languages: Readonly<Record<string, string>>): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      sourceLanguage: "en",
      strings: {
        hello: {
          localizations: Object.fromEntries(Object.entries(languages).map(([code, value]) => [code, text(value)])),
        },
      },
      version: "1.0",
    }),
  );

const OTHER = "en.json";

/** A repository with these versions of the catalogue, newest first, and another file. */
function repository(...versions: readonly (Uint8Array | undefined)[]): {
  readonly git: Git;
  readonly commits: readonly string[];
} {
  const memory = new MemoryRepository("memory://repository");
  const other = memory.store("{}");
  const commits: string[] = [];
  for (const bytes of versions.toReversed()) {
    const files = new Map([[OTHER, other], ...(bytes === undefined ? [] : [[PATH, memory.store(bytes)] as const])]);
    commits.unshift(memory.commit(files, commits.slice(0, 1), "Change"));
  }
  memory.point("main", commits[0]);
  return { git: memory.clone("main"), commits };
}

const pathsOf = (entries: readonly { readonly path: string }[]): readonly string[] => entries.map(({ path }) => path);

test("every language of a bound catalogue is a file of its own, beside those that are files in git", async () => {
  const git = throughCatalogues(repository(catalogue({ en: "Hello", "pt-BR": "Olá", zh_Hans: "你好" })).git, bindings);

  expect(pathsOf(await git.index())).toEqual([
    PATH,
    `${PATH}/source.po`,
    `${PATH}/pt-BR.po`,
    `${PATH}/zh-Hans.po`,
    "en.json",
  ]);
  const [, , brazil] = await git.index();
  expect(Buffer.from(await git.read(brazil?.blob ?? "")).toString()).toContain('msgid "hello"\nmsgstr "Olá"');
  expect(await git.sizes([brazil?.blob ?? ""])).toEqual(
    new Map([[brazil?.blob, (await git.read(brazil?.blob ?? "")).length]]),
  );
});

test("a repository without a bound catalogue is left as it is", () => {
  const { git } = repository(catalogue({ en: "Hello" }));
  expect(throughCatalogues(git, [{ source: "en.json" }])).toBe(git);
});

test("a language has the versions of those commits that changed it", async () => {
  const versions = [
    catalogue({ en: "Hello!", de: "Hallo" }),
    catalogue({ en: "Hello", de: "Hallo" }),
    Buffer.from("<<<<<<< ours"),
    catalogue({ en: "Hello", de: "Servus", fr: "Salut" }),
    catalogue({ en: "Hello" }),
  ];
  const { git: plain, commits } = repository(...versions);
  const git = throughCatalogues(plain, bindings);

  const history = await git.history([`${PATH}/de.po`, `${PATH}/fr.po`, "en.json"], 100);

  const found = (name: string) =>
    history.get(`${PATH}/${name}.po`)?.map(({ commit, blob }) => [commits.indexOf(commit), blob !== undefined]);
  expect(found("de")).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
  expect(found("fr")).toEqual([
    [2, false],
    [3, true],
  ]);
  expect(await git.blobAt(commits[3] ?? "", `${PATH}/de.po`)).toBe(history.get(`${PATH}/de.po`)?.at(-1)?.blob);
});

test("a catalogue that does not parse is an error with its place", async () => {
  const git = throughCatalogues(repository(Buffer.from('{\n  "strings": [')).git, bindings);
  await expect(git.index()).rejects.toThrow(FormatError);
  await expect(git.index()).rejects.toMatchObject({ place: { file: PATH } });
});

test("changes of languages come into the catalogue as one, and a language whose file goes is gone from it", async () => {
  const git = throughCatalogues(repository(catalogue({ en: "Hello", de: "Hallo", fr: "Salut" })).git, bindings);
  const index = new Map((await git.index()).map(({ path, blob }) => [path, blob]));
  const german = Buffer.from(await git.read(index.get(`${PATH}/de.po`) ?? ""))
    .toString()
    .replace("Hallo", "Guten Tag");

  const files = await intoCatalogues(git, [
    { path: `${PATH}/de.po`, content: Buffer.from(german), mode: "100644" },
    { path: "en.json", content: Buffer.from("{ }"), mode: "100644" },
    { path: `${PATH}/fr.po`, content: null, mode: "100644" },
  ]);

  expect(pathsOf(files)).toEqual([PATH, "en.json"]);
  expect(Buffer.from(files[0]?.content ?? []).toString()).toBe(catalogue({ en: "Hello", de: "Guten Tag" }).toString());
});

test("agreement is about the bytes that a language will be read as", async () => {
  const git = throughCatalogues(repository(catalogue({ en: "Hello", de: "Hallo" })).git, bindings);
  const content = Buffer.from(
    'msgid ""\nmsgstr "Language: de\\n"\n\n# said by the service\nmsgid "hello"\nmsgstr "Guten Tag"\n',
  );
  const path = `${PATH}/de.po`;
  const pair = { blob: blobId(content), service: "s", merged: false };
  const run: Run = {
    result: aRun(),
    files: [{ path, content, mode: "100644" }],
    trailers: [],
    delivered: [],
    agreed: [{ component: "a/b", path, pair, standing: "proposed" }],
  };

  const { files, agreed, trailers } = await asInCatalogues(git, run);

  const [later] = await intoCatalogues(git, files);
  const after = throughCatalogues(repository(later?.content ?? undefined).git, bindings);
  const blob = (await after.index()).find((entry) => entry.path === path)?.blob;
  expect(agreed[0]?.pair.blob).toBe(blob);
  expect(trailers).toEqual([{ name: "Interlinear-Service", value: `${blobId(content)} ${path}` }]);
});
