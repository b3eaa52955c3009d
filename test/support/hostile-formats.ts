/** Translation files of each format that strangers make to hurt, and the repository that has files of these formats. */
import { join } from "node:path";
import { command } from "./command.ts";
import { storeObject } from "./git-objects.ts";
import { entriesAtRoot, FILE, files, FOLDER, storeBlob, storeTree, type HostileChange } from "./hostile-changes.ts";
import { gitEnvironment, type Files } from "./repository.ts";
import { serverComponent, webComponent, type SceneComponent } from "./sample-components.ts";
import { sampleFiles } from "./sample-files.ts";

interface FormatOfRepository {
  readonly format: string;
  readonly source: string;
  /** With `{language}`. */
  readonly translations: string;
  readonly content: string;
}

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';
const XLIFF = `${XML}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file original="a" source-language="en" datatype="plaintext">\n    <body>\n`;
const XLIFF_END = "    </body>\n  </file>\n</xliff>\n";

const repositoryFormats: Readonly<Record<string, FormatOfRepository>> = {
  properties: {
    format: "properties",
    source: "java/app.properties",
    translations: "java/app_{language}.properties",
    content: "title=Hello\n",
  },
  aresource: {
    format: "aresource",
    source: "res/values/strings.xml",
    translations: "res/values-{language}/strings.xml",
    content: `${XML}<resources>\n    <string name="title">Hello</string>\n</resources>\n`,
  },
  xliff: {
    format: "xliff",
    source: "xliff/en.xlf",
    translations: "xliff/{language}.xlf",
    content: `${XLIFF}      <trans-unit id="title">\n        <source>Hello</source>\n        <target>Hello</target>\n      </trans-unit>\n${XLIFF_END}`,
  },
  fluent: { format: "fluent", source: "ftl/en.ftl", translations: "ftl/{language}.ftl", content: "title = Hello\n" },
  yaml: { format: "yaml", source: "yaml/en.yml", translations: "yaml/{language}.yml", content: "title: Hello\n" },
  csv: {
    format: "csv",
    source: "csv/en.csv",
    translations: "csv/{language}.csv",
    content: '"context","source","target"\n"title","Hello","Hello"\n',
  },
  strings: {
    format: "strings",
    source: "ios/en.lproj/App.strings",
    translations: "ios/{language}.lproj/App.strings",
    content: '"title" = "Hello";\n',
  },
  php: {
    format: "php",
    source: "php/en.php",
    translations: "php/{language}.php",
    content: "<?php\nreturn ['title' => 'Hello'];\n",
  },
  toml: { format: "toml", source: "toml/en.toml", translations: "toml/{language}.toml", content: 'title = "Hello"\n' },
  resx: {
    format: "resx",
    source: "net/App.resx",
    translations: "net/App.{language}.resx",
    content: `${XML}<root>\n  <data name="title" xml:space="preserve">\n    <value>Hello</value>\n  </data>\n</root>\n`,
  },
};

export const formatComponents: readonly SceneComponent[] = [
  webComponent,
  serverComponent,
  ...Object.entries(repositoryFormats).map(([slug, { format, source, translations }]) => ({
    slug,
    format,
    source,
    mask: translations.replace("{language}", "*"),
    isBilingual: format === "xliff" || format === "csv",
  })),
];

export const formatsFiles: Files = {
  ...sampleFiles,
  ...Object.fromEntries(
    Object.values(repositoryFormats).flatMap(({ source, translations, content }) => [
      [source, content],
      [translations.replace("{language}", "de"), content.replace("Hello", "Hallo")],
    ]),
  ),
};

export function mappingOfFormats(service: string): string {
  const entries = Object.entries(repositoryFormats).map(
    ([slug, { source, translations }]) =>
      `  - component: ${slug}\n    source: ${source}\n    translations: ${translations}\n`,
  );
  return `version: 1
service: ${service}
project: acme
components:
  - component: web
    source: locales/en.json
    translations: locales/{language}.json
  - component: server
    source: po/server.pot
    translations: po/{language}.po
${entries.join("")}`;
}

const PO_HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';

/** A file in place of the source and of its German translation. */
function inBoth(format: string, name: string, made: () => string | Uint8Array): HostileChange {
  const { source = "", translations = "" } = repositoryFormats[format] ?? {};
  return files(name, () => ({ [source]: made(), [translations.replace("{language}", "de")]: made() }));
}

function inGettext(name: string, made: () => string): HostileChange {
  return files(name, () => ({ "po/server.pot": made(), "po/de.po": made() }));
}

/** What texts are made of that looks like markup, placeholders and prose in every way that a check reads. */
const PARTS = [
  "[url=a",
  "%a%a",
  "{0}",
  "%1$s",
  "[a](",
  "*a ",
  "`a`_",
  "{{a",
  "<a b='",
  "&a",
  ":a:`",
  "${a",
  "$t(",
  "«a",
  "a. ",
];

