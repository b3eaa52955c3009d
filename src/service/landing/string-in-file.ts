import { FormatError } from "../../formats/format.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { formatOf } from "../files/component-files.ts";

/** A string that is looked for in a file. */
export interface SoughtString {
  readonly settings: ComponentSettings;
  readonly path: string;
  readonly key: string;
}

/** Where a string stands in a file, and what it says there in the source language. */
export interface FoundString {
  /** Its entry's lines, from 1, both included. */
  readonly lines: readonly [number, number];
  readonly text: readonly string[];
  /** What it says in the language of the file. */
  readonly target: readonly string[];
}

/** @returns undefined: the file has no such string */
export function stringInFile({
  settings,
  path,
  key,
  file,
}: SoughtString & { readonly file: Uint8Array }): FoundString | undefined {
  try {
    const { units } = formatOf(settings).read(file, { path });
    const found = units.find((unit) => unit.key === key);
    if (found === undefined || found.line === 0) return undefined;
    const { line, source, target } = found;
    const next = units.reduce((least, unit) => (unit.line > line ? Math.min(least, unit.line) : least), Infinity);
    // A monolingual source file has its texts as targets.
    return {
      lines: [line, Number.isFinite(next) ? next - 1 : line],
      text: source.length > 0 ? source : target,
      target,
    };
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
