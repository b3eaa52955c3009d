import { isEmpty } from "../../catalog/texts.ts";
import { numberOf, parseFlags } from "../../catalog/flags.ts";
import { unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";
import { xmlElement, xmlTag, xmlText, type XmlAttributes } from "../xml/write.ts";
import { encodeContent, inlineNames, needsPreserve } from "./inline.ts";
import type { XliffVersion } from "./parse.ts";
import { wantedState } from "./state.ts";
import type { XliffStyle } from "./style.ts";

/** Where a new unit is to stand. */
export interface UnitPlace {
  readonly version: XliffVersion;
  readonly style: XliffStyle;
  /** What stands before it: line end and indentation. */
  readonly gap: string;
  /** Blanks count in what is around it. */
  readonly preserves: boolean;
}

/** An element and what is in it, or one that is written already. */
type Written = string | { readonly tag: string; readonly name: string; readonly content: readonly Written[] };

/** The states that a file can say. */
export function writableState(target: readonly string[], state: UnitState = unitStates.translated): UnitState {
  if (isEmpty(target)) return unitStates.untranslated;
  return state === unitStates.needsEditing || state === unitStates.approved ? state : unitStates.translated;
}

/** A `<trans-unit>`, a plural's `<group>` or a `<unit>`, without what stands before it. */
export function writeUnit(unit: Unit, id: string, place: UnitPlace): string {
  const written = place.version === 2 ? unitElement(unit, id, place) : unitOrGroup(unit, id, place);
  return layOut(written, place.gap, place.style.indent);
}

/** One form of a plural that a group lacks. */
export function writeForm(source: string, text: string, id: string, state: UnitState, place: UnitPlace): string {
  return layOut(
    transUnit({ id, ...spaceOf([source, text], place) }, { source, text, state }, [], place),
    place.gap,
    place.style.indent,
  );
}

function layOut(written: Written, gap: string, indent: string | undefined): string {
  if (typeof written === "string") return written;
  const inner = indent === undefined ? "" : gap + indent;
  const content = written.content.map((child) => inner + layOut(child, inner, indent)).join("");
  return `${written.tag}${content}${indent === undefined ? "" : gap}</${written.name}>`;
}

function unitOrGroup(unit: Unit, id: string, place: UnitPlace): Written {
  const attributes = { ...unitAttributes(unit, id, place), ...sizeOf(unit) };
  const details = [...contextGroups(unit.location), ...notesOf(unit.note, place)];
  const isPlural = unit.source.length > 1 || unit.target.length > 1;
  const state = writableState(unit.target, unit.state);
  if (!isPlural) {
    const [source = "", text = ""] = [unit.source[0], unit.target[0]];
    return transUnit(attributes, { source, text, state }, details, place);
  }
  const forms = unit.target.map((text, form) => {
    const source = unit.source[Math.min(form, unit.source.length - 1)] ?? "";
    const own = { id: `${id}[${String(form)}]`, ...spaceOf([source, text], place) };
    return transUnit(own, { source, text, state }, [], place);
  });
  const group = { restype: "x-gettext-plurals", ...attributes };
  return { tag: xmlTag("group", group), name: "group", content: [...details, ...forms] };
}

interface Texts {
  readonly source: string;
  readonly text: string;
  /** Of the unit: a plural is approved as a whole. */
  readonly state: UnitState;
}

function transUnit(attributes: XmlAttributes, texts: Texts, details: readonly Written[], place: UnitPlace): Written {
  const { source, text } = texts;
  const all = { ...attributes, approved: texts.state === unitStates.approved ? "yes" : undefined };
  const attribute = wantedState(1, writableState([text], texts.state), undefined, place.style.state);
  const target = targetElement(text, { state: attribute }, place);
  return {
    tag: xmlTag("trans-unit", all),
    name: "trans-unit",
    content: [textElement("source", source, {}, place), ...target, ...details],
  };
}

function unitElement(unit: Unit, id: string, place: UnitPlace): Written {
  const text = unit.target[0] ?? "";
  const state = writableState(unit.target, unit.state);
  const attribute = wantedState(2, state, state === unitStates.untranslated ? "initial" : undefined, {
    ...place.style.state,
    translated: place.style.state.translated ?? (place.style.state.leavesUnmarked ? undefined : "translated"),
  });
  const locations = unit.location.split(/\s+/).filter((location) => location !== "");
  const notes = [
    ...locations.map((location) => xmlElement("note", { category: "location" }, xmlText(location))),
    ...notesOf(unit.note, place),
  ];
  const segment: Written = {
    tag: xmlTag("segment", { state: attribute }),
    name: "segment",
    content: [textElement("source", unit.source[0] ?? "", {}, place), ...targetElement(text, {}, place)],
  };
  const head: Written[] = notes.length === 0 ? [] : [{ tag: "<notes>", name: "notes", content: notes }];
  return { tag: xmlTag("unit", unitAttributes(unit, id, place)), name: "unit", content: [...head, segment] };
}

function unitAttributes(unit: Unit, id: string, place: UnitPlace): XmlAttributes {
  const { version, style } = place;
  const hasName = unit.context !== "" && unit.context !== unit.key && unit.context !== id;
  return {
    id,
    ...(hasName ? { [version === 1 ? "resname" : "name"]: unit.context } : {}),
    ...(parseFlags(unit.flags).has("read-only") ? { translate: "no" } : {}),
    ...Object.fromEntries(style.attributes),
    ...spaceOf([...unit.source, ...unit.target], place),
  };
}

function spaceOf(texts: readonly string[], place: UnitPlace): XmlAttributes {
  const { preserves, style } = place;
  const isPreserved = style.attributes.some(([name, value]) => name === "xml:space" && value === "preserve");
  if (isPreserved) return { "xml:space": "preserve" };
  return !preserves && texts.some((text) => needsPreserve(contentOf(text, place))) ? { "xml:space": "preserve" } : {};
}

function sizeOf({ flags }: Unit): XmlAttributes {
  const length = numberOf(parseFlags(flags), "max-length");
  return length === undefined ? {} : { maxwidth: String(length), "size-unit": "char" };
}

function targetElement(text: string, attributes: XmlAttributes, place: UnitPlace): readonly string[] {
  if (text !== "") return [textElement("target", text, attributes, place)];
  const { emptyTarget } = place.style;
  if (emptyTarget === "absent") return [];
  return [emptyTarget === "pair" ? xmlElement("target", attributes, "") : xmlTag("target", attributes, true)];
}

function textElement(name: string, text: string, attributes: XmlAttributes, place: UnitPlace): string {
  return xmlElement(name, attributes, contentOf(text, place));
}

function contentOf(text: string, { version, style }: UnitPlace): string {
  return encodeContent(text, { lineEnd: style.lineEnd, inline: inlineNames[version], models: [] });
}

function notesOf(note: string, { style }: UnitPlace): readonly string[] {
  return note === "" ? [] : [xmlElement("note", {}, xmlText(note).replaceAll("\n", style.lineEnd))];
}

function contextGroups(location: string): readonly Written[] {
  return location
    .split(/\s+/)
    .filter((place) => place !== "")
    .map((place) => {
      const [, file = place, line] = /^(.*):(\d+)$/.exec(place) ?? [];
      const contexts = [
        xmlElement("context", { "context-type": "sourcefile" }, xmlText(file)),
        ...(line === undefined ? [] : [xmlElement("context", { "context-type": "linenumber" }, line)]),
      ];
      return { tag: xmlTag("context-group", { purpose: "location" }), name: "context-group", content: contexts };
    });
}
