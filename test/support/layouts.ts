import { unitStates, type Catalogue, type Unit } from "../../src/catalog/unit.ts";
import type { Format } from "../../src/formats/format.ts";
import { formatFor } from "../../src/formats/registry.ts";
import type { Files } from "./repository.ts";

/** One kind of files in a repository, as its framework lays them out. */
export interface LaidOutFiles {
  readonly format: string;
  /** XLIFF with keys in `<source>`, as Symfony has it. */
  readonly hasKeysAsSource?: true;
  /** Undefined where the translations alone hold the source texts. */
  readonly source: string | undefined;
  /** `*` stands for the language as paths have it. */
  readonly translations: string;
  readonly languages: readonly string[];
}

/** How a repository lays its translation files out. */
export interface Layout {
  readonly name: string;
  readonly sets: readonly LaidOutFiles[];
  /** What lies beside them and is nobody's translation. */
  readonly beside?: Files;
}

const set = (
  format: string,
  source: string | undefined,
  translations: string,
  languages: readonly string[] = ["de", "fr", "pt-BR"],
): LaidOutFiles => ({ format, source, translations, languages });
const posix = ["de", "fr", "pt_BR"];
const packageJson = { "package.json": '{ "name": "app" }\n' };

/** Layouts that people have; the first ten are of as many kinds as there are. */
export const layouts: readonly Layout[] = [
  {
    name: "a folder of JSON",
    sets: [set("json-nested", "locales/en.json", "locales/*.json")],
    beside: packageJson,
  },
  { name: "gettext with a template", sets: [set("po", "po/app.pot", "po/*.po", posix)] },
  {
    name: "Android",
    sets: [
      set("aresource", "app/src/main/res/values/strings.xml", "app/src/main/res/values-*/strings.xml", [
        "de",
        "pt-rBR",
        "iw",
        "b+sr+Latn",
      ]),
    ],
    beside: { "app/src/main/res/values-night/colors.xml": "<resources/>\n" },
  },
  {
    name: "Xcode",
    sets: [set("strings", "App/en.lproj/Localizable.strings", "App/*.lproj/Localizable.strings")],
  },
  { name: "Rails", sets: [set("ruby-yaml", "config/locales/en.yml", "config/locales/*.yml")] },
  { name: "Flutter", sets: [set("arb", "lib/l10n/app_en.arb", "lib/l10n/app_*.arb", ["de", "pt_BR"])] },
  {
    name: "Java properties",
    sets: [
      set("properties", "src/main/resources/messages.properties", "src/main/resources/messages_*.properties", posix),
    ],
    beside: { "src/main/resources/application.properties": "server.port=80\n" },
  },
  {
    name: "a monorepo of packages",
    sets: ["web", "admin", "mail"].map((name) =>
      set("json-nested", `packages/${name}/locales/en.json`, `packages/${name}/locales/*.json`),
    ),
  },
  {
    name: "Django as it comes, without a template",
    sets: ["django", "djangojs"].map((domain) =>
      set("po", undefined, `shop/locale/*/LC_MESSAGES/${domain}.po`, ["de", "pt_BR", "zh_Hans"]),
    ),
  },
  {
    name: "Django with several applications",
    sets: ["cart", "users", "blog"].map((app) =>
      set("po", undefined, `apps/${app}/locale/*/LC_MESSAGES/django.po`, app === "blog" ? ["de"] : ["de", "fr"]),
    ),
  },
  { name: "gettext without a template", sets: [set("po", undefined, "po/*.po", posix)] },
  {
    name: "Qt without an English file",
    sets: [set("ts", undefined, "translations/app_*.ts", posix)],
  },
  {
    name: "Django with English files",
    sets: [set("po", "shop/locale/en/LC_MESSAGES/django.po", "shop/locale/*/LC_MESSAGES/django.po", ["de", "pt_BR"])],
  },
  {
    name: "a browser extension",
    sets: [set("webextension", "_locales/en/messages.json", "_locales/*/messages.json", posix)],
  },
  {
    name: "react-i18next with namespaces",
    sets: ["common", "shop"].map((name) =>
      set("json-nested", `public/locales/en/${name}.json`, `public/locales/*/${name}.json`),
    ),
  },
  { name: "next-intl", sets: [set("json-nested", "messages/en.json", "messages/*.json")] },
  { name: "vue-i18n in YAML", sets: [set("yaml", "src/locales/en.yaml", "src/locales/*.yaml")] },
  { name: "Angular, JSON", sets: [set("json-nested", "src/assets/i18n/en.json", "src/assets/i18n/*.json")] },
  { name: "Angular, XLIFF", sets: [set("xliff", "src/locale/messages.xlf", "src/locale/messages.*.xlf")] },
  { name: "XLIFF 2", sets: [set("xliff2", "i18n/messages.xlf", "i18n/messages.*.xlf")] },
  { name: "WordPress", sets: [set("po", "languages/shop.pot", "languages/shop-*.po", posix)] },
  { name: "autotools", sets: [set("po", "po/shop.pot", "po/*.po", ["cs", "de", "zh_CN"])] },
  {
    name: "gettext in folders of languages",
    sets: [set("po", "locale/app.pot", "locale/*/LC_MESSAGES/app.po", posix)],
  },
  {
    name: "two gettext domains",
    sets: ["client", "server"].map((name) => set("po", `i18n/${name}.pot`, `i18n/*/${name}.po`, posix)),
  },
  {
    name: "two Android modules",
    sets: ["app", "library"].map((module) =>
      set("aresource", `${module}/src/main/res/values/strings.xml`, `${module}/src/main/res/values-*/strings.xml`, [
        "de",
        "zh-rCN",
      ]),
    ),
  },
  {
    name: "Compose resources",
    sets: [
      set(
        "aresource",
        "shared/src/commonMain/composeResources/values/strings.xml",
        "shared/src/commonMain/composeResources/values-*/strings.xml",
        ["de", "fr"],
      ),
    ],
  },
  {
    name: "Xcode with a base",
    sets: [set("strings", "App/Base.lproj/Main.strings", "App/*.lproj/Main.strings", ["de", "zh-Hans"])],
  },
  {
    name: "Xcode with plurals",
    sets: [
      set("strings", "App/en.lproj/Localizable.strings", "App/*.lproj/Localizable.strings", ["de", "fr"]),
      set("stringsdict", "App/en.lproj/Localizable.stringsdict", "App/*.lproj/Localizable.stringsdict", ["de", "fr"]),
    ],
  },
  { name: "Laravel, PHP", sets: [set("laravel", "lang/en/shop.php", "lang/*/shop.php", ["de", "fr"])] },
  { name: "Laravel, JSON", sets: [set("json", "lang/en.json", "lang/*.json", ["de", "fr"])] },
  {
    name: "Symfony, YAML",
    sets: [set("yaml", "translations/messages.en.yaml", "translations/messages.*.yaml", ["de", "fr"])],
  },
  {
    name: "Symfony, XLIFF",
    sets: [set("xliff", "translations/messages.en.xlf", "translations/messages.*.xlf", ["de", "fr"])],
  },
  {
    name: "Symfony, XLIFF with keys",
    sets: [
      {
        ...set("xliff", "translations/messages.en.xlf", "translations/messages.*.xlf", ["de", "fr"]),
        hasKeysAsSource: true,
      },
    ],
  },
  { name: "Hugo", sets: [set("toml", "i18n/en.toml", "i18n/*.toml", ["de", "fr"])] },
  {
    name: "go-i18n, TOML",
    sets: [set("go-i18n-toml", "locales/active.en.toml", "locales/active.*.toml", ["de", "fr"])],
  },
  { name: ".NET", sets: [set("resx", "Resources/Strings.resx", "Resources/Strings.*.resx", ["de", "pt-BR"])] },
  { name: "Fluent", sets: [set("fluent", "locales/en/main.ftl", "locales/*/main.ftl", ["de", "fr"])] },
  { name: "Qt with an English file", sets: [set("ts", "translations/app_en.ts", "translations/app_*.ts", posix)] },
  { name: "docusaurus", sets: [set("json-nested", "i18n/en/code.json", "i18n/*/code.json", ["de", "fr"])] },
  {
    name: "Home Assistant",
    sets: [
      set("json-nested", "custom_components/shop/translations/en.json", "custom_components/shop/translations/*.json"),
    ],
  },
  {
    name: "Minecraft",
    sets: [
      set("json", "src/main/resources/assets/shop/lang/en_us.json", "src/main/resources/assets/shop/lang/*.json", [
        "de_de",
        "fr_fr",
      ]),
    ],
  },
  {
    name: "Joomla",
    sets: [set("joomla", "language/en-GB/com_shop.ini", "language/*/com_shop.ini", ["de-DE", "fr-FR"])],
  },
  {
    name: "an application of several kinds",
    sets: [
      set("json-nested", "web/locales/en.json", "web/locales/*.json", ["de", "fr"]),
      set("po", "server/po/server.pot", "server/po/*.po", ["de", "fr"]),
      set("aresource", "android/res/values/strings.xml", "android/res/values-*/strings.xml", ["de", "fr"]),
    ],
  },
  {
    name: "codes in lower case",
    sets: [set("json-nested", "locales/en.json", "locales/*.json", ["de", "pt-br", "zh-cn"])],
  },
  {
    name: "codes with a country",
    sets: [set("json-nested", "locales/en-US.json", "locales/*.json", ["de-DE", "pt-BR", "zh-CN"])],
  },
  {
    name: "Chinese by script",
    sets: [set("json-nested", "locales/en.json", "locales/*.json", ["zh-Hans", "zh-Hant", "sr-Latn"])],
  },
  {
    name: "a code that only the mapping can explain",
    sets: [set("json-nested", "locales/en.json", "locales/*.json", ["de", "fr", "pt_BR", "zh-CN"])],
  },
  {
    name: "packages beside each other with different languages",
    sets: [
      set("json-nested", "packages/a/i18n/en.json", "packages/a/i18n/*.json", ["de"]),
      set("json-nested", "packages/b/i18n/en.json", "packages/b/i18n/*.json", ["fr", "ja"]),
    ],
  },
  {
    name: "i18next with plurals",
    sets: [set("i18nextv4", "locales/en/translation.json", "locales/*/translation.json", ["de", "fr"])],
  },
];

