import { lineEndOf } from "../text/source-text.ts";
import type { ScalarStyle, YamlCollection, YamlFile } from "./node.ts";
import { isPlain, quote } from "./scalar.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface YamlStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Indentation of one level. */
  readonly indent: string;
  /** Indentation of a list's dashes under their key; some write none. */
  readonly listIndent: string;
  /** Of a text that could stand without quotes. */
  readonly text: ScalarStyle;
  /** Of a text that needs them. */
  readonly quotes: ScalarStyle;
  readonly keys: ScalarStyle;
  /** Texts of several lines stand as blocks. */
  readonly hasBlocks: boolean;
}

const DEFAULT_INDENT = 2;

/** What a walk through a file has counted. */
interface Counts {
  free: { plain: number; single: number; double: number };
  forced: { single: number; double: number };
  indent: number | undefined;
  listIndent: number | undefined;
  hasBlocks: boolean;
  /** Where the first key stands that could do without quotes. */
  keyStart: number | undefined;
}

export function styleOf({ text, root }: YamlFile): YamlStyle {
  const counts: Counts = {
    free: { plain: 0, single: 0, double: 0 },
    forced: { single: 0, double: 0 },
    indent: undefined,
    listIndent: undefined,
    hasBlocks: false,
    keyStart: undefined,
  };
  if (root !== undefined) count(root, counts);
  const { free, forced } = counts;
  const quotes =
    forced.single > forced.double || (forced.double === 0 && free.single > free.double) ? "single" : "double";
  const quoted = free.single > free.double ? "single" : "double";
  const key = text[counts.keyStart ?? -1];
  return {
    lineEnd: lineEndOf(text),
    indent: " ".repeat(counts.indent ?? DEFAULT_INDENT),
    listIndent: " ".repeat(counts.listIndent ?? counts.indent ?? DEFAULT_INDENT),
    text: free.single + free.double > free.plain ? quoted : "plain",
    quotes,
    keys: key === '"' ? "double" : key === "'" ? "single" : "plain",
    hasBlocks: counts.hasBlocks,
  };
}

function count(collection: YamlCollection, counts: Counts): void {
  for (const { node, name, keyStart } of collection.entries) {
    if (counts.keyStart === undefined && name !== undefined && isPlain(name, false)) counts.keyStart = keyStart;
    if (node.kind === "text") {
      const { style, value } = node;
      if (style === "literal" || style === "folded") counts.hasBlocks = true;
      else if (isPlain(value, false)) counts.free[style] += 1;
      else if (style !== "plain") counts.forced[style] += 1;
    } else if (node.kind !== "other") {
      const step = node.column - collection.column;
      if (!node.isFlow && !collection.isFlow && collection.kind === "map") {
        if (node.kind === "map") counts.indent ??= step;
        else counts.listIndent ??= step;
      }
      count(node, counts);
    }
  }
}

/** A text in that style, or in the file's quotes where it needs some. */
export function inStyle(text: string, style: ScalarStyle, quotes: ScalarStyle, isFlow: boolean): string {
  return quote(text, style === "plain" && !isPlain(text, isFlow) ? quotes : style, isFlow);
}
