import { describe, expect, test } from "vitest";
import { componentName } from "./binding.ts";
import type { Binding, ResolvedMapping } from "./binding.ts";
import { MappingError } from "./errors.ts";
import { loadMapping } from "./load.ts";
import { bindablePath, bindMapping, languageOfPath, resolveMapping } from "./resolve.ts";
import { TimeAllowance } from "./time-allowance.ts";

const head = "version: 1\nservice: https://translate.example.org\nproject: acme\n";

function resolved(text: string, files: readonly string[]): ResolvedMapping {
  return resolveMapping(loadMapping(text, ".github/interlinear.yml"), files);
}

function problemsOf(text: string, files: readonly string[]): string[] {
  try {
    resolved(text, files);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return error.problems.map(({ code, place, message, note }) =>
      [`${String(place.line)}:${String(place.column)}`, code, `«${place.text ?? ""}»`, message, note]
        .filter((part) => part !== undefined)
        .join(" "),
    );
  }
  return [];
}

/** One entry in an otherwise right mapping; its `component` is on line 5. */
function entry(component: string, source: string, translations: string): string {
  return `${head}components:\n  - component: ${component}\n    source: ${source}\n    translations: ${translations}\n`;
}

function places(bindings: readonly Binding[]): [string, string | undefined, string][] {
  return bindings.map((binding) => [componentName(binding.component), binding.source, binding.translations]);
}

describe("what cannot be bound is told from its path alone", () => {
  const text = entry("'{p}'", "packages/{p}/**/en.json", "packages/{p}/{language}.json");

  test.each([
    ["packages/a/en.json", true],
    ["packages/a/xx_custom.json", true],
    ["packages/a/b/en.json", true],
    [".github/interlinear.yml", true],
    ["packages/a/en.ts", false],
    ["src/en.json", false],
  ])("%s: %s", (path, expected) => {
    expect(bindablePath(loadMapping(text, "m.yml"))?.(path)).toBe(expected);
  });

  test("and binds the same without it", () => {
    const files = ["packages/a/x/en.json", "packages/a/de.json", "src/a.ts", "README.md", "packages/a/notes.txt"];
    const isBindable = bindablePath(loadMapping(text, "m.yml"));

    expect(
      resolved(
        text,
        files.filter((path) => isBindable?.(path)),
      ).bindings,
    ).toEqual(resolved(text, files).bindings);
  });

  test("unless the mapping has many entries", () => {
    const entries = Array.from({ length: 20 }, (_, at) =>
      entry(`c${String(at)}`, `${String(at)}/en.json`, `${String(at)}/{language}.json`).slice(
        `${head}components:\n`.length,
      ),
    );

    expect(bindablePath(loadMapping(`${head}components:\n${entries.join("")}`, "m.yml"))).toBeUndefined();
  });
});

describe("files that an entry excludes", () => {
  const paths = ["i18n/en.po", "i18n/de.po", "i18n/x-dev.po", "i18n/fr.po"];

  test("are no translations of its", () => {
    const { bindings } = resolved(
      `${head}components:\n  - component: a\n    source: i18n/en.po\n    translations: i18n/{language}.po\n    exclude: ["i18n/f*.po"]\n`,
      paths,
    );

    expect(bindings.map((binding) => paths.map((path) => languageOfPath(binding, path)))).toEqual([
      ["en", "de", undefined, undefined],
    ]);
  });

  test("may not be all that there are", () => {
    const mapping = `${head}components:\n  - component: a\n    translations: i18n/{language}.po\n    exclude: ["i18n/**"]\n`;

    expect(() => resolved(mapping, paths)).toThrow('"exclude" leaves no file of those that i18n/{language}.po matches');
  });
});

