import { describe, expect, test } from "vitest";
import { componentName } from "./binding.ts";
import type { ResolvedMapping } from "./binding.ts";
import { detectLocales } from "./detect.ts";
import type { DetectedFamily } from "./detect.ts";
import { languagePaths } from "./language-paths.ts";
import { loadMapping } from "./load.ts";
import { resolveMapping } from "./resolve.ts";
import { writeMapping } from "./write-mapping.ts";

function perLanguage(languages: readonly string[], ...patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => languages.map((language) => pattern.replaceAll("*", language)));
}

function written(files: readonly string[]): ResolvedMapping {
  const text = writeMapping(detectLocales(files).families, {
    service: "https://translate.example.org",
    project: "acme",
  });
  return resolveMapping(loadMapping(text, ".github/interlinear.yml"), files);
}

type Entry = [component: string, source: string, translations: string];

const django = [
  ...perLanguage(
    ["en", "de", "nb", "pt_BR", "sr_Latn", "zh_Hans"],
    "django/conf/locale/*/LC_MESSAGES/django.po",
    "django/conf/locale/*/LC_MESSAGES/django.mo",
    "django/contrib/admin/locale/*/LC_MESSAGES/django.po",
    "django/contrib/admin/locale/*/LC_MESSAGES/djangojs.po",
    "django/contrib/auth/locale/*/LC_MESSAGES/django.po",
  ),
  "django/__init__.py",
  "tests/i18n/locale/en/LC_MESSAGES/django.po",
  "tests/i18n/locale/de/LC_MESSAGES/django.po",
];

