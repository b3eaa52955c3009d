import { childOf, childrenOf, descendantsOf, type XmlDocument, type XmlElement } from "../xml/document.ts";
import { xmlElement, xmlTag, xmlText } from "../xml/write.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { textExporter, type DocumentHead, type Exporter, type ExportUnit, type TextPieces } from "./exporter.ts";
import { languageTextsOf, type ReadLanguages } from "./language-texts.ts";
import { developerNotes, languageTag, translatorNotes } from "./unit-text.ts";
import { markedText, readMarkedText, type CharacterMark } from "./xml-characters.ts";

/** TBX as ISO 30042:2008 has it (`martif`), what terminology programs read: of a plural the first form. */
export const tbx: Exporter = textExporter({ name: "tbx", extension: "tbx", mediaType: "application/x-tbx" }, tbxPieces);

const CHARACTER: CharacterMark = { element: "hi", attribute: "type" };

function tbxPieces({ sourceLanguage, language, generator }: DocumentHead): TextPieces {
  const [from, to] = [languageTag(sourceLanguage.code), languageTag(language.code)];
  const head = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">
${xmlTag("martif", { type: "TBX", "xml:lang": from })}
  <martifHeader>
    <fileDesc>
      <sourceDesc>
        ${xmlElement("p", {}, xmlText(generator))}
      </sourceDesc>
    </fileDesc>
  </martifHeader>
  <text>
    <body>
`;
  return { head, each: (unit) => writeEntry(unit, from, to), tail: "    </body>\n  </text>\n</martif>\n" };
}

/** What a document type lets be an identifier. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

function writeEntry(unit: ExportUnit, from: string, to: string): string {
  const lines = [
    ...developerNotes(unit).map((note) => xmlElement("note", { from: "developer" }, xmlText(note))),
    ...translatorNotes(unit).map((note) => xmlElement("note", { from: "translator" }, xmlText(note))),
    writeTerm(from, unit.source[0] ?? ""),
    writeTerm(to, unit.target[0] ?? ""),
  ];
  const open = xmlTag("termEntry", { id: NAME.test(unit.context) ? unit.context : undefined });
  return `      ${open}\n${lines.map((line) => `        ${line}\n`).join("")}      </termEntry>\n`;
}

function writeTerm(language: string, text: string): string {
  const term = xmlElement("term", {}, markedText(text, CHARACTER));
  return xmlElement("langSet", { "xml:lang": language }, xmlElement("tig", {}, term));
}

/** Reads `martif` and the `tbx` of ISO 30042:2019. @throws {FormatError} at an entry that has no source */
export function readTbx(document: XmlDocument, languages: ReadLanguages): readonly ExchangeUnit[] {
  const { root } = document;
  const sourceLanguage = root.attributes.get("xml:lang");
  const entries = descendantsOf(root, root.name === "tbx" ? "conceptEntry" : "termEntry");
  return entries.map((entry): ExchangeUnit => {
    const sets = childrenOf(entry).filter(({ name }) => name === "langSet" || name === "langSec");
    const texts = sets.map((set) => ({ language: set.attributes.get("xml:lang") ?? "", text: termOf(set) }));
    const pair = languageTextsOf(texts, { sourceLanguage, ...languages });
    if (pair === undefined) return document.fail(entry, "expected a term of the source and one of the translation");
    const id = entry.attributes.get("id");
    return { ...(id !== undefined && { id }), source: [pair.source], target: [pair.target], fuzzy: false };
  });
}

/** The first term of a language is the preferred one. */
function termOf(set: XmlElement): string {
  const term = descendantsOf(set, "term")[0] ?? childOf(set, "term");
  return term === undefined ? "" : readMarkedText(term, CHARACTER);
}
