import { createHash } from "node:crypto";
import { unitStates } from "../../catalog/unit.ts";
import { childOf, childrenOf, type XmlDocument, type XmlElement } from "../xml/document.ts";
import { isXmlText, xmlElement, xmlTag, xmlText } from "../xml/write.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { textExporter, type DocumentHead, type Exporter, type ExportUnit, type TextPieces } from "./exporter.ts";
import {
  developerNotes,
  flagsOf,
  isFuzzy,
  isPlural,
  languageTag,
  locationsOf,
  sourceOfForm,
  translatorNotes,
} from "./unit-text.ts";
import { markedText, readMarkedText, type CharacterMark } from "./xml-characters.ts";

/** XLIFF 1.1 as gettext's tools extend it: a plural is a group with a unit for each form. */
export const xliff: Exporter = xliffExporter("xliff", (unit) =>
  isPlural(unit) ? writeGroup(unit) : writeSingle(unit),
);

/** XLIFF 1.1 without extensions: of a plural the first form. */
export const xliff11: Exporter = xliffExporter("xliff11", writeSingle);

const CHARACTER: CharacterMark = { element: "ph", attribute: "ctype" };
const PLURAL = "x-gettext-plurals";

function xliffExporter(name: string, write: (unit: ExportUnit) => string): Exporter {
  const about = { name, extension: "xlf", mediaType: "application/x-xliff+xml" };
  return textExporter(about, (document) => xliffPieces(document, write));
}

function xliffPieces(
  { project, component, sourceLanguage, language }: DocumentHead,
  each: (unit: ExportUnit) => string,
): TextPieces {
  const file = {
    original: `${project.slug}/${component.slug}`,
    "source-language": languageTag(sourceLanguage.code),
    datatype: "plaintext",
    "target-language": languageTag(language.code),
  };
  const head = `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.1" version="1.1">
  ${xmlTag("file", file)}
    <body>
`;
  return { head, each, tail: "    </body>\n  </file>\n</xliff>\n" };
}

/** What a unit says beside its texts: indented lines. */
function writeDetails(unit: ExportUnit): string {
  const places = locationsOf(unit).map((place) => {
    const [, file = place, line] = /^(.*):(\d+)$/.exec(place) ?? [];
    const contexts = [
      xmlElement("context", { "context-type": "sourcefile" }, xmlText(file)),
      ...(line === undefined ? [] : [xmlElement("context", { "context-type": "linenumber" }, line)]),
    ];
    return xmlElement("context-group", { name: "", purpose: "location" }, contexts.join(""));
  });
  const notes = [
    ...developerNotes(unit).map((note) => xmlElement("note", { from: "developer" }, xmlText(note))),
    ...translatorNotes(unit).map((note) => xmlElement("note", { from: "translator" }, xmlText(note))),
  ];
  return [...places, ...notes].map((line) => `        ${line}\n`).join("");
}

function detailsAttributes(unit: ExportUnit): Record<string, string | undefined> {
  const flags = flagsOf(unit);
  const width = flags.flatMap((flag) => /^max-length:(\d+)$/.exec(flag)?.[1] ?? [])[0];
  return { maxwidth: width, "weblate-flags": flags.length === 0 ? undefined : flags.join(", ") };
}

function writeSingle(unit: ExportUnit): string {
  const attributes = { ...unitAttributes(unit, unit.target[0] ?? "", idOf(unit)), ...detailsAttributes(unit) };
  return `      ${xmlTag("trans-unit", attributes)}
${writeTexts(unit, 0, "        ")}${writeDetails(unit)}      </trans-unit>
`;
}

function writeGroup(unit: ExportUnit): string {
  const id = idOf(unit);
  const attributes = { restype: PLURAL, id, "xml:space": "preserve", ...detailsAttributes(unit) };
  const forms = unit.target.map((target, form) => {
    const own = unitAttributes(unit, target, `${id}[${String(form)}]`);
    return `        ${xmlTag("trans-unit", own)}\n${writeTexts(unit, form, "          ")}        </trans-unit>\n`;
  });
  return `      ${xmlTag("group", attributes)}\n${writeDetails(unit)}${forms.join("")}      </group>\n`;
}

function unitAttributes({ state }: ExportUnit, target: string, id: string): Record<string, string | undefined> {
  const approved = target === "" ? undefined : state === unitStates.approved ? "yes" : "no";
  return { "xml:space": "preserve", approved, id };
}

function writeTexts(unit: ExportUnit, form: number, indent: string): string {
  const target = unit.target[form] ?? "";
  const state = isFuzzy(unit) ? "needs-translation" : target === "" ? undefined : "translated";
  const source = xmlElement("source", {}, markedText(sourceOfForm(unit, form), CHARACTER));
  return `${indent}${source}\n${indent}${xmlElement("target", { state }, markedText(target, CHARACTER))}\n`;
}

/** The context, or what stands for a string that has none. */
function idOf({ context, source }: ExportUnit): string {
  return context !== "" && isXmlText(context) ? context : idOfSource(source[0] ?? "");
}

function idOfSource(source: string): string {
  return createHash("sha256").update(source).digest("hex").slice(0, 16);
}

/** @throws {FormatError} at what is not XLIFF 1 */
export function readXliff(document: XmlDocument): readonly ExchangeUnit[] {
  const { root } = document;
  const version = root.attributes.get("version") ?? "";
  if (!version.startsWith("1.")) document.fail(root, `XLIFF ${version} is not read here; write it as XLIFF 1.2`);
  return childrenOf(root, "file").flatMap((file) => childrenOf(file, "body").flatMap(readBody));
}

function readBody(parent: XmlElement): readonly ExchangeUnit[] {
  return childrenOf(parent).flatMap((element) => {
    if (element.name === "trans-unit") return [readForms([element], element.attributes.get("id") ?? "")];
    if (element.name !== "group") return [];
    if (element.attributes.get("restype") !== PLURAL) return readBody(element);
    const forms = childrenOf(element, "trans-unit");
    return forms.length === 0 ? [] : [readForms(forms, element.attributes.get("id") ?? "")];
  });
}

function readForms(forms: readonly XmlElement[], id: string): ExchangeUnit {
  const sources = forms.map((form) => textIn(form, "source"));
  const [first = "", second] = sources;
  return {
    ...(id === "" ? {} : id === idOfSource(first) ? { context: "" } : { id }),
    source: second === undefined ? [first] : [first, second],
    target: forms.map((form) => textIn(form, "target")),
    fuzzy: forms.some((form) => /^(?:needs-|new$)/.test(childOf(form, "target")?.attributes.get("state") ?? "")),
  };
}

function textIn(unit: XmlElement, name: string): string {
  const element = childOf(unit, name);
  return element === undefined ? "" : readMarkedText(element, CHARACTER);
}
