/** Pull requests that strangers make to hurt. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BotRepository } from "./bot-world.ts";
import { command } from "./command.ts";
import type { ForkClone } from "./fork.ts";
import { storeCommit, storeObject } from "./git-objects.ts";
import { repeatedFolder } from "./repeated-folder.ts";
import { gitEnvironment, type Files } from "./repository.ts";
import { webSource } from "./sample-files.ts";

const MAPPING = ".github/interlinear.yml";
const SOURCE = "locales/en.json";
const PERSON = "Eve <eve@example.org> 1767225600 +0000";

export interface HostileChange {
  readonly name: string;
  /** @returns its id: on no branch yet */
  readonly commit: (app: BotRepository) => Promise<string>;
  /** Name of the fork's branch; default one that says nothing. */
  readonly branch?: string;
  /** Text of the pull request; default none. */
  readonly body?: string;
}

export function files(name: string, made: () => Files): HostileChange {
  return { name, commit: (app) => committed(app, made()) };
}

function source(name: string, made: () => string | Uint8Array): HostileChange {
  return files(name, () => ({ [SOURCE]: made() }));
}

function trees(paths: string, width: number, levels: number): HostileChange {
  return {
    name: `a tree of ${paths} paths in a few kB`,
    commit: async ({ fork }) => repeatedFolder(await fork.clone(), { width, levels }),
  };
}

async function committed(app: BotRepository, made: Files): Promise<string> {
  const fork = await app.fork.clone();
  await fork.git("checkout", "--quiet", "--force", "-B", "attack", `origin/${fork.branch}`);
  await fork.write(made);
  await fork.git("add", "--all", "--force");
  await fork.git("commit", "--quiet", "--message", "Improve the texts");
  const commit = await fork.git("rev-parse", "HEAD");
  await fork.git("checkout", "--quiet", "--force", fork.branch);
  return commit;
}

const texts = (count: number, text: (at: number) => string): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${String(at)}`, text(at)])));
const mappingOf = (count: number, entry: (at: number) => string): string =>
  `version: 1\nservice: https://translate.example.org\ncomponents:\n${Array.from({ length: count }, (_, at) => entry(at)).join("")}`;

/** What is in a folder, as git keeps it. */
interface TreeEntry {
  readonly mode: string;
  readonly name: string | Uint8Array;
  readonly id: string;
}

export const FOLDER = "40000";
export const FILE = "100644";
const LINK = "120000";
const SUBMODULE = "160000";

function gitFolder({ path }: ForkClone): string {
  return join(path, ".git");
}

export function storeBlob(fork: ForkClone, content: string | Uint8Array): Promise<string> {
  return storeObject(gitFolder(fork), "blob", Buffer.from(content));
}

/** Names are taken as they are. */
export function storeTree(fork: ForkClone, entries: readonly TreeEntry[]): Promise<string> {
  const all = entries.map(({ mode, name, id }) => ({
    order: Buffer.concat([Buffer.from(name), Buffer.from(mode === FOLDER ? "/" : "")]),
    content: Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(id, "hex")]),
  }));
  all.sort((one, other) => Buffer.compare(one.order, other.order));
  return storeObject(gitFolder(fork), "tree", Buffer.concat(all.map(({ content }) => content)));
}

/** Entries of a folder of the base. */
async function entriesOf(fork: ForkClone, folder = ""): Promise<readonly TreeEntry[]> {
  const listed = await fork.git("ls-tree", `origin/${fork.branch}:${folder}`);
  return listed.split("\n").map((line) => {
    const [, mode = "", id = "", name = ""] = /^(\d+) \w+ (\w+)\t(.*)$/.exec(line) ?? [];
    return { mode: mode.replace(/^0/, ""), name, id };
  });
}

interface Commit {
  readonly message?: string;
  readonly parents?: readonly string[];
  readonly author?: string;
}

