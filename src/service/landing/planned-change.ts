import { formatOf } from "../files/component-files.ts";
import { writeUnits } from "../files/written-units.ts";
import { withParameters } from "../../formats/format-parameters.ts";
import { FormatError } from "../../formats/format.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { stringInFile } from "./string-in-file.ts";
import type { UnitRecord } from "../units/unit-row.ts";

/** A file, and a string that is to be written into it. */
export interface ChangeRequest {
  readonly settings: ComponentSettings;
  readonly path: string;
  /** The service's code. */
  readonly language: string;
  readonly languageForms: number;
  readonly file: Uint8Array;
  /** The source file of a monolingual format; undefined of others. */
  readonly template: Uint8Array | undefined;
  /** The file as upstream has it, where it is another one. */
  readonly upstream: Uint8Array | undefined;
  readonly unit: UnitRecord;
}

/** Lines of a file that change, as a difference shows them. */
export interface LineChange {
  /** Of the first line that changes, from 1. */
  readonly line: number;
  readonly before: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly after: readonly string[];
  /** More lines change than these. */
  readonly isCut: boolean;
}

/** Lines of a file as it has them. */
export interface PresentLines {
  /** Of the first of them, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

export interface PlannedChange {
  /** Undefined: the file has this very text already. */
  readonly change: LineChange | undefined;
  /** The string's own lines, where none changes; undefined: it is not known which they are. */
  readonly present: PresentLines | undefined;
  /** Why the file cannot take the text; "": it can. */
  readonly problem: string;
  /** The string's text upstream, by form; undefined: the same file, or no such string. */
  readonly upstream: readonly string[] | undefined;
}

/** The very lines that the format's writer changes for one string. */
export function plannedChange(request: ChangeRequest): PlannedChange {
  const { settings, path, language, languageForms, file, template: donor, unit } = request;
  const format = formatOf(settings);
  try {
    const template = donor === undefined ? undefined : format.read(donor, { path: settings.template });
    const written = writeUnits(format, file, [unit], { path, language, template, donor, languageForms });
    const content = withParameters(format.id, settings.file_format_params, written);
    const theirs = request.upstream === undefined ? undefined : format.read(request.upstream, { path, language });
    const upstream = theirs?.units.find(({ key }) => key === unit.key)?.target;
    const change = changedLines(textOf(file), textOf(content));
    return { change, present: change === undefined ? presentLines(request) : undefined, problem: "", upstream };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { change: undefined, present: undefined, problem: error.message, upstream: undefined };
  }
}

function presentLines({ settings, path, file, unit }: ChangeRequest): PresentLines | undefined {
  const found = stringInFile({ settings, path, key: unit.key, file });
  if (typeof found === "string") return undefined;
  const [from, to] = found.lines;
  const lines = plain(linesOf(textOf(file)).slice(from - 1, to));
  // What stands between it and the next one is of neither.
  const end = lines.findLastIndex((line) => line.trim() !== "") + 1;
  return { line: from, lines: lines.slice(0, Math.min(end, MOST_LINES)), isCut: end > MOST_LINES };
}

const CONTEXT = 2;
const MOST_LINES = 30;

/** What became of a text's lines: one stretch of them, since one string is written at one place. */
export function changedLines(old: string, fresh: string): LineChange | undefined {
  if (old === fresh) return undefined;
  const [before, after] = [linesOf(old), linesOf(fresh)];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [removed, added] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return {
    line: start + 1,
    before: plain(after.slice(Math.max(0, start - CONTEXT), start)),
    removed: plain(removed.slice(0, MOST_LINES)),
    added: plain(added.slice(0, MOST_LINES)),
    after: plain(after.slice(after.length - end, after.length - end + CONTEXT)),
    isCut: removed.length > MOST_LINES || added.length > MOST_LINES,
  };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function plain(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\r?\n$/, ""));
}

/** As people read it; files that say nothing of their encoding are UTF-8 nearly always. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
