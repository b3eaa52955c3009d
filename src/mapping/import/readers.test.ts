import { publicConfigurations } from "../../../test/support/public-configurations.ts";
import { describe, expect, test } from "vitest";
import { loadMapping } from "../load.ts";
import { resolveMapping } from "../resolve.ts";
import { brokenLine } from "./imported.ts";
import { isClientConfiguration, readClientConfiguration } from "./official-client.ts";
import { proposeMapping } from "./propose-mapping.ts";
import { configurationReaders } from "./readers.ts";
import { importComponents } from "./service.ts";

interface Case {
  readonly case: string;
  readonly tool: string;
  readonly text: string;
  readonly files: readonly string[];
  /** component: source → translations [aliases] */
  readonly expected: readonly string[];
  readonly leftOut?: readonly string[];
}

const CONTEXT = { address: "https://translate.example.org", project: "acme" };

function imported({ tool, text, files }: Pick<Case, "tool" | "text" | "files">) {
  const reader = configurationReaders.get(tool)!;
  return proposeMapping(reader.read(text, files), { ...CONTEXT, files });
}

function shown({ components, leftOut }: ReturnType<typeof imported>) {
  return {
    components: components.map(
      ({ component, source, translations, aliases }) =>
        `${component}: ${source} → ${translations}${Object.keys(aliases).length === 0 ? "" : ` ${JSON.stringify(aliases)}`}`,
    ),
    leftOut: leftOut.map(({ line, what, why }) => `${line === undefined ? "" : `${String(line)} `}${what}: ${why}`),
  };
}

const JSON_FILES = ["locales/en.json", "locales/cs.json", "locales/pt-BR.json"];

