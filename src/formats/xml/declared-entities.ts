import type { PlainChange } from "../../catalog/unit-change.ts";
import { FormatError, type FormatCore, type ReadOptions } from "../format.ts";
import { decodeUtf8, errorAt } from "../text/source-text.ts";
import { decodeEntities } from "./scan.ts";
import { VERBATIM } from "./verbatim.ts";

/** Behind a declaration of XML, comments and blanks. */
const PROLOG = /\uFEFF?(?:\s+|<\?(?:[^?]|\?(?!>))*\?>|<!--(?:[^-]|-(?!-))*-->)*/y;
const TYPE = /<!DOCTYPE\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*'))\s+(?:"[^"<>]*"|'[^'<>]*'))?\s*\[/y;
const ENTITY = /<!ENTITY\s+([\p{L}_:][\p{L}\p{M}\p{N}_:.\u00B7-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>/uy;
/** Declarations that say nothing of texts. */
const OTHER =
  /\s+|<\?(?:[^?]|\?(?!>))*\?>|<!--(?:[^-]|-(?!-))*-->|<!(?:ELEMENT|ATTLIST|NOTATION)\s(?:[^"'<>]|"[^"]*"|'[^']*')*>/y;
const END = /\]\s*>/y;

const REFERENCE = /&([\p{L}_:][\p{L}\p{M}\p{N}_:.\u00B7-]*);/gu;
const CHARACTER_REFERENCE = /&#(?:\d{1,7}|x[0-9A-Fa-f]{1,6});/g;
const PREDEFINED: ReadonlySet<string> = new Set(["amp", "lt", "gt", "quot", "apos"]);
/** A file may not grow beyond what it declares: entities in entities multiply. */
const LONGEST_ENTITY = 10_000;
const MOST_GROWTH = 10;

/** Around the name of an entity in the text that is changed: no text has these, and every reader of XML takes them. */
const [MARK_START, MARK_END] = ["\uFDD0", "\uFDD1"];
const MARK = /\uFDD0([^\uFDD1]*)\uFDD1/g;
const HEAD = 4096;

/** A file in the two ways in which a reader that knows no declarations can read it. Lines stay where they are. */
interface DeclaringFile {
  /** With what the entities stand for. */
  readonly expanded: Uint8Array;
  /** With a mark in place of each. */
  readonly marked: Uint8Array;
  /** What became of the marked text, as the file writes it. */
  restored(marked: Uint8Array): Uint8Array;
  /** A text with marks in place of what the former one has marks for. */
  markedLike(text: string, former: string): string;
}

/**
 * An XML format whose files may declare entities for texts (`<!DOCTYPE resources [<!ENTITY app "Name">]>`): texts are read with
 * them resolved, and written with them wherever the former text had them. Nothing that a file names elsewhere is fetched.
 */
export function withDeclaredEntities(core: FormatCore): FormatCore {
  const { layout } = core;
  return {
    ...core,
    detect(path, bytes) {
      try {
        return core.detect(path, declaringFile(bytes, path)?.expanded ?? bytes);
      } catch (error) {
        // What it is can be told all the same; reading it says what is wrong.
        if (error instanceof FormatError) return core.detect(path, bytes);
        throw error;
      }
    },
    read: (bytes, options = {}) => core.read(declaringFile(bytes, options.path)?.expanded ?? bytes, options),
    patch(bytes, changes, options = {}) {
      const file = declaringFile(bytes, options.path);
      if (file === undefined || changes.length === 0) return core.patch(bytes, changes, options);
      return file.restored(core.patch(file.marked, markedChanges(core, file, changes, options), options));
    },
    create(catalogue, options, like) {
      const file = like === undefined ? undefined : declaringFile(like, undefined);
      return file === undefined
        ? core.create(catalogue, options, like)
        : file.restored(core.create(catalogue, options, file.marked));
    },
    ...(layout !== undefined && {
      layout(bytes, options) {
        const file = declaringFile(bytes, options.path);
        if (file === undefined) return layout(bytes, options);
        const { text, entries, encode } = layout(file.marked, options);
        // What is taken into another file must not need what this one declares.
        const own = entries.filter(({ start, end }) => !text.slice(start, end).includes(MARK_START));
        return { text, entries: own, encode: (written) => file.restored(encode(written)) };
      },
    }),
  };
}

/** Changes of the texts as they are read, as changes of the marked ones. */
function markedChanges(
  core: FormatCore,
  file: DeclaringFile,
  changes: readonly PlainChange[],
  options: ReadOptions,
): readonly PlainChange[] {
  const units = core.read(file.marked, options).units;
  const former = new Map(core.read(file.expanded, options).units.map(({ key }, index) => [key, units[index]]));
  const keyOf = (key: string): string => former.get(key)?.key ?? key;
  return changes.map((change): PlainChange => {
    if (change.kind === "remove") return { ...change, key: keyOf(change.key) };
    const textsOf = (key: string, target: readonly string[]): readonly string[] =>
      target.map((text, form) => file.markedLike(text, former.get(key)?.target[form] ?? ""));
    if (change.kind === "set") {
      return { ...change, key: keyOf(change.key), target: textsOf(change.key, change.target) };
    }
    const { unit, after } = change;
    const known = { ...unit, key: keyOf(unit.key), target: textsOf(unit.key, unit.target) };
    return { ...change, unit: known, ...(after !== undefined && { after: keyOf(after) }) };
  });
}

/** Undefined for a file without declarations of its own. @throws {FormatError} for one that declares more than texts */
function declaringFile(bytes: Uint8Array, path: string | undefined): DeclaringFile | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD)).toString("latin1");
  if (!/<!DOCTYPE[^>]*\[/.test(head)) return undefined;
  const text = decodeUtf8(bytes, path);
  const declaration = declarationIn(text, path);
  return declaration === undefined ? undefined : fileOf(text, declaration, path);
}

/** `<!DOCTYPE … [ … ]>`: where it stands, and what it declares. */
interface Declaration {
  readonly start: number;
  readonly end: number;
  readonly entities: ReadonlyMap<string, string>;
}

function declarationIn(text: string, path: string | undefined): Declaration | undefined {
  PROLOG.lastIndex = 0;
  const start = PROLOG.exec(text)?.[0].length ?? 0;
  TYPE.lastIndex = start;
  if (!TYPE.test(text)) return undefined;
  const literals = new Map<string, string>();
  let at = TYPE.lastIndex;
  const takes = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (takes(END) === null) {
    const [, name, quoted, single] = takes(ENTITY) ?? [];
    const literal = quoted ?? single;
    if (name === undefined || literal === undefined) {
      if (takes(OTHER) !== null) continue;
      throw errorAt(text, at, 'a <!DOCTYPE> may declare texts alone: <!ENTITY name "text">', path);
    }
    // Of two declarations the first one counts.
    if (!literals.has(name)) literals.set(name, literal.replace(CHARACTER_REFERENCE, decodeEntities));
  }
  return { start, end: at, entities: resolved(literals, () => errorAt(text, start, TOO_LONG, path)) };
}

const TOO_LONG = `an entity is longer than ${String(LONGEST_ENTITY)} characters, or stands in itself`;

/** Entities with those resolved that stand in them. */
function resolved(literals: ReadonlyMap<string, string>, tooLong: () => Error): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const open = new Set<string>();
  const resolve = (name: string, literal: string): string => {
    const done = known.get(name);
    if (done !== undefined) return done;
    if (open.has(name)) throw tooLong();
    open.add(name);
    const value = literal.replace(REFERENCE, (reference, inner: string) => {
      const other = PREDEFINED.has(inner) ? undefined : literals.get(inner);
      return other === undefined ? reference : resolve(inner, other);
    });
    if (value.length > LONGEST_ENTITY) throw tooLong();
    open.delete(name);
    known.set(name, value);
    return value;
  };
  for (const [name, literal] of literals) resolve(name, literal);
  return known;
}

function fileOf(text: string, { start, end, entities }: Declaration, path: string | undefined): DeclaringFile {
  const type = text.slice(start, end);
  const standIn = `<?type?>${"\n".repeat(type.split("\n").length - 1)}`;
  const replaced = (write: (name: string, value: string) => string): string =>
    text.slice(0, start) +
    standIn +
    text
      .slice(end)
      .split(VERBATIM)
      .map((part, index) => {
        if (index % 2 === 1) return part;
        return part.replace(REFERENCE, (reference, name: string) => {
          const value = PREDEFINED.has(name) ? undefined : entities.get(name);
          return value === undefined ? reference : write(name, value);
        });
      })
      .join("");
  let growth = 0;
  const expanded = replaced((_name, value) => {
    growth += value.length;
    if (growth > LONGEST_ENTITY + text.length * MOST_GROWTH)
      throw errorAt(text, start, "the file's entities make too long a text", path);
    return value;
  });
  const encoder = new TextEncoder();
  return {
    expanded: encoder.encode(expanded),
    marked: encoder.encode(replaced((name) => MARK_START + name + MARK_END)),
    restored(marked) {
      return encoder.encode(
        decodeUtf8(marked, path)
          .replace(standIn, () => type)
          .replaceAll(MARK, "&$1;"),
      );
    },
    markedLike(written, former) {
      let result = written;
      let from = 0;
      for (const [mark, name = ""] of former.matchAll(MARK)) {
        const value = decodeEntities(entities.get(name) ?? "");
        const at = value === "" ? -1 : result.indexOf(value, from);
        if (at === -1) continue;
        result = result.slice(0, at) + mark + result.slice(at + value.length);
        from = at + mark.length;
      }
      return result;
    },
  };
}
