/** A configuration of a public repository, reduced: its settings and forms of paths are kept, its tokens and repetitions are not. */
export interface PublicConfiguration {
  readonly tool: string;
  /** `owner/name` on github.com. */
  readonly repository: string;
  readonly path: string;
  readonly text: string;
  /** What git knows there, as far as it matters; `{a,b}` stands for several files. */
  readonly files: readonly string[];
}

type Reduced = readonly [repository: string, text: string, ...files: string[]];

const crowdin: readonly Reduced[] = [
  [
    "0PandaDEV/Nextron",
    "files:\n  - source: /src/main/resources/lang/*.json\n    translation: /src/main/resources/lang/%two_letters_code%.json\n",
    "src/main/resources/lang/{en,de}.json",
  ],
  [
    "0x5bfa/Files",
    "commit_message: Translate resources in `%original_file_name%`\npull_request_title: Updated translations\nappend_commit_message:\nfiles:\n  - source: /src/Strings/en-US/*.resw\n    translation: /src/Strings/%locale%/%original_file_name%\n",
    "src/Strings/{en-US,de-DE}/Resources.resw",
  ],
  [
    "1c-syntax/bsl-language-server",
    "files:\n  - source: /docs/*.md\n    translation: /docs/%two_letters_code%/%original_file_name%\n  - source: /docs/diagnostics/*.md\n    translation: /docs/%two_letters_code%/diagnostics/%original_file_name%\n    ignore:\n      - /docs/diagnostics/index.md\n",
    "docs/{index,faq}.md",
    "docs/diagnostics/{index,One}.md",
  ],
  [
    "4ian/GDevelop",
    "project_id_env: P\napi_token_env: T\nbase_path: .\nbase_url: https://api.crowdin.com\npreserve_hierarchy: false\nfiles:\n  - source: newIDE/app/src/locales/en/ide-messages.pot\n    translation: newIDE/app/src/locales/%locale_with_underscore%/ide-messages.po\n  - source: scripts/gdjs-messages.pot\n    translation: newIDE/app/src/locales/%locale_with_underscore%/gdjs-messages.po\n",
    "newIDE/app/src/locales/en/ide-messages.pot",
    "newIDE/app/src/locales/de_DE/{ide,gdjs}-messages.po",
    "scripts/gdjs-messages.pot",
  ],
  [
    "AChep/keyguard-app",
    '"project_id_env": "P"\n"base_path": "."\n"preserve_hierarchy": false\nfiles: [\n  { "source": "/common/MR/base/*.xml", "translation": "/common/MR/%android_code%/%original_file_name%", "type": "android", "update_option": "update_as_unapproved", "translate_attributes": 0, "content_segmentation": 0 },\n  { "source": "/listing/base/*.html", "translation": "/listing/%android_code%/%original_file_name%", "type": "html", "translate_attributes": 0 },\n]\n',
    "common/MR/{base,de,pt-rBR}/strings.xml",
    "listing/{base,de}/full.html",
  ],
  [
    "ATLauncher/ATLauncher",
    "files:\n  - source: /translations.pot\n    translation: /src/lang/%locale_with_underscore%.po\n",
    "translations.pot",
    "src/lang/{de_DE,pt_BR}.po",
  ],
  [
    "3YOURMIND/kotti",
    "base_path: ./packages/kotti-ui\nfiles:\n  - dest: /source/locales/input.json\n    source: /source/locales/input.json\n    translation: /source/locales/%two_letters_code%.json\npreserve_hierarchy: true\nproject_id: '1'\n",
    "packages/kotti-ui/source/locales/{input,de,fr}.json",
  ],
  [
    "AAA3A-AAA3A/AAA3A-cogs",
    'api_key_env: K\nproject_identifier_env: P\npreserve_hierarchy: true\nfiles:\n  - source: "**/locales/messages.pot"\n    ignore:\n      - docs\n    translation: /%original_path%/%locale%.po\n',
    "acronym/locales/{messages.pot,de-DE.po,fr-FR.po}",
    "docs/locales/messages.pot",
  ],
  [
    "4minitz/4minitz",
    "files:\n  - source: /both/i18n/en.i18n.yml\n    translation: /both/i18n/%osx_locale%.i18n.yml\n",
    "both/i18n/{en,de,pt-BR}.i18n.yml",
  ],
  [
    "5zig-reborn/translations",
    "files:\n  - source: /resources/lang/44/language_en_US.properties\n    translation: /resources/lang/44/language_%locale_with_underscore%.properties\n",
    "resources/lang/44/language_{en_US,de_DE}.properties",
  ],
  [
    "AKASHAorg/Translations",
    "files:\n  - source: /translations/intl/en/messages/*.json\n    translation: >-\n      /%locale_with_underscore%/messages/%original_file_name%\n",
    "translations/intl/en/messages/app.json",
    "de_DE/messages/app.json",
  ],
  [
    "9vult/Ameko",
    "files:\n  - source: /Ameko/I18N/*.resx\n    translation: /Ameko/I18N/%file_name%.%locale%.resx\n    ignore:\n      - /Ameko/I18N/*.*.resx\n  - source: /Ameko/Help/en-US/*.md\n    translation: /Ameko/Help/%locale%/%original_file_name%\n",
    "Ameko/I18N/{Resources,Resources.de-DE}.resx",
    "Ameko/Help/{en-US,de-DE}/start.md",
  ],
  [
    "3DStris/3DStris",
    "files:\n  - source: /romfs/lang/en/\n    translation: /romfs/lang/%two_letters_code%/\n",
    "romfs/lang/{en,de}/texts.json",
  ],
  [
    "4d/docs",
    "files:\n  - source: /docs/**/*\n    ignore:\n      - /docs/preprocessing.conf\n      - /docs/commands-legacy/\n    translation: /i18n/%two_letters_code%/current/**/%original_file_name%\n  - source: /i18n/en/*.json\n    translation: /i18n/%two_letters_code%/%original_file_name%\n",
    "docs/{preprocessing.conf,intro.md}",
    "docs/commands-legacy/abs.md",
    "i18n/{en,de}/code.json",
  ],
  [
    "activepieces/activepieces",
    "project_id_env: P\napi_token_env: T\nbase_path: .\npreserve_hierarchy: 1\nfiles:\n  - type: i18next_json\n    source: packages/ui/locales/en/translation.json\n    translation: /packages/ui/locales/%two_letters_code%/translation.json\n  - type: json\n    source: packages/pieces/**/**/src/i18n/translation.json\n    translation: /packages/pieces/**/**/src/i18n/%two_letters_code%.json\n",
    "packages/ui/locales/{en,de}/translation.json",
    "packages/pieces/community/slack/src/i18n/{translation,de}.json",
  ],
  [
    "laurent22/joplin",
    "project_id: '1'\npreserve_hierarchy: true\nfiles:\n  - source: /readme/**/*\n    translation: /readme/i18n/%two_letters_code%/current/**/%original_file_name%\n    ignore:\n      - /**/*.jpg\n      - /readme/api\n      - /readme/cla.md\n",
    "readme/apps/{index.md,a.jpg}",
    "readme/cla.md",
  ],
  [
    "0xzer0x/quran-companion",
    "commit_message: Update %language% translation\nappend_commit_message: false\nfiles:\n  - source: /dist/qc_template.ts\n    translation: /dist/qc_%two_letters_code%.ts\nexport_languages:\n  - ar\n  - tr\n",
    "dist/qc_{template,ar,tr}.ts",
  ],
  [
    "AAraKKe/mitup-telegram-bot",
    "files:\n  - source: /mitup_bot/locales/en.po\n    translation: /mitup_bot/locales/%locale_with_underscore%.po\n",
    "mitup_bot/locales/{en,es_ES}.po",
  ],
  [
    "6c6c6/greenshot",
    "files:\n  - source: /**/*en-US\n    translation: /**/%file_name%-%locale%.%file_extension%\n    translate_attributes: '0'\n",
    "src/Greenshot/Languages/language-{en-US,de-DE}.xml",
  ],
  [
    "keycloak/keycloak",
    "base_path: .\nbase_url: https://keycloak.api.crowdin.com\npreserve_hierarchy: true\nfiles:\n  - source: js/apps/admin-ui/maven-resources/messages/messages_en.properties\n    translation: js/apps/admin-ui/maven-resources-community/messages/messages_%two_letters_code%.properties\n\n  - source: themes/resources/base/email/messages/messages_en.properties\n    translation: themes/resources-community/base/email/messages/messages_%two_letters_code%.properties\n",
    "js/apps/admin-ui/maven-resources/messages/messages_en.properties",
    "js/apps/admin-ui/maven-resources-community/messages/messages_{de,ja}.properties",
    "themes/resources/base/email/messages/messages_en.properties",
    "themes/resources-community/base/email/messages/messages_{de,zh}.properties",
  ],
  [
    "streamyfin/streamyfin",
    '"project_id_env": "P"\n"api_token_env": "T"\n"base_path": "."\n\n"preserve_hierarchy": true\n\n"files": [\n  {\n    "source": "translations/en.json",\n    "translation": "translations/%two_letters_code%.json"\n  }\n]',
    "translations/{en,de,fr}.json",
  ],
  [
    "unraid/webgui",
    'project_id_env: P\napi_token_env: T\nbase_path: "../"\npreserve_hierarchy: false\nproject_id: 1\nbase_url: \'https://unraid.api.crowdin.com\'\nfiles:\n  - source: ".github/translations/unraid-webgui.po"\n    translation: "%locale%/unraid-webgui.po"\n  - source: "emhttp/languages/en_US/helptext.txt"\n    translation: "%locale%/helptext.txt"\n',
    ".github/translations/unraid-webgui.po",
    "emhttp/languages/en_US/helptext.txt",
  ],
  [
    "DMOJ/online-judge",
    "project_identifier: dmoj\n\nfiles:\n  - source: /locale/en/LC_MESSAGES/django.po\n    translation: /locale/%two_letters_code%/LC_MESSAGES/django.po\n    languages_mapping:\n      two_letters_code:\n        zh-CN: zh_Hans\n        sr-CS: sr_Latn\napi_key: x\n",
    "locale/{en,de,zh_Hans,sr_Latn}/LC_MESSAGES/django.po",
  ],
  [
    "ReVanced/revanced-manager",
    "project_id_env: P\napi_token_env: T\n\npreserve_hierarchy: true\n\npull_request_title: 'chore(translation): sync translation with Crowdin'\ncommit_message: 'chore(translation): sync translation with Crowdin'\npull_request_labels: 'translation'\n\nfiles: [\n  {\n    source: 'app/src/res/values/strings.xml',\n    translation: 'app/src/res/values-%android_code%/strings.xml'\n  },\n  {\n    source: 'app/src/res/values/plurals.xml',\n    translation: 'app/src/res/values-%android_code%/plurals.xml'\n  }\n]\n",
    "app/src/res/values{,-de,-pt-rBR}/{strings,plurals}.xml",
  ],
  [
    "JustArchiNET/ArchiSteamFarm",
    '"base_path": ".."\n"preserve_hierarchy": true\n"files": [\n  {\n    "source": "/ArchiSteamFarm/Localization/Strings.resx",\n    "translation": "/ArchiSteamFarm/Localization/Strings.%locale%.resx",\n    "translation_replace": {\n      ".lol-US.resx": ".qps-Ploc.resx",\n      ".zh-CN.resx": ".zh-Hans-CN.resx"\n    }\n  },\n  {\n    "source": "/wiki/*.md",\n    "translation": "/wiki/locale/%locale%/%file_name%-%locale%.%file_extension%",\n    "ignore": [ "/**/_*.md" ]\n  }\n]\n',
    "ArchiSteamFarm/Localization/Strings{,.de-DE,.zh-Hans-CN}.resx",
    "wiki/{Home,_Sidebar}.md",
  ],
  [
    "FriendsOfTYPO3/extension_builder",
    "files:\n  - source: /Resources/Private/Language/\n    translation: /Resources/Private/Language/%two_letters_code%.%original_file_name%\n",
    "Resources/Private/Language/{,de.,fr.}locallang.xlf",
  ],
  [
    "AzuraCast/AzuraCast",
    "files:\n  - source: /resources/locale/default.pot\n    translation: /resources/locale/%locale_with_underscore%.UTF-8/LC_MESSAGES/default.po\n",
    "resources/locale/default.pot",
    "resources/locale/{de_DE,pt_BR}.UTF-8/LC_MESSAGES/default.po",
  ],
];