export const hostileFormatChanges: readonly HostileChange[] = [
  inGettext("gettext with a million plural forms, and 200,000 of one message", () =>
    [
      `${PO_HEAD}"Plural-Forms: nplurals=1000000; plural=n;\\n"\n\nmsgid "a %d"\nmsgid_plural "b %d"\n`,
      ...Array.from({ length: 200_000 }, (_, at) => `msgstr[${String(at)}] "x"\n`),
    ].join(""),
  ),
  inGettext(
    "gettext with a formula of 100,000 brackets",
    () =>
      `${PO_HEAD}"Plural-Forms: nplurals=2; plural=${"(".repeat(100_000)}n${")".repeat(100_000)};\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n`,
  ),
  inGettext(
    "gettext with a million headers",
    () =>
      `${PO_HEAD}${Array.from({ length: 1_000_000 }, (_, at) => `"X-${String(at)}: ${"x".repeat(10)}\\n"\n`).join("")}\nmsgid "a"\nmsgstr ""\n`,
  ),
  inGettext(
    "gettext with one text of two million lines",
    () => `${PO_HEAD}\nmsgid ""\n${'"a%s"\n'.repeat(2_000_000)}msgstr ""\n`,
  ),
  inGettext(
    "gettext with a million remarks about nothing",
    () => `${PO_HEAD}${'#~ msgid "a"\n#, fuzzy\n#| msgid "b"\n'.repeat(330_000)}`,
  ),
  inBoth("properties", "properties that go on in three million lines", () => `title=${"a\\\n  ".repeat(3_000_000)}`),
  inBoth("properties", "properties in one line of 60 MB", () => `title=${"\\u00e".repeat(10_000_000)}`),
  inBoth("aresource", "XML whose entities multiply", () => {
    const entities = Array.from(
      { length: 40 },
      (_, at) => `<!ENTITY a${String(at + 1)} "${`&a${String(at)};`.repeat(10)}">`,
    );
    return `${XML}<!DOCTYPE resources [<!ENTITY a0 "a">${entities.join("")}<!ENTITY f SYSTEM "file:///etc/passwd">]><resources><string name="title">&a40;&f;</string></resources>`;
  }),
  inBoth(
    "aresource",
    "XML of 200,000 attributes and 200,000 parts without an end",
    () =>
      `${XML}<resources><string ${Array.from({ length: 200_000 }, (_, at) => `a${String(at)}="b"`).join(" ")}>${"<![CDATA[".repeat(200_000)}`,
  ),
  inBoth(
    "xliff",
    "XLIFF with 100,000 elements in each other",
    () =>
      `${XLIFF}<trans-unit id="title"><source>${'<g id="1">'.repeat(100_000)}a${"</g>".repeat(100_000)}</source><target>${"<x/>".repeat(100_000)}</target></trans-unit>${XLIFF_END}`,
  ),
  inBoth(
    "xliff",
    "XLIFF with 200,000 notes and remarks in remarks",
    () =>
      `${XLIFF}${"<!--".repeat(200_000)}--><trans-unit id="title"><source>a</source>${"<note>a</note>".repeat(200_000)}</trans-unit>${XLIFF_END}`,
  ),
  inBoth(
    "resx",
    "resources with 100,000 texts of one name",
    () => `${XML}<root>${'<data name="title"><value>Hello {0}</value></data>'.repeat(100_000)}</root>`,
  ),
  inBoth(
    "fluent",
    "Fluent with 100,000 placeables in each other",
    () => `title = ${"{ ".repeat(100_000)}$a${" }".repeat(100_000)}\n`,
  ),
  inBoth(
    "fluent",
    "Fluent with choices 20,000 deep and 300,000 messages that name each other",
    () =>
      `title = ${"{ $a ->\n [one] a\n *[other] ".repeat(20_000)}a${"\n }".repeat(20_000)}\n${Array.from({ length: 300_000 }, (_, at) => `m${String(at)} = { m${String((at + 1) % 300_000)} }\n`).join("")}`,
  ),
  inBoth(
    "yaml",
    "YAML whose anchors multiply",
    () =>
      `a0: &a0 [x, x]\n${Array.from({ length: 60 }, (_, at) => `a${String(at + 1)}: &a${String(at + 1)} [*a${String(at)}, *a${String(at)}]\n`).join("")}`,
  ),
  inBoth(
    "yaml",
    "YAML of 100,000 brackets and 20,000 steps inwards",
    () => `a: ${"[".repeat(100_000)}\n${Array.from({ length: 5_000 }, (_, at) => `${" ".repeat(at)}b:\n`).join("")}`,
  ),
  inBoth("csv", "CSV whose quotes never end", () => `context,source,target\n"${'""a,"'.repeat(4_000_000)}`),
  inBoth("csv", "CSV of one row with three million cells", () => `context,source,target\n${"a,".repeat(3_000_000)}`),
  inBoth(
    "strings",
    "remarks that never end, and 500,000 escapes",
    () => `"title" = "${"\\U00".repeat(500_000)}";\n${"/* a ".repeat(500_000)}`,
  ),
  inBoth(
    "php",
    "PHP of 100,000 arrays in each other and 200,000 joined texts",
    () =>
      `<?php\nreturn ['a' => ${"'x' . ".repeat(200_000)}'y', 'b' => ${"['a' => ".repeat(100_000)}1${"]".repeat(100_000)}];\n`,
  ),
  inBoth(
    "toml",
    "TOML of 100,000 keys in each other",
    () => `${"a.".repeat(100_000)}b = "x"\n[${"c.".repeat(100_000)}d]\ne = ${"[".repeat(100_000)}\n`,
  ),
  files("texts that look like markup and placeholders in every way", () => ({
    "locales/en.json": JSON.stringify(
      Object.fromEntries(PARTS.map((part) => [part, part.repeat(200_000 / part.length)])),
    ),
    "locales/de.json": JSON.stringify(
      Object.fromEntries(PARTS.map((part) => [part, `${part.repeat(200_000 / part.length)}x`])),
    ),
  })),
  files("halves of characters, byte order marks and NULs in 100,000 keys", () => ({
    "locales/en.json": `{${Array.from({ length: 100_000 }, (_, at) => `"\\ud800\\u0000\\ufeff${String(at)}": "\\udfff\\u0000 \u{FEFF}%s"`).join(",")}}`,
  })),
  files("texts that give orders to a runner", () => ({
    "locales/en.json": JSON.stringify({
      "a\n::set-output name=x::y\u{1B}[2J": "::stop-commands::x\n##[add-path]/tmp\u{202E}@everyone",
      "| a | <!-- interlinear -->": "```\n</details>\n/interlinear sync",
    }),
  })),
  entriesAtRoot("200,000 files of one byte", async (fork) => {
    const bytes = await Promise.all(["a", "b", "c"].map((byte) => storeBlob(fork, byte)));
    const folders = Array.from({ length: 500 }, async (_, folder) => {
      const entries = Array.from({ length: 400 }, (_entry, at) => ({
        mode: FILE,
        name: `${String(folder)}-${String(at)}`,
        id: bytes[at % bytes.length] ?? "",
      }));
      return { mode: FOLDER, name: `n${String(folder)}`, id: await storeTree(fork, entries) };
    });
    return Promise.all(folders);
  }),
  entriesAtRoot("every file is a program now, and some have modes that there are not", async (fork) => {
    const id = await storeBlob(fork, formatsFiles["locales/en.json"] ?? "");
    const modes = ["100755", "100600", "100000", "120000", "100664"];
    const folder = await storeTree(
      fork,
      modes.map((mode, at) => ({ mode, name: at === 0 ? "en.json" : `l${String(at)}.json`, id })),
    );
    return [{ mode: FOLDER, name: "locales", id: folder }];
  }),
  entriesAtRoot("a tree with names that say one folder twice, none, or leave it", async (fork) => {
    const id = await storeBlob(fork, '{"title": "Hello"}');
    const names = ["..", ".", ".git", "a/b", "../x", ".GIT", "en.json", "en.json", "git~1", "/etc"];
    const folder = await storeTree(
      fork,
      names.map((name) => ({ mode: FILE, name, id })),
    );
    return [{ mode: FOLDER, name: "locales", id: folder }];
  }),
  {
    name: "everything moved to another folder",
    commit: async (app) => {
      const fork = await app.fork.clone();
      const everything = await fork.git("rev-parse", `origin/${fork.branch}^{tree}`);
      const moved = await storeTree(fork, [{ mode: FOLDER, name: "moved", id: everything }]);
      return fork.git("commit-tree", moved, "-p", `origin/${fork.branch}`, "-m", "Move it");
    },
  },
  {
    name: "a history of its own, with a signature of 10 MB and an encoding that there is not",
    commit: async (app) => {
      const fork = await app.fork.clone();
      const everything = await fork.git("rev-parse", `origin/${fork.branch}^{tree}`);
      const signature = `gpgsig ${"x\n ".repeat(3_000_000)}`;
      const content = `tree ${everything}\nauthor E <> 0 +0000\ncommitter E <> 0 +0000\n${signature}\nencoding x-none\n\nAlone\n`;
      return storeObject(join(fork.path, ".git"), "commit", Buffer.from(content));
    },
  },
  {
    name: "a fork with 5,000 branches",
    commit: async (app) => {
      const fork = await app.fork.clone();
      const base = await fork.git("rev-parse", `origin/${fork.branch}`);
      const lines = Array.from({ length: 5_000 }, (_, at) => `create refs/heads/b/${String(at)} ${base}\n`);
      await command("git", ["update-ref", "--stdin"], { cwd: fork.path, env: gitEnvironment(), input: lines.join("") });
      await fork.git("push", "--quiet", "origin", "refs/heads/b/*:refs/heads/b/*");
      const tree = await fork.git("rev-parse", `origin/${fork.branch}^{tree}`);
      return fork.git("commit-tree", tree, "-p", `origin/${fork.branch}`, "-m", "Nothing");
    },
  },
];
