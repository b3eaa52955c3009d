import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import type { Format } from "../format.ts";
import { decodeUtf8 } from "../source-text.ts";
import { keyOf, parse, unitsOf, type JsonContainer, type JsonFile, type JsonUnit } from "./parse.ts";
import { patch, type KeyReader, type Step } from "./patch.ts";
import { styleOf } from "./style.ts";

/** Key → text in one object; a new key is taken literally. */
export const json: Format = jsonFormat("json", literalKey);

/** Objects in objects: keys joined by ".", elements of lists as `list[0]`. */
export const jsonNested: Format = jsonFormat("json-nested", splitKey);

function jsonFormat(id: string, readKey: KeyReader): Format {
  return {
    id,
    kind: "monolingual",
    extensions: ["json"],
    mediaType: "application/json",
    detect: (path, bytes) => /\.json$/i.test(path) && isCatalogue(bytes, id),

    read(bytes, options = {}) {
      return catalogueOf(id, readFile(bytes, options.path), options.template);
    },

    patch(bytes, changes, options = {}) {
      if (changes.length === 0) return bytes.slice();
      const file = readFile(bytes, options.path);
      const isFlat = file.root.members.every(({ node }) => node.kind === "text" || node.kind === "other");
      const isDotted = file.root.members.some(({ name }) => name?.includes(".") === true);
      return encode(patch(file, changes, isFlat && isDotted ? literalKey : readKey, { path: options.path }));
    },

    create(catalogue, _options, like) {
      const model = like === undefined ? undefined : readFile(like, undefined);
      return encode(create(catalogue, readKey, model));
    },
  };
}

function readFile(bytes: Uint8Array, path: string | undefined): JsonFile {
  return parse(decodeUtf8(bytes, path), path);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A file belongs to the nested format as soon as it has one group. */
function isCatalogue(bytes: Uint8Array, id: string): boolean {
  try {
    const { members } = readFile(bytes, undefined).root;
    const isNested = members.some(({ node }) => node.kind === "object" || node.kind === "array");
    return isNested === (id === "json-nested");
  } catch {
    return false;
  }
}

function catalogueOf(id: string, file: JsonFile, template: Catalogue | undefined): Catalogue {
  const sources = new Map(template?.units.map((unit) => [unit.key, unit.target]));
  return { format: id, units: unitsOf(file).map((unit) => unitOf(unit, sources.get(unit.key) ?? [])) };
}

function unitOf({ key, value, line }: JsonUnit, source: readonly string[]): Unit {
  return {
    key,
    context: key,
    source,
    target: [value],
    state: value === "" ? unitStates.untranslated : unitStates.translated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line,
  };
}

function create(catalogue: Catalogue, readKey: KeyReader, like: JsonFile | undefined): string {
  const places = like === undefined ? new Map<string, readonly Step[]>() : placesOf(like);
  const empty = parse("{}");
  const style = styleOf(like ?? parse("{}\n"));
  const changes = catalogue.units.map((unit, index): UnitChange => {
    const after = catalogue.units[index - 1]?.key;
    return { kind: "add", unit, ...(after === undefined ? {} : { after }) };
  });
  const body = patch(empty, changes, (key) => places.get(key) ?? readKey(key), { style });
  return style.byteOrderMark + body + style.end;
}

/** Where a file has its keys: a dot may be part of a name or stand between two. */
function placesOf({ root }: JsonFile): Map<string, readonly Step[]> {
  const places = new Map<string, readonly Step[]>();
  const visit = (container: JsonContainer, path: string | undefined, steps: readonly Step[]): void => {
    container.members.forEach(({ name, node }, index) => {
      const step = name ?? index;
      const key = keyOf(path, step);
      if (node.kind === "text") places.set(key, [...steps, step]);
      else if (node.kind !== "other") visit(node, key, [...steps, step]);
    });
  };
  visit(root, undefined, []);
  return places;
}

function literalKey(key: string): Step[] {
  return [key];
}

const INDEXED = /^([^[\]]*)((?:\[\d{1,4}\])+)$/;
/** A key with more steps is no path that anybody wrote. */
const MAXIMUM_STEPS = 100;

/** `list[0].name` → list, 0, name. */
function splitKey(key: string): Step[] {
  const steps = key.split(".").flatMap((part): Step[] => {
    const [, name, indexes] = INDEXED.exec(part) ?? [];
    if (name === undefined || indexes === undefined) return [part];
    const numbers = indexes.slice(1, -1).split("][").map(Number);
    return name === "" ? numbers : [name, ...numbers];
  });
  // The top of the file is an object.
  return typeof steps[0] === "number" || steps.length > MAXIMUM_STEPS ? [key] : steps;
}
