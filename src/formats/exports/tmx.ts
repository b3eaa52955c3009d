import { childOf, childrenOf, type XmlDocument, type XmlElement } from "../xml/document.ts";
import { isXmlText, xmlElement, xmlTag, xmlText } from "../xml/write.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { textExporter, type DocumentHead, type Exporter, type ExportUnit, type TextPieces } from "./exporter.ts";
import { languageTextsOf, type ReadLanguages } from "./language-texts.ts";
import { developerNotes, languageTag, translatorNotes } from "./unit-text.ts";
import { markedText, readMarkedText, type CharacterMark } from "./xml-characters.ts";

/** TMX 1.4, the memory of translation programs: of a plural the first form. */
export const tmx: Exporter = textExporter({ name: "tmx", extension: "tmx", mediaType: "application/x-tmx" }, tmxPieces);

const CHARACTER: CharacterMark = { element: "ph", attribute: "type" };
const CONTEXT = "x-context";

function tmxPieces({ sourceLanguage, language, generator }: DocumentHead): TextPieces {
  const [from, to] = [languageTag(sourceLanguage.code), languageTag(language.code)];
  const [tool = generator, version = "1"] = generator.split(/ (?=\S*$)/);
  const header = {
    creationtool: tool,
    creationtoolversion: version,
    segtype: "sentence",
    "o-tmf": "UTF-8",
    adminlang: "en",
    srclang: from,
    datatype: "PlainText",
  };
  const head = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  ${xmlTag("header", header, true)}
  <body>
`;
  return { head, each: (unit) => writeUnit(unit, from, to), tail: "  </body>\n</tmx>\n" };
}

function writeUnit(unit: ExportUnit, from: string, to: string): string {
  const notes = [...developerNotes(unit), ...translatorNotes(unit)];
  const lines = [
    ...notes.map((note) => xmlElement("note", {}, xmlText(note))),
    ...(isXmlText(unit.context) ? [xmlElement("prop", { type: CONTEXT }, xmlText(unit.context))] : []),
    writeVariant(from, unit.source[0] ?? ""),
    writeVariant(to, unit.target[0] ?? ""),
  ];
  return `    <tu>\n${lines.map((line) => `      ${line}\n`).join("")}    </tu>\n`;
}

function writeVariant(language: string, text: string): string {
  return xmlElement("tuv", { "xml:lang": language }, xmlElement("seg", {}, markedText(text, CHARACTER)));
}

/** @throws {FormatError} at a unit that has no source */
export function readTmx(document: XmlDocument, languages: ReadLanguages): readonly ExchangeUnit[] {
  const { root } = document;
  const srclang = childOf(root, "header")?.attributes.get("srclang");
  const body = childOf(root, "body") ?? document.fail(root, "expected <body>");
  return childrenOf(body, "tu").map((unit): ExchangeUnit => {
    const variants = childrenOf(unit, "tuv").map((variant) => ({
      language: variant.attributes.get("xml:lang") ?? variant.attributes.get("lang") ?? "",
      text: segmentOf(variant),
    }));
    const texts = languageTextsOf(variants, { sourceLanguage: srclang, ...languages });
    if (texts === undefined) return document.fail(unit, "expected a <tuv> of the source and one of the translation");
    const context = childrenOf(unit, "prop").find(({ attributes }) => attributes.get("type") === CONTEXT);
    return {
      ...(context !== undefined && { context: readMarkedText(context, CHARACTER) }),
      source: [texts.source],
      target: [texts.target],
      fuzzy: false,
    };
  });
}

function segmentOf(variant: XmlElement): string {
  const segment = childOf(variant, "seg");
  return segment === undefined ? "" : readMarkedText(segment, CHARACTER);
}
