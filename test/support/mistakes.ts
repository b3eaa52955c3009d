/** A mistake that people make in a mapping, and what has to be said about it. */
export interface Mistake {
  readonly kind: string;
  readonly what: string;
  readonly mapping: string;
  readonly code: string;
  /** `line:column` */
  readonly at: string;
  /** Words of the message, the note or the hint. */
  readonly says: readonly string[];
}

/** Files of the repository that the mistakes are made in. */
export const filesOfMistakes = ["locales/en.json", "locales/de.json", "po/app.pot", "po/de.po"];

const head = ["version: 1", "service: https://translate.example.org", "project: acme"];
const entry = [
  "components:",
  "  - component: website",
  "    source: locales/en.json",
  "    translations: locales/{language}.json",
];

const mistake = (
  kind: string,
  what: string,
  lines: readonly string[],
  code: string,
  at: string,
  ...says: string[]
): Mistake => ({
  kind,
  what,
  mapping: `${lines.join("\n")}\n`,
  code,
  at,
  says,
});
/** A key beside the service and the project. */
const ofAll = (line: string): readonly string[] => [...head, line, ...entry];
/** A key of the component. */
const ofEntry = (...lines: string[]): readonly string[] => [...head, ...entry, ...lines.map((line) => `    ${line}`)];
const withSource = (source: string): readonly string[] => [...head, ...entry.with(2, `    source: ${source}`)];
const withTranslations = (path: string): readonly string[] => [...head, ...entry.with(3, `    translations: ${path}`)];

