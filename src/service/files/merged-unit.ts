import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { texts, type UnitContent, type UnitRecord } from "../units/unit-row.ts";

/** What the database has of a string, as a file would say it. */
export function contentOf(row: UnitRecord): UnitContent {
  return {
    key: row.key,
    context: row.context,
    source: texts(row.source),
    target: texts(row.target),
    state: row.state,
    previousSource: row.previous_source,
    note: row.note,
    location: row.location,
    flags: row.flags,
  };
}

/** A string as it would be if no rule made it read-only. */
export function withoutRule(row: UnitRecord): UnitRecord {
  return row.kept_state === null ? row : { ...row, state: row.kept_state };
}

interface MergeRules {
  /** The file has no mark for "needs editing": the state is the database's as long as the text is. */
  readonly monolingual: boolean;
  readonly isSource: boolean;
  readonly keepPending: boolean;
}

/**
 * A unit after its file was read again. A string that waits for a commit keeps its text; a monolingual string whose source
 * text changed under an unchanged translation needs editing (probe §3), also one of the source language that is translated from
 * an intermediate one (seen on 5.14.3), unless the developers took theirs out: then it is its own source.
 */
export function merged(row: UnitRecord, content: UnitContent, rules: MergeRules) {
  const oldSource = texts(row.source);
  const oldTarget = texts(row.target);
  const sourceChanged = !equalTexts(oldSource, content.source);
  const targetChanged = !equalTexts(oldTarget, content.target);
  const stateTold = rules.monolingual || keepsState(row.state, content.state, rules) ? row.state : content.state;
  const waits = row.pending > 0 && rules.keepPending && (targetChanged || stateTold !== row.state);
  const target = waits ? oldTarget : content.target;
  let state = waits ? row.state : targetChanged ? content.state : stateTold;
  let previousSource = rules.monolingual ? row.previous_source : content.previousSource;
  const isOwnSource = rules.isSource && equalTexts(content.source, target);
  if (rules.monolingual && sourceChanged && (waits || !targetChanged) && !isEmpty(target) && !isOwnSource) {
    state = unitStates.needsEditing;
    previousSource = oldSource[0] ?? "";
  } else if (rules.monolingual && state !== unitStates.needsEditing) {
    previousSource = "";
  }
  // A text of the base that waits is its own source, too.
  const ownWaits =
    waits && rules.isSource && equalTexts(content.source, content.target) && equalTexts(oldSource, oldTarget);
  return {
    context: content.context,
    source: JSON.stringify(ownWaits ? oldSource : content.source),
    target: JSON.stringify(target),
    previous_source: previousSource,
    state,
    note: content.note,
    location: content.location,
    flags: content.flags,
    pending: waits ? row.pending : 0,
    pending_author_id: waits ? row.pending_author_id : null,
  };
}

/**
 * No file says that a string is approved, nor that a source string needs editing: as long as the text is the same, that
 * is the database's to know.
 */
function keepsState(state: number, inFile: number, { isSource }: MergeRules): boolean {
  if (inFile !== unitStates.translated) return false;
  return state === unitStates.approved || (isSource && state === unitStates.needsEditing);
}
