import { FormatError } from "../../formats/format.ts";
import { updateFromTemplate } from "../../formats/po/update.ts";
import { inMemory, type SentBytes } from "./sent-bytes.ts";

export type UpdatedFile = { readonly content: Uint8Array } | { readonly fault: string };

/** A gettext file brought up to its template, as it can be asked of a thread. */
export function updatedFile({
  file,
  template,
}: {
  readonly file: Uint8Array;
  readonly template: SentBytes;
}): UpdatedFile {
  try {
    return { content: updateFromTemplate(file, inMemory(template)) };
  } catch (error) {
    if (error instanceof FormatError) return { fault: error.message };
    throw error;
  }
}