describe("components", () => {
  test.each([
    ["project: acme\n", "website", "acme/website"],
    ["project: acme\n", "mobile/android", "acme/mobile/android"],
    ["project: acme\n", "acme/website", "acme/acme/website"],
    ["", "acme/website", "acme/website"],
    ["", "acme/mobile/android", "acme/mobile/android"],
  ])("%j and component %s address %s", (project, component, expected) => {
    const text = `version: 1\nservice: https://x.example\n${project}components:\n  - { component: ${component}, source: en.po, translations: "{language}.po" }\n`;
    expect(componentName(resolved(text, ["en.po"]).bindings[0]!.component)).toBe(expected);
  });

  test("an entry's own project wins over the mapping's", () => {
    const text = `${head}components:\n  - { component: a, project: other, source: en.po, translations: "{language}.po" }\n`;
    expect(componentName(resolved(text, ["en.po"]).bindings[0]!.component)).toBe("other/a");
  });
});

test("a pattern that would take forever to match is ended, and told", () => {
  const source = `${"*a".repeat(6)}*b*.json`;
  const one = `  - { component: "{x}", source: "${source}", translations: "{language}.json" }\n`;
  const text = `${head}components:\n${one.replace('"{x}"', "one")}${one.replace('"{x}"', "two")}`;
  const mapping = loadMapping(text, ".github/interlinear.yml");

  const { problems } = bindMapping(mapping, [`${"a".repeat(200)}.json`], new TimeAllowance(50));

  expect(problems).toMatchObject([
    {
      code: "IL-M07",
      message: `it takes too long to tell which files match ${source}`,
      place: { line: 5, column: 32 },
    },
  ]);
});

test.each([
  ["branches: [{ branch: '*a*a*a*a*b', component: x }]", false],
  ["branches: [{ branch: '{a,{b,c}}', component: x }]", false],
  ["branches: [{ branch: 'release/*/{a,b}', component: x }]", true],
  ["freeze: { branches: ['*a*a*a*a*b'] }", false],
  ["pull-request: { branch: 'i18n-{group}{group}{group}' }", false],
  ["pull-request: { branch: 'i18n/{base}--{group}' }", true],
])("a branch's name is matched at once, whatever it is: %s → %s", (line, isTaken) => {
  const text = `${entry("a", "en.json", '"{language}.json"')}${line}\n`;

  expect(problemsOf(text, ["en.json"]).length === 0).toBe(isTaken);
});

describe("limits of languages", () => {
  const rows = `components:
  - component: a
    source: a/en.json
    translations: "a/{language}.json"
  - component: b
    source: b/en.json
    translations: "b/{language}.json"
`;
  const files = ["a/en.json", "b/en.json"];

  test("an entry that has its own is judged alone, whichever of the two it sets", () => {
    const text = `${head}pull: { minimum-translated: 80, keep-above: 60 }\n${rows}    pull: { keep-above: 50 }\n`;

    expect(resolved(text, files).bindings.map(({ pull }) => pull)).toEqual([
      { minimumTranslated: 80, keepAbove: 60, prune: "report", pruneLimit: 20 },
      { minimumTranslated: 80, keepAbove: 50, prune: "report", pruneLimit: 20, isJudgedAlone: true },
    ]);
  });

  test("changed translations are suggested in all but the entry that says otherwise", () => {
    const text = `${head}push: { translations: changed, as: suggest }\n${rows}    push: { as: translate }\n`;

    expect(resolved(text, files).bindings.map(({ push }) => push)).toEqual([
      { method: "auto", translations: "changed", as: "suggest" },
      { method: "auto", translations: "changed" },
    ]);
  });

  test("approved texts alone may be asked for of all, and of one entry otherwise", () => {
    const text = `${head}pull: { approved-only: true }\n${rows}    pull: { approved-only: false }\n`;

    expect(resolved(text, files).bindings.map(({ pull }) => pull.approvedOnly)).toEqual([true, undefined]);
  });

  test.each([
    [
      "for all, once",
      `${head}pull: { keep-above: 60 }\n${rows}`,
      ["4:21 IL-M03 «60» keep-above is 60, more than minimum-translated, 0"],
    ],
    [
      "in an entry",
      `${head}pull: { minimum-translated: 80 }\n${rows}    pull: { keep-above: 81 }\n`,
      ["12:25 IL-M03 «81» keep-above is 81, more than minimum-translated, 80"],
    ],
    [
      "by an entry against what is for all",
      `${head}pull: { minimum-translated: 80, keep-above: 60 }\n${rows}    pull: { minimum-translated: 50 }\n`,
      ["12:33 IL-M03 «50» keep-above is 60, more than minimum-translated, 50"],
    ],
    ["not where they are equal", `${head}pull: { minimum-translated: 80, keep-above: 80 }\n${rows}`, []],
  ])("keep-above is not more than minimum-translated: %s", (_, text, expected) => {
    expect(problemsOf(text, files)).toEqual(expected);
  });
});