const layouts: [name: string, files: string[], entries: Entry[]][] = [
  [
    "Django",
    django,
    [
      ["django", "django/conf/locale/en/LC_MESSAGES/django.po", "django/conf/locale/{language}/LC_MESSAGES/django.po"],
      [
        "djangojs",
        "django/contrib/admin/locale/en/LC_MESSAGES/djangojs.po",
        "django/contrib/admin/locale/{language}/LC_MESSAGES/djangojs.po",
      ],
      [
        "{name}",
        "django/contrib/{name}/locale/en/LC_MESSAGES/django.po",
        "django/contrib/{name}/locale/{language}/LC_MESSAGES/django.po",
      ],
    ],
  ],
  [
    "one folder",
    [...perLanguage(["en", "de", "pt-BR"], "locales/*.json"), "package.json", "src/is.ts", "locales/README.md"],
    [["locales", "locales/en.json", "locales/{language:bcp47}.json"]],
  ],
  [
    "no folder",
    [...perLanguage(["en", "de", "zh-CN", "nb-NO"], "*.json"), "package.json"],
    [["strings", "en.json", "{language:bcp47-country}.json"]],
  ],
  [
    "a project that begins",
    ["src/i18n/en.json", "package.json"],
    [["i18n", "src/i18n/en.json", "src/i18n/{language}.json"]],
  ],
  [
    "packages of a monorepo, with different languages",
    [
      ...perLanguage(["en", "de", "pt_BR", "zh_CN"], "packages/web/i18n/*.json"),
      ...perLanguage(["en", "fr"], "packages/api/i18n/*.json"),
    ],
    [["{package}", "packages/{package}/i18n/en.json", "packages/{package}/i18n/{language:posix}.json"]],
  ],
  [
    "packages of which one is no slug",
    perLanguage(["en", "de"], "packages/web/i18n/*.json", "packages/my.api/i18n/*.json"),
    [
      ["my-api", "packages/my.api/i18n/en.json", "packages/my.api/i18n/{language}.json"],
      ["web", "packages/web/i18n/en.json", "packages/web/i18n/{language}.json"],
    ],
  ],
  [
    "Android",
    [
      "app/src/main/res/values/strings.xml",
      "app/src/main/res/values/colors.xml",
      "app/src/main/res/values-night/colors.xml",
      "app/src/main/res/values-night/strings.xml",
      ...perLanguage(["de", "pt-rBR", "iw", "b+sr+Latn"], "app/src/main/res/values-*/strings.xml"),
    ],
    [["strings", "app/src/main/res/values/strings.xml", "app/src/main/res/values-{language:android}/strings.xml"]],
  ],
  [
    "Android, with texts of their own for newer releases, wide screens and landscape",
    [
      ...["values", "values-v29", "values-sw600dp", "values-land"].map(
        (name) => `app/src/main/res/${name}/strings.xml`,
      ),
      ...perLanguage(
        ["cs-rCZ", "de", "b+sr+Latn"],
        "app/src/main/res/values-*/strings.xml",
        "app/src/main/res/values-*-v29/strings.xml",
      ),
    ],
    [
      [
        "values-v29",
        "app/src/main/res/values-v29/strings.xml",
        "app/src/main/res/values-{language:android}-v29/strings.xml",
      ],
      ["strings", "app/src/main/res/values/strings.xml", "app/src/main/res/values-{language:android}/strings.xml"],
    ],
  ],
  [
    "namespaces in a folder for each language, nested",
    perLanguage(
      ["en", "de"],
      "public/locales/*/common.json",
      "public/locales/*/home.json",
      "public/locales/*/admin/users.json",
    ),
    [
      ["users", "public/locales/en/admin/users.json", "public/locales/{language}/admin/users.json"],
      ["{namespace}", "public/locales/en/{namespace}.json", "public/locales/{language}/{namespace}.json"],
    ],
  ],
  [
    "gettext with a template beside the translations",
    [...perLanguage(["de", "sr@latin", "zh_CN"], "po/*.po"), "po/app.pot"],
    [["po", "po/app.pot", "po/{language:posix}.po"]],
  ],
  [
    "gettext with a template above the translations",
    [...perLanguage(["en", "de"], "app/locale/*/LC_MESSAGES/shop.po"), "app/locale/shop.pot", "app/locale/other.pot"],
    [["shop", "app/locale/shop.pot", "app/locale/{language}/LC_MESSAGES/shop.po"]],
  ],
  [
    "properties with a base file",
    ["res/strings.properties", "res/strings_de.properties", "res/strings_pt_BR.properties", "res/log4j.properties"],
    [["strings", "res/strings.properties", "res/strings_{language}.properties"]],
  ],
  [
    "Xcode",
    [
      ...perLanguage(["en", "zh-Hans"], "App/*.lproj/Localizable.strings"),
      ...perLanguage(["Base", "de"], "App/*.lproj/Main.strings"),
    ],
    [
      ["main", "App/Base.lproj/Main.strings", "App/{language:apple}.lproj/Main.strings"],
      ["localizable", "App/en.lproj/Localizable.strings", "App/{language:apple}.lproj/Localizable.strings"],
    ],
  ],
  [
    "a code after the name",
    [...perLanguage(["en", "de", "zh_TW"], "lib/l10n/app_*.arb"), ...perLanguage(["en", "de"], "config/devise.*.yml")],
    [
      ["devise", "config/devise.en.yml", "config/devise.{language}.yml"],
      ["app", "lib/l10n/app_en.arb", "lib/l10n/app_{language:posix}.arb"],
    ],
  ],
  [
    "Android, with plurals in a file of their own beside styles",
    [
      ...["strings", "plurals", "styles"].map((name) => `app/src/main/res/values/${name}.xml`),
      ...perLanguage(
        ["de", "pt-rBR"],
        "app/src/main/res/values-*/strings.xml",
        "app/src/main/res/values-*/plurals.xml",
      ),
      "app/src/main/res/values-v21/styles.xml",
    ],
    [
      ["plurals", "app/src/main/res/values/plurals.xml", "app/src/main/res/values-{language:android}/plurals.xml"],
      ["strings", "app/src/main/res/values/strings.xml", "app/src/main/res/values-{language:android}/strings.xml"],
    ],
  ],
  [
    "Moko",
    ["shared/moko-resources/base/strings.xml", ...perLanguage(["de", "fr"], "shared/moko-resources/*/strings.xml")],
    [["moko-resources", "shared/moko-resources/base/strings.xml", "shared/moko-resources/{language}/strings.xml"]],
  ],
  [
    "Moko, whose countries are written as Android's",
    [
      "i18n/moko-resources/base/strings.xml",
      ...perLanguage(["de", "fil", "in", "pt-rBR", "zh-rTW"], "i18n/moko-resources/*/strings.xml"),
    ],
    [["moko-resources", "i18n/moko-resources/base/strings.xml", "i18n/moko-resources/{language:android}/strings.xml"]],
  ],
  [
    "Rails",
    perLanguage(["en", "de", "pt-BR"], "config/locales/*.yml"),
    [["locales", "config/locales/en.yml", "config/locales/{language:bcp47}.yml"]],
  ],
  [
    "Laravel, whose folder is of texts alone",
    [...perLanguage(["en", "de"], "lang/*/auth.php", "lang/*/validation.php"), "src/de/index.php", "src/en/index.php"],
    [["{namespace}", "lang/en/{namespace}.php", "lang/{language}/{namespace}.php"]],
  ],
  [
    "Qt beside its program, and no TypeScript there",
    [
      ...perLanguage(["en", "de", "pt_BR"], "src/murmur/murmur_*.ts"),
      ...perLanguage(["en", "de"], "src/app/menu_*.ts"),
    ],
    [["murmur", "src/murmur/murmur_en.ts", "src/murmur/murmur_{language}.ts"]],
  ],
  [
    "Qt, whose extension is TypeScript's too",
    [
      ...perLanguage(["en", "de", "pt_BR"], "translations/shop_*.ts", "resources/langs/chat_*.ts"),
      ...perLanguage(["en", "de"], "src/locales/*.ts"),
    ],
    [
      ["chat", "resources/langs/chat_en.ts", "resources/langs/chat_{language}.ts"],
      ["shop", "translations/shop_en.ts", "translations/shop_{language}.ts"],
    ],
  ],
  [
    "Symfony and Angular",
    [
      ...perLanguage(["en", "de"], "translations/messages.*.xlf", "translations/validators.*.xlf"),
      "web/src/locale/messages.xlf",
      ...perLanguage(["de", "fr"], "web/src/locale/messages.*.xlf"),
    ],
    [
      ["messages", "translations/messages.en.xlf", "translations/messages.{language}.xlf"],
      ["validators", "translations/validators.en.xlf", "translations/validators.{language}.xlf"],
      ["web", "web/src/locale/messages.xlf", "web/src/locale/messages.{language}.xlf"],
    ],
  ],
  [
    "Angular, which extracts into the application's folder",
    ["ui/messages.xlf", ...perLanguage(["en-US", "de-DE", "fr-FR"], "ui/src/locale/messages.*.xlf")],
    [["ui", "ui/messages.xlf", "ui/src/locale/messages.{language:bcp47}.xlf"]],
  ],
  [
    "a browser extension",
    perLanguage(["en", "de", "pt_BR"], "_locales/*/messages.json"),
    [["messages", "_locales/en/messages.json", "_locales/{language}/messages.json"]],
  ],
  [
    ".NET, Windows and WPF",
    [
      "Properties/Resources.resx",
      ...perLanguage(["de", "pt-BR"], "Properties/Resources.*.resx"),
      ...perLanguage(["en-US", "de-DE"], "Strings/*/Resources.resw", "strings/*/app.resjson", "Themes/Texts.*.xaml"),
    ],
    [
      ["properties", "Properties/Resources.resx", "Properties/Resources.{language:bcp47}.resx"],
      ["resources", "Strings/en-US/Resources.resw", "Strings/{language:bcp47}/Resources.resw"],
      ["texts", "Themes/Texts.en-US.xaml", "Themes/Texts.{language:bcp47}.xaml"],
      ["app", "strings/en-US/app.resjson", "strings/{language:bcp47}/app.resjson"],
    ],
  ],
  [
    "go-i18n, Fluent and others in a folder of texts",
    [
      ...perLanguage(
        ["en", "de"],
        "active.*.toml",
        "i18n/*.xml",
        "l10n/*/main.ftl",
        "langs/*.lang",
        "Languages/*.islu",
      ),
      ...perLanguage(["en", "de"], "docs/*/pom.xml"),
    ],
    [
      ["languages", "Languages/en.islu", "Languages/{language}.islu"],
      ["active", "active.en.toml", "active.{language}.toml"],
      ["i18n", "i18n/en.xml", "i18n/{language}.xml"],
      ["main", "l10n/en/main.ftl", "l10n/{language}/main.ftl"],
      ["langs", "langs/en.lang", "langs/{language}.lang"],
    ],
  ],
  [
    "files that are named like languages, in folders of languages",
    perLanguage(["en", "de", "fr"], "names/*/it.json", "names/*/de.json"),
    [["{namespace}", "names/en/{namespace}.json", "names/{language}/{namespace}.json"]],
  ],
];

