import { unitStates } from "../../catalog/unit.ts";
import type { Unit } from "../../contract/resources/unit.ts";
import type { Label } from "../../contract/resources/label.ts";
import { contentHash, hash64, texts, type UnitRecord } from "../units/unit-row.ts";
import { address, page } from "./address.ts";

/** A unit and what names its place. */
export interface UnitParts {
  readonly unit: UnitRecord;
  readonly projectSlug: string;
  readonly componentPath: string;
  readonly language: string;
  readonly monolingual: boolean;
  readonly sourceLanguage: string;
  /** Of a source string; others have none. */
  readonly labels: readonly Label[];
  /** Ids of checks. */
  readonly failingChecks: readonly string[];
}

export function representUnit(parts: UnitParts, origin: string): Unit {
  const { unit, projectSlug, componentPath, language } = parts;
  const source = texts(unit.source);
  const content = contentHash(unit);
  const identity = parts.monolingual ? hash64(unit.context) : content;
  const place = [origin, projectSlug, componentPath, language] as const;
  return {
    id: unit.id,
    translation: address.translation(...place),
    language_code: language,
    source: [...source],
    previous_source: unit.previous_source,
    target: [...texts(unit.target)],
    // Text, as the specification says: as a number JavaScript would round them.
    id_hash: String(identity),
    content_hash: String(content),
    location: unit.location,
    context: unit.context,
    note: unit.note,
    flags: unit.flags,
    labels: [...parts.labels],
    state: unit.state,
    fuzzy: unit.state >= unitStates.needsEditing && unit.state < unitStates.translated,
    translated: unit.state >= unitStates.translated,
    approved: unit.state === unitStates.approved,
    position: unit.position,
    has_suggestion: unit.has_suggestion === 1,
    has_comment: unit.has_comment === 1,
    has_failing_check: unit.has_failing_check === 1,
    failing_checks: [...parts.failingChecks],
    num_words: unit.num_words,
    source_unit: address.unit(origin, unit.source_unit_id ?? unit.id),
    screenshots_url: `${address.unit(origin, unit.id)}screenshots/`,
    translation_parent: null,
    effective_source: [...source],
    effective_previous_source: unit.previous_source === "" ? [] : [unit.previous_source],
    effective_source_language: parts.sourceLanguage,
    automatically_translated: unit.automatically_translated === 1,
    priority: unit.priority,
    web_url: `${page.translate(...place)}?checksum=${BigInt.asUintN(64, identity).toString(16).padStart(16, "0")}`,
    url: address.unit(origin, unit.id),
    explanation: unit.explanation,
    extra_flags: unit.extra_flags,
    pending: unit.pending > 0,
    timestamp: unit.timestamp,
    last_updated: unit.last_updated,
  };
}