/** What is in the files, one string untranslated in each: nothing of it is to get lost. */
export function filesOf({ sets, beside = {} }: Layout): Files {
  const files: Record<string, string | Uint8Array> = { ...beside };
  for (const laidOut of sets) {
    const { source, translations, languages } = laidOut;
    const format = formatOf(laidOut);
    if (source !== undefined) files[source] = fileOf(format, "en", true);
    for (const language of languages) files[translations.replaceAll("*", language)] = fileOf(format, language, false);
  }
  return files;
}

/** How the files are read: by their keys where they have them. */
export function formatOf({ format: id, source, hasKeysAsSource }: LaidOutFiles): Format {
  const format = formatFor(id, hasKeysAsSource === true ? source : "");
  if (format === undefined) throw new Error(`there is no format ${id}`);
  return format;
}

const strings = ["title", "save", "count"] as const;

function fileOf(format: Format, language: string, isSource: boolean): Uint8Array {
  const isBilingual = format.kind === "bilingual";
  const units = strings
    // A monolingual file has no entry for what nobody translated.
    .filter((name) => isSource || isBilingual || name !== "count")
    .map((name): Unit => {
      const english = `The ${name} of the shop`;
      const target = isSource ? (isBilingual ? "" : english) : name === "count" ? "" : `${name} (${language})`;
      const key = keyOf(format, name);
      return {
        key: isBilingual ? english : key,
        context: isBilingual ? "" : key,
        source: isBilingual ? [english] : [],
        target: [target],
        state: target === "" ? unitStates.untranslated : unitStates.translated,
        note: "",
        location: "",
        flags: "",
        previousSource: "",
        line: 0,
      };
    });
  const catalogue: Catalogue = { format: format.id, units };
  return format.create(catalogue, { language: language.replaceAll("-", "_") });
}

/** A key as the format writes one, with what tells the format from its like. */
function keyOf({ id }: Format, name: string): string {
  if (id === "joomla") return `COM_SHOP_${name.toUpperCase()}`;
  if (["json-nested", "ruby-yaml", "yaml"].includes(id)) return `shop.${name}`;
  return name;
}