describe("detected are the files of", () => {
  test.each(layouts)("%s", (_name, files, entries) => {
    expect(
      detectLocales(files).families.map(({ component, source, translations }) => [component, source, translations]),
    ).toEqual(entries);
  });

  test("nobody, where there are none", () => {
    expect(
      detectLocales([
        "README.md",
        "src/main.ts",
        "package.json",
        "src/config.json",
        "packages/io/package.json",
        ".github/workflows/ci.yml",
      ]),
    ).toEqual({
      families: [],
      withoutSource: [],
      doubled: [],
      twice: [],
    });
  });

  test("one file of those that the service takes for one language", () => {
    expect(
      detectLocales([
        "locale/de/LC_MESSAGES/app.po",
        "locale/es/LC_MESSAGES/app.po",
        "locale/es_ES/LC_MESSAGES/app.po",
      ]),
    ).toMatchObject({
      families: [{ languages: ["de", "es"], rules: { exclude: ["locale/es_ES/LC_MESSAGES/app.po"] } }],
      doubled: [{ path: "locale/es_ES/LC_MESSAGES/app.po", kept: "locale/es/LC_MESSAGES/app.po" }],
    });
    expect(detectLocales(perLanguage(["Base", "en", "de"], "App/*.lproj/Localizable.strings"))).toMatchObject({
      families: [{ source: "App/Base.lproj/Localizable.strings", languages: ["de"] }],
      doubled: [{ path: "App/en.lproj/Localizable.strings" }],
    });
    const resources = ["Lang.resx", "Lang.de.resx", "Lang.en.resx"];
    expect(detectLocales(resources).doubled).toEqual([]);
    expect(detectLocales(resources, { copies: new Set(["Lang.en.resx"]) })).toMatchObject({
      families: [{ source: "Lang.resx", languages: ["de"] }],
      doubled: [{ path: "Lang.en.resx", kept: "Lang.resx" }],
    });
  });

  test("no file of a variant whose name is the code of some language", () => {
    const templates = ["charger/semp.yaml", "charger/semp-sma.yaml", "charger/openwb.yaml", "charger/openwb-pro.yaml"];
    expect(detectLocales(templates).families).toEqual([]);
    expect(detectLocales(["i18n/app.yaml", "i18n/app-sma.yaml"]).families).toMatchObject([{ languages: ["sma"] }]);
    expect(detectLocales(["ui/app.properties", "ui/app_de.properties"]).families).toMatchObject([
      { languages: ["de"] },
    ]);
  });

  test("one file of a language that the service has one of, whatever two files call it", () => {
    const files = perLanguage(["en", "nb", "no", "zh", "zh-CN", "zh-TW"], "locales/*.json");
    expect(detectLocales(files)).toMatchObject({
      families: [
        {
          languages: ["nb_NO", "zh_Hans", "zh_Hant"],
          translations: "locales/{language:bcp47-country}.json",
          rules: { exclude: ["locales/no.json", "locales/zh.json"] },
        },
      ],
      doubled: [
        { path: "locales/no.json", kept: "locales/nb.json" },
        { path: "locales/zh.json", kept: "locales/zh-CN.json" },
      ],
    });
    expect(detectLocales(perLanguage(["en", "en-GB", "en_GB", "de"], "po/*.json"))).toMatchObject({
      doubled: [{ path: "po/en_GB.json", kept: "po/en-GB.json" }],
    });
  });

  test.each([
    [["i18n/de/de.json", "i18n/en/en.json", "i18n/fr/fr.json"]],
    [["src/de/messages.de.json", "src/en/messages.en.json"]],
  ])("nobody where the language stands twice in a path, which is told: %j", (files) => {
    expect(detectLocales(files)).toEqual({ families: [], withoutSource: [], doubled: [], twice: [files] });
  });

  test("begins all families with the English that most begin with, though another one has a string more somewhere", () => {
    const files = perLanguage(
      ["cs-CZ", "en-GB", "en-US"],
      "intl/country/*.json",
      "intl/language/*.json",
      "intl/messages/*.json",
    );
    const more = new Map([
      ["intl/language/en-GB.json", 12],
      ["intl/language/en-US.json", 11],
    ]);

    expect(detectLocales(files, { strings: more }).families).toMatchObject([
      { source: "intl/{name}/en-US.json", translations: "intl/{name}/{language:bcp47}.json" },
    ]);
  });

  test("takes the English of the United States for the source where another one has a few strings more, which may be old", () => {
    const strings = new Map([
      ["locales/en-GB.yaml", 973],
      ["locales/en-US.yaml", 966],
    ]);

    expect(
      detectLocales(perLanguage(["de-DE", "en-GB", "en-US"], "locales/*.yaml"), { strings }).families,
    ).toMatchObject([{ source: "locales/en-US.yaml" }]);
  });

  test("takes no file for a source that holds a few strings of another English, whatever other families have", () => {
    const files = [
      ...perLanguage(["cs", "en_GB", "en_US"], "app/i18n/*.json"),
      ...perLanguage(["cs", "en_GB"], "one/i18n/*.json", "two/i18n/*.json"),
      ...perLanguage(["cs", "en_GB", "en_US"], "three/i18n/*.json", "four/i18n/*.json"),
    ];
    const strings = new Map([
      ["app/i18n/en_US.json", 500],
      ["app/i18n/en_GB.json", 20],
      ["three/i18n/en_GB.json", 9],
      ["four/i18n/en_GB.json", 9],
    ]);

    expect(detectLocales(files, { strings }).families.map(({ source }) => source)).toContain("app/i18n/en_US.json");
  });

  test("leaves to each family its own files where siblings begin with different kinds of English", () => {
    const files = perLanguage(["cs-CZ", "en-GB", "en-US"], "intl/country/*.json", "intl/language/*.json");
    const more = new Map([
      ["intl/language/en-GB.json", 12],
      ["intl/language/en-US.json", 10],
    ]);

    expect(detectLocales(files, { strings: more }).families.map(({ source }) => source)).toEqual([
      "intl/country/en-US.json",
      "intl/language/en-GB.json",
    ]);
  });

  test("translations whose source is missing, which are told apart", () => {
    expect(detectLocales(["i18n/de.json", "i18n/fr.json"])).toEqual({
      families: [],
      withoutSource: [{ translations: "i18n/{language}.json", languages: ["de", "fr"] }],
      doubled: [],
      twice: [],
    });
  });

  test.each([
    [
      "gettext",
      ["po/de.po", "po/fr.po"],
      [{ component: "po", translations: "po/{language}.po", languages: ["de", "fr"], sources: ["po/de.po"] }],
    ],
    [
      "one language of Django",
      ["shop/locale/de/LC_MESSAGES/django.po"],
      [{ component: "django", translations: "shop/locale/{language}/LC_MESSAGES/django.po", languages: ["de"] }],
    ],
    [
      "Django's two domains",
      ["django", "djangojs"].flatMap((name) => [
        `locale/de/LC_MESSAGES/${name}.po`,
        `locale/pt_BR/LC_MESSAGES/${name}.po`,
      ]),
      [
        {
          component: "{namespace}",
          translations: "locale/{language}/LC_MESSAGES/{namespace}.po",
          sources: ["locale/de/LC_MESSAGES/django.po", "locale/de/LC_MESSAGES/djangojs.po"],
        },
      ],
    ],
    [
      "gettext without a template, English of other countries among them",
      perLanguage(["cs", "en_AU", "en_GB"], "po/*.po"),
      [{ component: "po", translations: "po/{language}.po", languages: ["cs", "en_AU", "en_GB"] }],
    ],
    [
      "Django's applications",
      ["cart", "blog"].flatMap((app) => [`apps/${app}/locale/de/LC_MESSAGES/django.po`]),
      [{ component: "{app}", translations: "apps/{app}/locale/{language}/LC_MESSAGES/django.po", languages: ["de"] }],
    ],
    [
      "Qt",
      ["translations/app_de.ts", "translations/app_pt_BR.ts"],
      [{ component: "app", translations: "translations/app_{language}.ts", languages: ["de", "pt_BR"] }],
    ],
  ])("translations of %s that hold the source texts themselves", (_kind, files, families) => {
    expect(detectLocales(files)).toMatchObject({
      families: families.map((family) => ({ ...family, source: undefined })),
      withoutSource: [],
    });
  });
});

