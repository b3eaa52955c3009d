import { lineEndOf } from "../text/source-text.ts";
import { contentSpellings } from "../xml/content.ts";
import { gapLike } from "../xml/edit.ts";
import type { Spellings } from "../xml/spelling.ts";
import type { Dictionary, Pair, StringsdictFile } from "./parse.ts";

/** How the pairs of a dictionary stand in it. */
export interface LevelStyle {
  /** Before a key: line end and indentation. */
  readonly gap: string;
  /** Between a key and its value. */
  readonly valueGap: string;
  /** Before the end of the dictionary. */
  readonly closeGap: string;
}

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface StringsdictStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Of the file's dictionary, an entry's, a variable's. */
  readonly levels: readonly LevelStyle[];
  /** How texts have characters that may be written in several ways. */
  readonly spellings: Spellings;
}

/** As Xcode writes. */
const DEFAULT_INDENT = "\t";
const DEPTH = 3;

export function styleOf({ text, root }: StringsdictFile): StringsdictStyle {
  const lineEnd = lineEndOf(text);
  const models = modelsOf(root);
  const levels: LevelStyle[] = [];
  let closeGap: string = lineEnd;
  let unit = DEFAULT_INDENT;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const model = models[depth];
    const level = model === undefined ? defaultLevel(closeGap, unit) : levelOf(text, model, lineEnd);
    levels.push(level);
    if (level.gap.startsWith(level.closeGap)) unit = level.gap.slice(level.closeGap.length);
    closeGap = level.gap;
  }
  return { lineEnd, levels, spellings: contentSpellings(textsIn(text, root)) };
}

/** As they stand in the file. */
function textsIn(text: string, { pairs }: Dictionary): readonly string[] {
  return pairs.flatMap(({ value }) => {
    if (value.kind === "dictionary") return textsIn(text, value);
    return value.kind === "text" ? [text.slice(value.element.contentStart, value.element.contentEnd)] : [];
  });
}

/** Of each depth the first dictionary that has something in it. */
function modelsOf(root: Dictionary): readonly (Dictionary | undefined)[] {
  const models: (Dictionary | undefined)[] = [];
  let level: readonly Dictionary[] = [root];
  for (let depth = 0; depth < DEPTH; depth += 1) {
    models.push(level.find(({ pairs }) => pairs.length > 0));
    level = level.flatMap(({ pairs }) => pairs.flatMap(({ value }) => (value.kind === "dictionary" ? [value] : [])));
  }
  return models;
}

function defaultLevel(closeGap: string, unit: string): LevelStyle {
  const gap = closeGap.includes("\n") ? closeGap + unit : closeGap;
  return { gap, valueGap: gap, closeGap };
}

function levelOf(text: string, { element, pairs }: Dictionary, lineEnd: string): LevelStyle {
  const [first] = pairs;
  const last = pairs.at(-1);
  const gapBetween = (start: number | undefined, end: number | undefined): string =>
    gapLike(text.slice(start, end), lineEnd);
  return {
    gap: gapBetween(element.contentStart, first?.keyElement.tag.start),
    valueGap: gapBetween(first?.keyElement.end, valueStart(first)),
    closeGap: gapBetween(last?.end, element.contentEnd),
  };
}

function valueStart(pair: Pair | undefined): number | undefined {
  return pair?.value.element.tag.start;
}