async function commitOf(fork: ForkClone, content: string, commit: Commit = {}): Promise<string> {
  const { message = "Improve the texts\n", parents = [await baseOf(fork)], author = PERSON } = commit;
  return storeCommit(gitFolder(fork), { tree: content, parents, author, committer: author, message });
}

function baseOf(fork: ForkClone): Promise<string> {
  return fork.git("rev-parse", `origin/${fork.branch}`);
}

/** A commit in which these are in the outermost folder, in place of what had their names. */
export function entriesAtRoot(
  name: string,
  made: (fork: ForkClone) => Promise<readonly TreeEntry[]>,
  options: Partial<HostileChange> = {},
): HostileChange {
  return {
    name,
    commit: async (app) => {
      const fork = await app.fork.clone();
      const entries = await made(fork);
      const others = (await entriesOf(fork)).filter((entry) => !entries.some((one) => one.name === entry.name));
      return commitOf(fork, await storeTree(fork, [...others, ...entries]));
    },
    ...options,
  };
}

/** The base's files with a text that differs: what is hostile is the history. */
async function changedTree(fork: ForkClone, word: string): Promise<string> {
  const text = await storeBlob(fork, webSource.replace('"Hello"', `"Hello ${word}"`));
  const locales = (await entriesOf(fork, "locales")).map((entry) =>
    entry.name === "en.json" ? { ...entry, id: text } : entry,
  );
  const folder = { mode: FOLDER, name: "locales", id: await storeTree(fork, locales) };
  const others = (await entriesOf(fork)).filter(({ name }) => name !== "locales");
  return storeTree(fork, [...others, folder]);
}

function history(name: string, made: (fork: ForkClone, content: string) => Promise<string>): HostileChange {
  return {
    name,
    commit: async (app) => {
      const fork = await app.fork.clone();
      return made(fork, await changedTree(fork, name));
    },
  };
}

/** So many commits without a change, one on the other. */
async function emptyCommits(fork: ForkClone, count: number): Promise<string> {
  const base = await baseOf(fork);
  const commits = Array.from({ length: count }, (_, at) => {
    const from = at === 0 ? `from ${base}\n` : "";
    return `commit refs/heads/long\nmark :${String(at + 1)}\ncommitter ${PERSON}\ndata 2\nx\n${from}\n`;
  });
  const { path } = fork;
  await command("git", ["fast-import", "--quiet", "--force"], {
    cwd: path,
    env: gitEnvironment(),
    input: commits.join(""),
  });
  return fork.git("rev-parse", "refs/heads/long");
}

/** Two lines that merge each other again and again: git has many best common ancestors to find. */
async function crissCross(fork: ForkClone, content: string, levels: number): Promise<string> {
  const base = await baseOf(fork);
  let [one, other] = [
    await commitOf(fork, content, { message: "One\n", parents: [base] }),
    await commitOf(fork, content, { message: "Other\n", parents: [base] }),
  ];
  for (let level = 0; level < levels; level += 1) {
    [one, other] = [
      await commitOf(fork, content, { message: `One ${String(level)}\n`, parents: [one, other] }),
      await commitOf(fork, content, { message: `Other ${String(level)}\n`, parents: [other, one] }),
    ];
  }
  return commitOf(fork, content, { message: "Both\n", parents: [one, other] });
}

const utf16 = (text: string): Uint8Array => Buffer.from(`\u{FEFF}${text}`, "utf16le");
const mappingWith = (more: string): string =>
  `version: 1\nservice: https://translate.example.org\nproject: acme\ncomponents:\n  - component: web\n    source: locales/en.json\n    translations: locales/{language}.json\n${more}`;
const MEBIBYTE = 1_048_576;

/** A file of blanks, which git packs into a thousandth of its size. */
function blanks(name: string, path: string, megabytes: number): HostileChange {
  return files(name, () => ({
    [path]: Buffer.concat([Buffer.from('{"title": "'), Buffer.alloc(megabytes * MEBIBYTE, " "), Buffer.from('"}')]),
  }));
}