describe("the mapping that is written", () => {
  test.each(layouts)("for %s loads, and gives every file found its own path again", (_name, files) => {
    const { families } = detectLocales(files);
    const { bindings } = written(files);
    expect(bindings.flatMap(({ source }) => source ?? []).sort()).toEqual(
      families.flatMap(({ sources }) => sources).sort(),
    );
    expect(new Set(bindings.map(({ component }) => componentName(component))).size).toBe(bindings.length);
    const codes = [...new Set(families.flatMap(({ languages }) => languages))];
    const paths = new Set(
      bindings.flatMap((binding) => [
        binding.source,
        ...languagePaths(
          binding,
          codes.map((code) => ({ code, languageCode: code })),
        ).paths.values(),
      ]),
    );
    const translations = files.filter((path) =>
      /\.(po|pot|arb|properties|strings)$|strings\.xml$|(locales|i18n|names)\/.*json$/.test(path),
    );
    const ours = translations.filter(
      (path) => !/^tests\/|night|land|sw600dp|log4j|other\.pot|locale\/en\/LC_MESSAGES\/shop/.test(path),
    );
    expect(ours.filter((path) => !paths.has(path))).toEqual([]);
  });

  test("says once what holds for all, and what a person may want to change", () => {
    expect(
      writeMapping(detectLocales(django).families, {
        service: "https://t.example",
        project: "acme",
        schema: "https://s.example/x.json",
      }),
    ).toBe(`# yaml-language-server: $schema=https://s.example/x.json
# Which files of this repository belong to which component of the translation service.
version: 1
service: https://t.example # the only address that the token is ever sent to
project: acme # slug of the project that the components below are in

components:
  # 5 languages: de, nb_NO, pt_BR, sr_Latn, zh_Hans
  - component: django
    source: django/conf/locale/en/LC_MESSAGES/django.po
    translations: django/conf/locale/{language}/LC_MESSAGES/django.po
  # 5 languages: de, nb_NO, pt_BR, sr_Latn, zh_Hans
  - component: djangojs
    source: django/contrib/admin/locale/en/LC_MESSAGES/djangojs.po
    translations: django/contrib/admin/locale/{language}/LC_MESSAGES/djangojs.po
  # 2 components; 5 languages: de, nb_NO, pt_BR, sr_Latn, zh_Hans
  - component: "{name}"
    source: django/contrib/{name}/locale/en/LC_MESSAGES/django.po
    translations: django/contrib/{name}/locale/{language}/LC_MESSAGES/django.po

languages:
  aliases: { nb_NO: nb } # the service's code: the code in paths

# Who wins where both sides changed the same string: service, repository, or fail (nobody, exit code 3).
# conflicts: service

# languages:
#   except: [en_GB] # the service's codes of languages to leave out
#   aliases: { zh_Hans: zh-CN } # the service's code: the code in paths

# push: { translations: never } # never, missing (languages the service lacks) or changed
# pull: { minimum-translated: 80 } # percent, below which a language is not downloaded

# pull-request:
#   branch: interlinear/{base}
#   labels: [translations]
#   credit-translators: noreply # noreply, email or off
`);
  });

  test("still loads with every setting that it offers in a comment", () => {
    const files = ["locales/en.json", "locales/de.json"];
    const text = writeMapping(detectLocales(files).families, { service: "https://t.example", project: "acme" });
    const all = text.replaceAll(/^# (?=[a-z-]+:| )/gm, "");
    expect(resolveMapping(loadMapping(all, "m.yml"), files)).toMatchObject({
      pullRequest: { branch: "interlinear/{base}", labels: ["translations"], creditTranslators: "noreply" },
      bindings: [{ pull: { minimumTranslated: 80 }, languages: { aliases: { zh_Hans: "zh-CN" }, except: ["en_GB"] } }],
    });
  });

  test("says of a string catalogue that all languages are in it", () => {
    const { families } = detectLocales(["App/Localizable.xcstrings"]);
    const text = writeMapping(families, { service: "https://t.example", project: "acme" });
    expect(text).toContain("  # all languages in one file\n  - component: localizable\n");
  });

  test("leaves out what a mapping may not name", () => {
    const right = ["locales/en.json", "locales/de.json"];
    const files = [...right, "pkgs/two\nlines/i18n/en.json", "pkgs/two\nlines/i18n/de.json"];
    const text = writeMapping(detectLocales(files).families, { service: "https://t.example", project: "acme" });
    expect(resolveMapping(loadMapping(text, "m.yml"), files).bindings.map(({ source }) => source)).toEqual([right[0]]);
  });

  test("quotes what YAML would misread", () => {
    const family: DetectedFamily = {
      component: "no",
      source: "a: b/# c.json",
      translations: "{language}/'x'.json",
      languages: ["no"],
      aliases: { no: "on" },
      sources: ["a: b/# c.json"],
    };
    const text = writeMapping([family], { service: "https://t.example", project: "123" });
    const { value } = loadMapping(text, "m.yml");
    expect(value).toMatchObject({
      project: "123",
      components: [
        {
          component: "no",
          source: family.source,
          translations: family.translations,
          languages: { aliases: { no: "on" } },
        },
      ],
    });
  });
});
