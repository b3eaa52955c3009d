import { childrenNamed, type PlacedElement } from "../xml/placed-element.ts";
import { decodeContent } from "./inline.ts";
import type { Entry, XliffVersion } from "./parse.ts";

/** What a unit says to translators beside its texts. */
export interface Description {
  readonly note: string;
  readonly location: string;
  /** In the service's spelling. */
  readonly flags: string;
}

export function describeEntry(text: string, version: XliffVersion, entry: Entry): Description {
  const notes: string[] = [];
  const locations: string[] = [];
  if (version === 1) collectDetails(text, entry.element, notes, locations);
  else collectNotes(text, entry.element, notes, locations);
  return { note: joined(notes, "\n"), location: joined(locations, " "), flags: flagsOf(entry) };
}

function flagsOf({ element, isReadOnly }: Entry): string {
  const { attributes } = element.tag;
  const flags = isReadOnly ? ["read-only"] : NONE;
  const size = sizeFlags(attributes);
  const font = fontFlags(attributes.get("font"));
  const others = attributes.get("weblate-flags")?.split(",") ?? NONE;
  // Nearly every unit has none.
  if (flags === NONE && size === NONE && font === NONE && others === NONE) return "";
  return joined(
    [...flags, ...size, ...font, ...others].map((flag) => flag.trim()),
    ", ",
  );
}

const NONE: readonly string[] = [];

/** As the service reads it: a width without a unit is one of pixels. */
function sizeFlags(attributes: ReadonlyMap<string, string>): readonly string[] {
  const width = attributes.get("maxwidth");
  if (width === undefined || width === "") return NONE;
  const unit = attributes.get("size-unit") ?? "pixel";
  if (unit === "pixel" || unit === "point") return [`max-size:${width}`];
  return unit === "char" || unit === "byte" ? [`max-length:${width}`] : [];
}

/** `family;size;weight` */
function fontFlags(font: string | undefined): readonly string[] {
  if (font === undefined || font === "") return NONE;
  const [family = "", size, weight] = font.split(";").map((part) => part.trim());
  return [
    `font-family:${family.replaceAll(" ", "_")}`,
    ...(size === undefined ? NONE : [`font-size:${size}`]),
    ...(weight === undefined ? NONE : [`font-weight:${weight}`]),
  ];
}

function collectDetails(text: string, element: PlacedElement, notes: string[], locations: string[]): void {
  for (const child of childrenNamed(element, DETAILS)) {
    if (child.tag.name === "note") notes.push(contentOf(text, child));
    else if (child.tag.attributes.get("purpose")?.includes("location") === true) {
      locations.push(locationOf(text, child));
    }
  }
}

const DETAILS = ["note", "context-group"];

function locationOf(text: string, group: PlacedElement): string {
  const context = (type: string): string => {
    for (const child of group.children) {
      if (child.tag.attributes.get("context-type") === type) return contentOf(text, child);
    }
    return "";
  };
  const [file, line] = [context("sourcefile"), context("linenumber")];
  return line === "" ? file : [file, line].join(":");
}

/** XLIFF 2: notes stand in `<notes>`; those of the category "location" say where the text is used. */
function collectNotes(text: string, element: PlacedElement, notes: string[], locations: string[]): void {
  for (const list of childrenNamed(element, NOTES)) {
    for (const note of list.children) {
      const isLocation = note.tag.attributes.get("category") === "location";
      (isLocation ? locations : notes).push(contentOf(text, note));
    }
  }
}

const NOTES = ["notes"];

function contentOf(text: string, { contentStart, contentEnd }: PlacedElement): string {
  return decodeContent(text.slice(contentStart, contentEnd), true).trim();
}

/** Without those that are empty or there twice. */
function joined(texts: readonly string[], separator: string): string {
  if (texts.length < 2) return texts[0] ?? "";
  return [...new Set(texts)].filter((text) => text !== "").join(separator);
}
