import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { additionsOf, type PlainChange } from "../../catalog/unit-change.ts";
import { defineFormat } from "../define-format.ts";
import { FormatError, type CreateOptions, type Format, type Layout, type ReadOptions } from "../format.ts";
import { layoutOf, type UnitPlace } from "../text/layout.ts";
import { applyEditsInUtf8, decodeUtf8 } from "../text/source-text.ts";
import { applyChanges } from "./apply-changes.ts";
import { JsonEditor } from "./edit.ts";
import type { JsonEntry, JsonWriter } from "./entry.ts";
import { kindOf } from "./kind.ts";
import { languageOfPath } from "./language-of-path.ts";
import { isIndexed } from "./keys.ts";
import { parse, type Top } from "./parse.ts";
import { editsOfTexts, unitsOfTexts } from "./texts.ts";
import type { JsonContainer, JsonFile, JsonMember } from "./tree.ts";

/** What writing and reading have to know beside the file. */
export interface JsonContext {
  readonly path: string | undefined;
  /** What the caller or the path says. */
  readonly language: string | undefined;
  /** The file that additions come from: there a key is a path, and no longer names that a dot joins. */
  readonly donor?: () => JsonFile | undefined;
}

/** What makes one JSON format differ from another. */
export interface JsonDialect<Entry extends JsonEntry> {
  readonly id: string;
  readonly kind?: Format["kind"];
  readonly extensions?: readonly string[];
  readonly mediaType?: string;
  readonly top?: Top;
  /** Whether a string has one text, and no plural forms. */
  readonly holdsOneForm?: true;
  /** Whether every text at any depth is a string, and says all there is of it. */
  readonly holdsTextsAlone?: true;
  /** Whether readers of the format take comments. */
  readonly allowsComments?: boolean;
  /** A file without any unit. */
  readonly empty?: string;
  /** In file order; of two with one key the last counts, as it does for every reader of JSON. */
  readonly entries: (file: JsonFile, context: JsonContext) => readonly Entry[];
  readonly writer: (editor: JsonEditor, context: JsonContext) => JsonWriter<Entry>;
  /** The language that the file says it is in; of several, the one that is wanted. */
  readonly languageOf?: (file: JsonFile, wanted: string | undefined) => string | undefined;
  /** Number of plural forms that the file declares. */
  readonly pluralForms?: (file: JsonFile) => number | undefined;
  /** Has the file declare the plural rule of another one. */
  readonly takePluralRule?: (editor: JsonEditor, like: JsonFile) => void;
  /** Makes a new file of another one: takes its units out, and writes the language. Without it, nothing is left. */
  readonly renew?: (editor: JsonEditor, options: CreateOptions) => void;
  readonly languages?: (file: JsonFile) => readonly string[];
  /** How the names begin of members that say something of a key. */
  readonly companion?: (key: string) => string;
}

