import { lineEndOf } from "../text/source-text.ts";
import { gapLike, indentationOf } from "../xml/edit.ts";
import type { AndroidFile, Entry } from "./parse.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface AndroidStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Between two entries: line end and indentation. */
  readonly gap: string;
  /** Before each item of a list. */
  readonly itemGap: string;
  /** Before the end tag of a list. */
  readonly closeGap: string;
  /** Element of plurals. */
  readonly pluralTag: string;
}

/** Looks at one entry after the other, and keeps those that {@link styleOf} learns from. */
export class StyleModels {
  #first: Entry | undefined;
  #plural: Entry | undefined;
  #list: Entry | undefined;

  see(entry: Entry): void {
    this.#first ??= entry;
    if (entry.kind === "plurals") this.#plural ??= entry;
    if (entry.kind !== "string" && entry.items.length > 0) this.#list ??= entry;
  }

  all(): readonly Entry[] {
    const models = [this.#first, this.#plural, this.#list].flatMap((entry) => entry ?? []);
    return models.toSorted((one, other) => one.start - other.start);
  }
}

/** The real service writes new files so. */
const DEFAULT_INDENT = "    ";

export function styleOf({
  text,
  root,
  entries,
  dialect,
}: Pick<AndroidFile, "text" | "root" | "entries" | "dialect">): AndroidStyle {
  const plural = entries.find(({ kind }) => kind === "plurals");
  const pluralTag = plural?.element.tag.name ?? dialect.pluralTags[0];
  const lineEnd = lineEndOf(text);
  const before = text.slice(root.contentStart, entries[0]?.element.tag.start ?? root.contentStart);
  const inline = entries.length > 0 && !before.includes("\n");
  const indent = entries.length === 0 ? DEFAULT_INDENT : indentationOf(before);
  const gap = inline ? gapLike(before, lineEnd) : lineEnd + indent;
  const list = entries.find(({ kind, items }) => items.length > 0 && kind !== "string");
  const [item] = list?.items ?? [];
  if (list === undefined || item === undefined) {
    const unit = /^[ \t]+$/.test(indent) ? indent : DEFAULT_INDENT;
    return { lineEnd, gap, pluralTag, itemGap: inline ? "" : gap + unit, closeGap: inline ? "" : gap };
  }
  const open = text.slice(list.element.contentStart, item.element.tag.start);
  const last = list.items.at(-1) ?? item;
  const close = text.slice(last.element.end, list.element.contentEnd);
  return { lineEnd, gap, pluralTag, itemGap: gapLike(open, lineEnd), closeGap: gapLike(close, lineEnd) };
}
