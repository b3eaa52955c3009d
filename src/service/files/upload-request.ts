import type { UploadResult } from "../../contract/resources/translation.ts";
import type { Caller } from "../identity/permissions.ts";
import type { SentBytes } from "./sent-bytes.ts";
import type { VisibleTranslation } from "../identity/visible.ts";

export type UploadMethod = "translate" | "approve" | "suggest" | "fuzzy" | "replace" | "source" | "add";

/** What is sent with a file (facts §2). */
export interface UploadRequest {
  readonly method: UploadMethod;
  readonly conflicts: "" | "ignore" | "replace-translated" | "replace-approved";
  readonly fuzzy: "" | "process" | "approve";
  readonly authorName?: string | undefined;
  readonly authorEmail?: string | undefined;
  /** Takes a file that says it is in another language. */
  readonly ignoreLanguage: boolean;
  /** Name the file was sent with; it helps to tell what kind of file it is. */
  readonly name: string;
  readonly content: SentBytes;
}

export interface UploadTarget extends VisibleTranslation {
  readonly caller: Caller;
}

/** An upload that is allowed, with who it is by. */
export interface Upload extends UploadTarget {
  readonly request: UploadRequest;
  readonly user: number | undefined;
  /** Whose words they are. */
  readonly author: number | undefined;
  /** Gives places for files that are there until it is done. */
  readonly place: () => Promise<string>;
}

export type UploadCounts = Pick<UploadResult, "not_found" | "skipped" | "accepted" | "total">;