const phrase: readonly Reduced[] = [
  [
    "1024pix/pix",
    "phrase:\n  file_format: nested_json\n  push:\n    sources:\n    - file: ./mon-pix/translations/fr.json\n      project_id: a\n      params: { update_translations: true, locale_id: fr }\n    - file: ./mon-pix/translations/en.json\n      params: { update_translations: true, locale_id: en }\n    - file: ./orga/translations/en.json\n  pull:\n    targets:\n    - file: ./mon-pix/translations/nl.json\n      params: { locale_id: nl }\n    - file: ./orga/translations/nl.json\n",
    "{mon-pix,orga}/translations/{en,fr,nl}.json",
  ],
  [
    "GaloyMoney/blink-mobile",
    "phrase:\n  project_id: a\n  push:\n    sources:\n    - file: ./app/i18n/en.json\n      params: { file_format: react_nested_json, locale_id: en, update_translations: true }\n  pull:\n    targets:\n    - file: app/i18n/es.json\n      params: { file_format: react_nested_json, locale_id: es }\n",
    "app/i18n/{en,es}.json",
  ],
  [
    "SFDigitalServices/sf-dahlia-web",
    "phrase:\n  push:\n    sources:\n    - file: app/json/react/en.json\n      params: { locale_id: a, file_format: react_simple_json, update_translations: true }\n    - file: app/json/react/tl.json\n      params: { locale_id: b }\n    - file: app/json/locale-en.json\n  pull:\n    targets:\n    - file: app/json/react/tl.json\n    - file: app/json/locale-es.json\n",
    "app/json/react/{en,tl}.json",
    "app/json/locale-{en,es}.json",
  ],
  [
    "PhraseApp-Blog/flutter-i18n-at-scale",
    "phrase:\n  project_id: a\n  push:\n    sources:\n    - file: ./lib/l10n/app_<locale_name>.arb\n      params: { file_format: arb }\n  pull:\n    targets:\n    - file: ./lib/l10n/app_<locale_name>.arb\n      params: { file_format: arb }\n",
    "lib/l10n/app_{en,ar}.arb",
  ],
  [
    "Solarisbank/identhub-android",
    "phrase:\n  access_token: a\n  pull:\n    targets:\n    - file: ./qes/res/values-<locale_code>/strings.xml\n      params: { file_format: xml, tags: qes }\n    - file: ./bank/res/values-<locale_code>/strings.xml\n      params: { file_format: xml, tags: bank }\n",
    "{qes,bank}/res/values-{en,de}/strings.xml",
  ],
  [
    "Solarisbank/identhub-ios",
    "phrase:\n  project_id: a\n  file_format: strings\n  pull:\n    targets:\n    - file: ./Core/<locale_code>.lproj/Localizable.strings\n      params:\n        format_options: { convert_placeholder: true }\n        tags: startup\n",
    "Core/{en,de}.lproj/Localizable.strings",
  ],
  [
    "Maptio/maptio",
    "phrase:\n  project_id: a\n  push:\n    sources:\n    - file: ./apps/src/locale/messages.xlf\n      params: { file_format: xlf }\n  pull:\n    targets:\n    - file: ./apps/src/locale/messages.<locale_name>.xlf\n      params: { file_format: xlf }\n",
    "apps/src/locale/{messages,messages.fr-FR}.xlf",
  ],
  [
    "BlumMichael/hello_world",
    'phrase:\n  host: http://localhost:3000/api/v2\n  project_id: a\n  file_format: xml\n  branch: main\n  push:\n    sources:\n      - file: "app/res/values-<locale_code>/strings.xml"\n        params: { update_translations: false }\n  pull:\n    targets:\n      - file: "app/res/values-<locale_code>/strings.xml"\n        params: { convert_placeholder: true, indent_size: 2 }\n',
    "app/res/values-{en,de}/strings.xml",
  ],
  [
    "King42/react-intl-example",
    "phrase:\n  project_id: a\n  file_format: react_simple_json\n  push:\n    sources:\n    - file: ./src/lang/en.json\n      params: { locale_id: a }\n  pull:\n    targets:\n    - file: ./src/lang/<locale_code>.json\n",
    "src/lang/{en,fr}.json",
  ],
  [
    "NovikovAndrew/vpn-ios",
    "phrase:\n  project_id: a\n  push:\n    sources:\n    - file: ./<locale_code>.lproj/Localizable.strings\n      params: { file_format: strings }\n  pull:\n    targets:\n    - file: ./<locale_code>.lproj/Localizable.strings\n      params: { file_format: strings }\n",
    "{en,ru}.lproj/Localizable.strings",
  ],
  [
    "SFDigitalServices/formio-sfds",
    "phrase:\n  project_id: a\n  push:\n    sources:\n    - file: src/i18n/<locale_code>.json\n      params: { file_format: i18next }\n  pull:\n    targets:\n    - file: src/i18n/<locale_code>.json\n      params: { file_format: i18next }\n",
    "src/i18n/{en,es,zh}.json",
  ],
  [
    "Workable/phrase-test",
    "phrase:\n  push:\n    sources:\n      - file: ./config/locales/backend/<locale_name>.yml\n        project_id: a\n        params: { tags: translations, update_translations: true, file_format: yml }\n  pull:\n    targets:\n      - file: ./config/locales/backend/<locale_name>.yml\n        params: { tags: translations, file_format: yml, include_empty_translations: false, include_unverified_translations: false }\n",
    "config/locales/backend/{en,el}.yml",
  ],
  [
    "IONOS-Productivity/ncw-mail",
    'phrase:\n  project_id: a\n  push:\n      sources:\n        # mail app - template\n        - file: \'./translationfiles/templates/mail.pot\'\n          params: { file_format: gettext, locale_id: "en_GB", tags: "app-mail,pot-file", translation_key_prefix: "translations." }\n        # mail app - translations\n        - file: \'./l10n/de_DE.json\'\n          params: { file_format: nested_json, locale_id: "de_DE", tags: "app-mail,json" }\n        - file: \'./l10n/en_GB.json\'\n          params: { file_format: nested_json, locale_id: "en_GB", tags: "app-mail,json" }\n\n  pull:\n    targets:\n      # mail app\n      - file: \'./translationfiles/<locale_name>/mail.po\'\n        params: { file_format: gettext, tags: "app-mail", translation_key_prefix: "translations." }\n',
    "translationfiles/templates/mail.pot",
    "translationfiles/{de_DE,fr}/mail.po",
    "l10n/{de_DE,en_GB}.json",
  ],
  [
    "SebSelva/Dkt-Canaveral",
    "phrase:\n  access_token: a\n  file_format: xml\n  project_id: a\n  pull:\n    targets:\n    - file: ./app/src/main/res/values-de/strings.xml\n      params: {locale_id: a, fallback_locale_id: b, include_empty_translations: true}\n    - file: ./app/src/main/res/values-zh-rCN/strings.xml\n      params: {locale_id: c, fallback_locale_id: b, include_empty_translations: true}\n  push:\n    sources:\n    - file: ./app/src/main/res/values/strings.xml\n      params: {locale_id: b, update_translations: true}\n",
    "app/src/main/res/values{,-de,-zh-rCN}/strings.xml",
  ],
  [
    "AzzappApp/react-native-nfc-manager",
    'phrase:\n  project_id: a\n  push:\n    sources:\n    - file: "./app-lang-keys.csv"\n      params:\n        file_format: csv\n        locale_id: en-dev\n        update_translations: true\n        update_descriptions: true\n        locale_mapping:\n          en-dev: 2\n        format_options:\n          key_index: 1\n          comment_index: 3\n  pull:\n    targets:\n    - file: ./packages/i18n/src/app/<locale_name>.json\n      params:\n        file_format: react_simple_json\n',
    "app-lang-keys.csv",
    "packages/i18n/src/app/{en,fr}.json",
  ],
];

