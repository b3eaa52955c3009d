import type { Source } from "./sources.ts";

const gettext = (name: string, files: RegExp): Source => ({
  registry: "python",
  name,
  files,
  language: /\/([\w@-]+)\/LC_MESSAGES\//,
  formats: [[/./, "po"]],
});
const bundle = (name: string, files: RegExp): Source => ({
  registry: "maven",
  name,
  files,
  language: /_([a-z]{2,3}(?:_\w+)?)\.properties$/,
  formats: [[/./, "properties"]],
});
const json = (
  registry: "npm" | "go",
  name: string,
  files: RegExp,
  language: RegExp,
  format = "json-nested",
): Source => ({
  registry,
  name,
  files,
  language,
  formats: [[/./, format]],
});

const yaml = (name: string): Source => ({
  registry: "npm",
  name,
  files: /^languages\/[\w-]+\.yml$/,
  language: /languages\/([\w-]+)\.yml$/,
  formats: [[/./, "yaml"]],
});
/** Of Debian, where the machine has its client and that very version. */
const debian = (name: string, format: string, files: RegExp, language: RegExp): Source => ({
  registry: "debian",
  name,
  files,
  language,
  formats: [[/./, format]],
});

/** Packages that no format was written with, for `npm run test:full` alone: what holds here was not made to. */
export const moreSources: readonly Source[] = [
  json("npm", "@theia/core@1.55.0", /^i18n\/nls[\w.-]*\.json$/, /nls\.([\w-]+)\.json$/),
  json("npm", "datatables.net-plugins@2.1.7", /^i18n\/[\w-]+\.json$/, /i18n\/([\w-]+)\.json$/),
  json("npm", "@docusaurus/theme-translations@3.6.0", /^locales\/[\w-]+\/[\w-]+\.json$/, /locales\/([\w-]+)\//, "json"),
  // Its file in Occitan is no JSON: a comma too many.
  json("npm", "shaka-player@4.11.0", /^ui\/locales\/(?!source|oc)[\w-]+\.json$/, /locales\/([\w-]+)\.json$/, "json"),
  json(
    "npm",
    "azure-pipelines-tasks-utility-common@3.241.0",
    /^Strings\/resources\.resjson\/[\w-]+\/resources\.resjson$/,
    /resources\.resjson\/([\w-]+)\//,
    "resjson",
  ),
  json("go", "github.com/jesseduffield/lazygit@v0.44.0", /translations\/[\w-]+\.json$/, /\/([\w-]+)\.json$/),
  json("go", "fyne.io/fyne/v2@v2.5.0", /lang\/translations\/[\w.-]+\.json$/, /\.([\w-]+)\.json$/),
  json(
    "go",
    "golang.zx2c4.com/wireguard/windows@v0.5.3",
    /^locales\/[\w-]+\/messages\.gotext\.json$/,
    /locales\/([\w-]+)\//,
    "gotext",
  ),
  {
    registry: "npm",
    name: "@openui5/sap.ui.core@1.120.15",
    files: /messagebundle\w*\.properties$/,
    language: /messagebundle_(\w+)\.properties$/,
    formats: [[/./, "properties"]],
  },
  {
    registry: "npm",
    name: "@ui5/webcomponents-fiori@1.24.0",
    files: /^src\/i18n\/messagebundle\w*\.properties$/,
    language: /messagebundle_(\w+)\.properties$/,
    formats: [[/./, "properties"]],
  },
  {
    registry: "npm",
    name: "@openui5/sap.f@1.152.0",
    files: /messagebundle\w*\.properties$/,
    language: /messagebundle_(\w+)\.properties$/,
    formats: [[/./, "properties"]],
  },
  {
    registry: "npm",
    name: "@ui5/webcomponents@1.24.0",
    files: /^src\/i18n\/messagebundle\w*\.properties$/,
    language: /messagebundle_(\w+)\.properties$/,
    formats: [[/./, "properties"]],
  },
  {
    registry: "npm",
    name: "ng2-pdfjs-viewer@26.4.2",
    files: /\/locale\/[\w-]+\/viewer\.ftl$/,
    language: /locale\/([\w-]+)\//,
    formats: [[/./, "fluent"]],
  },
  bundle("org.jfree:jfreechart:1.5.5:jar", /LocalizationBundle\w*\.properties$/),
  bundle("net.sf.jasperreports:jasperreports:6.21.0:jar", /messages\w*\.properties$/),
  bundle("org.apache.myfaces.core:myfaces-api:4.0.2:jar", /Messages\w*\.properties$/),
  {
    registry: "maven",
    name: "org.osmdroid:osmdroid-android:6.1.20:aar",
    files: /^res\/values[^/]*\/[\w-]+\.xml$/,
    language: /values-((?:b\+)?[a-z]{2,3}(?:[-+]\w+)*)\//,
    formats: [[/./, "aresource"]],
  },
  gettext("invenio-app-rdm==12.0.0", /\/LC_MESSAGES\/\w+\.po$/),
  gettext("postorius==1.3.13", /\/LC_MESSAGES\/\w+\.po$/),
  gettext("moin==2.0.0b1", /\/LC_MESSAGES\/\w+\.po$/),
  gettext("nova==30.0.0", /\/LC_MESSAGES\/\w+\.po$/),
  gettext("sphinx-rtd-theme==2.0.0", /\/LC_MESSAGES\/\w+\.po$/),
  gettext("django-tables2==2.7.0", /\/LC_MESSAGES\/\w+\.po$/),
  gettext("django-import-export==4.3.5", /\/LC_MESSAGES\/\w+\.po$/),
  gettext("django-taggit==6.1.0", /\/LC_MESSAGES\/\w+\.po$/),
  gettext("django-two-factor-auth==1.17.0", /\/LC_MESSAGES\/\w+\.po$/),
  yaml("hexo-theme-icarus@6.1.1"),
  yaml("hexo-theme-keep@4.3.0"),
  yaml("hexo-theme-volantis@6.8.3"),
  {
    registry: "npm",
    name: "@thulite/doks-core@1.9.3",
    files: /^i18n\/\w+\.toml$/,
    language: /i18n\/(\w+)\.toml$/,
    formats: [[/./, "toml"]],
  },
  {
    registry: "python",
    name: "pyarb==1.2.0",
    files: /\.arb$/,
    language: /(\w+)\.arb$/,
    formats: [[/./, "arb"]],
  },
  {
    registry: "python",
    name: "tornado==6.4.2",
    files: /csv_translations\/\w+\.csv$/,
    language: /(\w+)\.csv$/,
    formats: [[/./, "csv"]],
  },
  json(
    "go",
    "github.com/nicksnyder/go-i18n@v1.10.1",
    /testdata\/(?:expected\/)?[\w-]+\.(?:all|untranslated)\.json$/,
    /([\w-]+)\.\w+\.json$/,
    "go-i18n-json",
  ),
  debian(
    "obs-studio=29.0.2+dfsg-1+b1",
    "ini",
    /obs-plugins\/(?:obs-transitions|image-source|text-freetype2)\/locale\/[\w-]+\.ini$/,
    /([\w-]+)\.ini$/,
  ),
  debian("redmine=5.0.4-5+deb12u1", "ruby-yaml", /config\/locales\/[\w-]+\.yml$/, /([\w-]+)\.yml$/),
  debian(
    "dokuwiki=0.0.20220731.a-2",
    "php",
    /inc\/lang\/[\w-]+\/lang\.php$|plugins\/(?:acl|authad|usermanager)\/lang\/[\w-]+\/lang\.php$/,
    /lang\/([\w-]+)\/lang\.php$/,
  ),
  debian(
    "php-symfony-security-core=5.4.53+dfsg-0+deb12u1",
    "xliff",
    /translations\/security\.\w+\.xlf$/,
    /security\.(\w+)\.xlf$/,
  ),
  debian(
    "php-symfony-validator=5.4.53+dfsg-0+deb12u1",
    "xliff",
    /translations\/validators\.\w+\.xlf$/,
    /validators\.(\w+)\.xlf$/,
  ),
];
