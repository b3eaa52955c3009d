import { unitStates } from "../../catalog/unit.ts";
import type { Unit } from "../../contract/resources/unit.ts";
import { hash64, texts, type UnitRecord } from "../unit-row.ts";
import { address, page } from "./address.ts";

/** A unit and what names its place. */
export interface UnitParts {
  readonly unit: UnitRecord;
  readonly projectSlug: string;
  readonly componentPath: string;
  readonly language: string;
  readonly monolingual: boolean;
  /** Additional information is the source string's. */
  readonly sourceExplanation: string;
  readonly sourceExtraFlags: string;
}

export function representUnit(parts: UnitParts, origin: string): Unit {
  const { unit, projectSlug, componentPath, language } = parts;
  const source = texts(unit.source);
  const text = source.join("\u001e\u001e");
  const content = hash64(text, unit.context);
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
    labels: [],
    state: unit.state,
    fuzzy: unit.state >= unitStates.needsEditing && unit.state < unitStates.translated,
    translated: unit.state >= unitStates.translated,
    approved: unit.state === unitStates.approved,
    position: unit.position,
    has_suggestion: unit.has_suggestion === 1,
    has_comment: unit.has_comment === 1,
    has_failing_check: unit.has_failing_check === 1,
    num_words: unit.num_words,
    source_unit: address.unit(origin, unit.source_unit_id ?? unit.id),
    priority: unit.priority,
    web_url: `${page.translate(...place)}?checksum=${BigInt.asUintN(64, identity).toString(16).padStart(16, "0")}`,
    url: address.unit(origin, unit.id),
    explanation: parts.sourceExplanation,
    extra_flags: parts.sourceExtraFlags,
    pending: unit.pending > 0,
    timestamp: unit.timestamp,
    last_updated: unit.last_updated,
  };
}
