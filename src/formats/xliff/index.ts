import { additionsOf, type PlainChange } from "../../catalog/unit-change.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import { defineFormat } from "../define-format.ts";
import { utf8Of, xmlEncoded } from "../xml/encoded.ts";
import type { Format, FormatCore } from "../format.ts";
import { KeyTable } from "../text/key-table.ts";
import { xmlLayoutOf, type UnitPlace } from "../text/layout.ts";
import { LineScan } from "../text/line-scan.ts";
import { applyEdits, applyEditsInUtf8, decodeUtf8 } from "../text/source-text.ts";
import { attributeEdit } from "../xml/edit.ts";
import { xmlTag } from "../xml/write.ts";
import type { PlacedElement } from "../xml/placed-element.ts";
import { describeEntry, type Description } from "./describe.ts";
import { FILE_SEPARATOR, named, parse, type Entry, type XliffFrame, type XliffVersion } from "./parse.ts";
import { patch, patchEdits } from "./patch.ts";
import { stateOf } from "./state.ts";
import { sourceText, textsOf } from "./unit-edits.ts";

/** Of XLIFF 1.0 to 1.2, without what every format is given. */
export const xliffCore: FormatCore = coreOf("xliff", 1, ["xlf", "xliff"]);

/** XLIFF 1.0 to 1.2. Keys are `original///id`, as the service shows them; `resname` is the context where there is one. */
export const xliff: Format = defineFormat(xliffCore);

/** XLIFF 2.0 and later. Keys are the ids of the units, and `unit::segment` where a unit has several. */
export const xliff2: Format = defineFormat(coreOf("xliff2", 2, ["xlf", "xliff"]));

/** What Xcode exports: XLIFF 1.2 with a `<file>` for every file of the project. */
export const appleXliff: Format = defineFormat(coreOf("apple-xliff", 1, ["xliff"]));

/** XLIFF 1 with gettext's plurals: a group with a unit for each form. */
export const poXliff: Format = defineFormat(coreOf("poxliff", 1, ["xlf", "poxliff"]));

function coreOf(id: string, version: XliffVersion, extensions: readonly string[]): FormatCore {
  return xmlEncoded({
    id,
    kind: "bilingual",
    extensions,
    mediaType: "application/xliff+xml",
    detect: (path, bytes) => PATH.test(path) && dialectOf(path, bytes) === id,

    read(bytes, { path, whenDecoded } = {}) {
      const text = decodeUtf8(bytes, path);
      whenDecoded?.();
      return catalogueOf(id, text, version, path);
    },

    patch(bytes, changes, { path } = {}) {
      if (changes.length === 0) return bytes.slice();
      const text = decodeUtf8(bytes, path);
      return applyEditsInUtf8(bytes, text, patchEdits(text, changes, { version, path }));
    },

    create(catalogue, { language }, like) {
      if (like === undefined) return encode(create(catalogue, version, language));
      return encode(createLike(catalogue, version, language, decodeUtf8(like, undefined)));
    },

    layout(bytes, { path }) {
      const text = decodeUtf8(bytes, path);
      const places: (UnitPlace & { readonly context: string })[] = [];
      const frame = parse(text, version, path, ({ key, context, start, end }) =>
        places.push({ key, context, start, end }),
      );
      return xmlLayoutOf(
        text,
        places.map((place) => named(place, frame)),
      );
    },
  });
}

