import type * as tree from "../text/node-tree.ts";

/** `"…"`, `'…'`, `"""…"""`, `'''…'''`. */
export type StringStyle = "basic" | "literal" | "multilineBasic" | "multilineLiteral";

export type TomlText = tree.TextNode<StringStyle>;
export type TomlCollection = tree.CollectionNode<StringStyle>;
export type TomlNode = tree.DocumentNode<StringStyle>;
/** Of a key with dots the name has its dots too: `a.b = "x"` is `a.b`. */
export type TomlEntry = tree.NodeEntry<StringStyle>;
export type Branch = tree.Branch<StringStyle>;
export type Slot = tree.Slot<StringStyle>;

/** Key–value pairs below a header, or those before the first one. */
export interface TomlTable {
  /** Of its header; none for the pairs before the first one. */
  readonly names: readonly string[];
  /** Key of the table; undefined for the pairs before the first header. */
  readonly path: string | undefined;
  /** Key of the array it is an element of (`[[name]]`). */
  readonly array: string | undefined;
  /** Of its header, with the comments directly above. */
  readonly start: number;
  /** Behind the header's line. */
  readonly headerEnd: number;
  readonly line: number;
  readonly note: string;
  readonly collection: TomlCollection;
}

export interface TomlFile {
  readonly text: string;
  /** In file order; the first has no header. */
  readonly tables: readonly TomlTable[];
}

/** Key of an entry as the service shows it: names joined by ".", elements as "[0]". */
export function keyOf(parent: string | undefined, step: string | number): string {
  if (typeof step === "number") return `${parent ?? ""}[${String(step)}]`;
  return parent === undefined ? step : `${parent}.${step}`;
}
