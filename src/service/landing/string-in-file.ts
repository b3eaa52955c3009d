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

/** Why a string is not found: the file has none, or what it says is not known: no file that can be read, no line of it. */
export type MissingString = "absent" | "unknown";

export function stringInFile({
  settings,
  path,
  key,
  file,
}: SoughtString & { readonly file: Uint8Array }): FoundString | MissingString {
  try {
    const { units } = formatOf(settings).read(file, { path });
    const found = units.find((unit) => unit.key === key);
    if (found === undefined) return "absent";
    if (found.line === 0) return "unknown";
    const { line, source, target } = found;
    const next = units.reduce((least, unit) => (unit.line > line ? Math.min(least, unit.line) : least), Infinity);
    // The last entry takes the rest of the file.
    const end = Number.isFinite(next) ? next - 1 : Math.max(line, linesOf(file));
    // A monolingual source file has its texts as targets.
    return {
      lines: [line, end],
      text: source.length > 0 ? source : target,
      target,
    };
  } catch (error) {
    if (error instanceof FormatError) return "unknown";
    throw error;
  }
}

const LINE_FEED = 0x0a;

/** As git counts them. */
function linesOf(file: Uint8Array): number {
  const ended = file.reduce((count, byte) => count + (byte === LINE_FEED ? 1 : 0), 0);
  return file.at(-1) === LINE_FEED ? ended : ended + 1;
}