const transifex: readonly Reduced[] = [
  [
    "0install/0install-win",
    "[main]\nhost = https://www.transifex.com\ntype = RESX\nsource_lang = en\nlang_map = pt_PT: pt-PT, pt_BR: pt-BR\n\n[o:eicher:p:0install-win:r:central]\nsource_file = src/Resources.resx\nfile_filter = src/Resources.<lang>.o.resx\n\n[o:eicher:p:0install-win:r:dialog]\nsource_file = src/IntroDialog.resx\nfile_filter = src/IntroDialog.<lang>.o.resx\n",
    "src/{Resources,IntroDialog}{,.de.o,.pt-BR.o}.resx",
  ],
  [
    "10clouds/django-rest-framework",
    "[main]\nhost = https://www.transifex.com\n\n[django-rest-framework.djangopo]\nfile_filter = rest33/locale/<lang>/LC_MESSAGES/django.po\nsource_file = rest33/locale/en_US/LC_MESSAGES/django.po\nsource_lang = en_US\ntype = PO\n",
    "rest33/locale/{en_US,de,pt_BR}/LC_MESSAGES/django.po",
  ],
  [
    "3liz/QuickOSM",
    "[main]\nhost = https://www.transifex.com\n\n[gui.quickosm]\nfile_filter = resources/i18n/QuickOSM_<lang>.ts\nminimum_perc = 0\nsource_file = resources/i18n/QuickOSM_en.ts\nsource_lang = en\ntype = QT\n",
    "resources/i18n/QuickOSM_{en,fr}.ts",
  ],
  [
    "AdAway/AdAway",
    "[main]\nhost = https://www.transifex.com\nlang_map = af_ZA: af-rZA, de_DE: de-rDE, pt_BR: pt-rBR, he: iw, id: in, zh_CN: zh-rCN\n\n[adaway.strings-xml--master]\nfile_filter = app/res/values-<lang>/strings.xml\nminimum_perc = 0\nsource_file = app/res/values/strings.xml\nsource_lang = en\ntype = ANDROID\n\n[adaway.help-html--master]\nfile_filter = app/res/raw-<lang>/help.html\nsource_file = app/res/raw/help.html\n",
    "app/res/values{,-de,-pt-rBR,-iw}/strings.xml",
    "app/res/raw{,-de}/help.html",
  ],
  [
    "Alinto/sogo",
    "[main]\nhost = https://www.transifex.com\n\n[sogo.ui-mailerui]\nsource_file = UI/MailerUI/English.lproj/Localizable.strings\nsource_lang = en\ntrans.ar = UI/MailerUI/Arabic.lproj/Localizable.strings\ntrans.de = UI/MailerUI/German.lproj/Localizable.strings\ntrans.pt_BR = UI/MailerUI/BrazilianPortuguese.lproj/Localizable.strings\n",
    "UI/MailerUI/{English,Arabic,German,BrazilianPortuguese}.lproj/Localizable.strings",
  ],
  [
    "AllianceAuth-Apps/aa-memberaudit",
    "[main]\nhost = https://www.transifex.com\n\n[o:kalkoken-apps:p:aa-memberaudit:r:django-po]\nfile_filter  = memberaudit/locale/<lang>/LC_MESSAGES/django.po\nsource_file  = memberaudit/locale/en/LC_MESSAGES/django.po\nsource_lang  = en_US\ntype         = PO\nminimum_perc = 0\n",
    "memberaudit/locale/{en,de}/LC_MESSAGES/django.po",
  ],
  [
    "A2va/keepassxc",
    "[main]\nhost = https://app.transifex.com\n\n[o:keepassxc:p:keepassxc:r:develop]\nfile_filter            = share/translations/keepassxc_<lang>.ts\nsource_file            = share/translations/keepassxc_en.ts\nsource_lang            = en\ntype                   = QT\nreplace_edited_strings = false\nkeep_translations      = false\n\n[o:keepassxc:p:keepassxc:r:master]\nfile_filter            = share/translations/keepassxc_<lang>.ts\nsource_file            = share/translations/keepassxc_en.ts\n",
    "share/translations/keepassxc_{en,de}.ts",
  ],
  [
    "6aika/ckanext-report",
    "[main]\nhost = https://www.transifex.com\n\n[sixodp.ckanext-report-pot]\nfile_filter = ckanext/i18n/<lang>/LC_MESSAGES/report.po\nminimum_perc = 0\nsource_file = ckanext/i18n/report.pot\nsource_lang = en\ntype = PO\n",
    "ckanext/i18n/report.pot",
    "ckanext/i18n/{fi,sv}/LC_MESSAGES/report.po",
  ],
  [
    "AMPATH/ampath-esm-pharmacy-app",
    "[main]\nhost = https://www.transifex.com\n\n[o:openmrs:p:openmrs3:r:pharmacy]\nfile_filter            = translations/<lang>.json\nsource_file            = translations/en.json\nsource_lang            = en\ntype                   = KEYVALUEJSON\nminimum_perc           = 0\nreplace_edited_strings = false\nkeep_translations      = false\n",
    "translations/{en,fr}.json",
  ],
  [
    "ATIX-AG/foreman_acd",
    "[main]\nhost = https://www.transifex.com\n\n[foreman.foreman_appcendep]\nfile_filter = locale/<lang>/foreman_appcendep.edit.po\nsource_file = locale/foreman_appcendep.pot\nsource_lang = en\ntype = PO\n",
    "locale/foreman_appcendep.pot",
    "locale/{de,fr}/foreman_appcendep.edit.po",
  ],
  [
    "AllianceAuth-Apps/aa-freight",
    "[main]\nhost = https://www.transifex.com\n\n[o:kalkoken-apps:p:aa-freight:r:django-po]\nfile_filter  = freight/locale/<lang>/LC_MESSAGES/django.po\nsource_file  = freight/locale/en/LC_MESSAGES/django.po\nsource_lang  = en_US\ntype         = PO\nminimum_perc = 0\nlang_map     = ru_RU: ru, zh_CN: zh_Hans, es_ES: es, de: de, en_US: en, ko_KR: ko\n",
    "freight/locale/{en,de,ru,zh_Hans}/LC_MESSAGES/django.po",
  ],
  [
    "Ajapaik/ajapaik-web",
    "[main]\nhost = https://www.transifex.com\n\n[ajapaik.Ajapaik-django]\nfile_filter = ajapaik/ajapaik/locale/<lang>/LC_MESSAGES/django.po\nsource_lang = en\ntype = PO\n\n[ajapaik.Ajapaik-django-javascript]\nfile_filter = ajapaik/ajapaik/locale/<lang>/LC_MESSAGES/djangojs.po\nsource_lang = en\ntype = PO\n",
    "ajapaik/ajapaik/locale/{et,fi,ru}/LC_MESSAGES/{django,djangojs}.po",
  ],
  [
    "Abrilskop/taiga-front",
    "[main]\nhost = https://www.transifex.com\nlang_map = sr@latin:sr-latn, zh-Hans:zh-hans, zh-Hant:zh-hant, pt_BR:pt-br, fa_IR:fa\n\n[taiga-front.locale-enjson]\nfile_filter = app/locales/taiga/locale-<lang>.json\nsource_file = app/locales/taiga/locale-en.json\nsource_lang = es\ntype = KEYVALUEJSON\n",
    "app/locales/taiga/locale-{en,de,pt-br,zh-hans,fa}.json",
  ],
  [
    "All4Gis/QGISFMV",
    "[main]\nhost = https://www.transifex.com\n\n[QGISFMV.qgisfmv-plugin]\nfile_filter = code/i18n/qgisfmv_<lang>.ts\nsource_file = code/i18n/qgisfmv_en.ts\nsource_lang = en\ntrans.ca = code/i18n/qgisfmv_ca.ts\ntrans.es = code/i18n/qgisfmv_es.ts\ntype = QT\n\n",
    "code/i18n/qgisfmv_{en,ca,es}.ts",
  ],
  [
    "353719624/qbittorrent",
    "[main]\nhost = https://www.transifex.com\n\n[o:lili:p:qbittorrent:r:qbittorrent_master]\nfile_filter  = src/lang/qbittorrent_<lang>.ts\nsource_file  = src/lang/qbittorrent_en.ts\nsource_lang  = en\ntype         = QT\nminimum_perc = 23\nlang_map     = pt: pt_PT, zh: zh_CN\n\n[o:lili:p:qbittorrent:r:qbittorrentdesktop_master]\nsource_file  = dist/unix/org.qbittorrent.qBittorrent.desktop\nsource_lang  = en\ntype         = DESKTOP\nminimum_perc = 23\n",
    "src/lang/qbittorrent_{en,de,pt_PT,zh_CN}.ts",
    "dist/unix/org.qbittorrent.qBittorrent.desktop",
  ],
  [
    "A5hleyRich/delightful-downloads",
    "[main]\nhost = https://www.transifex.com\n\n[delightful-downloads.delightful-downloads]\nfile_filter = src/delightful-downloads/languages/delightful-downloads-<lang>.po\nsource_file = src/delightful-downloads/languages/delightful-downloads.pot\nsource_lang = en_US\ntype = PO",
    "src/delightful-downloads/languages/delightful-downloads{.pot,-de_DE.po,-fr_FR.po}",
  ],
];

