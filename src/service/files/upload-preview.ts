import { createHash } from "node:crypto";
import { equalTexts } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { giveWay } from "../../store/turns.ts";
import type { Service } from "../service.ts";
import { newSuggestions } from "../units/suggestion-batch.ts";
import { texts } from "../units/unit-row.ts";
import { Scratch } from "./archive.ts";
import { inRoomFor, readUpload } from "./file-reading.ts";
import { assertMayUpload } from "./upload-access.ts";
import type { Upload, UploadRequest, UploadTarget } from "./upload-request.ts";
import {
  assertMayApprove,
  missingTexts,
  plannedTexts,
  readDeclared,
  suggestible,
  type Matched,
} from "./upload-texts.ts";
import { unitsOf, type ComparedString } from "./compared-strings.ts";
import { assertDeclared } from "./uploaded-file.ts";

/** What becomes of a string. */
export interface PreviewedString {
  readonly kind: "changed" | "added" | "removed";
  /** Context or key; the source where it has neither. */
  readonly name: string;
  readonly source: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly stateBefore: number;
  readonly stateAfter: number;
  /** Somebody's text that waits for a commit is committed before it is overwritten. */
  readonly pending: boolean;
}

/** What an upload would do, said before it does. */
export interface UploadPreview {
  readonly strings: readonly PreviewedString[];
  /** Strings of the file; of these, those the translation does not have, and those that stay as they are. */
  readonly total: number;
  readonly notFound: number;
  readonly unchanged: number;
  /** Texts of the file that differ and are not taken over: translated or approved ones that the conflicts option keeps. */
  readonly kept: readonly PreviewedString[];
  /** Of all of it: an upload that would do something else by now is no longer what was seen. */
  readonly digest: string;
}

/** @throws what the upload itself would refuse; nothing is changed in any case */
export async function previewUpload(
  service: Service,
  target: UploadTarget,
  request: UploadRequest,
): Promise<UploadPreview> {
  await assertMayUpload(service, target, request);
  const user = target.caller.user?.id;
  await using scratch = new Scratch(service);
  const upload: Upload = { ...target, request, user, author: user, place: () => scratch.place() };
  const preview = await inRoomFor(request, () => previewed(service, upload));
  const digest = createHash("sha256");
  for (const [index, each] of preview.strings.entries()) {
    if (index % DIGESTED_AT_ONCE === 0) await giveWay();
    digest.update(JSON.stringify(each));
  }
  return { ...preview, digest: digest.digest("hex") };
}

/** So many strings go into a digest before others are answered. */
const DIGESTED_AT_ONCE = 100;

type Undigested = Omit<UploadPreview, "digest">;

async function previewed({ database }: Pick<Service, "database">, upload: Upload): Promise<Undigested> {
  const { method } = upload.request;
  if (method === "replace" || method === "source") return replaced(database, upload);
  const file = await readDeclared(upload);
  const { total } = file;
  if (method === "add") {
    const missing = await missingTexts(database, upload, file);
    const strings = missing.map(({ context, key, source, target, state }): PreviewedString => ({
      kind: "added",
      name: context === "" ? key : context,
      source,
      before: [],
      after: target,
      stateBefore: unitStates.untranslated,
      stateAfter: state,
      pending: false,
    }));
    return { strings, total, notFound: 0, unchanged: total - strings.length, kept: [] };
  }
  if (method === "suggest") {
    const { writable, counts } = await suggestible(database, upload, file);
    const fresh = await newSuggestions(database, writable);
    return {
      strings: fresh.map(previewOf),
      total,
      notFound: counts.not_found,
      unchanged: total - counts.not_found - fresh.length,
      kept: [],
    };
  }
  const state = { translate: unitStates.translated, approve: unitStates.approved, fuzzy: unitStates.needsEditing }[
    method
  ];
  const { matched, accepted, counts } = await plannedTexts(database, upload, file, state);
  const taken = new Set(accepted);
  const kept = matched.filter((text) => !taken.has(text) && !equalTexts(texts(text.unit.target), text.target));
  return {
    strings: accepted.map(previewOf),
    total,
    notFound: counts.not_found,
    unchanged: total - counts.not_found - accepted.length - kept.length,
    kept: kept.map(previewOf),
  };
}

function previewOf({ unit, target, state }: Omit<Matched, "text">): PreviewedString {
  return {
    kind: "changed",
    name: nameOf(unit),
    source: texts(unit.source),
    before: texts(unit.target),
    after: target,
    stateBefore: unit.state,
    stateAfter: state,
    pending: unit.pending > 0,
  };
}

function nameOf({ context, key }: Pick<ComparedString, "context" | "key">): string {
  return context === "" ? key : context;
}

/** The file takes the place of the stored one: what it lacks is gone. */
async function replaced(queries: Queries, upload: Upload): Promise<Undigested> {
  const file = await readUpload(upload, "readStoredKind");
  if (upload.request.method === "replace") {
    assertDeclared(upload, file);
    await assertMayApprove(queries, upload, file);
  }
  const rows = await unitsOf(queries, upload);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const found = new Set<ComparedString>();
  const strings: PreviewedString[] = [];
  for await (const part of file.parts())
    for (const text of part) {
      const unit = byKey.get(text.unit?.key ?? "");
      if (unit === undefined) {
        strings.push({
          kind: "added",
          name: text.context ?? text.unit?.key ?? "",
          source: text.source,
          before: [],
          after: text.target,
          stateBefore: unitStates.untranslated,
          stateAfter: unitStates.translated,
          pending: false,
        });
        continue;
      }
      found.add(unit);
      const before = texts(unit.target);
      // A template has no translations to compare.
      if (upload.request.method === "source" || equalTexts(before, text.target)) continue;
      strings.push(previewOf({ unit, target: text.target, state: text.unit?.state ?? unitStates.translated }));
    }
  for (const unit of rows) {
    if (found.has(unit)) continue;
    const gone = previewOf({ unit, target: [], state: unitStates.untranslated });
    strings.push({ ...gone, kind: "removed" });
  }
  return { strings, total: file.total, notFound: 0, unchanged: found.size - changedIn(strings), kept: [] };
}

function changedIn(strings: readonly PreviewedString[]): number {
  return strings.filter(({ kind }) => kind === "changed").length;
}
