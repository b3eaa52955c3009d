import { extensionOf } from "../../core/file-extension.ts";
import { UserError } from "../../core/errors.ts";
import { FormatError, type Format } from "../../formats/format.ts";
import { formatWithoutStrings } from "../../formats/format-of-files.ts";
import { detectFormat, formatFor, formats } from "../../formats/registry.ts";
import { nearest } from "../../mapping/nearest.ts";
import type { OptionSpecs } from "../options.ts";
import type { NamedFile } from "./named-file.ts";

export const formatOption = {
  format: { type: "string", value: "ID", description: "the files' format, by the service's id: po, json-nested" },
} satisfies OptionSpecs;

/** @throws {UserError} `IL-C02` for an id that is none, with the nearest that is */
export function namedFormat(id: string | undefined): Format | undefined {
  if (id === undefined) return undefined;
  const format = formatFor(id);
  if (format !== undefined) return format;
  const close = nearest(id, formats.keys());
  throw new UserError(`there is no format "${id}"${close === undefined ? "" : `; did you mean "${close}"?`}`, {
    code: "IL-C02",
    hint: `--format takes ${[...formats.keys()].toSorted().join(", ")}.`,
  });
}

/**
 * The format that path and content speak for.
 * @throws {FormatError} where the path speaks for one, and the content is broken
 * @throws {UserError} `IL-C05` where nothing fits
 */
export function formatOf({ name, path, bytes }: NamedFile): Format {
  const format = detectFormat(path, bytes);
  if (format !== undefined) return format;
  // What is Fluent is detected, however broken it is: this is a template of FreeMarker.
  if (extensionOf(path) === "ftl") throw unknownFormat(name);
  const empty = formatWithoutStrings(path, bytes);
  if (empty !== undefined) return empty;
  throw mistakeIn({ name, path, bytes }) ?? unknownFormat(name);
}

/** What keeps a file from being what its extension promises. */
function mistakeIn({ name, path, bytes }: NamedFile): FormatError | undefined {
  const extension = extensionOf(path);
  for (const format of formats.values().filter(({ extensions }) => extensions.includes(extension))) {
    try {
      format.read(bytes, { path: name });
    } catch (error) {
      if (error instanceof FormatError) return error;
      throw error;
    }
  }
  return undefined;
}

function unknownFormat(name: string): UserError {
  return new UserError(`${name} is no translation file that is read here`, {
    code: "IL-C05",
    hint: "Name its format with --format, or leave the file out.",
  });
}