const misspeltOfAll = ["serivce", "projct", "conflict", "langauges", "pul-request", "brances", "freze", "comit"];
const misspeltOfEntry = [
  "sorce",
  "tranlations",
  "componnt",
  "languges",
  "conflcts",
  "check",
  "removal-limits",
  "pusch",
];
const wordsOfAll: readonly (readonly [string, string])[] = [
  ["url", "service"],
  ["server", "service"],
  ["api_url", "service"],
  ["project_id", "project"],
  ["files", "components"],
  ["resources", "components"],
  ["exclude", "languages.except"],
  ["include", "languages.only"],
  ["language_mapping", "languages.aliases"],
  ["lang_map", "languages.aliases"],
];
const wordsOfEntry: readonly (readonly [string, string])[] = [
  ["slug", "component"],
  ["name", "component"],
  ["template", "source"],
  ["src", "source"],
  ["source_file", "source"],
  ["new_base", "source"],
  ["filemask", "translations"],
  ["file_mask", "translations"],
  ["file_filter", "translations"],
  ["translation", "translations"],
  ["target", "translations"],
  ["path", "translations"],
  ["dest", "translations"],
  ["excludes", "exclude"],
  ["ignore", "exclude"],
  ["include", "languages.only"],
  ["alias", "languages.aliases"],
];
const enumerations: readonly (readonly [line: string, at: string, choice: string])[] = [
  ["conflicts: theirs", "4:12", "service"],
  ["conflicts: servise", "4:12", 'did you mean "service"?'],
  ["checks: hold", "4:9", "hold-back"],
  ["checks: report-only", "4:9", "report"],
  ["push: { method: upload }", "4:17", "replace"],
  ["push: { translations: all }", "4:23", "changed"],
  ["push: { as: suggestion }", "4:13", 'did you mean "suggest"?'],
  ["pull: { prune: delete }", "4:16", "apply"],
];
const numbers: readonly (readonly [line: string, at: string, words: string])[] = [
  ["pull: { minimum-translated: 120 }", "4:29", "100 or less"],
  ["pull: { minimum-translated: -1 }", "4:29", "0 or more"],
  ["pull: { minimum-translated: many }", "4:29", "a number"],
  ["removal-limit: 20%", "4:16", "a number"],
  ["removal-limit: 101", "4:16", "100 or less"],
  ["tell-translators: maybe", "4:19", "true or false"],
  ["with-lock: 1", "4:12", "true or false"],
];
const secretKeys = ["token", "api_key", "api-token", "secret", "password", "key"];
const services: readonly (readonly [address: string, at: string, words: string])[] = [
  ["http://translate.example.org", "2:11", "plain http"],
  ["ftp://translate.example.org", "2:11", "begins with ftp:"],
  ["translate.example.org", "2:11", "is no address"],
  ["https://translate.example.org/?a=b", "2:41", "query"],
  ["https://translate.example.org/#top", "2:41", "fragment"],
  ["https://user:password@translate.example.org", "2:11", "credentials"],
];
const yaml: readonly (readonly [what: string, lines: readonly string[], at: string, ...says: string[]])[] = [
  ["a missing colon", [...head, "components", ...entry.slice(1)], "4:1", "colon", "Write `key: value`"],
  ["a missing colon in an entry", [...head, ...entry.with(2, "    source locales/en.json")], "6:5", "colon"],
  ["a tab", [...head, ...entry.with(2, "\tsource: locales/en.json")], "6:1", "a tab indents", "spaces"],
  [
    "a no-break space",
    [...head, ...entry.with(2, "\u00a0\u00a0\u00a0\u00a0source: locales/en.json")],
    "6:1",
    "no-break space",
  ],
  [
    "marks of a conflict",
    [...head.slice(0, 2), "<<<<<<< HEAD", "project: a", "=======", "project: b", ">>>>>>> x", ...entry],
    "3:1",
    "merge conflict",
  ],
  ["an unquoted **", withSource("**/en.json"), "6:13", "begins with *", '"**/en.json"'],
  ["an unquoted *", withSource("*/en.json"), "6:13", "begins with *", "quotes"],
  ["an @", withSource("@app/en.json"), "6:13", "begins with @", "quotes"],
  ["a backtick", withSource("`en.json`"), "6:13", "begins with `", "quotes"],
  ["a percent sign", withSource("%locale%.json"), "6:13", "begins with %", "quotes"],
  ["an unquoted brace", withTranslations("{language}.json"), "7:29", "brace", "quotes"],
  ["a quote that is not closed", withSource('"locales/en.json'), "6:13", "quote", "same quote"],
  ["a bracket that is not closed", ofEntry("languages: { except: [de }"), "8:30", "bracket", "Close it"],
  ["two documents", [...head, "---", ...entry], "4:1", "two documents", "Remove"],
  ["a colon in a value", withSource("locales: en.json"), "6:13", "needs quotes"],
  ["a key that stands twice", [...head, "project: other", ...entry], "4:1", "twice", "Leave one"],
  ["a tag", withSource("!path locales/en.json"), "6:13", "no meaning", "Leave it out"],
  ["another encoding", ["version: 1", "service: \ufffd"], "2:10", "UTF-8", "Save it"],
  ["an anchor that is nowhere", withSource("*base"), "6:13", "no anchor"],
];
const paths: readonly (readonly [
  what: string,
  lines: readonly string[],
  code: string,
  at: string,
  ...says: string[],
])[] = [
  ["a source that is not there", withSource("locales/em.json"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  ["a source in another folder", withSource("locale/en.json"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  ["a source that git does not know", withSource("src/texts/strings.xml"), "IL-M05", "6:13", "git add"],
  ["a glob without a file", withSource('"texts/*.arb"'), "IL-M05", "6:14", "no file matches"],
  ["an absolute source", withSource("/locales/en.json"), "IL-M06", "6:13"],
  ["a source outside", withSource("../locales/en.json"), "IL-M06", "6:13"],
  ["translations outside", withTranslations('"../{language}.json"'), "IL-M06", "7:20"],
  ["translations as workflows", withTranslations(".github/workflows/{language}.yml"), "IL-M06", "7:19"],
  ["translations without a language", withTranslations("locales/de.json"), "IL-M07", "7:19", "{language}"],
  ["a misspelt placeholder", withTranslations("locales/{langauge}.json"), "IL-M07", "7:27"],
  ["a style that there is not", withTranslations("locales/{language:bcp}.json"), "IL-M07", "7:27"],
  ["a shell's placeholder", withTranslations("locales/${language}.json"), "IL-M07", "7:27", "locales/{language}.json"],
  [
    "one source for two components",
    [...head, ...entry, ...entry.slice(1).with(0, "  - component: other")],
    "IL-M08",
    "9:13",
  ],
  [
    "one component twice",
    [...head, ...entry, "  - component: website", "    source: po/app.pot", "    translations: po/{language}.po"],
    "IL-M08",
    "8:16",
  ],
  [
    "a component in no project",
    ["version: 1", "service: https://translate.example.org", ...entry],
    "IL-M09",
    "4:16",
    "project",
  ],
];
const clashes: readonly (readonly [what: string, lines: readonly string[], at: string, ...says: string[]])[] = [
  [
    "only and except of one language",
    ofEntry("languages: { only: [de], except: [de] }"),
    "8:39",
    "both `only` and `except`",
    "Remove",
  ],
  [
    "request and except of one language",
    ofEntry("languages: { except: [de], request: [de] }"),
    "8:42",
    "requested",
    "Remove",
  ],
  ["a request that is not in only", ofEntry("languages: { only: [fr], request: [de] }"), "8:40", "requested", "Add it"],
  ["only and except for all", ofAll("languages: { only: [de], except: [de] }"), "4:35", "both `only` and `except`"],
  ["pass-above below fail-below", ofAll("review: { fail-below: 90, pass-above: 80 }"), "4:39", "less than fail-below"],
  [
    "keep-above above the minimum",
    ofAll("pull: { minimum-translated: 50, keep-above: 60 }"),
    "4:45",
    "more than minimum-translated",
  ],
  ["two languages with one alias", ofEntry("languages: { aliases: { de: x, fr: x } }"), "8:40", "one alias"],
];
const branches: readonly (readonly [what: string, line: string, code: string, at: string, ...says: string[]])[] = [
  ["a ref", "pull-request: { branch: refs/heads/l10n }", "IL-M03", "4:25", "a ref", "interlinear/{base}"],
  ["a placeholder with a capital", 'pull-request: { branch: "l10n/{Base}" }', "IL-M03", "4:26", "{Base}"],
  ["a name with a space", 'pull-request: { branch: "my branch" }', "IL-M03", "4:26", "must be a branch"],
  ["a pattern with an open bracket", 'branches: [{ branch: "release/[", category: x }]', "IL-M07", "4:23", "bracket"],
  [
    "a misspelt placeholder of branches",
    'branches: [{ branch: "release/*", component: "{compnent}" }]',
    "IL-M07",
    "4:47",
    "{compnent}",
  ],
];
const kinds: readonly (readonly [line: string, at: string, words: string])[] = [
  ["pull-request: yes", "4:15", "a mapping"],
  ["languages: de", "4:12", "a mapping"],
  ["push: changed", "4:7", "a mapping"],
  ["pull-request: { labels: translations }", "4:25", "a list"],
  ["languages: { except: de }", "4:22", "a list"],
  ["pull-request: { draft: sometimes }", "4:24", "true or false"],
];

/** Made by hand, later: each is one that somebody who comes from the service, from another tool or from a browser makes. */
const withComponent = (component: string): readonly string[] => [
  ...head,
  ...entry.with(1, `  - component: ${component}`),
];
const withService = (address: string): readonly string[] => [
  head[0] ?? "",
  `service: ${address}`,
  head[2] ?? "",
  ...entry,
];
const withProject = (project: string): readonly string[] => [...head.slice(0, 2), `project: ${project}`, ...entry];
/** Made in one sitting by somebody who knew other tools; each was answered worse, or not at all. */
const fresh: readonly (readonly [
  what: string,
  lines: readonly string[],
  code: string,
  at: string,
  ...says: string[],
])[] = [
  ["a path of Windows with its drive", withSource("C:\\shop\\locales\\en.json"), "IL-M06", "6:13", "git ls-files"],
  ["a path from home", withSource("~/shop/locales/en.json"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  ["a version of a file", withSource("main:locales/en.json"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  ["quotes of a word processor", withSource("“locales/en.json”"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  ["a comma at the end", withSource("locales/en.json,"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  ["a blank in quotes", withSource('"locales/en.json "'), "IL-M05", "6:14", 'did you mean "locales/en.json"?'],
  ["another case", withSource("Locales/EN.json"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  [
    "a path for each language",
    [...head, ...entry.slice(0, 3), "    translations:", "      de: locales/de.json", "      fr: locales/fr.json"],
    "IL-M03",
    "8:7",
    "one path with {language}",
  ],
  ["languages in one line", ofAll("languages: de, fr"), "IL-M03", "4:12", "only: [de, fr]"],
  [
    "an alias the other way round",
    ofAll("languages: { aliases: { zh-CN: zh_Hans } }"),
    "IL-M03",
    "4:32",
    "{ zh_Hans: zh-CN }",
  ],
  ["a share for percents", ofAll("pull: { minimum-translated: 0.8 }"), "IL-M03", "4:29", "Write percents: 80."],
  ["a schedule", ofAll('schedule: "0 3 * * *"'), "IL-M03", "4:1", "in the workflow"],
  ["a cron line", ofAll('cron: "0 3 * * *"'), "IL-M03", "4:1", "in the workflow"],
  ["a reviewer as in a comment", ofAll('pull-request: { reviewers: ["@jana"] }'), "IL-M03", "4:30", "Write jana."],
  ["a branch with blanks", ofAll("pull-request: { branch: my texts }"), "IL-M03", "4:25", "without blanks: my-texts"],
  ["git's word for its side", ofAll("conflicts: ours"), "IL-M03", "4:12", "`repository`"],
  ["git's word for the other side", ofAll("conflicts: remote"), "IL-M03", "4:12", "`service`"],
  ["checks as a switch", ofEntry("checks: false"), "IL-M03", "8:13", "Write `off`."],
  ["a folder to leave out", ofEntry("exclude: [locales/old/]"), "IL-M07", "8:14", 'Write "locales/old/**".'],
  ["a version to come", [...head.with(0, "version: 1.1"), ...entry], "IL-M03", "1:10", "reads mappings of version 1"],
];
const byHand: readonly (readonly [
  what: string,
  lines: readonly string[],
  code: string,
  at: string,
  ...says: string[],
])[] = [
  [
    "the next version",
    [...head.with(0, "version: 2"), ...entry],
    "IL-M03",
    "1:10",
    "must be 1",
    "reads mappings of version 1",
  ],
  ["a version in quotes", [...head.with(0, 'version: "1"'), ...entry], "IL-M03", "1:11", "must be 1", "without quotes"],
  ["no version", [...head.slice(1), ...entry], "IL-M03", "1:1", "missing", "Always 1"],
  ["a component with a dot", withComponent("web.site"), "IL-M03", "5:16", "must be a slug", "web-site"],
  ["a component with a space", withComponent("my website"), "IL-M03", "5:16", "must be a slug", "my-website"],
  ["a component with a slash before it", withComponent("/website"), "IL-M03", "5:16", "must be a slug", "website"],
  [
    "the address of a component",
    withComponent("https://translate.example.org/projects/acme/website/"),
    "IL-M03",
    "5:16",
    "must be a slug",
    "address: website.",
  ],
  [
    "the address of a project",
    withProject("https://translate.example.org/projects/acme/"),
    "IL-M03",
    "3:10",
    ": acme.",
  ],
  ["a project and its component", withProject("acme/website"), "IL-M03", "3:10", "must be a slug", "address: acme."],
  ["a project of digits", withProject("12"), "IL-M03", "3:10", "must be text", 'quotes around it: "12"'],
  [
    "components by name",
    [...head, "components:", "  website:", "    source: locales/en.json"],
    "IL-M03",
    "5:3",
    "dash",
  ],
  ["an entry without its dash", [...head, ...entry.with(1, "    component: website")], "IL-M03", "5:5", "dash"],
  ["paths as entries", [...head, "components:", "  - locales/en.json"], "IL-M03", "5:5", "Known in it: component"],
  ["no components", head, "IL-M03", "1:1", '"components" is missing'],
  ["components without any", [...head, "components:"], "IL-M03", "4:12", "has to have a value"],
  [
    "the page of a project as the service",
    withService("https://translate.example.org/projects/acme/"),
    "IL-M10",
    "2:39",
    "a page of the service",
    "Write `https://translate.example.org`",
  ],
  [
    "the page of a string as the service",
    withService("https://translate.example.org/translate/acme/web/de/"),
    "IL-M10",
    "2:39",
    "a page of the service",
  ],
  ["a variable of the shell", withService("$SERVICE_URL"), "IL-M10", "2:10", "Variables are not filled in"],
  ["an expression of a workflow", withService("${{ secrets.URL }}"), "IL-M10", "2:10", "Variables are not filled in"],
  [
    "the service's file mask",
    withTranslations('"locales/*.json"'),
    "IL-M07",
    "7:28",
    'Write "locales/{language}.json"',
  ],
  ["the i18next placeholder", withTranslations("locales/{lang}.json"), "IL-M07", "7:27", '"locales/{language}.json"'],
  [
    "the placeholder of lists",
    withTranslations("locales/{locale}.json"),
    "IL-M07",
    "7:27",
    '"locales/{language}.json"',
  ],
  ["Crowdin's placeholder", withTranslations("locales/%locale%.json"), "IL-M07", "7:27", '"locales/{language}.json"'],
  ["Transifex's placeholder", withTranslations("locales/<lang>.json"), "IL-M07", "7:27", '"locales/{language}.json"'],
  ["a router's placeholder", withTranslations("locales/:lang.json"), "IL-M07", "7:27", '"locales/{language}.json"'],
  ["a template's placeholder", withTranslations('"l/{{language}}.json"'), "IL-M07", "7:22", '"l/{language}.json"'],
  ["the language twice", withTranslations('"l/{language}/{language}.json"'), "IL-M07", "7:33", "Keep one of them"],
  ["a path of Windows", withSource("locales\\en.json"), "IL-M06", "6:13", "backslash", 'Write "locales/en.json"'],
  ["a path of a shell", withSource("./locales/en.json"), "IL-M06", "6:13", "refused", 'Write "locales/en.json"'],
  [
    "the address of a file",
    withSource("https://github.com/acme/shop/blob/main/locales/en.json"),
    "IL-M06",
    "6:13",
    "is an address",
    'Write "locales/en.json"',
  ],
  ["a folder", withSource("locales"), "IL-M05", "6:13", "is a folder", '"locales/en.json"'],
  ["a folder with its slash", withSource("locales/"), "IL-M06", "6:13", "name a file"],
  ["other capitals", withSource("Locales/en.json"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  ["two sources", withSource("[locales/en.json, po/app.pot]"), "IL-M03", "6:13", "must be text", "without brackets"],
  ["a source with a comment at its end", withSource("locales/en.json#main"), "IL-M05", "6:13", "did you mean"],
  ["typographic quotes", withSource("“locales/en.json”"), "IL-M05", "6:13", 'did you mean "locales/en.json"?'],
  [
    "a line that is indented deeper",
    [...head, ...entry.with(3, "      translations: locales/{language}.json")],
    "IL-M02",
    "7:7",
    "indented deeper",
    "column 5",
  ],
  ["aliases as a list", ofEntry("languages: { aliases: [zh-CN] }"), "IL-M03", "8:27", "a mapping", "zh_Hans: zh-CN"],
  ["languages as a list", ofAll("languages: [de, fr]"), "IL-M03", "4:12", "only: [de, fr]"],
  ["an empty list of languages", ofEntry("languages: { only: [] }"), "IL-M03", "8:24", "Leave the key out"],
  ["a number in quotes", ofAll('removal-limit: "20"'), "IL-M03", "4:17", "Write 20, without quotes"],
  ["a percent sign behind a number", ofAll("review: { fail-below: 90% }"), "IL-M03", "4:23", "Write 90"],
  ["a key of the top in a section", ofAll("pull: { removal-limit: 20 }"), "IL-M03", "4:9", "at the top of the file"],
  ["a key of a section at the top", ofAll("minimum-translated: 80"), "IL-M03", "4:1", "stands in `pull`"],
  ["an answer in quotes", ofAll('pull-request: { draft: "true" }'), "IL-M03", "4:25", "Write true, without quotes"],
  ["a base branch", ofAll("pull-request: { base: develop }"), "IL-M03", "4:17", "Leave it out"],
  ["yes to merging", ofAll("pull-request: { auto-merge: true }"), "IL-M03", "4:29", "Known in it: method"],
  ["a mention", ofAll('pull-request: { reviewers: ["@octo"] }'), "IL-M03", "4:30", "must be a login, without @"],
  ["an empty title", ofAll('pull-request: { title: "" }'), "IL-M03", "4:25", "Leave the key out"],
  [
    "a title with single braces",
    ofAll('pull-request: { title: "Update {languages}" }'),
    "IL-M03",
    "4:32",
    "as it is",
    "{{ languages }}",
  ],
  ["branches by name", ofAll("branches: { main: acme }"), "IL-M03", "4:11", "dash: `- branch: …`"],
  ["a freeze without its branches", ofAll("freeze: true"), "IL-M03", "4:9", "Known in it: branches"],
  ["one file to leave out", ofEntry("exclude: locales/x.json"), "IL-M03", "8:14", "[locales/x.json]"],
  [
    "a path to leave out that is none",
    ofEntry('exclude: ["/x.json"]'),
    "IL-M07",
    "8:14",
    "leaves nothing out",
    '"x.json"',
  ],
];

/** Realistic mistakes by kind. */
export const mistakes: readonly Mistake[] = [
  ...misspeltOfAll.map((key) =>
    mistake("misspelt keys", key, ofAll(`${key}: x`), "IL-M03", "4:1", "unknown key", "did you mean"),
  ),
  ...misspeltOfEntry.map((key) =>
    mistake("misspelt keys", key, ofEntry(`${key}: x`), "IL-M03", "8:5", "unknown key", "did you mean"),
  ),
  ...wordsOfAll.map(([key, ours]) =>
    mistake("words of others", key, ofAll(`${key}: x`), "IL-M03", "4:1", `did you mean "${ours}"?`, `\`${ours}\``),
  ),
  ...wordsOfEntry.map(([key, ours]) =>
    mistake(
      "words of others",
      `${key} of a component`,
      ofEntry(`${key}: x`),
      "IL-M03",
      "8:5",
      `did you mean "${ours}"?`,
      `\`${ours}\``,
    ),
  ),
  ...["file_format", "format", "type"].map((key) =>
    mistake("words of others", key, ofEntry(`${key}: po`), "IL-M03", "8:5", "knows the format"),
  ),
  ...enumerations.map(([line, at, says]) => mistake("values", line, ofAll(line), "IL-M03", at, "must be", says)),
  ...numbers.map(([line, at, says]) => mistake("values", line, ofAll(line), "IL-M03", at, says)),
  ...kinds.map(([line, at, says]) => mistake("values", line, ofAll(line), "IL-M03", at, says)),
  ...secretKeys.map((key) =>
    mistake("secrets", key, ofAll(`${key}: wlu_A1b2C3d4E5f6G7h8`), "IL-M03", "4:1", "INTERLINEAR_TOKEN", "revoke"),
  ),
  ...services.map(([address, at, says]) =>
    mistake(
      "addresses",
      address,
      [head[0] ?? "", `service: "${address}"`, head[2] ?? "", ...entry],
      "IL-M10",
      at,
      says,
    ),
  ),
  ...yaml.map(([what, lines, at, ...says]) => mistake("form", what, lines, "IL-M02", at, ...says)),
  ...paths.map(([what, lines, code, at, ...says]) => mistake("paths", what, lines, code, at, ...says)),
  ...clashes.map(([what, lines, at, ...says]) =>
    mistake("settings that exclude each other", what, lines, what.includes("alias") ? "IL-M08" : "IL-M03", at, ...says),
  ),
  ...branches.map(([what, line, code, at, ...says]) => mistake("branches", what, ofAll(line), code, at, ...says)),
  ...fresh.map(([what, lines, code, at, ...says]) => mistake("habits of others", what, lines, code, at, ...says)),
  ...byHand.map(([what, lines, code, at, ...says]) => mistake("by hand", what, lines, code, at, ...says)),
];
