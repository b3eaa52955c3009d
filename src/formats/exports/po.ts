import { isEmpty } from "../../catalog/texts.ts";
import { bilingualKey, unitStates, type Unit } from "../../catalog/unit.ts";
import { gettextStyle, writeField, writeUnit } from "../po/write.ts";
import { textExporter, type DocumentHead, type Exporter, type ExportUnit, type TextPieces } from "./exporter.ts";
import { developerNotes, flagsOf, isFuzzy, locationsOf, translatorNotes } from "./unit-text.ts";

/** Gettext's, whatever the component's own format: the key of a monolingual string is its msgctxt. */
export const po: Exporter = textExporter({ name: "po", extension: "po", mediaType: "text/x-po" }, poPieces);

function poPieces(document: DocumentHead): TextPieces {
  const head = [writeField("msgid", "", gettextStyle), writeField("msgstr", headerOf(document), gettextStyle)].join(
    "\n",
  );
  const each = (unit: ExportUnit): string => {
    if (!hasIdentity(unit)) return "";
    const notes = translatorNotes(unit)
      .flatMap((note) => linesOf(note))
      .map((line) => (line === "" ? "#" : `# ${line}`));
    const entry = writeUnit(catalogueUnit(unit), gettextStyle, document.language.pluralNumber);
    return `\n\n${[...notes, entry].join("\n")}`;
  };
  return { head, each, tail: "\n" };
}

/** The value of the header entry, in the order in which gettext's tools write its fields. */
export function headerOf({ project, language, url, generator, date }: DocumentHead): string {
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
