/** How a text is written: on its own, in quotes, or as a block whose line breaks count (`|`) or fold (`>`). */
export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

/** Offsets count UTF-16 units of the file's text; `end` is exclusive and before the line's end. */
interface NodeBase {
  readonly start: number;
  readonly end: number;
  /** Name of the anchor on it (`&name`). */
  readonly anchor: string | undefined;
}

export interface YamlText extends NodeBase {
  readonly kind: "text";
  readonly value: string;
  readonly style: ScalarStyle;
}

/** A number, a boolean, nothing, an alias, an object of some program: no text for translators, its bytes stay. */
export interface YamlOther extends NodeBase {
  readonly kind: "other";
  /** A text or a group may take its place; where `start` is `end`, there is nothing yet. */
  readonly isVacant: boolean;
}

export interface YamlCollection extends NodeBase {
  readonly kind: "map" | "list";
  /** In brackets: `{a: x}`, `[x, y]`. */
  readonly isFlow: boolean;
  /** Column of the entries of a block, from 0. */
  readonly column: number;
  readonly entries: readonly YamlEntry[];
}

export type YamlNode = YamlText | YamlOther | YamlCollection;

/** `key: value` of a map or `- value` of a list. */
export interface YamlEntry {
  /** As written, without its quotes. Undefined for an element, and for a key that is no text. */
  readonly name: string | undefined;
  /** Where the key, or the dash of a block's element, stands. */
  readonly keyStart: number;
  /** Of a block's entry: whole lines, with the comments directly above; in brackets: from key to value. */
  readonly start: number;
  readonly end: number;
  /** Stands behind a dash on the dash's line. */
  readonly isCompact: boolean;
  readonly line: number;
  readonly note: string;
  readonly node: YamlNode;
}

export interface YamlFile {
  readonly text: string;
  /** Undefined for a file without anything but comments. */
  readonly root: YamlCollection | undefined;
  /** Names of the anchors that aliases refer to, with the line of the first that does. */
  readonly aliases: ReadonlyMap<string, number>;
}

/** Key of an entry as the service shows it: names joined by "->", elements as "[0]". `parent` is undefined at the top. */
export function keyOf(parent: string | undefined, step: string | number): string {
  const own = typeof step === "number" ? `[${String(step)}]` : step;
  return parent === undefined ? own : `${parent}->${own}`;
}
