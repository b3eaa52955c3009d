import { unitStates, type Unit } from "../../src/catalog/unit.ts";
import type { Format } from "../../src/formats/format.ts";
import { corpora } from "./corpus.ts";

/** A file to be maltreated. */
export interface Sample {
  /** The real file's path, or that it was made here. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const UNITS_OF_A_SAMPLE = 40;
const files = (await corpora()).flatMap((corpus) => corpus.files);

/** Real files of a format; for want of them, of formats with the same ending; for want of those, one that the format writes. */
export async function samplesOf(format: Format): Promise<readonly Sample[]> {
  const own = files.filter((file) => file.format === format);
  const akin = files.filter((file) =>
    file.format.extensions.some((extension) => format.extensions.includes(extension)),
  );
  const chosen = own.length === 0 ? akin : own;
  if (chosen.length === 0) return [{ name: "made here", bytes: generatedFile(format, UNITS_OF_A_SAMPLE) }];
  return await Promise.all(chosen.map(async (file) => ({ name: file.path, bytes: await file.read() })));
}

/** Files of all kinds. */
export async function mixedSamples(count: number): Promise<readonly Uint8Array[]> {
  const step = Math.ceil(files.length / count);
  return await Promise.all(files.filter((_, index) => index % step === 0).map((file) => file.read()));
}

/** A file of so many units. */
export function generatedFile(format: Format, count: number): Uint8Array {
  const catalogue = { format: format.id, units: generatedUnits(format, 0, count) };
  return format.create(catalogue, { language: "cs", plurals: "nplurals=3; plural=0;" });
}

/** Where a format does not take any name for a key. */
const keys: Readonly<Record<string, (name: string) => string>> = { php: (name) => `$lang['${name}']` };

/** Units numbered from `from` on. */
export function generatedUnits(format: Format, from: number, count: number): readonly Unit[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `key${String(from + index)}`;
    const key = keys[format.id]?.(name) ?? name;
    const isBilingual = format.kind === "bilingual";
    return {
      key,
      context: isBilingual ? "" : key,
      source: isBilingual ? [key] : [],
      target: [`Text ${String(from + index)}`],
      state: unitStates.translated,
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      line: 0,
    };
  });
}
