import type { Files } from "./repository.ts";

/** A small product's strings: nested JSON for its pages, gettext for its server. Laid out as the service writes them. */
export const webSource = `{
    "title": "Hello",
    "button": {
        "save": "Save",
        "cancel": "Cancel"
    },
    "files": "You have {count} files."
}
`;

const webCzech = `{
    "title": "Ahoj",
    "button": {
        "save": "Uložit"
    }
}
`;

const webGerman = `{
    "title": "Hallo",
    "button": {
        "save": "Speichern",
        "cancel": "Abbrechen"
    },
    "files": "Sie haben {count} Dateien."
}
`;

export const serverSource = `msgid ""
msgstr ""
"Project-Id-Version: sample\\n"
"POT-Creation-Date: 2026-01-01 00:00+0000\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

#: src/greeting.c:1
msgid "Welcome"
msgstr ""

#: src/files.c:2
#, c-format
msgid "%d file deleted"
msgid_plural "%d files deleted"
msgstr[0] ""
msgstr[1] ""

#: src/menu.c:9
msgctxt "menu"
msgid "Open"
msgstr ""
`;

function serverTranslation(
  language: string,
  plurals: { readonly count: number; readonly formula: string },
  welcome: string,
): string {
  const forms = Array.from({ length: plurals.count }, (_, index) => `msgstr[${String(index)}] ""`);
  return `msgid ""
msgstr ""
"Project-Id-Version: sample\\n"
"POT-Creation-Date: 2026-01-01 00:00+0000\\n"
"PO-Revision-Date: 2026-01-01 00:00+0000\\n"
"Last-Translator: Automatically generated\\n"
"Language-Team: none\\n"
"Language: ${language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=${String(plurals.count)}; plural=${plurals.formula};\\n"

#: src/greeting.c:1
msgid "Welcome"
msgstr "${welcome}"

#: src/files.c:2
#, c-format
msgid "%d file deleted"
msgid_plural "%d files deleted"
${forms.join("\n")}

#: src/menu.c:9
msgctxt "menu"
msgid "Open"
msgstr ""
`;
}

export const sampleFiles: Files = {
  "README.md": "# Sample\n",
  "locales/en.json": webSource,
  "locales/cs.json": webCzech,
  "locales/de.json": webGerman,
  "po/server.pot": serverSource,
  "po/cs.po": serverTranslation("cs", { count: 3, formula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2" }, "Vítejte"),
  "po/de.po": serverTranslation("de", { count: 2, formula: "(n != 1)" }, ""),
};

/** The sample's mapping; `prefix` keeps the components of several scenarios in one project apart. */
export function sampleMapping(service: string, project: string, prefix = ""): string {
  return `version: 1
service: ${service}
project: ${project}
components:
  - component: ${prefix}web
    source: locales/en.json
    translations: locales/{language}.json
  - component: ${prefix}server
    source: po/server.pot
    translations: po/{language}.po
`;
}
