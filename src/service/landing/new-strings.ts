import { equalTexts } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { FormatError } from "../../formats/format.ts";
import { asSourceUnit, formatOf, isMonolingual } from "../files/component-files.ts";
import type { ComponentSettings } from "../components/component-settings.ts";

/** A string as a pull request has it. */
export interface NewString {
  readonly key: string;
  readonly context: string;
  readonly source: readonly string[];
  /** What it said before; undefined: it is new. */
  readonly before: readonly string[] | undefined;
  /** In the source file of the pull request, from 1; 0: not known. */
  readonly line: number;
  readonly note: string;
  readonly location: string;
  readonly flags: string;
  /** It brings its translation, in a file of one language that has the source texts in it. */
  readonly isTranslated: boolean;
}

/** The strings of a file that another version of it does not have, or not so. @returns undefined for a damaged file */
export function newStrings({
  settings,
  path,
  isSource,
  base,
  head,
}: {
  readonly settings: ComponentSettings;
  readonly path: string;
  /** The source language's: its texts are no translations. */
  readonly isSource: boolean;
  /** Undefined: there was no such file. */
  readonly base: Uint8Array | undefined;
  readonly head: Uint8Array;
}): readonly NewString[] | undefined {
  const format = formatOf(settings);
  const monolingual = isMonolingual(settings);
  const read = (bytes: Uint8Array) =>
    format.read(bytes, { path }).units.map((unit) => {
      const isTranslated = !isSource && unit.state >= unitStates.translated;
      return { ...asSourceUnit(unit, monolingual), isTranslated };
    });
  try {
    const known = new Map((base === undefined ? [] : read(base)).map(({ key, source }) => [key, source]));
    return read(head).flatMap(({ key, context, source, line, note, location, flags, isTranslated }) => {
      const before = known.get(key);
      if (source.every((text) => text === "") || (before !== undefined && equalTexts(before, source))) return [];
      return [{ key, context, source, before, line, note, location, flags, isTranslated }];
    });
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
