import { FormatError, type Format } from "../../formats/format.ts";
import { formatFor } from "../../formats/registry.ts";
import { elementsOf, type Part } from "../threads/parts.ts";
import { keysOf, writeUnits, type WrittenUnit } from "./written-units.ts";

/** Strings on their way into a file, as it can be copied to a thread. */
export interface FileWriting {
  /** `file_format` of the component, and its base file, or "". */
  readonly format: string;
  readonly base: string;
  readonly path: string;
  readonly content: Uint8Array;
  /** The base file, for another language than its own. */
  readonly template: Uint8Array | undefined;
  /** The service's code. */
  readonly language: string;
  readonly languageForms: number;
  readonly units: readonly Part<WrittenUnit>[];
}

/** A string that the file has no place for. */
export interface RefusedUnit {
  readonly id: number;
  readonly message: string;
}

export interface WrittenFile {
  readonly content: Uint8Array;
  /** Ids of the units that are in it now; the others still wait. */
  readonly units: readonly number[];
  readonly refused: readonly RefusedUnit[];
  /** Why nothing could be written: the file, or its template, is not readable, or its format is none of ours. */
  readonly fault?: string;
}

/**
 * Writes every unit that the file has a place for: one that it has none for, because a group of texts is there instead,
 * must not keep the others out. Found by halving, for mostly there is none.
 */
export function writtenFile({ format: name, base, content, template, units, ...rest }: FileWriting): WrittenFile {
  const refused: RefusedUnit[] = [];
  try {
    const format = formatFor(name, base);
    // As data, since an error from a thread is none of ours any more: other files of the clone are written all the same.
    if (format === undefined) return { content, units: [], refused, fault: `there is no file format "${name}"` };
    const keys = keysOf(format, content, rest);
    const all = units.flatMap(elementsOf);
    // Only what comes into the file needs to know its place there.
    const isAdding = template !== undefined && all.some(({ key }) => !keys.has(key));
    const options = {
      ...rest,
      template: isAdding ? format.read(template, { path: base }) : undefined,
      donor: template,
      isPlural: template === undefined ? undefined : pluralsOf(format, template, base, rest.languageForms),
    };
    const write = (bytes: Uint8Array, some: readonly WrittenUnit[]) =>
      writeUnits(format, bytes, some, { ...options, keys: bytes === content ? keys : undefined });
    return { ...whatFits(write, content, all, refused), refused };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { content, units: [], refused, fault: error.message };
  }
}

/** In a language with one form, the template alone tells plurals from strings; as English, which has two, it shows them. */
function pluralsOf(
  format: Format,
  template: Uint8Array,
  base: string,
  forms: number,
): ((key: string) => boolean | undefined) | undefined {
  if (forms > 1 || format.holdsOneForm === true) return undefined;
  const { units } = format.read(template, { path: base, language: "en" });
  const plurals = new Map(units.map(({ key, target }) => [key, target.length > 1]));
  return (key) => plurals.get(key);
}

/** So many strings that do not fit are looked for; with more of them something else is wrong with the file. */
const MOST_REFUSED = 20;

/** @param refused gets the messages */
function whatFits(
  write: (bytes: Uint8Array, units: readonly WrittenUnit[]) => Uint8Array,
  bytes: Uint8Array,
  units: readonly WrittenUnit[],
  refused: RefusedUnit[],
): Pick<WrittenFile, "content" | "units"> {
  if (refused.length >= MOST_REFUSED) return { content: bytes, units: [] };
  try {
    return { content: write(bytes, units), units: units.map(({ id }) => id) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const [only] = units;
    if (only !== undefined && units.length === 1) {
      refused.push({ id: only.id, message: error.message });
      return { content: bytes, units: [] };
    }
    const middle = Math.floor(units.length / 2);
    const first = whatFits(write, bytes, units.slice(0, middle), refused);
    const second = whatFits(write, first.content, units.slice(middle), refused);
    return { content: second.content, units: [...first.units, ...second.units] };
  }
}
