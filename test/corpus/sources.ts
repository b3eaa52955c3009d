import { django, primelocale } from "../support/corpora.ts";
import type { Package } from "../support/packages.ts";

/** A published package whose translation files are read as they are. */
export interface Source extends Package {
  /** The language in a file's path, and where it does not say one: none. */
  readonly language: RegExp;
  /** The service's format of each file; the first that fits. */
  readonly formats: readonly (readonly [path: RegExp, format: string])[];
  /** Why no independent reader is asked what it sees. */
  readonly unread?: string;
}

/** What people really write, by the format that they wrote it in. Nothing of it is ever committed. */
export const sources: readonly Source[] = [
  { ...django, language: /\/locale\/([^/]+)\//, formats: [[/./, "po"]] },
  { ...primelocale, language: /^([\w-]+)\.json$/, formats: [[/./, "json-nested"]] },
  {
    registry: "maven",
    name: "org.hibernate.validator:hibernate-validator:8.0.1.Final:jar",
    files: /ValidationMessages\w*\.properties$/,
    language: /Messages_(\w+)\.properties$/,
    formats: [[/./, "properties"]],
  },
  {
    registry: "maven",
    name: "androidx.appcompat:appcompat:1.6.1:aar",
    files: /^res\/values[^/]*\/values[^/]*\.xml$/,
    language: /values-((?:b\+)?[a-z]{2,3}(?:[-+]\w+)*)\//,
    formats: [[/./, "aresource"]],
  },
  {
    registry: "npm",
    name: "zod-i18n-map@2.27.0",
    files: /^locales\/[^/]+\/\w+\.json$/,
    language: /locales\/([^/]+)\//,
    formats: [[/./, "i18nextv4"]],
  },
  {
    registry: "npm",
    name: "lighthouse@12.8.2",
    files: /^shared\/localization\/locales\/(?:en-US|cs|ar|ja|ru)\.json$/,
    language: /locales\/([\w-]+)\.json$/,
    formats: [[/./, "webextension"]],
  },
  {
    registry: "go",
    name: "golang.org/x/text@v0.21.0",
    files: /\/locales\/[^/]+\/\w+\.gotext\.json$/,
    language: /\/locales\/([^/]+)\//,
    formats: [[/./, "gotext"]],
  },
  {
    registry: "npm",
    name: "hexo-theme-next@8.29.0",
    files: /^languages\/[\w-]+\.yml$/,
    language: /languages\/([\w-]+)\.yml$/,
    formats: [[/./, "yaml"]],
  },
  {
    registry: "npm",
    name: "react-native-image-crop-picker@0.52.0",
    // The framework beside them holds compiled ones.
    files: /^ios\/QBImagePicker\/QBImagePicker\/\w[\w-]*\.lproj\/\w+\.strings$/,
    language: /([\w-]+)\.lproj\//,
    formats: [[/./, "strings"]],
  },
  {
    registry: "python",
    name: "pyzo==4.22.0",
    // Qt Linguist's files under a name of their own.
    files: /\/translations\/\w+\.tr$/,
    language: /pyzo_(\w+)\.tr$/,
    formats: [[/./, "ts"]],
  },
  {
    registry: "go",
    name: "code.gitea.io/gitea@v1.22.3",
    files: /^options\/locale\/locale_(?:en-US|cs-CZ|de-DE|ja-JP|lv-LV)\.ini$/,
    language: /locale_([\w-]+)\.ini$/,
    formats: [[/./, "ini"]],
  },
  {
    registry: "go",
    name: "github.com/google/docsy@v0.11.0",
    files: /^i18n\/[\w-]+\.toml$/,
    language: /i18n\/([\w-]+)\.toml$/,
    formats: [[/./, "toml"]],
  },
  {
    registry: "npm",
    name: "ngx-extended-pdf-viewer@30.0.0",
    files: /^assets\/locale\/(?:ar|br|cs|cy|en-US|he|ja|lt|ru|zh-CN)\/viewer\.ftl$/,
    language: /locale\/([^/]+)\//,
    formats: [[/./, "fluent"]],
  },
  {
    // The service's own catalogues, some of them large, and the samples of every format that it is tested with.
    registry: "python",
    name: "weblate==5.14.3",
    files:
      /\/locale\/(?:ar|cs|ja|ru)\/LC_MESSAGES\/\w+\.po$|tests\/data\/[\w.-]+\.(?:po|pot|json|csv|ini|php|resx|ftl|pyml|ryml|stringsdict|ts|xliff|properties)$|tests\/data\/strings[\w-]*\.xml$/,
    language: /(?:locale\/|\/data\/(?:strings-)?)([a-z]{2})(?=\/|[.-][\w.-]*\w$)/,
    formats: [
      [/\.pot?$/, "po"],
      [/go18n-v1\.json$/, "go-i18n-json"],
      [/go18n-v2\.json$/, "go-i18n-json-v2"],
      [/webext\.json$/, "webextension"],
      [/i18next\.json$/, "i18next"],
      [/cs-nested\.json$/, "json-nested"],
      [/cs\.json$/, "json"],
      [/(?:swing|xwiki_new_language)\.properties$/, "properties"],
      [/\.joomla\.ini$/, "joomla"],
      [/\.ini$/, "ini"],
      [/laravel\.php$/, "laravel"],
      [/\.php$/, "php"],
      [/\.resx$/, "resx"],
      [/\.ftl$/, "fluent"],
      [/\.pyml$/, "yaml"],
      [/\.ryml$/, "ruby-yaml"],
      [/\.stringsdict$/, "stringsdict"],
      [/\.ts$/, "ts"],
      [/\.xliff$/, "xliff"],
      // Of its own kind: a table without a column for translations.
      [/en-multi\.csv$/, "none"],
      [/\.csv$/, "csv"],
      [/\.xml$/, "aresource"],
    ],
  },
  {
    registry: "npm",
    name: "@ckeditor/ckeditor5-ui@41.4.2",
    files: /^lang\/translations\/[\w-]+\.po$/,
    language: /translations\/([\w-]+)\.po$/,
    formats: [[/./, "po"]],
  },
  {
    registry: "npm",
    name: "i18n-iso-countries@7.11.3",
    files: /^langs\/[\w-]+\.json$/,
    language: /langs\/([\w-]+)\.json$/,
    formats: [[/./, "json-nested"]],
  },
  {
    registry: "npm",
    name: "hexo-theme-butterfly@4.13.0",
    files: /^languages\/[\w-]+\.yml$/,
    language: /languages\/([\w-]+)\.yml$/,
    formats: [[/./, "yaml"]],
  },
  {
    registry: "npm",
    name: "hexo-theme-fluid@1.9.8",
    files: /^languages\/[\w-]+\.yml$/,
    language: /languages\/([\w-]+)\.yml$/,
    formats: [[/./, "yaml"]],
  },
  {
    registry: "npm",
    name: "video.js@8.17.4",
    files: /^dist\/lang\/[\w-]+\.json$/,
    language: /lang\/([\w-]+)\.json$/,
    formats: [[/./, "json"]],
  },
  {
    registry: "npm",
    name: "oojs-ui@0.50.4",
    files: /^dist\/i18n\/[\w-]+\.json$/,
    language: /i18n\/([\w-]+)\.json$/,
    formats: [[/./, "json-nested"]],
  },
  {
    registry: "npm",
    name: "@node-red/editor-client@3.1.9",
    files: /^locales\/[\w-]+\/\w+\.json$/,
    language: /locales\/([\w-]+)\//,
    formats: [[/./, "i18nextv4"]],
  },
  {
    registry: "npm",
    name: "@node-red/nodes@3.1.9",
    files: /^locales\/[\w-]+\/\w+\.json$/,
    language: /locales\/([\w-]+)\//,
    formats: [[/./, "i18next"]],
  },
  {
    registry: "npm",
    name: "azure-pipelines-task-lib@4.13.0",
    files: /^Strings\/resources\.resjson\/[\w-]+\/resources\.resjson$/,
    language: /resources\.resjson\/([\w-]+)\//,
    formats: [[/./, "resjson"]],
    unread: "translate-toolkit has no reader of the format",
  },
  {
    registry: "npm",
    name: "yargs@17.7.2",
    files: /^locales\/\w+\.json$/,
    language: /locales\/(\w+)\.json$/,
    formats: [[/./, "json-nested"]],
  },
  {
    registry: "npm",
    name: "@openui5/sap.m@1.120.15",
    files: /^src\/sap\/m\/messagebundle\w*\.properties$/,
    language: /messagebundle_(\w+)\.properties$/,
    formats: [[/./, "properties"]],
  },
  {
    registry: "python",
    name: "wtforms==3.1.2",
    files: /\/locale\/[^/]+\/LC_MESSAGES\/\w+\.po$/,
    language: /\/locale\/([^/]+)\//,
    formats: [[/./, "po"]],
  },
  {
    registry: "maven",
    name: "com.google.android.material:material:1.12.0:aar",
    files: /^res\/values[^/]*\/values[^/]*\.xml$/,
    language: /values-((?:b\+)?[a-z]{2,3}(?:[-+]\w+)*)\//,
    formats: [[/./, "aresource"]],
    unread: "translate-toolkit is not told the language, and takes the plural forms of English",
  },
  {
    registry: "maven",
    name: "androidx.biometric:biometric:1.1.0:aar",
    files: /^res\/values[^/]*\/values[^/]*\.xml$/,
    language: /values-((?:b\+)?[a-z]{2,3}(?:[-+]\w+)*)\//,
    formats: [[/./, "aresource"]],
    unread: "translate-toolkit leaves out string arrays",
  },
  {
    registry: "maven",
    name: "com.puppycrawl.tools:checkstyle:10.17.0:jar",
    files: /checks\/[\w/]*messages(?:_\w+)?\.properties$/,
    language: /messages_(\w+)\.properties$/,
    formats: [[/./, "properties"]],
  },
  {
    registry: "maven",
    name: "org.glassfish:jakarta.faces:4.0.5:jar",
    files: /Messages(?:_\w+)?\.properties$/,
    language: /Messages_(\w+)\.properties$/,
    formats: [[/./, "properties"]],
  },
  {
    registry: "go",
    name: "github.com/nicksnyder/go-i18n/v2@v2.4.0",
    files: /(?:active|translate)\.[\w-]+\.toml$/,
    language: /\.([\w-]+)\.toml$/,
    formats: [[/./, "go-i18n-toml"]],
    unread: "translate-toolkit has no reader of the format",
  },
];