const localazy: readonly Reduced[] = [
  [
    "CircuitVerse/CircuitVerse",
    '{\n  "writeKey": "",\n  "readKey": "",\n  "upload": { "type": "yaml", "files": "config/locales/users/en.yml" },\n  "download": { "files": "config/locales/users/zh_CN.yml" }\n}\n',
    "config/locales/users/{en,zh_CN}.yml",
  ],
  [
    "element-hq/element-x-android",
    '{\n  "readKey": "",\n  "conversion": {\n    "actions": [\n      { "type": "android", "output": "libraries/res/values/localazy.xml", "conditions": ["equals: ${languageCode}, en"] },\n      { "type": "android", "output": "libraries/res/values-${langAndroidResNoScript}/localazy.xml", "conditions": ["!equals: ${languageCode}, en"] }\n    ]\n  }\n}\n',
    "libraries/res/values{,-de,-pt-rBR}/localazy.xml",
  ],
  [
    "element-hq/element-web",
    '{\n  "readKey": "",\n  "upload": {\n    "type": "json",\n    "keySeparator": "|",\n    "deprecate": "file",\n    "features": ["plural_object"],\n    "files": [\n      { "pattern": "src/strings/en_EN.json", "file": "web.json", "lang": "inherited" },\n      { "group": "existing", "pattern": "src/strings/*.json", "file": "web.json", "excludes": ["src/strings/en_EN.json"], "lang": "${autodetectLang}" }\n    ]\n  },\n  "download": {\n    "files": [{ "conditions": "equals: ${file}, web.json", "output": "src/strings/${langLsrUnderscore}.json" }],\n    "includeSourceLang": "false",\n    "langAliases": { "en": "en-EN" }\n  }\n}\n',
    "src/strings/{en_EN,de_DE,pt_BR}.json",
  ],
  [
    "element-hq/element-desktop",
    '{\n  "upload": {\n    "type": "json",\n    "keySeparator": "|",\n    "files": [\n      { "pattern": "src/i18n/en_EN.json", "file": "desktop.json", "lang": "inherited" },\n      { "group": "existing", "pattern": "src/i18n/*.json", "excludes": ["src/i18n/en_EN.json"], "lang": "${autodetectLang}" }\n    ]\n  },\n  "download": { "files": [{ "output": "src/i18n/${langLsrUnderscore}.json" }], "includeSourceLang": "false" }\n}\n',
    "src/i18n/{en_EN,de_DE}.json",
  ],
  [
    "RevokeCash/revoke.cash",
    '{\n  "upload": {\n    "type": "json",\n    "files": [\n      { "pattern": "locales/en/*.json", "lang": "inherited" },\n      { "group": "existing", "pattern": "locales/es/*.json", "lang": "es" }\n    ]\n  },\n  "download": { "files": "locales/${lang}/${file}", "includeSourceLang": true, "langAliases": { "zh-Hans": "zh" } }\n}\n',
    "locales/{en,es,zh}/{common,faq}.json",
  ],
  [
    "WikiMovimentoBrasil/wikiscore",
    '{\n  "upload": { "type": "json", "files": "translations/en.json" },\n  "download": { "files": "translations/${lang}.json" }\n}\n',
    "translations/{en,pt}.json",
  ],
  [
    "bambulab/BambuStudio",
    '{\n  "upload": {\n    "files": [\n      { "type": "po", "pattern": "bbl/i18n/en/Studio_en.po", "lang": "en" },\n      { "type": "po", "pattern": "bbl/i18n/fr/Studio_fr.po", "lang": "fr" }\n    ]\n  },\n  "download": { "folder": "bbl/i18n", "includeSourceLang": "true", "files": { "output": "${lang}/Studio_${lang}.po" } }\n}\n',
    "bbl/i18n/en/Studio_en.po",
    "bbl/i18n/fr/Studio_fr.po",
  ],
  [
    "Balmy-protocol/dca-fe",
    '{\n  "upload": { "type": "json", "files": "lang/en.json" },\n  "download": { "files": "lang/${lang}.json" },\n  "conversion": {},\n  "transformations": []\n}\n',
    "lang/{en,es}.json",
  ],
  [
    "GetStream/stream-chat-android",
    '{\n  "upload": {\n    "type": "android",\n    "files": [\n      {\n        "pattern": "stream-chat-android-client/src/main/res/values/strings*.xml",\n        "file": "strings-client.xml"\n      },\n      { "pattern": "stream-chat-android-ui-components/src/main/res/values/strings*.xml" },\n      {\n        "group": "client-all",\n        "pattern": "stream-chat-android-client/src/main/res/values-*/strings*.xml",\n        "lang": "${autodetectLang}",\n        "file": "strings-client.xml"\n      }\n    ]\n  }\n}\n',
    "stream-chat-android-client/src/main/res/values{,-es,-it}/strings.xml",
    "stream-chat-android-ui-components/src/main/res/values{,-es,-it}/strings.xml",
  ],
  [
    "Nepanikar/nepanikar",
    '{\n  "readKey": "x",\n  "conversion": { "actions": [{ "type": "arb", "output": "./lib/l10n/app_${lang}.arb" }] }\n}\n',
    "lib/l10n/app_{cs,en,sk}.arb",
  ],
  [
    "SoftFever/OrcaSlicer",
    '{\n\n\t"writeKey": "x",\n\t"readKey": "x",\n\t"upload": {\n\t\t"files": [\n\t\t\t{\n\t\t\t\t"type": "po",\n\t\t\t\t"pattern": "localization/i18n/en/OrcaSlicer_en.po",\n\t\t\t\t"lang": "en"\n\t\t\t},\n\t\t\t{\n\t\t\t\t"type": "po",\n\t\t\t\t"pattern": "localization/i18n/ja/OrcaSlicer_hu.po",\n\t\t\t\t"lang": "it"\n\t\t\t},\n\t\t\t{\n\t\t\t\t"type": "ar",\n\t\t\t\t"pattern": "localization/i18n/tr/OrcaSlicer_ar.po",\n\t\t\t\t"lang": "ar"\n\t\t\t}\n\t\t]\n\t},\n\t"download": {\n\t\t"folder": "localization/i18n",\n\t\t"includeSourceLang" : "true",\n\t\t"files": {\n\t\t\t"output": "${lang}/OrcaSlicer_${lang}.po"\n\t\t}\n\t}\n}\n',
    "localization/i18n/en/OrcaSlicer_en.po",
    "localization/i18n/zh_TW/OrcaSlicer_zh_TW.po",
  ],
  [
    "element-hq/element-call",
    '{\n  "readKey": "x",\n\n  "upload": {\n    "type": "json",\n    "deprecate": "file",\n    "features": ["plural_postfix_us", "filter_untranslated"],\n    "files": [\n      {\n        "pattern": "locales/en/*.json",\n        "lang": "inherited"\n      },\n      {\n        "group": "existing",\n        "pattern": "locales/*/*.json",\n        "excludes": ["locales/en/*.json"],\n        "lang": "${autodetectLang}"\n      }\n    ]\n  },\n\n  "download": {\n    "files": [\n      {\n        "output": "locales/${langLsrDash}/${file}"\n      }\n    ],\n    "includeSourceLang": "${includeSourceLang|false}"\n  }\n}\n',
    "locales/{en,de,zh-Hans}/app.json",
  ],
  [
    "baptiste0928/raidprotect",
    '{\n    "upload": {\n        "type": "json",\n        "features": ["filter_untranslated"],\n        "files": {\n            "pattern": "raidprotect/locales/*.json",\n            "lang": "${autodetectLang}"\n        },\n        "deprecate": "file"\n    },\n\n    "download": {\n        "files": "raidprotect/locales/${lang}.json",\n        "includeSourceLang": true\n    }\n  }\n',
    "raidprotect/locales/{en,fr}.json",
  ],
  [
    "amefs/quickbox-lite",
    '{\n  "upload": {\n    "type": "json",\n    "deprecateMissing": true,\n    "files": [\n      {\n        "pattern": "setup/dashboard/lang/lang_en.json",\n        "lang": "en",\n        "file": "lang.json"\n      },\n      {\n        "group": "existing",\n        "pattern": "setup/dashboard/lang/lang_*.json",\n        "excludes": ["setup/dashboard/lang/lang_en.json"],\n        "lang": "${autodetectLang}"\n      }\n    ]\n  },\n  "download": {\n    "includeSourceLang": false,\n    "files": "setup/dashboard/lang/lang_${lang}.json"\n  }\n}\n',
    "setup/dashboard/lang/lang_{en,de,zh}.json",
  ],
];

