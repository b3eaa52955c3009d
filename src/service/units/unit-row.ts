import { hash, randomInt } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import { parseFlags, priorityOf } from "../../catalog/flags.ts";
import { countCharacters, countWords } from "../../catalog/statistics.ts";
import { bilingualKey, unitStates } from "../../catalog/unit.ts";
import type { UnitTable } from "../../store/tables.ts";

export type UnitRecord = Selectable<UnitTable>;

/** What a file, or somebody, says of a unit. */
export interface UnitContent {
  readonly key: string;
  readonly context: string;
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly state: number;
  readonly previousSource: string;
  readonly note: string;
  readonly location: string;
  readonly flags: string;
}

export interface UnitPlace {
  readonly translation: number;
  readonly sourceUnit: number | null;
  readonly position: number;
  /** Code of the source language: words are counted by it. */
  readonly sourceLanguage: string;
  readonly now: string;
}

const USUAL_PRIORITY = 100;

export function unitRow(content: UnitContent, place: UnitPlace) {
  return {
    translation_id: place.translation,
    source_unit_id: place.sourceUnit,
    key: content.key,
    context: content.context,
    source: JSON.stringify(content.source),
    target: JSON.stringify(content.target),
    previous_source: content.previousSource,
    state: content.state,
    note: content.note,
    location: content.location,
    flags: content.flags,
    extra_flags: "",
    explanation: "",
    position: place.position,
    num_words: countWords(content.source, place.sourceLanguage),
    num_chars: countCharacters(content.source),
    priority: content.flags === "" ? USUAL_PRIORITY : priorityOf(parseFlags(content.flags)),
    has_failing_check: 0,
    has_suggestion: 0,
    has_comment: 0,
    pending: 0,
    pending_author_id: null,
    timestamp: place.now,
    last_updated: place.now,
    source_hash: sourceHash(content.source),
    checksum: place.sourceUnit === null ? checksumOf(content) : "",
    automatically_translated: 0,
    kept_state: null,
  } satisfies Insertable<UnitTable>;
}

/** The same for the same text wherever it stands, so that an index finds it. */
export function sourceHash(source: readonly string[]): string {
  return hash("sha256", source.join("\u0000"), "hex").slice(0, 32);
}

export function texts(json: string): readonly string[] {
  const list: readonly string[] = JSON.parse(json);
  return list;
}

/** State that fits a text when nobody says otherwise. */
export function stateOf(target: readonly string[], wanted: number = unitStates.translated): number {
  return target.every((text) => text === "") ? unitStates.untranslated : wanted;
}

/** Identity of a string in its component (`catalog/unit.ts`). */
export function keyOf(
  { context, source }: { readonly context: string; readonly source: readonly string[] },
  monolingual: boolean,
): string {
  if (monolingual) return context;
  const [first = ""] = source;
  return bilingualKey(context, first);
}

/** Between the plural forms of a text that is hashed. */
const PLURAL_SEPARATOR = "\u001e\u001e";

/**
 * What addresses name a string by, in all languages of its component: `id_hash` as 16 hexadecimal digits. A monolingual string is
 * named by its key alone, which is its context.
 */
export function checksumOf({ key, context, source }: Pick<UnitContent, "key" | "context" | "source">): string {
  const number = key === context ? hash64(context) : hash64(source.join(PLURAL_SEPARATOR), context);
  return BigInt.asUintN(64, number).toString(16).padStart(16, "0");
}

/** Unique for a source string with its context (specification 1, "Unit": `content_hash`). */
export function contentHash(unit: Pick<UnitRecord, "source" | "context">): bigint {
  return hash64(texts(unit.source).join(PLURAL_SEPARATOR), unit.context);
}

/** A signed 64-bit number made of texts: the service's hashes of a unit. */
export function hash64(...parts: readonly string[]): bigint {
  // By way of its digits: for a page of strings, making buffers would take longer than the hashes themselves.
  return BigInt.asIntN(64, BigInt(`0x${hash("sha256", parts.join("\u0000"), "hex").slice(0, 16)}`));
}

let lastMark = 0;
/** Two servers hardly ever have the same. */
const OWN_MICROSECONDS = randomInt(1000);

/** A number that no other edit has: a commit clears the pending mark only of the edits it wrote. */
export function pendingMark(): number {
  lastMark = Math.max(lastMark + 1, Date.now() * 1000 + OWN_MICROSECONDS);
  return lastMark;
}