test.each<Case>([
  {
    case: "what Crowdin takes out of the name of a source",
    tool: "crowdin",
    text: `files:
  - source: /locale/en/*.en_GB.po
    translation: /locale/%two_letters_code%/%original_file_name%
    translation_replace: { .en_GB: "", .xx.po: .yy.po }
`,
    files: ["locale/en/app.en_GB.po", "locale/de/app.po", "locale/fr/app.po"],
    expected: ["{name}: locale/en/{name}.en_GB.po → locale/{language}/{name}.po"],
    leftOut: [
      "4 translation_replace: files that are there show how languages are written; `languages.aliases` says it of others.",
    ],
  },
  {
    case: "a path that has the language twice",
    tool: "transifex",
    text: `[o:acme:p:shop:r:app]
file_filter = i18n/<lang>/app_<lang>.ts
source_file = i18n/en/app_en.ts
source_lang = en
`,
    files: ["i18n/en/app_en.ts", "i18n/de/app_de.ts"],
    expected: [],
    leftOut: [
      "1 i18n/en/app_en.ts: <lang> stands for nothing here, and would be a part of the names of files; A path that holds the language twice cannot be bound; what differs besides is a {name} of `source`.",
    ],
  },
  {
    case: "settings that are carried over, and those that are named with what does the same",
    tool: "crowdin",
    text: `project_id: "1"
pull_request_title: New texts
export_only_approved: true
files:
  - source: /locales/en.json
    translation: /locales/%two_letters_code%.json
    update_option: update_as_unapproved
    escape_quotes: 1
`,
    files: JSON_FILES,
    expected: ["locales: locales/en.json → locales/{language:bcp47}.json"],
    leftOut: [
      "7 update_option: changed sources keep their translations by `push: { method: add }`; see `push.method`.",
      "8 escape_quotes: it has no equivalent here.",
    ],
  },
  {
    case: "one file for each language",
    tool: "phrase",
    text: `phrase:
  push:
    sources:
      - file: ./locales/en.json
        params: { locale_id: en }
  pull:
    targets:
      - file: ./locales/en.json
      - file: ./locales/cs.json
      - file: ./locales/pt-BR.json
`,
    files: JSON_FILES,
    expected: ["locales: locales/en.json → locales/{language:bcp47}.json"],
    leftOut: [],
  },
  {
    case: "one file for each language",
    tool: "tolgee",
    text: JSON.stringify({
      push: {
        files: [
          { path: "./locales/en.json", language: "en" },
          { path: "./locales/cs.json", language: "cs" },
          { path: "./locales/pt-BR.json", language: "pt-BR" },
        ],
      },
    }),
    files: JSON_FILES,
    expected: ["locales: locales/en.json → locales/{language:bcp47}.json"],
    leftOut: [],
  },
  {
    case: "paths language by language",
    tool: "transifex",
    text: `[main]
host = https://www.transifex.com

[o:acme:p:app:r:texts]
source_file = locales/en.json
source_lang = en
trans.cs = locales/cs.json
trans.pt_BR = locales/pt-BR.json
`,
    files: JSON_FILES,
    expected: ["texts: locales/en.json → locales/{language:bcp47}.json"],
    leftOut: [],
  },
  {
    case: "a source with its languages",
    tool: "crowdin",
    text: `project_id: "1"
api_token: secret
files:
  - source: /locales/en.json
    translation: /locales/%locale%.%file_extension%
`,
    files: JSON_FILES,
    expected: ["locales: locales/en.json → locales/{language:bcp47}.json"],
  },
  {
    case: "files in folders of any depth become captures",
    tool: "crowdin",
    text: `base_path: app
files:
  - source: /i18n/en/**/*.json
    translation: /i18n/%two_letters_code%/**/%original_file_name%
`,
    files: [
      "app/i18n/en/home.json",
      "app/i18n/de/home.json",
      "app/i18n/en/shop/cart.json",
      "app/i18n/de/shop/cart.json",
    ],
    expected: [
      "{name}: app/i18n/en/{name}.json → app/i18n/{language}/{name}.json",
      "{folder}-{name}: app/i18n/en/{folder:**}/{name}.json → app/i18n/{language}/{folder}/{name}.json",
    ],
  },
  {
    case: "Android's folders, with what languages are called",
    tool: "crowdin",
    text: `files:
  - source: /app/src/main/res/values/strings.xml
    translation: /app/src/main/res/values-%android_code%/%original_file_name%
    languages_mapping: { android_code: { sr-Latn: sr-rYU } }
    excluded_target_languages: [fr]
`,
    files: [
      "app/src/main/res/values/strings.xml",
      "app/src/main/res/values-pt-rBR/strings.xml",
      "app/src/main/res/values-sr-rYU/strings.xml",
    ],
    expected: [
      'strings: app/src/main/res/values/strings.xml → app/src/main/res/values-{language:android}/strings.xml {"sr_Latn":"sr-rYU"}',
    ],
  },
  {
    case: "what cannot be told in a mapping is said with its line",
    tool: "crowdin",
    text: `files:
  - { source: "/docs/[0-2].md", translation: "/docs/%locale%/%file_name%.md" }
  - { source: /a.json, translation: "/%language%/a.json" }
  - { source: /gone/en.json, translation: "/gone/%locale%.json" }
`,
    files: JSON_FILES,
    expected: [],
    leftOut: [
      "2 /docs/[0-2].md: `?` and `[…]` cannot name what differs: write a pattern with {name}.",
      "3 /a.json: the languages of /%language%/a.json are not told by a code that is known here.",
      "4 gone/en.json: there is no file gone/en.json",
    ],
  },
  {
    case: "resources keep their slugs, languages their names",
    tool: "transifex",
    text: `[main]
host = https://www.transifex.com
lang_map = pt_BR: pt-br

[o:acme:p:site:r:messages]
file_filter = po/<lang>.po
source_file = po/messages.pot
source_lang = en
minimum_perc = 60

[site.broken]
source_file = a.po
`,
    files: ["po/messages.pot", "po/cs.po", "po/pt-br.po"],
    expected: ["messages: po/messages.pot → po/{language:lower}.po"],
    leftOut: ["11 site.broken: it has no source_file, or no file_filter with <lang>."],
  },
  {
    case: "targets of pull find the source that push sends",
    tool: "phrase",
    text: `phrase:
  project_id: x
  push:
    sources:
      - file: ./config/locales/en-GB.yml
  pull:
    targets:
      - file: ./config/locales/<locale_name>.yml
      - file: ./tags/<tag>.yml
`,
    files: ["config/locales/en-GB.yml", "config/locales/cs.yml"],
    expected: ["locales: config/locales/en-GB.yml → config/locales/{language}.yml"],
    leftOut: ["9 ./tags/<tag>.yml: <tag> splits one project by tags: bind each file by itself."],
  },
  {
    case: "a placeholder in push leaves the English file",
    tool: "phrase",
    text: `phrase:
  push: { sources: [{ file: "./locales/<locale_name>.json" }] }
  pull: { targets: [{ file: "./locales/<locale_code>.json" }] }
`,
    files: JSON_FILES,
    expected: ["locales: locales/en.json → locales/{language:bcp47}.json"],
  },
  {
    case: "a file a language",
    tool: "lokalise",
    text: `jobs:
  push:
    steps:
      - uses: actions/checkout@v5
      - uses: lokalise/lokalise-push-action@v3
        with:
          api_token: \${{ secrets.TOKEN }}
          translations_path: locales
          base_lang: en
          flat_naming: true
`,
    files: JSON_FILES,
    expected: ["locales: locales/en.json → locales/{language:bcp47}.json"],
  },
  {
    case: "a folder a language",
    tool: "lokalise",
    text: `jobs:
  push:
    steps:
      - uses: lokalise/lokalise-push-action@v3
        with:
          translations_path: |
            web
            api
          file_ext: yml
`,
    files: ["web/en/a.yml", "web/cs/a.yml", "api/en/b.yml"],
    expected: [
      "{name}: web/en/{name}.yml → web/{language}/{name}.yml",
      "{name}: api/en/{name}.yml → api/{language}/{name}.yml",
    ],
  },
  {
    case: "uploads with one output",
    tool: "localazy",
    text: `{
  "writeKey": "secret",
  "upload": { "files": [{ "type": "json", "pattern": "locales/en.json" }, { "pattern": "src/*.json" }] },
  "download": { "files": "locales/\${lang}.json" }
}`,
    files: JSON_FILES,
    expected: ["locales: locales/en.json → locales/{language:bcp47}.json"],
    leftOut: [
      "3 type: the component on the service knows the format.",
      "3 src/{name}.json: no file matches src/{name}.json",
    ],
  },
  {
    case: "templates with namespaces",
    tool: "tolgee",
    text: `{ "projectId": 1, "push": { "filesTemplate": "./i18n/{namespace}/{languageTag}.json" } }`,
    files: ["i18n/home/en.json", "i18n/home/cs.json", "i18n/shop/en.json"],
    expected: ["{namespace}: i18n/{namespace}/en.json → i18n/{namespace}/{language}.json"],
  },
  {
    case: "buckets",
    tool: "lingo",
    text: `{
  "locale": { "source": "en", "targets": ["cs"] },
  "buckets": {
    "json": { "include": ["locales/[locale].json"] },
    "xcode-xcstrings": { "include": ["App/Localizable.xcstrings"] }
  }
}`,
    files: [...JSON_FILES, "App/Localizable.xcstrings"],
    expected: [
      "locales: locales/en.json → locales/{language:bcp47}.json",
      "localizable: undefined → App/Localizable.xcstrings",
    ],
    leftOut: ["2 targets: languages are those of the service: `languages: { only: […] }` narrows them."],
  },
])("$tool: $case", ({ tool, text, files, expected, leftOut = [] }) => {
  expect(shown(imported({ tool, text, files }))).toEqual({ components: expected, leftOut });
});

