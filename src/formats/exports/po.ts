import { isEmpty } from "../../catalog/texts.ts";
import { bilingualKey, unitStates, type Unit } from "../../catalog/unit.ts";
import { gettextStyle, writeField, writeUnit } from "../po/write.ts";
import { encode, type ExportDocument, type Exporter, type ExportUnit } from "./exporter.ts";
import { developerNotes, flagsOf, isFuzzy, locationsOf, translatorNotes } from "./unit-text.ts";

/** Gettext's, whatever the component's own format: the key of a monolingual string is its msgctxt. */
export const po: Exporter = {
  name: "po",
  extension: "po",
  mediaType: "text/x-po",
  write: (document) => encode(writePo(document)),
};

function writePo(document: ExportDocument): string {
  const header = [writeField("msgid", "", gettextStyle), writeField("msgstr", headerOf(document), gettextStyle)].join(
    "\n",
  );
  const entries = document.units.filter(hasIdentity).map((unit) =>
    [
      ...translatorNotes(unit)
        .flatMap((note) => linesOf(note))
        .map((line) => (line === "" ? "#" : `# ${line}`)),
      writeUnit(catalogueUnit(unit), gettextStyle, document.language.pluralNumber),
    ].join("\n"),
  );
  return `${[header, ...entries].join("\n\n")}\n`;
}

/** The value of the header entry, in the order in which gettext's tools write its fields. */
export function headerOf({ project, language, url, generator, date }: ExportDocument): string {
  const time = `${date.toISOString().slice(0, 16).replace("T", " ")}+0000`;
  const fields = [
    ["Project-Id-Version", `${language.name} (${project.name})`],
    ["Report-Msgid-Bugs-To", ""],
    ["POT-Creation-Date", time],
    ["PO-Revision-Date", time],
    ["Last-Translator", "Automatically generated"],
    ["Language-Team", `${language.name} <${url}>`],
    ["Language", language.code],
    ["MIME-Version", "1.0"],
    ["Content-Type", "text/plain; charset=UTF-8"],
    ["Content-Transfer-Encoding", "8bit"],
    ["Plural-Forms", `nplurals=${String(language.pluralNumber)}; plural=${language.pluralFormula};`],
    ["X-Generator", generator],
  ] as const;
  return fields.map(([name, value]) => `${name}: ${value.replace(/\s+/g, " ")}\n`).join("");
}

/** An entry without context and msgid is the header. */
export function hasIdentity({ context, source }: ExportUnit): boolean {
  return context !== "" || (source[0] ?? "") !== "";
}

function catalogueUnit(unit: ExportUnit): Unit {
  const { context, source, target, previousSource } = unit;
  const id = source[0] ?? "";
  const forms = source.length === 1 && target.length > 1 ? [id, id] : source.slice(0, 2);
  const isMarked = isFuzzy(unit) && !isEmpty(target);
  return {
    key: bilingualKey(context, id),
    context,
    source: forms,
    target,
    state: isMarked ? unitStates.needsEditing : unitStates.translated,
    note: linesOf(developerNotes(unit).join("\n")).join("\n"),
    location: locationsOf(unit).join(" "),
    flags: flagsOf(unit)
      .map((flag) => flag.replace(/\s+/g, " "))
      .join(", "),
    previousSource,
    line: 0,
  };
}

function linesOf(text: string): string[] {
  return text.trimEnd().split(/\r\n?|\n/);
}