const ESCAPES = ["a\nb", "\u{1b}[2J\u{1b}]0;x\u{7}", '"><script>alert(1)', "\u{202E}nosj", "$(touch x)"];

export const hostileChanges: readonly HostileChange[] = [
  entriesAtRoot("folders that are links to each other", async (fork) => [
    { mode: LINK, name: "locales", id: await storeBlob(fork, "other/../locales") },
    { mode: LINK, name: "other", id: await storeBlob(fork, "locales/../../../../etc") },
  ]),
  entriesAtRoot("translations in a submodule that would start a program", async (fork) => [
    { mode: SUBMODULE, name: "locales", id: "1".repeat(40) },
    {
      mode: FILE,
      name: ".gitmodules",
      id: await storeBlob(
        fork,
        '[submodule "locales"]\n\tpath = locales\n\turl = ext::sh -c touch% pwned\n\tupdate = !touch pwned\n',
      ),
    },
  ]),
  entriesAtRoot("names with line ends, escapes, markup and bytes that are no text", async (fork) => {
    const id = await storeBlob(fork, '{"title": "Hello %s"}');
    const names = [...ESCAPES.map((text) => `${text}.json`), Buffer.from([0xff, 0xfe, 0xc3, 0x28])];
    const locales = await entriesOf(fork, "locales");
    const folder = await storeTree(fork, [...locales, ...names.map((name) => ({ mode: FILE, name, id }))]);
    return [
      { mode: FOLDER, name: "locales", id: folder },
      ...ESCAPES.map((name) => ({ mode: FOLDER, name, id: folder })),
    ];
  }),
  entriesAtRoot("names that other systems refuse", async (fork) => {
    const id = await storeBlob(fork, "{}");
    const names = ["CON", "aux.json", "a:b", "trailing ", "*", "-rf", "~", "NUL.", "\u{7F}"];
    const folder = await storeTree(
      fork,
      names.map((name) => ({ mode: FILE, name, id })),
    );
    return [
      { mode: FOLDER, name: "--help", id: folder },
      { mode: FOLDER, name: "locales", id: folder },
    ];
  }),
  entriesAtRoot("2,000 folders one in the other, with names of 250 bytes", async (fork) => {
    let id = await storeTree(fork, [{ mode: FILE, name: "en.json", id: await storeBlob(fork, "{}") }]);
    for (let level = 0; level < 2_000; level += 1)
      id = await storeTree(fork, [{ mode: FOLDER, name: "n".repeat(250), id }]);
    return [{ mode: FOLDER, name: "deep", id }];
  }),
  entriesAtRoot("a source that is a folder of 1,000 files now", async (fork) => {
    const id = await storeBlob(fork, webSource);
    const names = Array.from({ length: 1_000 }, (_, at) => `${String(at)}.json`);
    const folder = await storeTree(
      fork,
      names.map((name) => ({ mode: FILE, name, id })),
    );
    return [
      { mode: FOLDER, name: "locales", id: await storeTree(fork, [{ mode: FOLDER, name: "en.json", id: folder }]) },
    ];
  }),
  entriesAtRoot("names that are one on some disks", async (fork) => {
    const id = await storeBlob(fork, webSource);
    const names = ["en.json", "EN.json", "En.json", "de.json", "\u{E9}.json", "e\u{301}.json"];
    const folder = await storeTree(
      fork,
      names.map((name) => ({ mode: FILE, name, id })),
    );
    return ["locales", "Locales", "LOCALES"].map((name) => ({ mode: FOLDER, name, id: folder }));
  }),
  entriesAtRoot("a folder of a million names in one object", async (fork) => {
    const id = await storeBlob(fork, "");
    const names = Array.from({ length: 1_000_000 }, (_, at) => at.toString(36).padStart(5, "0"));
    return [
      {
        mode: FOLDER,
        name: "wide",
        id: await storeTree(
          fork,
          names.map((name) => ({ mode: FILE, name, id })),
        ),
      },
    ];
  }),
  files("120 MB of noise in files that nobody asked for", () =>
    Object.fromEntries(Array.from({ length: 2 }, (_, at) => [`noise/${String(at)}.bin`, randomBytes(60 * MEBIBYTE)])),
  ),
  blanks("a source of 300 MB that travels as 300 kB", SOURCE, 300),
  blanks("a source of 700 MB, more than a text can have", SOURCE, 700),
  blanks("a mapping of 200 MB of blanks", MAPPING, 200),
  blanks("code of 300 MB in one line", "src/app.ts", 300),
  history("100,000 commits between base and head", async (fork, content) =>
    commitOf(fork, content, { parents: [await emptyCommits(fork, 100_000)] }),
  ),
  history("a commit whose message has 30 MB", (fork, content) =>
    commitOf(fork, content, { message: "Improve @everyone\nInterlinear-Tree: x\n".repeat(800_000) }),
  ),
  history("a commit of the year 9999, by somebody with a name of 1 MB", (fork, content) =>
    commitOf(fork, content, { author: `${"E".repeat(MEBIBYTE)} <eve@example.org> 253402300799 +9999` }),
  ),
  history("a merge of 20,000 parents", async (fork, content) =>
    commitOf(fork, content, { parents: Array<string>(20_000).fill(await baseOf(fork)) }),
  ),
  history("two lines that merged each other 1,000 times", (fork, content) => crissCross(fork, content, 1_000)),
  history("a commit that says it is ours", async (fork, content) =>
    commitOf(fork, content, {
      message: `Update translations\n\nInterlinear-Tree: ${content}\nInterlinear-Service: locales/de.json ${"0".repeat(40)}\n`,
      author: "interlinear[bot] <1+interlinear[bot]@users.noreply.github.com> 1767225600 +0000",
    }),
  ),
  files("20,000 files that moved and changed a little", () =>
    Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [
        `moved/${String(at)}.json`,
        webSource.replace("Hello", `Hello ${String(at)}`),
      ]),
    ),
  ),
  entriesAtRoot("attributes that name filters and encodings", async (fork) => {
    const attributes = "* filter=evil diff=evil merge=evil working-tree-encoding=UTF-16 text eol=crlf ident\n";
    const settings = '[filter "evil"]\n\tsmudge = touch pwned\n\trequired = true\n';
    return [
      { mode: FILE, name: ".gitattributes", id: await storeBlob(fork, attributes) },
      { mode: FILE, name: ".gitconfig", id: await storeBlob(fork, settings) },
    ];
  }),
  source(
    "a source that is a pointer of LFS",
    () => `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 99999999999\n`,
  ),
  source("a source that is an archive", () =>
    Buffer.concat([Buffer.from("PK\u{3}\u{4}"), Buffer.alloc(MEBIBYTE, 0x2a)]),
  ),
  source("a source in UTF-16", () => utf16(webSource)),
  source("a source whose bytes are no text", () =>
    Buffer.concat([Buffer.from('{"title": "'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
  ),
  source(
    "a source of names that objects have anyway",
    () =>
      '{"__proto__": {"polluted": "yes"}, "constructor": {"prototype": {"polluted": "yes"}}, "toString": "x", "title": 1e999999}',
  ),
  source("plurals 5,000 deep, all closed", () =>
    JSON.stringify({ title: `${"{n, plural, other {".repeat(5_000)}x${"}}".repeat(5_000)}` }),
  ),
  files("100,000 translations that break and 100,000 that nobody knows", () => ({
    [SOURCE]: texts(100_000, (at) => `Hello {name} ${String(at)} %s`),
    "locales/de.json": texts(200_000, (at) => `Hallo <b>${String(at)}`),
  })),
  files("a mapping in UTF-16", () => ({ [MAPPING]: utf16(mappingWith("")) })),
  files("a mapping whose bytes are no text", () => ({
    [MAPPING]: Buffer.concat([Buffer.from(mappingWith("# ")), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a])]),
  })),
  files("a mapping of 10,000 languages", () => ({
    [MAPPING]: mappingWith(
      `languages:\n  aliases:\n${Array.from({ length: 10_000 }, (_, at) => `    x_${String(at)}: y-${String(at)}\n`).join("")}`,
    ),
  })),
  files("a mapping with a line of 20 MB", () => ({
    [MAPPING]: mappingWith(`# ${"x".repeat(20_000_000)}\nno-such-key: ${"y".repeat(1_000_000)}\n`),
  })),
  files("a mapping that merges 3,000 keys into each other", () => ({
    [MAPPING]: `b0: &b0 {k: v}\n${Array.from({ length: 3_000 }, (_, at) => `b${String(at + 1)}: &b${String(at + 1)}\n  <<: [*b${String(at)}, *b${String(at)}]\n  k${String(at)}: v\n`).join("")}`,
  })),
  files("a mapping of patterns that can match in many ways", () => ({
    [MAPPING]: mappingOf(
      20,
      (at) =>
        `  - component: a/c${String(at)}\n    source: "${"**/*a*/".repeat(30)}{name}${String(at)}.json"\n    translations: "${"{a,b}".repeat(20)}/{language}.json"\n`,
    ),
    [`${"a/".repeat(200)}b.json`]: "{}",
  })),
  files("a mapping whose template never ends", () => ({
    [MAPPING]: mappingWith(
      "pull-request:\n  title: '{% for a in (1..100000) %}{% for b in (1..100000) %}{% for c in (1..100000) %}x{% endfor %}{% endfor %}{% endfor %}'\n",
    ),
  })),
  { ...source("a branch that has the base's name", () => webSource.replace("Hello", "Hi 1")), branch: "main" },
  {
    ...source("a branch that has the name of ours", () => webSource.replace("Hello", "Hi 2")),
    branch: "interlinear/main",
  },
  {
    ...source("a branch with a name like an option", () => webSource.replace("Hello", "Hi 3")),
    branch: "--upload-pack=touch${IFS}pwned",
  },
  {
    ...source("a branch with a name like a full one", () => webSource.replace("Hello", "Hi 4")),
    branch: "refs/heads/main",
  },
  {
    ...source("a branch with a name of 240 letters, quotes and directions", () => webSource.replace("Hello", "Hi 5")),
    branch: `'"\`$(touch pwned)\u{202E}${"n".repeat(200)}`.replaceAll(" ", "_"),
  },
  {
    ...source("a text of 65,536 letters about the pull request", () => webSource.replace("Hello", "Hi 6")),
    body: "@everyone <!-- interlinear --> [x](javascript:x) ".repeat(1_300),
  },
  trees("100,000", 46, 3),
  trees("a million", 100, 3),
  trees("ten million", 215, 3),
  {
    name: "a mapping of 1,500 entries over 46,000 paths",
    commit: async (app) => {
      const fork = await app.fork.clone();
      const below = await repeatedFolder(fork, { width: 36, levels: 3 });
      await fork.git("checkout", "--quiet", "--force", "--detach");
      await fork.git("read-tree", fork.branch);
      await fork.git("read-tree", "--prefix=n/", `${below}^{tree}`);
      const mapping = mappingOf(
        1_500,
        (at) =>
          `  - component: a/c${String(at)}\n    source: n/**/*${String(at)}*/**/n*/{name}\n    translations: n/**/{language}/x${String(at)}\n`,
      );
      await writeFile(join(fork.path, "mapping.yml"), mapping);
      const blob = await fork.git("hash-object", "-w", "mapping.yml");
      await fork.git("update-index", "--add", "--cacheinfo", `100644,${blob},${MAPPING}`);
      const tree = await fork.git("write-tree");
      const commit = await fork.git("commit-tree", tree, "-p", fork.branch, "-m", "Map it");
      await fork.git("read-tree", fork.branch);
      await fork.git("checkout", "--quiet", "--force", fork.branch);
      return commit;
    },
  },
  files("a mapping whose aliases multiply", () => ({
    [MAPPING]: `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, at) => `a${String(at + 1)}: &a${String(at + 1)} [*a${String(at)}, *a${String(at)}]\n`).join("")}`,
  })),
  files("a mapping of 100,000 brackets", () => ({ [MAPPING]: `components: ${"[".repeat(100_000)}` })),
  files("a mapping of 20 MB", () => ({
    [MAPPING]: mappingOf(
      200_000,
      (at) => `  - component: a/c${String(at)}\n    source: s${String(at)}.json\n    translations: t/{language}.json\n`,
    ),
  })),
  source("a source of 300,000 strings", () => texts(300_000, (at) => `Text ${String(at)} with {name} and %s`)),
  source("a source with one text of 60 MB", () => JSON.stringify({ title: "Hello {name} ".repeat(4_600_000) })),
  source("a source of 100,000 nested objects", () => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  source("a text of 200,000 opened braces", () => JSON.stringify({ title: "{n, plural, other {".repeat(50_000) })),
  source("a text of 500,000 placeholders", () => JSON.stringify({ title: "%s {a} ".repeat(250_000) })),
  source("a text of two million blanks before its end", () =>
    JSON.stringify({ title: `Hello${" ".repeat(2_000_000)}!` }),
  ),
  source("a text of a million opened tags", () => JSON.stringify({ title: "<a ".repeat(1_000_000) })),
  source("a key of 20 MB", () => JSON.stringify({ ["k".repeat(20_000_000)]: "Hello" })),
  source("a source that is no text", () => "\0\u{FFFF}".repeat(2_000_000)),
  source("200,000 names that are said twice", () => `{${'"a": "b",'.repeat(200_000)}"a": "c"}`),
  files("5,000 languages that nobody speaks", () =>
    Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`locales/x-l${String(at)}.json`, '{"title": "x"}'])),
  ),
  files("40,000 files with long names", () =>
    Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`${"n".repeat(200)}${String(at)}.txt`, ""])),
  ),
  files("a translation of 40 MB", () => ({
    "locales/de.json": texts(400_000, (at) => `Text ${"x".repeat(60)} ${String(at)}`),
  })),
  files("code of 60 MB that asks for keys", () => ({
    "src/app.ts": 't("no.such.key");\n'.repeat(3_500_000),
    "locales/en.json": webSource.replace('"Hello"', '"Hi"'),
  })),
  source("100,000 texts of Markdown and mentions", () =>
    texts(100_000, () => "@everyone [x](http://x) <img src=x> ```"),
  ),
  {
    name: "a source that is a link to itself",
    commit: async (app) => {
      const fork = await app.fork.clone();
      const link = join(fork.path, "link");
      await writeFile(link, "en.json");
      await fork.git("checkout", "--quiet", "--force", "-B", "attack", `origin/${fork.branch}`);
      const blob = await fork.git("hash-object", "-w", "--no-filters", "link");
      await fork.git("update-index", "--cacheinfo", `120000,${blob},locales/en.json`);
      await fork.git("commit", "--quiet", "--message", "Link it");
      const commit = await fork.git("rev-parse", "HEAD");
      await fork.git("reset", "--quiet", "--hard");
      await fork.git("checkout", "--quiet", "--force", fork.branch);
      return commit;
    },
  },
];

/** What they write below pull requests. */
export const hostileComments: readonly string[] = [
  "/interlinear sync\n".repeat(3_600),
  `/interlinear ${"x".repeat(60_000)}`,
  `/interlinear plan ${"--component=a/b ".repeat(4_000)}`,
  `/interlinear stats ${ESCAPES.join(" ")} @everyone <!-- interlinear -->`,
  `${"> ".repeat(30_000)}/interlinear rebase`,
  `/interlinear\u{0}help \u{FFFD}${"\u{202E}".repeat(20_000)}`,
];