test("what has an equivalent stands in the mapping", () => {
  const { text } = imported({
    tool: "crowdin",
    text: `pull_request_title: New texts
pull_request_labels: [i18n, bot]
commit_message: "New texts"
export_languages: [de, pt-BR]
files:
  - source: /locales/*.json
    translation: /texts/%locale%/%original_file_name%
    ignore: [/locales/internal.json, /locales/*.%locale%.json]
    excluded_target_languages: [fr]
    export_only_approved: true
  - source: /a.json
    translation: /texts/%locale%/a.json
`,
    files: ["locales/app.json", "locales/internal.json", "locales/app.x.json", "texts/de/app.json"],
  });

  expect(text).toContain('    exclude: ["locales/internal.json", "locales/*.*.json"]\n');
  expect(text).toContain('      only: ["de", "pt_BR"]\n      except: ["fr"]\n    pull: { approved-only: true }\n');
  expect(text).toContain('pull-request:\n  title: "New texts"\n  labels: ["i18n","bot"]\n'.replace('","', '", "'));
  expect(text).toContain('commit: { message: "New texts" }\n');
  const { bindings } = resolveMapping(loadMapping(text ?? "", "mapping"), [
    "locales/app.json",
    "locales/internal.json",
  ]);
  expect(bindings.map(({ source }) => source)).toEqual(["locales/app.json"]);
});

test("a resource's minimum is its component's", () => {
  const { text } = imported({
    tool: "transifex",
    text: "[a.b]\nsource_file = locales/en.json\nfile_filter = locales/<lang>.json\nminimum_perc = 60\n",
    files: JSON_FILES,
  });

  expect(text).toContain("    pull: { minimum-translated: 60 }\n");
});

test("Localazy's conversions tell source and translations", () => {
  const output = (folder: string): string => `{ "output": "res/${folder}/localazy.xml" }`;
  const { components } = imported({
    tool: "localazy",
    text: `{ "conversion": { "actions": [${output("values")}, ${output("values-${langAndroidResNoScript}")}] } }`,
    files: ["res/values/localazy.xml", "res/values-de/localazy.xml"],
  });

  expect(components).toMatchObject([
    { source: "res/values/localazy.xml", translations: "res/values-{language:android}/localazy.xml" },
  ]);
});