describe("globs and captures", () => {
  const files = [
    "packages/web/i18n/en.json",
    "packages/web/i18n/de.json",
    "packages/api/i18n/en.json",
    "packages/api/deep/i18n/en.json",
    "app/[locale]/(site)/en.json",
    "app/[locale]/(site)/+x!@$^|.json",
    "libs/x/y/messages.pot",
    "libs/z/messages.pot",
  ];

  test("a capture takes one path segment, and every match becomes a binding", () => {
    const text = entry('"{package}"', "packages/{package}/i18n/en.json", "packages/{package}/i18n/{language}.json");
    expect(places(resolved(text, files).bindings)).toEqual([
      ["acme/web", "packages/web/i18n/en.json", "packages/web/i18n/{language}.json"],
      ["acme/api", "packages/api/i18n/en.json", "packages/api/i18n/{language}.json"],
    ]);
  });

  test("a capture with ** spans segments, which become categories", () => {
    const text = entry('"{path}"', "libs/{path:**}/messages.pot", "libs/{path}/{language:posix}.po");
    expect(places(resolved(text, files).bindings)).toEqual([
      ["acme/x/y", "libs/x/y/messages.pot", "libs/x/y/{language:posix}.po"],
      ["acme/z", "libs/z/messages.pot", "libs/z/{language:posix}.po"],
    ]);
  });

  test.each([
    ["**/z/messages.pot", "libs/z/messages.pot"],
    ["libs/?/messages.pot", "libs/z/messages.pot"],
    ["libs/z/*.{po,pot}", "libs/z/messages.pot"],
    ["app/[locale]/(site)/e*.json", "app/[locale]/(site)/en.json"],
    ["app/[locale]/(site)/en.json", "app/[locale]/(site)/en.json"],
    ["app/*/(site)/+x!@$^|.json", "app/[locale]/(site)/+x!@$^|.json"],
  ])("%s finds %s", (source, expected) => {
    expect(resolved(entry("a", JSON.stringify(source), '"{language}.x"'), files).bindings.map((b) => b.source)).toEqual(
      [expected],
    );
  });

  test("a capture that stands twice is the same text both times", () => {
    const text = entry('"{a}"', '"{a}/{a}.pot"', '"{a}/{language}.po"');
    expect(resolved(text, ["x/x.pot", "x/y.pot"]).bindings.map((b) => b.source)).toEqual(["x/x.pot"]);
  });

  test("several captures and part of a segment", () => {
    const text = entry(
      '"{scope}/{name}-strings"',
      '"{scope}/pkg-{name}/en.json"',
      '"{scope}/pkg-{name}/{language}.json"',
    );
    expect(places(resolved(text, ["ui/pkg-button/en.json", "ui/button/en.json"]).bindings)).toEqual([
      ["acme/ui/button-strings", "ui/pkg-button/en.json", "ui/pkg-button/{language}.json"],
    ]);
  });
});

