import { django } from "../support/corpora.ts";
import type { Package } from "../support/packages.ts";

/** Files of a package that translate one source. */
export interface ReleasedFiles {
  /** Path of a translation, with the group `language`. */
  readonly path: RegExp;
  /** Path of the source file of a format with keys, out of that of a translation; undefined where it has its sources itself. */
  readonly source?: string | ((path: string, paths: readonly string[]) => string | undefined);
  /** The service's format. */
  readonly format: string;
}

/** A published package whose translations are judged as if a service brought them. */
export interface Released extends Package {
  readonly translations: readonly ReleasedFiles[];
  /** `npm test` looks at it too; at the others only `npm run test:full` does. */
  readonly isSample?: true;
}

const gettext = (path: RegExp): readonly ReleasedFiles[] => [{ path, format: "po" }];
const python = (name: string, files: RegExp): Released => ({
  registry: "python",
  name,
  files,
  translations: gettext(/\/(?<language>[^/]+)\/LC_MESSAGES\/[\w.-]+\.po$/),
});

/** Released by people who had them reviewed, or not: both is how translations are. Nothing of them is ever committed. */
export const released: readonly Released[] = [
  {
    ...django,
    translations: gettext(/\/(?<language>[^/]+)\/LC_MESSAGES\/[\w.-]+\.po$/),
    isSample: true,
  },
  python("pretix==2026.8.0", /^pretix\/locale\/[^/]+\/LC_MESSAGES\/\w+\.po$/),
  python("wagtail==8.0.1", /\/locale\/[^/]+\/LC_MESSAGES\/\w+\.po$/),
  python("plone.app.locales==7.0.4", /\/LC_MESSAGES\/\w+\.po$/),
  python("ckan==2.12.0", /^ckan\/i18n\/[^/]+\/LC_MESSAGES\/ckan\.po$/),
  python("django-allauth==65.21.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("Sphinx==9.0.4", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-oscar==4.2.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("wtforms==3.3.2", /\/LC_MESSAGES\/\w+\.po$/),
  python("humanize==4.17.0", /\/LC_MESSAGES\/\w+\.po$/),
  python("spyder==5.5.0", /\/LC_MESSAGES\/\w+\.po$/),
  python("indico==3.2.9", /^indico\/translations\/\w+\/LC_MESSAGES\/[\w-]+\.po$/),
  python("weblate==5.14.3", /\/locale\/[^/]+\/LC_MESSAGES\/\w+\.po$/),
  python("octoprint==1.10.3", /\/translations\/\w+\/LC_MESSAGES\/\w+\.po$/),
  python("horizon==27.0.0", /\/LC_MESSAGES\/\w+\.po$/),
  python("shuup==3.1.0", /\/LC_MESSAGES\/\w+\.po$/),
  python("mezzanine==6.1.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("HyperKitty==1.3.12", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-cms==5.1.3", /\/LC_MESSAGES\/\w+\.po$/),
  python("kiwitcms==12.4", /\/locale\/(?!eo)\w+\/LC_MESSAGES\/\w+\.po$/),
  python("flask-security-too==5.9.2", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-filter==25.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-import-export==4.3.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-debug-toolbar==5.0.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-two-factor-auth==1.17.0", /\/LC_MESSAGES\/\w+\.po$/),
  python("djangocms-text-ckeditor==5.1.7", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-taggit==6.1.0", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-mptt==0.16.0", /\/LC_MESSAGES\/\w+\.po$/),
  python("djangorestframework-simplejwt==5.3.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-filer==3.3.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-simple-history==3.7.0", /\/LC_MESSAGES\/\w+\.po$/),
  python("misago==0.39.6", /\/LC_MESSAGES\/\w+\.po$/),
  python("django-machina==1.3.1", /\/LC_MESSAGES\/\w+\.po$/),
  python("thonny==4.1.4", /\/LC_MESSAGES\/\w+\.po$/),
  python("modoboa==2.2.4", /\/locale\/\w+\/LC_MESSAGES\/\w+\.po$/),
  python("mailman==3.3.10", /\/LC_MESSAGES\/\w+\.po$/),
  {
    registry: "npm",
    name: "@medusajs/dashboard@2.21.2",
    files: /^src\/i18n\/translations\/(?!\$)[\w-]+\.json$/,
    translations: [{ path: /\/(?<language>\w+)\.json$/, source: "/en.json", format: "i18nextv4" }],
  },
  {
    registry: "go",
    name: "github.com/mattermost/mattermost-server/v6@v6.7.2",
    files: /^i18n\/[\w-]+\.json$/,
    translations: [{ path: /i18n\/(?<language>[\w-]+)\.json$/, source: "i18n/en.json", format: "go-i18n-json" }],
  },
  {
    registry: "python",
    name: "pyzo==4.22.0",
    // Qt Linguist's files under a name of their own.
    files: /\/translations\/\w+\.tr$/,
    translations: [{ path: /pyzo_(?<language>\w+)\.tr$/, format: "ts" }],
  },
  {
    registry: "npm",
    name: "react-native-image-crop-picker@0.52.0",
    files: /^ios\/QBImagePicker\/QBImagePicker\/\w[\w-]*\.lproj\/\w+\.strings$/,
    translations: [
      { path: /\/(?<language>[\w-]+)\.lproj\/(\w+)\.strings$/, source: "/en.lproj/$2.strings", format: "strings" },
    ],
  },
  {
    registry: "npm",
    name: "@openui5/sap.m@1.120.15",
    files: /messagebundle\w*\.properties$/,
    translations: [
      { path: /messagebundle_(?<language>\w+)\.properties$/, source: "messagebundle.properties", format: "properties" },
    ],
  },
  {
    registry: "npm",
    name: "@node-red/nodes@3.1.9",
    files: /^locales\/[\w-]+\/messages\.json$/,
    translations: [
      { path: /\/(?<language>[\w-]+)\/messages\.json$/, source: "/en-US/messages.json", format: "i18next" },
    ],
  },
  {
    registry: "npm",
    name: "video.js@8.17.4",
    files: /^dist\/lang\/[\w-]+\.json$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.json$/, source: "/en.json", format: "json" }],
  },
  {
    registry: "npm",
    name: "hexo-theme-butterfly@4.13.0",
    files: /^languages\/[\w-]+\.yml$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.yml$/, source: "/en.yml", format: "yaml" }],
  },
  {
    registry: "npm",
    name: "hexo-theme-fluid@1.9.8",
    files: /^languages\/[\w-]+\.yml$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.yml$/, source: "/en.yml", format: "yaml" }],
  },
  {
    registry: "maven",
    name: "com.google.android.material:material:1.12.0:aar",
    files: /^res\/values[\w-]*\/[\w-]+\.xml$/,
    translations: [
      {
        path: /values-(?<language>[a-z]{2}(?:-r[A-Z]{2})?)\/[\w-]+\.xml$/,
        source: "values/values.xml",
        format: "aresource",
      },
    ],
  },
  {
    registry: "maven",
    name: "androidx.biometric:biometric:1.1.0:aar",
    files: /^res\/values[\w-]*\/[\w-]+\.xml$/,
    translations: [
      {
        path: /values-(?<language>[a-z]{2}(?:-r[A-Z]{2})?)\/[\w-]+\.xml$/,
        source: "values/values.xml",
        format: "aresource",
      },
    ],
  },
  {
    registry: "maven",
    name: "org.glassfish:jakarta.faces:4.0.5:jar",
    files: /Messages\w*\.properties$/,
    translations: [
      { path: /Messages_(?<language>\w+)\.properties$/, source: "Messages.properties", format: "properties" },
    ],
  },
  {
    registry: "python",
    name: "trytond==8.2.1",
    files: /^trytond\/.*locale\/\w+\.po$/,
    translations: gettext(/\/(?<language>\w+)\.po$/),
  },
  {
    registry: "python",
    name: "kolibri==0.19.5",
    files: /^kolibri\/locale\/\w+\/LC_MESSAGES\/[\w.-]+-messages\.json$/,
    translations: [
      {
        path: /^kolibri\/locale\/(?<language>\w+)\/LC_MESSAGES\/([\w.-]+\.json)$/,
        source: "kolibri/locale/en/LC_MESSAGES/$2",
        format: "json",
      },
    ],
  },
  {
    registry: "python",
    name: "home-assistant-frontend==20230309.0",
    files: /^hass_frontend\/static\/translations\/[\w-]+-[\da-f]{32}\.json$/,
    translations: [
      {
        path: /\/translations\/(?<language>(?!test)[\w-]+?)-[\da-f]{32}\.json$/,
        source: (_, paths) => paths.find((path) => /\/translations\/en-[\da-f]{32}\.json$/.test(path)),
        format: "json",
      },
    ],
  },
  {
    registry: "npm",
    name: "matrix-react-sdk@3.97.0",
    files: /^src\/i18n\/strings\/\w+\.json$/,
    translations: [{ path: /\/(?<language>\w+)\.json$/, source: "/en_EN.json", format: "json-nested" }],
  },
  {
    registry: "npm",
    name: "scratch-l10n@3.18.3",
    files: /^editor\/[\w-]+\/[\w-]+\.json$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.json$/, source: "/en.json", format: "json" }],
  },
  {
    registry: "npm",
    name: "lighthouse@12.8.2",
    files: /^shared\/localization\/locales\/[\w-]+\.json$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.json$/, source: "/en-US.json", format: "webextension" }],
  },
  {
    registry: "npm",
    name: "@openmrs/esm-patient-registration-app@11.1.0",
    files: /^translations\/[\w@-]+\.json$/,
    translations: [{ path: /\/(?<language>[\w@-]+)\.json$/, source: "/en.json", format: "i18nextv4" }],
  },
  {
    registry: "npm",
    name: "ep_etherpad-lite@1.8.14",
    files: /^locales\/[\w-]+\.json$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.json$/, source: "/en.json", format: "json" }],
  },
  {
    registry: "npm",
    name: "osrm-text-instructions@0.15.0",
    files: /^languages\/translations\/[\w-]+\.json$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.json$/, source: "/en.json", format: "json-nested" }],
  },
  {
    registry: "npm",
    name: "react-native@0.73.0",
    files:
      /^ReactAndroid\/src\/main\/res\/[\w-]+\/values[\w+-]*\/strings\.xml$|^React\/I18n\/strings\/[\w-]+\.lproj\/Localizable\.strings$/,
    translations: [
      {
        path: /\/values-(?<language>(?!fb)[\w+-]+)\/strings\.xml$/,
        source: "/values/strings.xml",
        format: "aresource",
      },
      {
        path: /\/(?<language>[\w-]+)\.lproj\/Localizable\.strings$/,
        source: "/en.lproj/Localizable.strings",
        format: "strings",
      },
    ],
  },
  {
    registry: "npm",
    name: "ngx-extended-pdf-viewer@30.0.0",
    files: /^assets\/locale\/[\w-]+\/viewer\.ftl$/,
    translations: [{ path: /\/(?<language>[\w-]+)\/viewer\.ftl$/, source: "/en-US/viewer.ftl", format: "fluent" }],
  },
  {
    registry: "npm",
    name: "zod-i18n-map@2.27.0",
    isSample: true,
    files: /^locales\/[^/]+\/\w+\.json$/,
    translations: [{ path: /locales\/(?<language>[^/]+)\/(\w+\.json)$/, source: "locales/en/$2", format: "i18nextv4" }],
  },
  {
    registry: "npm",
    name: "hexo-theme-next@8.29.0",
    isSample: true,
    files: /^languages\/[\w-]+\.yml$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.yml$/, source: "/en.yml", format: "yaml" }],
  },
  {
    registry: "maven",
    name: "com.wdullaer:materialdatetimepicker:4.2.3:aar",
    files: /^res\/values(?:-[a-z]{2}(?:-r[A-Z]{2})?)?\/values[\w-]*\.xml$/,
    translations: [
      {
        path: /values-(?<language>[a-z]{2}(?:-r[A-Z]{2})?)\/[\w-]+\.xml$/,
        source: "values/values.xml",
        format: "aresource",
      },
    ],
  },
  {
    registry: "maven",
    name: "org.languagetool:languagetool-core:6.4:jar",
    files: /MessagesBundle\w*\.properties$/,
    translations: [
      { path: /Bundle_(?<language>\w+)\.properties$/, source: "Bundle_en.properties", format: "properties" },
    ],
  },
  {
    registry: "maven",
    name: "org.keycloak:keycloak-themes:24.0.5:jar",
    files: /^theme\/[\w.]+\/\w+\/messages\/messages_\w+\.properties$/,
    translations: [
      { path: /messages_(?<language>\w+)\.properties$/, source: "messages_en.properties", format: "properties" },
    ],
  },
  {
    registry: "maven",
    name: "org.springframework.security:spring-security-core:6.2.0:jar",
    files: /messages\w*\.properties$/,
    translations: [
      { path: /messages_(?<language>\w+)\.properties$/, source: "messages.properties", format: "properties" },
    ],
  },
  {
    registry: "maven",
    name: "com.puppycrawl.tools:checkstyle:10.12.0:jar",
    files: /messages\w*\.properties$/,
    translations: [
      { path: /messages_(?<language>\w+)\.properties$/, source: "messages.properties", format: "properties" },
    ],
  },
  {
    registry: "maven",
    name: "org.primefaces:primefaces:13.0.0:jar",
    files: /Messages\w*\.properties$/,
    translations: [
      { path: /Messages_(?<language>\w+)\.properties$/, source: "Messages.properties", format: "properties" },
    ],
  },
  {
    registry: "maven",
    name: "org.hibernate.validator:hibernate-validator:8.0.1.Final:jar",
    isSample: true,
    files: /ValidationMessages\w*\.properties$/,
    translations: [
      { path: /Messages_(?<language>\w+)\.properties$/, source: "Messages.properties", format: "properties" },
    ],
  },
  {
    registry: "go",
    name: "miniflux.app/v2@v2.2.0",
    files: /locale\/translations\/\w+\.json$/,
    translations: [{ path: /\/(?<language>\w+)\.json$/, source: "/en_US.json", format: "json-nested" }],
  },
  {
    registry: "go",
    name: "github.com/syncthing/syncthing@v1.27.0",
    files: /assets\/lang\/lang-[\w@-]+\.json$/,
    translations: [{ path: /\/lang-(?<language>[\w@-]+)\.json$/, source: "/lang-en.json", format: "json" }],
  },
  {
    registry: "go",
    name: "code.gitea.io/gitea@v1.22.3",
    files: /^options\/locale\/locale_[\w-]+\.ini$/,
    translations: [{ path: /locale_(?<language>[\w-]+)\.ini$/, source: "locale_en-US.ini", format: "ini" }],
  },
  {
    registry: "go",
    name: "github.com/google/docsy@v0.11.0",
    isSample: true,
    files: /^i18n\/[\w-]+\.toml$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.toml$/, source: "/en.toml", format: "toml" }],
  },
  {
    registry: "debian",
    name: "php-symfony-validator=5.4.53+dfsg-0+deb12u1",
    files: /translations\/validators\.\w+\.xlf$/,
    translations: [{ path: /validators\.(?<language>\w+)\.xlf$/, format: "xliff" }],
  },
  {
    registry: "debian",
    name: "obs-studio=29.0.2+dfsg-1+b1",
    files: /^usr\/share\/obs\/[\w/-]+\/locale\/[\w-]+\.ini$/,
    translations: [{ path: /\/(?<language>[\w-]+)\.ini$/, source: "/en-US.ini", format: "ini" }],
  },
  {
    registry: "debian",
    name: "dokuwiki=0.0.20220731.a-2",
    files: /inc\/lang\/[\w-]+\/lang\.php$/,
    translations: [{ path: /lang\/(?<language>[\w-]+)\/lang\.php$/, source: "lang/en/lang.php", format: "php" }],
  },
];
