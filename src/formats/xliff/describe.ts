import type { PlacedElement } from "../xml/element-reader.ts";
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
  const { attributes } = entry.element.tag;
  return {
    ...(version === 1 ? detailsOfUnit(text, entry.element) : detailsOfNotes(text, entry.element)),
    flags: [
      ...(entry.isReadOnly ? ["read-only"] : []),
      ...sizeFlags(attributes),
      ...(attributes.get("weblate-flags") ?? "").split(",").map((flag) => flag.trim()),
    ]
      .filter((flag) => flag !== "")
      .join(", "),
  };
}

/** As the service reads it: a width without a unit is one of pixels. */
function sizeFlags(attributes: ReadonlyMap<string, string>): readonly string[] {
  const width = attributes.get("maxwidth");
  if (width === undefined || width === "") return [];
  const unit = attributes.get("size-unit") ?? "pixel";
  if (unit === "pixel" || unit === "point") return [`max-size:${width}`];
  return unit === "char" || unit === "byte" ? [`max-length:${width}`] : [];
}

function detailsOfUnit(text: string, element: PlacedElement): Omit<Description, "flags"> {
  const notes: string[] = [];
  const locations: string[] = [];
  for (const child of element.children) {
    if (child.tag.name === "note") notes.push(contentOf(text, child));
    else if (child.tag.name === "context-group" && child.tag.attributes.get("purpose")?.includes("location") === true) {
      locations.push(locationOf(text, child));
    }
  }
  return { note: joined(notes, "\n"), location: joined(locations, " ") };
}

function locationOf(text: string, group: PlacedElement): string {
  const context = (type: string): string => {
    const element = group.children.find(({ tag }) => tag.attributes.get("context-type") === type);
    return element === undefined ? "" : contentOf(text, element);
  };
  const [file, line] = [context("sourcefile"), context("linenumber")];
  return line === "" ? file : `${file}:${line}`;
}

/** XLIFF 2: notes stand in `<notes>`; those of the category "location" say where the text is used. */
function detailsOfNotes(text: string, element: PlacedElement): Omit<Description, "flags"> {
  const notes: string[] = [];
  const locations: string[] = [];
  for (const list of element.children) {
    if (list.tag.name !== "notes") continue;
    for (const note of list.children) {
      const isLocation = note.tag.attributes.get("category") === "location";
      (isLocation ? locations : notes).push(contentOf(text, note));
    }
  }
  return { note: joined(notes, "\n"), location: joined(locations, " ") };
}

function contentOf(text: string, { contentStart, contentEnd }: PlacedElement): string {
  return decodeContent(text.slice(contentStart, contentEnd), true).trim();
}

/** Without those that are empty or there twice. */
function joined(texts: readonly string[], separator: string): string {
  return [...new Set(texts)].filter((text) => text !== "").join(separator);
}