test("each of many entries finds what it finds alone, in the order of the files", () => {
  const found = ["z/b/de.po", "a/x/de.po", "a/b/de.po", "a/b/fr.po", "a/de.po", "\u{ff0e}/de.po", "\u{1f600}/de.po"];
  const translations = ["a/{c}/{language}.po", "{c}/b/{language}.po", "a/{language}.po", "b/{language}.po"];
  const others = ["\u{ff0e}/{language}.po", "\u{1f600}/{language}.po", "*/{c}/{language}.po", "a/x/{language}.po"];
  const entries = Array.from([...translations, ...others, ...translations, ...others, "z/{c}/{language}.po"].entries());
  const bound = (some: typeof entries) => {
    const lines = some.map(
      ([at, path]) =>
        `  - component: "c${String(at)}${path.includes("{c}") ? "-{c}" : ""}"\n    translations: "${path}"\n`,
    );
    return bindMapping(loadMapping(`${head}components:\n${lines.join("")}`, "map.yml"), found).bindings;
  };

  expect(places(bound(entries))).toEqual(entries.flatMap((each) => places(bound([each]))));
});

test("each of many entries is told what is wrong with it alone", () => {
  const found = ["a/b/de.po", "a/b/en.po", "a/c", "z/en.po"];
  const sources = ["a/b", "a/c/en.po", "z/e.po", "z/*.pot", "z/en.po", "b/x.po"];
  const all = Array.from({ length: 24 }, (_, at) => {
    const exclude = at % 2 === 0 ? "" : '\n    exclude: ["z/*"]';
    return `  - component: c${String(at)}\n    source: "${sources[at % sources.length] ?? ""}"\n    translations: "t${String(at)}/{language}.po"${exclude}\n`;
  });
  const wrong = (entries: readonly string[]) =>
    bindMapping(loadMapping(`${head}components:\n${entries.join("")}`, "map.yml"), found).problems.flatMap(
      ({ code, message, note, hint }) => (code === "IL-M05" ? [{ message, note, hint }] : []),
    );

  expect(wrong(all)).toEqual(all.flatMap((each) => wrong([each])));
});

describe("string catalogues", () => {
  const catalogues = ["App/Localizable.xcstrings", "Kit/Localizable.xcstrings", "App/Info.plist"];

  test("have each language below their own path", () => {
    const { bindings } = resolved(
      `${head}components:\n  - component: "{module}"\n    translations: "{module}/Localizable.xcstrings"\n`,
      catalogues,
    );

    expect(places(bindings)).toEqual([
      ["acme/App", "App/Localizable.xcstrings/source.po", "App/Localizable.xcstrings/{language:apple}.po"],
      ["acme/Kit", "Kit/Localizable.xcstrings/source.po", "Kit/Localizable.xcstrings/{language:apple}.po"],
    ]);
    const [app] = bindings;
    const languages = ["zh-Hans", "pt-BR", "source"].map((name) =>
      app === undefined ? undefined : languageOfPath(app, `App/Localizable.xcstrings/${name}.po`),
    );
    expect(languages).toEqual(["zh_Hans", "pt_BR", undefined]);
  });

  test("may be named as their own source", () => {
    const [path = ""] = catalogues;
    expect(places(resolved(entry("a", path, path), catalogues).bindings)).toEqual([
      ["acme/a", `${path}/source.po`, `${path}/{language:apple}.po`],
    ]);
  });
});

