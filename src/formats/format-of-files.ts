import { extensionOf } from "../core/file-extension.ts";
import { isConfigurationFile } from "./configuration-file.ts";
import { FormatError, type Format } from "./format.ts";
import { detectFormat, detectSourceFormat, formats } from "./registry.ts";

export interface FileOfComponent {
  readonly path: string;
  readonly isSource: boolean;
}

/**
 * The format of files that belong together, the source first. What the source speaks for; a source without strings is told by its
 * translations, then by its name alone.
 */
export async function formatOfFiles<File extends FileOfComponent>(
  files: readonly File[],
  read: (file: File) => Promise<Uint8Array>,
): Promise<Format | undefined> {
  const [source] = files;
  for (const file of files.slice(0, 4)) {
    const detect = file.isSource ? detectSourceFormat : detectFormat;
    const format = detect(file.path, await read(file));
    if (format !== undefined && format.languages === undefined) return format;
  }
  if (source === undefined) return undefined;
  return formatWithoutStrings(source.path, await read(source), (format) => format.languages === undefined);
}

/** The format of a file's ending where it has no string: somebody will fill it. None for a file of settings, or a broken one. */
export function formatWithoutStrings(
  path: string,
  bytes: Uint8Array,
  isWanted: (format: Format) => boolean = () => true,
): Format | undefined {
  if (isConfigurationFile(path, bytes)) return undefined;
  const extension = extensionOf(path);
  return formats.values().find((format) => {
    if (!format.extensions.includes(extension) || !isWanted(format)) return false;
    try {
      return format.read(bytes, { path }).units.length === 0;
    } catch (error) {
      if (error instanceof FormatError) return false;
      throw error;
    }
  });
}
