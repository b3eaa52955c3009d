import { lineEndOf } from "../text/source-text.ts";
import { keyOf, type StringStyle, type TomlCollection, type TomlFile } from "./node.ts";
import { isLiteral } from "./text.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface TomlStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Before each pair of a table. */
  readonly indent: string;
  /** Between key and value. */
  readonly equals: string;
  readonly text: StringStyle;
  /** Groups are tables, not keys with dots. */
  readonly hasTables: boolean;
  /** Keys of the tables in braces. */
  readonly inline: ReadonlySet<string>;
  /** There are pairs, and no tables. */
  readonly isFlat: boolean;
  /** A blank line stands between two tables. */
  readonly hasGaps: boolean;
}

export function styleOf({ text, tables }: TomlFile): TomlStyle {
  const counts = { basic: 0, literal: 0, inline: new Set<string>() };
  for (const { collection, path } of tables) count(collection, path, counts);
  const pairs = tables[0]?.collection.entries ?? [];
  const inTable = tables.slice(1).flatMap(({ collection }) => collection.entries.slice(0, 1))[0];
  const start = inTable?.keyStart ?? 0;
  const first = pairs[0] ?? inTable;
  const lead = first === undefined ? undefined : text.slice(first.keyStart, first.node.start);
  const equals = lead === undefined ? undefined : /[ \t]*=[ \t]*$/.exec(lead)?.[0];
  const second = tables[pairs.length === 0 ? 2 : 1];
  const isDotted = pairs.some(({ name }) => name?.includes(".") === true);
  return {
    lineEnd: lineEndOf(text),
    indent: inTable === undefined ? "" : text.slice(text.lastIndexOf("\n", start - 1) + 1, start),
    equals: equals === undefined || /\s{2}/.test(equals) ? " = " : equals,
    text: counts.literal > counts.basic ? "literal" : "basic",
    inline: counts.inline,
    hasTables: tables.length > 1 || !isDotted,
    isFlat: tables.length === 1 && pairs.length > 0,
    hasGaps: second === undefined || /\n[ \t]*\r?\n$/.test(text.slice(0, second.start)),
  };
}

interface Counts {
  basic: number;
  literal: number;
  readonly inline: Set<string>;
}

function count({ entries }: TomlCollection, path: string | undefined, counts: Counts): void {
  for (const [index, { node, name }] of entries.entries()) {
    const key = keyOf(path, name ?? index);
    if (node.kind === "map") counts.inline.add(key);
    if (node.kind === "map" || node.kind === "list") count(node, key, counts);
    else if (node.kind === "text" && node.style === "literal") counts.literal += 1;
    else if (node.kind === "text" && node.style === "basic" && isLiteral(node.value)) counts.basic += 1;
  }
}
