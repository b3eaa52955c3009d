import type * as tree from "../text/node-tree.ts";

/** How a text is written: on its own, in quotes, or as a block whose line breaks count (`|`) or fold (`>`). */
export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

export type YamlText = tree.TextNode<ScalarStyle>;
export type YamlCollection = tree.CollectionNode<ScalarStyle>;
export type YamlNode = tree.DocumentNode<ScalarStyle>;
export type YamlEntry = tree.NodeEntry<ScalarStyle>;
export type Branch = tree.Branch<ScalarStyle>;
export type Slot = tree.Slot<ScalarStyle>;
export type Leaf = tree.Leaf<ScalarStyle>;

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