const tolgee: readonly Reduced[] = [
  [
    "formbricks/formbricks",
    '{\n  "$schema": "x",\n  "format": "JSON_TOLGEE",\n  "patterns": ["./apps/web/**/*.ts?(x)"],\n  "projectId": 1,\n  "pull": { "path": "./apps/web/locales" },\n  "push": {\n    "files": [\n      { "language": "en-US", "path": "./apps/web/locales/en-US.json" },\n      { "language": "de-DE", "path": "./apps/web/locales/de-DE.json" },\n      { "language": "zh-Hant-TW", "path": "./apps/web/locales/zh-Hant-TW.json" }\n    ],\n    "forceMode": "OVERRIDE"\n  },\n  "strictNamespace": false\n}\n',
    "apps/web/locales/{en-US,de-DE,zh-Hant-TW}.json",
  ],
  [
    "Opetushallitus/jod-yksilo-ui",
    '{\n  "projectId": 1,\n  "format": "JSON_I18NEXT",\n  "patterns": ["./src/**/*.ts?(x)"],\n  "extractor": "./extractor.ts",\n  "defaultNamespace": "yksilo",\n  "sharedNamespace": "common",\n  "allowedCrossNamespaceDuplicates": [],\n  "push": {\n    "filesTemplate": "./src/i18n/{namespace}/{languageTag}.json",\n    "language": ["en", "fi", "sv"],\n    "namespaces": ["yksilo", "common"],\n    "forceMode": "KEEP"\n  },\n  "pull": { "path": "./src/i18n/", "namespaces": ["yksilo", "common"] }\n}\n',
    "src/i18n/{yksilo,common}/{en,fi,sv}.json",
  ],
  [
    "Peach2Peach/peach-app",
    '{\n  "apiUrl": "https://translations.example.org",\n  "projectId": 1\n}\n',
    "src/i18n/en.json",
  ],
  [
    "TabularisDB/tabularis",
    '{\n  "apiUrl": "https://app.tolgee.io",\n  "projectId": 1,\n  "format": "PO_ICU",\n  "patterns": ["./src/**/*.ts?(x)"],\n  "push": {\n    "files": [\n      { "path": "src/locales/en/messages.po", "language": "en" },\n      { "path": "src/locales/de/messages.po", "language": "de" }\n    ],\n    "forceMode": "KEEP"\n  }\n}\n',
    "src/locales/{en,de}/messages.po",
  ],
  [
    "lan-software/LanCore",
    '{\n  "apiUrl": "https://app.tolgee.io",\n  "projectId": 1,\n  "format": "JSON_ICU",\n  "push": {\n    "namespaces": ["lancore"],\n    "languages": ["en", "de"],\n    "forceMode": "KEEP",\n    "filesTemplate": "./resources/js/locales/{languageTag}.json"\n  },\n  "pull": {\n    "path": "./resources/js/locales",\n    "format": "JSON_ICU",\n    "languages": ["en", "de"],\n    "namespaces": ["lancore"],\n    "fileStructureTemplate": "{languageTag}.{extension}"\n  }\n}\n',
    "resources/js/locales/{en,de}.json",
  ],
  [
    "wandersonalwes/mimu-app",
    '{\n  "projectId": 1,\n  "format": "JSON_TOLGEE",\n  "push": { "filesTemplate": "./src/i18n/{languageTag}.json", "language": ["pt-BR", "en-US", "es-ES"] },\n  "pull": { "path": "./src/i18n" }\n}\n',
    "src/i18n/{pt-BR,en-US,es-ES}.json",
  ],
  [
    "wolfstar-project/wolfstar",
    '{\n  "projectId": "1",\n  "format": "JSON_I18NEXT",\n  "push": {\n    "files": [\n      { "path": "src/languages/en-US/arguments.json", "language": "en-US", "namespace": "arguments" },\n      { "path": "src/languages/en-US/commands/admin.json", "language": "en-US", "namespace": "commands/admin" }\n    ],\n    "languages": ["en-US"]\n  },\n  "pull": { "path": "src/languages", "fileStructureTemplate": "{languageTag}/{namespace}.json" }\n}\n',
    "src/languages/{en-US,de-DE}/arguments.json",
    "src/languages/{en-US,de-DE}/commands/admin.json",
  ],
  [
    "mdg-labs/slugbase",
    '{\n  "projectId": 1,\n  "apiUrl": "https://tolgee.example.org",\n  "format": "JSON_TOLGEE",\n  "patterns": ["packages/web/app/**/*.tsx"],\n  "parser": "react",\n  "strictNamespace": false,\n  "push": {\n    "files": [\n      { "path": "packages/web/app/i18n/locales/en.json", "language": "en" },\n      { "path": "packages/web/app/i18n/locales/de.json", "language": "de" },\n      { "path": "packages/marketing/src/i18n/locales/en.json", "language": "en" },\n      { "path": "packages/marketing/src/i18n/locales/de.json", "language": "de" }\n    ],\n    "forceMode": "OVERRIDE"\n  },\n  "pull": {\n    "path": ".tolgee/pull",\n    "languages": ["en", "de"],\n    "delimiter": null,\n    "emptyDir": true,\n    "states": ["UNTRANSLATED", "TRANSLATED", "REVIEWED"]\n  }\n}\n',
    "packages/web/app/i18n/locales/{en,de}.json",
    "packages/marketing/src/i18n/locales/{en,de}.json",
  ],
  [
    "baptisteArno/typebot.io",
    '{\n  "$schema": "x",\n  "projectId": 1,\n  "pull": {\n    "path": "./apps/builder/src/i18n",\n    "delimiter": null\n  }\n}\n',
    "apps/builder/src/i18n/{en,de,fr}.json",
  ],
  [
    "OpenMarch/OpenMarch",
    '{\n  "$schema": "x",\n  "projectId": 1,\n  "format": "JSON_TOLGEE",\n  "patterns": ["./src/**/*.ts?(x)"],\n  "push": {\n    "filesTemplate": "./translations/{languageTag}.json",\n    "language": ["en"]\n  },\n  "pull": {\n    "path": "./translations"\n  }\n}',
    "translations/{en,es,ja}.json",
  ],
  ["liquidinvestigations/hoover-ui", '{\n    "projectId": 1\n}\n', "src/i18n/en.json"],
  [
    "klyxxx/klyx",
    '{\n  "$schema": "x",\n  "format": "JSON_TOLGEE",\n  "pull": {\n    "path": "./messages/tolgee",\n    "delimiter": null,\n    "fileStructureTemplate": "{languageTag}.{extension}",\n    "emptyDir": false\n  },\n  "push": {\n    "filesTemplate": "./messages/tolgee/{languageTag}.json",\n    "forceMode": "NO_FORCE",\n    "removeOtherKeys": false\n  }\n}\n',
    "messages/tolgee/{en,de}.json",
  ],
];

