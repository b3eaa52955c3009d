import type { Queries } from "../../store/database.ts";
import { suggestionRows, type SuggestionRecord } from "../units/suggestions.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { reviewRefusal, translationRefusal } from "../units/unit-access.ts";
import { neighbours } from "./walk.ts";

/** A change of a string, for its history. */
export interface PastChange {
  readonly id: number;
  readonly timestamp: string;
  readonly action: number;
  readonly target: string;
  readonly user: string | null;
}

/** What the editor shows besides a string itself, and what the person may do. */
export interface StringReading {
  readonly suggestions: readonly SuggestionRecord[];
  /** The newest first. */
  readonly changes: readonly PastChange[];
  readonly around: Awaited<ReturnType<typeof neighbours>>;
  /** Why this person cannot save a text here; undefined: they can. */
  readonly refusal: string | undefined;
  readonly maySuggest: boolean;
  readonly mayAccept: boolean;
  readonly mayApprove: boolean;
}

const CHANGES = 5;
const NEIGHBOURS = 3;

export async function readString(service: Service, caller: Caller, place: VisibleUnit): Promise<StringReading> {
  const { database } = service;
  const { unit, component } = place;
  const changes = await database
    .selectFrom("change")
    .leftJoin("user", "user.id", "change.user_id")
    .select(["change.id", "change.timestamp", "change.action", "change.target", "user.username as user"])
    .where("change.unit_id", "=", unit.id)
    .orderBy("change.id", "desc")
    .limit(CHANGES)
    .execute();
  const isKnown = caller.user !== undefined;
  const refusal = isKnown ? await translationRefusal(database, caller, place) : undefined;
  const { enable_suggestions: enabled } = component.settings;
  return {
    suggestions: await suggestionsOf(database, unit.id),
    changes,
    around: await neighbours(service, place, NEIGHBOURS),
    refusal: isKnown ? refusal?.message : "Sign in to translate.",
    maySuggest: isKnown && enabled && component.locked !== 1 && may(caller, place, "suggestion.add"),
    mayAccept: isKnown && (await translationRefusal(database, caller, place, "suggestion")) === undefined,
    mayApprove: isKnown && reviewRefusal(caller, place) === undefined,
  };
}

/** The oldest first. */
export function suggestionsOf(queries: Queries, unit: number): Promise<SuggestionRecord[]> {
  return suggestionRows(queries).where("suggestion.unit_id", "=", unit).orderBy("suggestion.id").execute();
}