/** Keys of a file's units with their lines, those that are there twice as well. @throws {FormatError} */
export function keysInXliff(
  id: string,
  bytes: Uint8Array,
  path: string | undefined,
): readonly { readonly key: string; readonly line: number }[] {
  const text = decodeUtf8(utf8Of(bytes, path), path);
  const lines = new LineScan(text);
  const units: { readonly key: string; readonly context: string; readonly line: number }[] = [];
  const frame = parse(text, id === xliff2.id ? 2 : 1, path, ({ key, context, element }) =>
    units.push({ key, context, line: lines.lineAt(element.tag.start) }),
  );
  return units.map((unit) => named(unit, frame));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Some programs have an extension of their own. */
const PATH = /\.(?:xlf|xliff|mxliff|sdlxliff|poxliff)$/i;

/** How much of a file tells its dialect: the root, the first `<file>` and its header. */
const HEAD = 4096;

function dialectOf(path: string, bytes: Uint8Array): string | undefined {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD));
  const [root] = /<xliff\b[^>]*>/.exec(head) ?? [];
  if (root === undefined) return undefined;
  if (/\sversion\s*=\s*["']2\.|:xliff:document:2\./.test(root)) return xliff2.id;
  if (/tool-id\s*=\s*["']com\.apple\./.test(head)) return appleXliff.id;
  if (/\.poxliff$/i.test(path)) return poXliff.id;
  return /\sdatatype\s*=\s*["']po["']|["']x-gettext-/.test(head) ? poXliff.id : xliff.id;
}

function catalogueOf(format: string, text: string, version: XliffVersion, path: string | undefined): Catalogue {
  const units: Unit[] = [];
  const keys = new KeyTable((number) => units[number]?.key ?? "");
  const lines = new LineScan(text);
  // Segments of one unit have its notes in common; there may be many of both.
  let last: { readonly element: PlacedElement; readonly description: Description } | undefined;
  // Of a key that is there twice the last one counts.
  const frame = parse(text, version, path, (entry) => {
    const { element } = entry;
    if (last?.element !== element) last = { element, description: describeEntry(text, version, entry) };
    const unit = unitOf(text, version, entry, last.description, lines.lineAt(element.tag.start));
    const earlier = keys.add(unit.key);
    if (earlier === undefined) units.push(unit);
    else units[earlier] = unit;
  });
  return {
    format,
    ...(frame.language !== undefined && { language: frame.language }),
    units: version === 1 ? units : units.map((unit) => named(unit, frame)),
  };
}

function unitOf(
  text: string,
  version: XliffVersion,
  entry: Entry,
  { note, location, flags }: Description,
  line: number,
): Unit {
  const target = textsOf(text, entry);
  const [form, other] = entry.forms;
  const first = form === undefined ? "" : sourceText(text, form);
  return {
    key: entry.key,
    context: entry.context,
    source: other === undefined ? [first] : [first, sourceText(text, other)],
    target,
    state: stateOf(version, entry, target),
    note,
    location,
    flags,
    previousSource: "",
    line,
  };
}

/** Blanks count: the units of other programs begin and end with them. */
const PRESERVED = [["xml:space", "preserve"]] as const;

function create(catalogue: Catalogue, version: XliffVersion, language: string): string {
  const empty = version === 1 ? emptyFile1(catalogue, language) : emptyFile2(language);
  return patch(empty, additionsOf(catalogue.units), { version, attributes: PRESERVED });
}

function emptyFile1({ units }: Catalogue, language: string): string {
  const names = new Set(units.map(({ key }) => key.slice(0, Math.max(key.indexOf(FILE_SEPARATOR), 0))));
  const files = (names.size === 0 ? [""] : [...names]).map((original) => {
    const attributes = { original, "source-language": "en", "target-language": tagOf(language), datatype: "plaintext" };
    return `  ${xmlTag("file", attributes)}\n    <body>\n    </body>\n  </file>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
${files.join("")}</xliff>
`;
}

function emptyFile2(language: string): string {
  const attributes = {
    xmlns: "urn:oasis:names:tc:xliff:document:2.0",
    version: "2.0",
    srcLang: "en",
    trgLang: tagOf(language),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
${xmlTag("xliff", attributes)}
  <file id="f1">
  </file>
</xliff>
`;
}

/** Everything as in the other file but for its language and texts. */
function createLike(catalogue: Catalogue, version: XliffVersion, language: string, like: string): string {
  const keys: { readonly key: string; readonly context: string }[] = [];
  const frame = parse(like, version, undefined, ({ key, context }) => keys.push({ key, context }));
  const wanted = new Set(catalogue.units.map(({ key }) => key));
  const superfluous = keys.map((unit) => named(unit, frame).key).filter((key) => !wanted.has(key));
  const removals = superfluous.map((key): PlainChange => ({ kind: "remove", key }));
  // Those that are there keep their place.
  return patch(withLanguage(frame, language), [...removals, ...additionsOf(catalogue.units)], { version });
}

function withLanguage({ text, root, files, version }: XliffFrame, language: string): string {
  const tags = version === 2 ? [root] : files.map(({ tag }) => tag);
  const name = version === 2 ? "trgLang" : "target-language";
  return applyEdits(
    text,
    tags.flatMap((tag) => attributeEdit(text, tag, name, tagOf(language)) ?? []),
  );
}

/** BCP 47: `pt_BR` is `pt-BR`, `ca@valencia` is `ca-valencia`. */
function tagOf(code: string): string {
  return code.replace(/[_@]/g, "-");
}