const lingo: readonly Reduced[] = [
  [
    "calcom/cal.com",
    '{\n  "version": 1.2,\n  "locale": { "source": "en", "targets": ["ar", "es-419", "zh-CN"] },\n  "buckets": { "json": { "include": ["packages/i18n/locales/[locale]/common.json"] } }\n}\n',
    "packages/i18n/locales/{en,ar,es-419,zh-CN}/common.json",
  ],
  [
    "lingodotdev/lingo.dev",
    '{\n  "version": 1.2,\n  "locale": { "source": "en", "targets": ["ru", "pt-BR"] },\n  "buckets": {\n    "markdown": { "include": ["readme/[locale].md"] },\n    "mdx": { "include": [], "codehikeOptions": { "preserveAnnotations": true } }\n  }\n}\n',
    "readme/{en,ru,pt-BR}.md",
  ],
];

const lokalise: readonly Reduced[] = [
  [
    "data-mermaid/mermaid-webapp",
    "jobs:\n  push:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: lokalise/lokalise-push-action@v5\n        with:\n          api_token: ${{ secrets.LOKALISE_API_TOKEN }}\n          project_id: ${{ secrets.LOKALISE_PROJECT_ID }}\n          translations_path: src/locales\n          file_ext: json\n          base_lang: en\n          use_tag_tracking: true\n          additional_params: |\n            convert_placeholders: false\n            replace_modified: false\n",
    "src/locales/{en,fr,id}/translation.json",
  ],
  [
    "europeana/portal.js",
    "jobs:\n  push:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: lokalise/lokalise-push-action@v5\n        with:\n          api_token: ${{ secrets.LOKALISE_API_TOKEN }}\n          project_id: ${{ secrets.LOKALISE_PROJECT_ID }}\n          file_ext: js\n          translations_path: packages/portal/src/i18n/lang\n          base_lang: en_GB\n          flat_naming: true\n          name_pattern: en.js\n          use_tag_tracking: true\n          rambo_mode: ${{ inputs.force }}\n          skip_default_flags: true\n",
    "packages/portal/src/i18n/lang/{en,de,fr}.js",
  ],
  [
    "music-assistant/mobile-app",
    'jobs:\n  push:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: lokalise/lokalise-push-action@v5\n        with:\n          api_token: ${{ secrets.LOKALISE_API_TOKEN }}\n          project_id: ${{ secrets.LOKALISE_PROJECT_ID }}\n          base_lang: en\n          translations_path: |\n            composeApp/src/commonMain/composeResources\n          file_ext: |\n            xml\n          name_pattern: "values/strings.xml"\n',
    "composeApp/src/commonMain/composeResources/values{,-de,-pt-rBR}/strings.xml",
  ],
  [
    "jwillemsen/daikin_onecta",
    "jobs:\n  push:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: lokalise/lokalise-pull-action@v5\n        with:\n          api_token: ${{ secrets.LOKALISE_API_TOKEN }}\n          project_id: ${{ secrets.LOKALISE_PROJECT_ID }}\n          translations_path: 'custom_components/daikin_onecta/translations'\n          file_format: 'json'\n          flat_naming: true\n          override_base_branch: 'master'\n",
    "custom_components/daikin_onecta/translations/{en,de,nl}.json",
  ],
];