export function jsonFormat<Entry extends JsonEntry>(dialect: JsonDialect<Entry>): Format {
  const { id, empty = "{}\n", languages, companion, takePluralRule } = dialect;
  const readFile = (bytes: Uint8Array, path: string | undefined): JsonFile =>
    parse(decodeUtf8(bytes, path), path, dialect);
  return defineFormat({
    id,
    kind: dialect.kind ?? "monolingual",
    extensions: dialect.extensions ?? ["json"],
    mediaType: dialect.mediaType ?? "application/json",
    ...(dialect.holdsOneForm !== undefined && { holdsOneForm: true }),
    detect: (path, bytes) => kindOf(path, bytes) === id,

    read(bytes, options = {}) {
      const { path, language, template } = options;
      const text = decodeUtf8(bytes, path);
      options.whenDecoded?.();
      const texts = dialect.holdsTextsAlone === true ? unitsOfTexts(text, path, dialect, template) : undefined;
      if (texts !== undefined) return { format: id, units: texts };
      const file = parse(text, path, dialect);
      const said = dialect.languageOf?.(file, language);
      const units = unitsOf(dialect.entries(file, contextOf(options, said)), template);
      const pluralForms = dialect.pluralForms?.(file);
      return {
        format: id,
        ...(said !== undefined && { language: said }),
        ...(pluralForms !== undefined && { pluralForms }),
        units,
      };
    },

    patch(bytes, changes, options = {}) {
      if (changes.length === 0) return bytes.slice();
      const { path, language } = options;
      const text = decodeUtf8(bytes, path);
      const edits = dialect.holdsTextsAlone === true ? editsOfTexts(text, path, dialect, changes) : undefined;
      if (edits !== undefined) return applyEditsInUtf8(bytes, text, edits);
      const file = parse(text, path, dialect);
      const context = contextOf(options, dialect.languageOf?.(file, language));
      const donor = (): JsonFile | undefined => donorOf(changes, (content) => readFile(content, undefined));
      const added = changes.flatMap((change) => (change.kind === "add" ? change.unit.key : []));
      if (dialect.top === "any") shape(file.root, added, donor);
      const editor = new JsonEditor(file);
      applyChanges(dialect.writer(editor, { ...context, donor }), editor, dialect.entries(file, context), changes);
      return encode(editor.text());
    },

    create(catalogue, options, like) {
      const editor = new JsonEditor(like === undefined ? parse(empty, undefined, dialect) : readFile(like, undefined));
      const { root } = editor.file;
      const keys = catalogue.units.map(({ key }) => key);
      if (dialect.top === "any") shape(root, keys);
      const writer = dialect.writer(editor, { path: undefined, language: options.language });
      if (dialect.renew !== undefined) dialect.renew(editor, options);
      else if (dialect.top === "any" && root.kind === "array") editor.removeInside(root);
      else editor.removeAll(root);
      applyChanges(writer, editor, [], additionsOf(catalogue.units));
      return encode(editor.text());
    },

    ...(languages !== undefined && {
      languages: (bytes: Uint8Array, options: ReadOptions = {}) => languages(readFile(bytes, options.path)),
    }),

    ...(takePluralRule !== undefined && {
      withPluralRule: (bytes: Uint8Array, like: Uint8Array, { path }: ReadOptions = {}) => {
        const editor = new JsonEditor(readFile(bytes, path));
        takePluralRule(editor, readFile(like, undefined));
        return encode(editor.text());
      },
    }),

    ...(companion !== undefined && { companion: (key: string) => JSON.stringify(companion(key)).slice(0, -1) }),

    ...(languages === undefined
      ? {
          layout(bytes: Uint8Array, options: ReadOptions): Layout {
            const file = readFile(bytes, options.path);
            const context = contextOf(options, dialect.languageOf?.(file, options.language));
            return layoutOf(file.text, placesOf(dialect.entries(file, context)));
          },
        }
      : {}),
  });
}

/** Nothing around nothing is what the first keys that come make of it: a list where all of them, or their own file, say so. */
function shape(root: JsonContainer, added: readonly string[], donor?: () => JsonFile | undefined): void {
  if (root.first !== undefined || added.length === 0) return;
  root.kind = donor?.()?.root.kind ?? (added.every(isIndexed) ? "array" : "object");
}

/** An entry whose members stand apart is in none. */
function* placesOf(entries: readonly JsonEntry[]): Generator<UnitPlace> {
  for (const { key, members } of entries) {
    const inOrder = members.toSorted((one, other) => one.start - other.start);
    const isTogether = inOrder.every((member, index) => index === 0 || inOrder[index - 1]?.next === member);
    const [first, last] = [inOrder[0], inOrder.at(-1)];
    if (isTogether && first !== undefined && last !== undefined) yield { key, start: first.start, end: last.valueEnd };
  }
}

/** One that cannot be read says nothing. */
function donorOf(changes: readonly PlainChange[], read: (bytes: Uint8Array) => JsonFile): JsonFile | undefined {
  const [content] = changes.flatMap((change) =>
    change.kind === "add" && change.donor !== undefined ? [change.donor.bytes] : [],
  );
  if (content === undefined) return undefined;
  try {
    return read(content);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function contextOf({ path, language }: ReadOptions, said: string | undefined): JsonContext {
  return { path, language: language ?? said ?? languageOfPath(path) };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const NO_TEXTS: readonly string[] = [];

function unitsOf(entries: readonly JsonEntry[], template: Catalogue | undefined): readonly Unit[] {
  const sources = template === undefined ? undefined : new Map(template.units.map(({ key, target }) => [key, target]));
  const units = entries.map((entry) => unitOf(entry, sources?.get(entry.key) ?? NO_TEXTS));
  const isDistinct = new Set(entries.map(({ key }) => key)).size === entries.length;
  return isDistinct ? units : [...new Map(units.map((unit) => [unit.key, unit])).values()];
}

function unitOf({ key, forms, line, about }: JsonEntry, source: readonly string[]): Unit {
  const target = about?.implied ?? forms.map(textOf);
  return {
    key,
    context: key,
    source: about?.source ?? source,
    target,
    state: about?.state ?? (target.every((text) => text === "") ? unitStates.untranslated : unitStates.translated),
    note: about?.note ?? "",
    location: about?.location ?? "",
    flags: about?.flags ?? "",
    previousSource: "",
    line,
  };
}

function textOf(member: JsonMember | undefined): string {
  return member?.value.kind === "text" ? member.value.value : "";
}
