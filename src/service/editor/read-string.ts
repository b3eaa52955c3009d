import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { suggestionRows, type SuggestionRecord } from "../units/suggestions.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { dismissalsOf, type Dismissal } from "../units/dismissal.ts";
import { failingChecks } from "../units/check-rows.ts";
import { reviewRefusal, translationRefusal } from "../units/unit-access.ts";
import type { UnitRecord } from "../units/unit-row.ts";
import { mayRemember } from "./memory-offers.ts";
import { neighbours } from "./walk.ts";

/** A change of a string, for its history. */
export interface PastChange {
  readonly id: number;
  readonly timestamp: string;
  readonly action: number;
  readonly target: string;
  readonly user: string | null;
}

/** What somebody said of a string, or of its source to all languages. */
export interface Remark {
  readonly id: number;
  readonly comment: string;
  readonly timestamp: string;
  readonly username: string | null;
  readonly toAll: boolean;
}

/** What another language says. */
export interface OtherLanguage {
  readonly id: number;
  readonly target: string;
  readonly code: string;
  readonly name: string;
  readonly direction: string;
}

/** What the person may do with a string. */
export interface StringRights {
  /** Why this person cannot save a text here; undefined: they can. */
  readonly refusal: string | undefined;
  readonly maySuggest: boolean;
  readonly mayAccept: boolean;
  readonly mayComment: boolean;
  readonly mayApprove: boolean;
  /** Whether they may look into the memory. */
  readonly mayRemember: boolean;
  readonly mayDismiss: boolean;
  /** Whether they may know of the repository. */
  readonly mayLand: boolean;
}

/** What the editor shows besides a string itself, and what the person may do. */
export interface StringReading extends StringRights {
  readonly suggestions: readonly SuggestionRecord[];
  /** The newest first. */
  readonly changes: readonly PastChange[];
  /** The oldest first. */
  readonly remarks: readonly Remark[];
  readonly languages: readonly OtherLanguage[];
  readonly dismissals: readonly Dismissal[];
  /** Checks that the stored text fails. */
  readonly failing: readonly string[];
  readonly around: Awaited<ReturnType<typeof neighbours>>;
}

const CHANGES = 5;
const NEIGHBOURS = 3;
const REMARKS = 50;
const LANGUAGES = 40;

export async function readString(service: Service, caller: Caller, place: VisibleUnit): Promise<StringReading> {
  const { database } = service;
  const { unit } = place;
  const changes = await database
    .selectFrom("change")
    .leftJoin("user", "user.id", "change.user_id")
    .select(["change.id", "change.timestamp", "change.action", "change.target", "user.username as user"])
    .where("change.unit_id", "=", unit.id)
    .orderBy("change.id", "desc")
    .limit(CHANGES)
    .execute();
  return {
    ...(await readRights(service, caller, place)),
    suggestions: await suggestionsOf(database, unit.id),
    dismissals: await dismissalsOf(database, unit.id),
    failing: unit.has_failing_check === 1 ? ((await failingChecks(database, [unit.id])).get(unit.id) ?? []) : [],
    changes,
    remarks: await remarksOn(service, unit),
    languages: await otherLanguages(service, unit),
    around: await neighbours(service, place, NEIGHBOURS),
  };
}

export async function readRights({ database }: Service, caller: Caller, place: VisibleUnit): Promise<StringRights> {
  const { component } = place;
  const isKnown = caller.user !== undefined;
  const refusal = isKnown ? await translationRefusal(database, caller, place) : undefined;
  const { enable_suggestions: enabled } = component.settings;
  return {
    refusal: isKnown ? refusal?.message : "Sign in to translate.",
    maySuggest: isKnown && enabled && component.locked !== 1 && may(caller, place, "suggestion.add"),
    mayAccept: isKnown && (await translationRefusal(database, caller, place, "suggestion")) === undefined,
    mayComment: isKnown && may(caller, place, "comment.add"),
    mayApprove: isKnown && reviewRefusal(caller, place) === undefined,
    mayRemember: mayRemember(caller, place),
    mayLand: mayLand(caller, place),
    mayDismiss: isKnown && may(caller, place, "unit.check"),
  };
}

/** Whether somebody may see what a text changes in the repository. */
export function mayLand(caller: Caller, place: VisibleUnit): boolean {
  return caller.user !== undefined && may(caller, place, "unit.edit", "vcs.view");
}

/** The oldest first. */
export function suggestionsOf(queries: Queries, unit: number): Promise<SuggestionRecord[]> {
  return suggestionRows(queries).where("suggestion.unit_id", "=", unit).orderBy("suggestion.id").execute();
}

async function remarksOn(
  { database }: Service,
  { id, source_unit_id: source }: UnitRecord,
): Promise<readonly Remark[]> {
  const rows = await database
    .selectFrom("comment")
    .leftJoin("user", "user.id", "comment.user_id")
    .select(["comment.id", "comment.comment", "comment.timestamp", "comment.unit_id", "user.username"])
    .where("comment.unit_id", "in", [id, source ?? id])
    .orderBy("comment.id", "desc")
    .limit(REMARKS)
    .execute();
  return rows.toReversed().map(({ unit_id: on, ...row }) => ({ ...row, toAll: on !== id }));
}

/** Translations of the same source; a source string has none beside it. */
async function otherLanguages(
  { readers }: Service,
  { id, source_unit_id: source }: UnitRecord,
): Promise<readonly OtherLanguage[]> {
  if (source === null) return [];
  return readers
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["unit.id", "unit.target", "language.code", "language.name", "language.direction"])
    .where("unit.source_unit_id", "=", source)
    .where("unit.id", "<>", id)
    .where("unit.state", ">=", unitStates.translated)
    .orderBy("language.name")
    .limit(LANGUAGES)
    .execute();
}