const client: readonly Reduced[] = [
  ["KotatsuApp/Kotatsu", "[weblate]\nurl = https://hosted.weblate.org/api/\ntranslation = kotatsu/strings\n"],
  ["f-droid/fdroidclient", "[weblate]\nurl = https://hosted.weblate.org/api/\ntranslation = f-droid/f-droid\n"],
  ["OTRS/otrs", "[weblate]\nurl = https://translate.otrs.com/api/\ntranslation = otrs-6/otrs/\n"],
  ["CZ-NIC/reforis", "[weblate]\nurl = https://hosted.weblate.org/api/\ntranslation = turris/reforis\n"],
  [
    "beabee-communityrm/monorepo",
    "# for wlc lock and unlock\n\n[weblate]\nurl = https://hosted.weblate.org/api/\ntranslation = beabee/platform\n",
  ],
  ["airsonic/airsonic", "[weblate]\nurl = https://hosted.weblate.org/api/\ntranslation = airsonic/airsonic\n"],
  [
    "onionshare/onionshare-ios",
    "[weblate]\nurl = https://hosted.weblate.org/api/\ntranslation = onionshare/onionshare-ios\n",
  ],
  [
    "SadCrabCom/community_tl",
    "[weblate]\nurl = https://hosted.weblate.org/api/\nkey = x\ntranslation = translation\n[github]\nurl = https://github.com/company/example.git\n",
  ],
];

const paths: Readonly<Record<string, string>> = {
  crowdin: "crowdin.yml",
  phrase: ".phrase.yml",
  transifex: ".tx/config",
  localazy: "localazy.json",
  tolgee: ".tolgeerc.json",
  lingo: "i18n.json",
  lokalise: ".github/workflows/lokalise.yml",
  wlc: ".weblate",
};

/** Configurations of public repositories, as they stood in November 2026. */
export const publicConfigurations: readonly PublicConfiguration[] = Object.entries({
  crowdin,
  phrase,
  transifex,
  localazy,
  tolgee,
  lingo,
  lokalise,
  wlc: client,
}).flatMap(([tool, all]) =>
  all.map(([repository, text, ...files]) => ({
    tool,
    repository,
    path: ["onionshare/onionshare-ios", "SadCrabCom/community_tl"].includes(repository)
      ? "weblate.ini"
      : (paths[tool] ?? ""),
    text,
    files: files.flatMap(expanded),
  })),
);

function expanded(pattern: string): readonly string[] {
  const [whole, list] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(",").flatMap((each) => expanded(pattern.replace(whole, each)));
}