describe("the service's components", () => {
  const component = {
    names: ["web"],
    template: "locales/en.json",
    newBase: "",
    filemask: "locales/*.json",
    isGlossary: false,
  };
  const proposed = (...components: Parameters<typeof importComponents>[0]) =>
    shown(proposeMapping(importComponents(components), { ...CONTEXT, files: [...JSON_FILES, "po/app.pot"] }));

  test("become entries with their slugs and categories; a glossary has no file", () => {
    expect(
      proposed(
        { ...component, names: ["mobile", "web"] },
        { names: ["server"], template: "", newBase: "po/app.pot", filemask: "po/*.po", isGlossary: false },
        { ...component, names: ["glossary"], isGlossary: true },
      ),
    ).toEqual({
      components: [
        "mobile/web: locales/en.json → locales/{language:bcp47}.json",
        "server: po/app.pot → po/{language}.po",
      ],
      leftOut: [],
    });
  });

  test("that cannot be told are named", () => {
    expect(
      proposed(
        { ...component, filemask: undefined },
        { ...component, names: ["many"], filemask: "*/*.json" },
        { ...component, names: ["bare"], template: "" },
      ).leftOut,
    ).toEqual([
      "web: the token may not see its file mask: it needs vcs.view.",
      "many: its file mask */*.json says by more than one `*` where the language stands.",
      "bare: it has no source file of its own, its files are locales/*.json.",
    ]);
  });
});

test.each(["{", "files: [", "- a", "", "jobs: { a: 1 }", "files: 3"])("nothing is made of %j", (text) => {
  for (const { read } of configurationReaders.values()) {
    expect(proposeMapping(read(text, JSON_FILES), { ...CONTEXT, files: JSON_FILES }).text).toBeUndefined();
  }
});

test("what clashes with an entry before it is left out", () => {
  const text = `files:
  - { source: /locales/en.json, translation: "/locales/%locale%.json" }
  - { source: /locales/en.json, translation: "/other/%locale%.json" }
`;
  const { components, leftOut } = shown(imported({ tool: "crowdin", text, files: JSON_FILES }));
  expect(components).toHaveLength(1);
  expect(leftOut).toEqual([expect.stringContaining("locales/en.json is the source of two components")]);
});

test("where only approved texts were exported, only approved ones come", () => {
  const { text } = imported({
    tool: "crowdin",
    text: "files:\n  - source: /locales/en.json\n    translation: /locales/%two_letters_code%.json\n    export_only_approved: true\n",
    files: JSON_FILES,
  });

  expect(text).toContain("pull: { approved-only: true }");
});

test("the official client's configuration names the service and the project", () => {
  expect(isClientConfiguration(".weblate")).toBe(true);
  expect(isClientConfiguration("docs/.weblate")).toBe(false);
  expect(
    readClientConfiguration(
      "[weblate]\nurl = https://hosted.example.org/api/\ntranslation = acme/app\n\n[keys]\nurl = x\n",
    ),
  ).toEqual({ url: "https://hosted.example.org", project: "acme" });
});

test("a configuration that cannot be read is broken at a line", () => {
  expect(brokenLine("files:\n  - source: a\n\ttranslation: b\n")).toBe(3);
  expect(brokenLine('{ "a": 1 }')).toBeUndefined();
});

describe("a public configuration becomes what its files are", () => {
  test.each([
    ["SebSelva/Dkt-Canaveral", ["app/src/main/res/values-{language:android}/strings.xml"], ["de", "zh_Hans"]],
    ["unraid/webgui", ["{language:bcp47-country}/unraid-webgui.po", "{language:bcp47-country}/helptext.txt"], []],
    ["JustArchiNET/ArchiSteamFarm", ["ArchiSteamFarm/Localization/Strings.{language:bcp47}.resx"], ["de", "zh_Hans"]],
    ["baptiste0928/raidprotect", ["raidprotect/locales/{language}.json"], ["fr"]],
    ["baptisteArno/typebot.io", ["apps/builder/src/i18n/{language}.json"], ["de", "fr"]],
    ["element-hq/element-call", ["locales/{language:bcp47}/{name}.json"], ["de", "zh_Hans"]],
  ] as const)("%s", (repository, translations, languages) => {
    const own = publicConfigurations.filter((configuration) => configuration.repository === repository);
    const components = own.flatMap((configuration) => imported(configuration).components);

    expect(components.map((component) => component.translations)).toEqual(translations);
    expect(components[0]?.languages).toEqual(languages);
  });
});