describe("settings", () => {
  const files = ["en.po"];
  const component = '  - component: a\n    source: en.po\n    translations: "{language}.po"\n';

  test("have the defaults of the schema", () => {
    const mapping = resolved(`${head}components:\n${component}`, files);
    expect(mapping).toEqual({
      path: ".github/interlinear.yml",
      service: "https://translate.example.org",
      pullRequest: {
        branch: "interlinear/{base}",
        groupBy: "none",
        labels: [],
        assignees: [],
        reviewers: [],
        teamReviewers: [],
        reviewersByLanguage: {},
        draft: false,
        creditTranslators: "noreply",
      },
      commit: { signOff: false, signing: "forge" },
      review: {
        comment: true,
        check: true,
        failBelow: 0,
        passAbove: 0,
        languages: {},
        broken: "fail",
        unknownKeys: "report",
      },
      branches: [],
      freeze: { branches: [] },
      tellTranslators: false,
      withLock: false,
      bindings: [
        {
          component: { project: "acme", categories: [], component: "a" },
          source: "en.po",
          translations: "{language}.po",
          conflicts: "service",
          checks: "hold-back",
          languages: { aliases: {}, except: [], request: [] },
          push: { method: "auto", translations: "never" },
          pull: { minimumTranslated: 0, keepAbove: 0, prune: "report", pruneLimit: 20 },
          removalLimit: 20,
          place: { file: ".github/interlinear.yml", line: 5, column: 16, text: "a" },
          projectPlace: { file: ".github/interlinear.yml", line: 3, column: 10, text: "acme" },
          servicePlace: {
            file: ".github/interlinear.yml",
            line: 2,
            column: 10,
            text: "https://translate.example.org",
          },
        },
      ],
    });
  });

  test("of an entry win key by key over those for all", () => {
    const text = `${head}conflicts: repository
checks: off
removal-limit: 5
push: { method: replace, translations: missing }
pull: { minimum-translated: 50 }
languages: { aliases: { zh_Hans: zh-CN, he: iw }, except: [en-GB] }
components:
${component}    conflicts: fail
    checks: report
    removal-limit: 0
    push: { translations: changed }
    pull: { minimum-translated: 0 }
    languages: { aliases: { he: he }, only: [cs, pt-BR] }
`;
    expect(resolved(text, files).bindings[0]).toMatchObject({
      conflicts: "fail",
      checks: "report",
      removalLimit: 0,
      push: { method: "replace", translations: "changed" },
      pull: { minimumTranslated: 0 },
      languages: { aliases: { zh_Hans: "zh-CN", he: "he" }, only: ["cs", "pt_BR"], except: ["en_GB"] },
    });
  });

  test.each([
    ["true", "noreply"],
    ["false", "off"],
    ["off", "off"],
    ["email", "email"],
  ])("credit-translators: %s is %s", (written, expected) => {
    const text = `${head}components:\n${component}pull-request: { credit-translators: ${written} }\n`;
    expect(resolved(text, files).pullRequest.creditTranslators).toBe(expected);
  });

  test.each([
    ["https://translate.example.org/", "https://translate.example.org"],
    ["https://example.org/translate/api/", "https://example.org/translate"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ])("the service %s is %s", (written, expected) => {
    expect(resolved(`version: 1\nservice: ${written}\nproject: p\ncomponents:\n${component}`, files).service).toBe(
      expected,
    );
  });
});

describe("errors", () => {
  const files = [
    "locales/en.json",
    "locales/cs.json",
    "packages/web/en.json",
    "packages/b.c/en.json",
    "src/app/values/strings.xml",
    "App/Localizable.xcstrings",
  ];
  const translations = '"locales/{language}.json"';

  test.each<[string, string, string[]]>([
    [
      "a missing source names the nearest path",
      entry("a", "locale/en.json", translations),
      ['6:13 IL-M05 «locale/en.json» there is no file locale/en.json did you mean "locales/en.json"?'],
    ],
    [
      "letter case matters, and is what is wrong",
      entry("a", "Locales/EN.json", translations),
      ['6:13 IL-M05 «Locales/EN.json» there is no file Locales/EN.json did you mean "locales/en.json"?'],
    ],
    [
      "a source in the wrong folder is found by its name",
      entry("a", "application/resources/strings.xml", translations),
      [
        '6:13 IL-M05 «application/resources/strings.xml» there is no file application/resources/strings.xml did you mean "src/app/values/strings.xml"?',
      ],
    ],
    [
      "a glob without a match names a path that is like it",
      entry('"{p}"', '"pakages/{p}/en.json"', '"x/{p}/{language}.json"'),
      ['6:14 IL-M05 «pakages/{p}/en.json» no file matches pakages/{p}/en.json did you mean "packages/web/en.json"?'],
    ],
    ["nothing like it: no guess", entry("a", "z.arb", translations), ["6:13 IL-M05 «z.arb» there is no file z.arb"]],
    [
      "a component name that is no slug names the file it comes from",
      entry('"{p}"', '"packages/{p}/en.json"', '"packages/{p}/{language}.json"'),
      ['5:17 IL-M09 «{p}» "b.c" (from packages/b.c/en.json) is no slug'],
    ],
    [
      "an unknown capture is underlined alone",
      entry('"x-{pakage}"', '"packages/{package}/en.json"', '"x/{package}/{language}.json"'),
      ['5:19 IL-M07 «{pakage}» "source" captures no {pakage} did you mean "package"?'],
    ],
    [
      "translations without {language}",
      entry("a", "locales/en.json", "locales/de.json"),
      ['7:19 IL-M07 «locales/de.json» "translations" has no {language}'],
    ],
    [
      "a catalogue of all languages as one of them",
      entry("a", "App/Localizable.xcstrings", translations),
      [
        "7:20 IL-M12 «locales/{language}.json» a string catalogue of Xcode (.xcstrings) holds all languages in one file",
      ],
    ],
    [
      "a catalogue of each language",
      entry("a", '"App/{language}.xcstrings"', '"App/{language}.xcstrings"'),
      [
        "7:24 IL-M07 «{language}» {language} is not allowed in the path of a string catalogue, which holds all languages",
      ],
    ],
    [
      "a misspelt {language} is two mistakes with one cause",
      entry("a", "locales/en.json", '"locales/{languge}.json"'),
      [
        '7:20 IL-M07 «locales/{languge}.json» "translations" has no {language}',
        '7:28 IL-M07 «{languge}» "source" captures no {languge} did you mean "language"?',
      ],
    ],
    [
      "two {language}",
      entry("a", "locales/en.json", '"{language}/{language:posix}.json"'),
      ['7:31 IL-M07 «{language:posix}» "translations" has more than one {language}'],
    ],
    [
      "an unknown style",
      entry("a", "locales/en.json", '"locales/{language:posx}.json"'),
      ['7:28 IL-M07 «{language:posx}» there is no language style "posx" did you mean "posix"?'],
    ],
    [
      "{language} in the source",
      entry("a", '"locales/{language}.json"', translations),
      ['6:22 IL-M07 «{language}» {language} is not allowed in "source"'],
    ],
    [
      "a glob in translations",
      entry("a", "locales/en.json", '"*/{language}.json"'),
      ['7:20 IL-M07 «*» "*" is a glob, which only "source" may have'],
    ],
    [
      "a style of a capture",
      entry('"{p:x}"', '"packages/{p:y}/en.json"', '"{p}/{language}.json"'),
      ["5:17 IL-M07 «{p:x}» a capture has no style where it is used", '6:23 IL-M07 «{p:y}» a capture has no style "y"'],
    ],
    [
      "braces that do not close, or hold something else",
      entry('"a}"', '"locales/{e n}.json"', '"{language}/{"'),
      [
        "5:18 IL-M07 «}» a brace is closed that was not opened",
        "6:22 IL-M07 «{e n}» {e n} is neither a capture {name} nor a list {a,b}",
        "7:31 IL-M07 «{» a brace is not closed",
      ],
    ],
    ...(
      [
        ["/etc/{language}.json", "it is absolute; write it from the root of the repository"],
        ["C:/{language}.json", "it has a drive letter; write it from the root of the repository"],
        ["../{language}.json", "it leaves the repository by .."],
        ["a/../{language}.json", "it leaves the repository by .."],
        ["./{language}.json", "it has an empty segment or a single dot"],
        ["a//{language}.json", "it has an empty segment or a single dot"],
        ["a\\{language}.json", "it has a backslash; write /"],
        [".git/{language}", "it is inside git's own folder"],
        ["x/.GIT /{language}", "it is inside git's own folder"],
        ["git~1/{language}", "it is inside git's own folder"],
        [".github/workflows/{language}.yml", "workflow files are never touched"],
      ] as const
    ).map(([path, reason]): [string, string, string[]] => [
      `the path ${path} is refused`,
      entry("a", "locales/en.json", `'${path}'`),
      [`7:20 IL-M06 «${path}» the path in "translations" is refused: ${reason}`],
    ]),
    [
      "one component bound twice by one entry",
      entry("a", '"{p}/en.json"', '"{p}/{language}.json"').replace("{p}/en", "{p:**}/en"),
      [
        "5:16 IL-M08 «a» acme/a is bound twice: to locales/en.json and to packages/web/en.json",
        "5:16 IL-M08 «a» acme/a is bound twice: to locales/en.json and to packages/b.c/en.json",
      ],
    ],
    [
      "one component bound by two entries",
      `${entry("a", "locales/en.json", translations)}  - { component: a, source: packages/web/en.json, translations: "{language}" }\n`,
      ["8:18 IL-M08 «a» acme/a is bound twice: to locales/en.json and to packages/web/en.json"],
    ],
    [
      "two components with one source",
      `${entry("a", "locales/en.json", translations)}  - { component: b, source: locales/en.json, translations: "{language}" }\n`,
      ["8:29 IL-M08 «locales/en.json» locales/en.json is the source of two components: acme/a and acme/b"],
    ],
    [
      "two components with one path for translations, whatever the style",
      `${entry("a", "locales/en.json", translations)}  - { component: b, source: packages/web/en.json, translations: "locales/{language:posix}.json" }\n`,
      [
        "8:66 IL-M08 «locales/{language:posix}.json» the translations of two components would be one file, locales/{language}.json: acme/a and acme/b",
      ],
    ],
    [
      "a source that is another component's translation",
      `${entry("a", "locales/en.json", translations)}  - { component: b, source: locales/cs.json, translations: "{language}" }\n`,
      [
        "7:20 IL-M08 «locales/{language}.json» the cs translation of acme/a would be locales/cs.json, the source of acme/b",
      ],
    ],
    [
      "two languages with one alias",
      `${entry("a", "locales/en.json", translations)}languages:\n  aliases: { zh_Hans: zh, zh_Hant: zh }\n`,
      ['9:36 IL-M08 «zh» zh_Hans and zh_Hant have one alias, "zh": their files would be one'],
    ],
  ])("%s", (_name, text, expected) => {
    expect(problemsOf(text, files)).toEqual(expected);
  });

  test("no project anywhere", () => {
    const text = entry("website", "locales/en.json", translations).replace("project: acme\n", "");
    expect(problemsOf(text, files)).toEqual(['4:16 IL-M09 «website» "website" is in no project']);
  });

  test("a path that captures turn into a workflow file", () => {
    const text = entry("a", '"{x}/{y}/en.yml"', '"{x}/{y}/{language}.yml"');
    expect(problemsOf(text, [".github/workflows/en.yml"])).toEqual([
      "7:20 IL-M06 «{x}/{y}/{language}.yml» the path .github/workflows/{language}.yml (from .github/workflows/en.yml) is refused: workflow files are never touched",
    ]);
  });

  test("a folder with braces in its name", () => {
    const text = entry("a", '"{x}/en.json"', '"{x}/{language}.json"');
    expect(problemsOf(text, ["{language}/en.json"])).toEqual([
      '6:14 IL-M07 «{x}/en.json» "{language}" (from {language}/en.json) has braces, which a pattern cannot hold',
    ]);
  });

  test("all entries are reported at once, in the order of the file", () => {
    const text = `${entry("a", "locales/e.json", translations)}  - { component: b, source: package/web/en.json, translations: "../{language}" }\n`;
    expect(problemsOf(text, files).map((line) => line.split(" ").slice(0, 2))).toEqual([
      ["6:13", "IL-M05"],
      ["8:29", "IL-M05"],
      ["8:65", "IL-M06"],
    ]);
  });
});

test("a file's name cannot start a line of the message", () => {
  const text = entry('"{p}"', '"packages/{p}/en.json"', '"packages/{p}/{language}.json"');

  expect(() => resolved(text, ["packages/x\n::error::y/en.json"])).toThrow('"x⏎::error::y" (from packages/x⏎');
});
