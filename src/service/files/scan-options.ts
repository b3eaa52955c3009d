import { action } from "../changes/actions.ts";
import type { ReadingOptions } from "./file-contents.ts";

export interface ScanOptions extends ReadingOptions {
  /** What is in the files wins over strings that wait for a commit with this `pendingMark` or an earlier one; default: over none. */
  readonly dropUntil?: number;
  /**
   * After a process that died: what waits and is in its file is taken for committed here without a record, where the file is
   * another than the recorded one. A pull of the same text that nobody recorded either looks alike.
   */
  readonly isRecovery?: boolean;
  /** Id of the newest string there was (`newestString`) before what waits was committed; default: before the files are read. */
  readonly newest?: number;
  /** A component's first scan: strings are not recorded one by one. */
  readonly first?: boolean;
  readonly user?: number | undefined;
  /** Codes of the changes recorded for strings; default those of the repository. */
  readonly actions?: StringActions;
}

export interface StringActions {
  readonly updated: number;
  readonly added: number;
  readonly sourceAdded: number;
}

export const inRepository: StringActions = {
  updated: action.updatedInRepository,
  added: action.addedInRepository,
  sourceAdded: action.sourceAddedInRepository,
};
export const inUpload: StringActions = {
  updated: action.updatedInUpload,
  added: action.addedInUpload,
  sourceAdded: action.sourceAddedInUpload,
};
