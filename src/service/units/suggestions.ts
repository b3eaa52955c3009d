import { sql } from "kysely";
import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import type { Suggestion } from "../../contract/resources/suggestion.ts";
import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { setAsideOthersWork } from "../clone/pending.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, notAuthenticated, notFound } from "../http/refusal.ts";
import { countContribution } from "../identity/contribution.ts";
import { watchProject } from "../identity/watching.ts";
import { demand, may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { address } from "../representation/address.ts";
import { timestamp, type Service } from "../service.ts";
import { assertAgreed } from "./agreement.ts";
import { keepingCounters } from "./counters.ts";
import { assertLength } from "./text-length.ts";
import { assertMayTranslate, assertWritable, reviewRefusal, translationRefusal } from "./unit-access.ts";
import { noteCompletion } from "./completion.ts";
import { lockStrings } from "./locked-strings.ts";
import type { EditContext, UnitEdit } from "./edit.ts";
import { editAndPropagate } from "./propagation.ts";
import { inSavingTurn } from "./saving-turn.ts";
import { editUnits } from "./unit-edit.ts";
import { texts, type UnitRecord } from "./unit-row.ts";

/** A suggestion with what its representation shows. */
export interface SuggestionRecord {
  readonly id: number;
  readonly unit_id: number;
  /** Array of texts as JSON. */
  readonly target: string;
  readonly user_id: number | null;
  readonly username: string | null;
  readonly timestamp: string;
  /** For it less against it. */
  readonly votes: number;
}

/** What became of a suggestion or a vote; an accepted suggestion is no longer there. */
export type SuggestionOutcome =
  | { readonly result: "added" | "voted"; readonly suggestion: SuggestionRecord }
  | { readonly result: "accepted"; readonly suggestion: null };

export function suggestionRows(queries: Queries) {
  return queries
    .selectFrom("suggestion")
    .leftJoin("user", "user.id", "suggestion.user_id")
    .select([
      "suggestion.id",
      "suggestion.unit_id",
      "suggestion.target",
      "suggestion.user_id",
      "suggestion.timestamp",
      "user.username",
      sql<number>`(select coalesce(sum(value), 0) from suggestion_vote where suggestion_id = suggestion.id)`.as(
        "votes",
      ),
    ]);
}

export function representSuggestion(suggestion: SuggestionRecord, origin: string): Suggestion {
  return {
    id: suggestion.id,
    unit: address.unit(origin, suggestion.unit_id),
    target: [...texts(suggestion.target)],
    user: suggestion.username === null ? null : address.user(origin, suggestion.username),
    timestamp: suggestion.timestamp,
    votes: suggestion.votes,
  };
}

/**
 * Suggests a translation; where one like it is there already and votes are taken, votes for that one.
 * @throws 400 for a text that is there already or does not fit, 403 (specification 1, "Authentication" 6)
 */
export async function suggest(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  target: readonly string[],
): Promise<SuggestionOutcome> {
  const { user } = caller;
  if (user === undefined) throw notAuthenticated();
  const { project, component, translation, unit } = place;
  if (!component.settings.enable_suggestions) throw denied("Suggestions are turned off.");
  if (!may(caller, place, "suggestion.add")) throw denied("Insufficient privileges for adding suggestions.");
  assertWritable(place);
  await assertAgreed(service, caller, component);
  assertSuggestible(place, target);
  const mayVote = component.settings.suggestion_voting && may(caller, place, "suggestion.vote");
  return inSavingTurn(service, place, async (queries, now) => {
    const at = writableNow(place, now);
    assertSuggestible(at, target);
    const others = await suggestionRows(queries).where("suggestion.unit_id", "=", unit.id).execute();
    const known = others.find((other) => equalTexts(texts(other.target), target));
    if (known !== undefined) {
      const hasVoted = await voteOf(queries, known.id, user.id);
      if (!mayVote || hasVoted !== undefined) {
        throw invalid("target", "This suggestion already exists.", "unique");
      }
      return voteIn(service, queries, { caller, seen: unit, at, suggestion: known, value: 1 });
    }
    const values = {
      unit_id: unit.id,
      target: JSON.stringify(target),
      user_id: user.id,
      timestamp: timestamp(service),
    };
    const { id } = await queries.insertInto("suggestion").values(values).returning("id").executeTakeFirstOrThrow();
    await countContribution(queries, user.id, "suggested");
    await watchProject(queries, user.id, project.id);
    await record(service, queries, [
      {
        action: action.suggestionAdded,
        project: project.id,
        component: component.id,
        translation: translation.id,
        unit: unit.id,
        user: user.id,
        target: target.join("\n"),
      },
    ]);
    const suggestion: SuggestionRecord = { id, ...values, username: user.username, votes: 0 };
    const voted = mayVote
      ? await voteIn(service, queries, { caller, seen: unit, at, suggestion, value: 1 })
      : undefined;
    if (voted?.result === "accepted") return voted;
    // Last: all who save in the translation write into its row.
    await noteSuggestions(queries, place);
    return { result: "added", suggestion: voted?.suggestion ?? suggestion };
  });
}

/** Texts a language may need for one text of the source (the real service's limit). */
const LONGEST = { least: 100, times: 10 } as const;

function assertSuggestible({ unit }: VisibleUnit, target: readonly string[]): void {
  const current = texts(unit.target);
  if (target.length !== current.length) throw invalid("target", "Number of plurals does not match");
  if (isEmpty(target)) throw invalid("target", "Suggestion is empty.", "blank");
  assertLength("target", target);
  if (equalTexts(target, current)) throw invalid("target", "Your suggestion is the same as the translation.");
  const longestSource = Math.max(...texts(unit.source).map(({ length }) => length));
  const longest = Math.max(LONGEST.least, longestSource * LONGEST.times);
  target.forEach((text, form) => {
    if (text.length <= longest) return;
    const detail = `Ensure this field has no more than ${String(longest)} characters.`;
    throw invalid(`target.${String(form)}`, detail, "max_length");
  });
}

/**
 * Votes for (1) or against (-1) a suggestion; an earlier vote of the same user is replaced.
 * @throws 400 where the vote would accept it over a text that somebody saved meanwhile, 403, 404 where it is gone
 */
export async function vote(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { id }: Pick<SuggestionRecord, "id">,
  value: number,
): Promise<SuggestionOutcome> {
  const { enable_suggestions: enabled, suggestion_voting: voting } = place.component.settings;
  if (!enabled || !voting) throw denied("Voting for suggestions is turned off.");
  demand(caller, place, "suggestion.vote");
  return inSavingTurn(service, place, async (queries, now) => {
    const at = writableNow(place, now);
    const suggestion = await waiting(queries, id);
    return voteIn(service, queries, { caller, seen: place.unit, at, suggestion, value });
  });
}

interface Vote {
  readonly caller: Caller;
  /** The string as it was when the caller was asked. */
  readonly seen: UnitRecord;
  /** The string as it is. */
  readonly at: VisibleUnit;
  readonly suggestion: SuggestionRecord;
  readonly value: number;
}

async function voteIn(
  service: Service,
  queries: Queries,
  { caller, seen, at, suggestion, value }: Vote,
): Promise<SuggestionOutcome> {
  const { user } = caller;
  if (user === undefined) throw notAuthenticated();
  const row = { suggestion_id: suggestion.id, user_id: user.id, value };
  await queries
    .insertInto("suggestion_vote")
    .values(row)
    .onConflict((conflict) => conflict.columns(["suggestion_id", "user_id"]).doUpdateSet({ value }))
    .execute();
  const counted = await waiting(queries, suggestion.id);
  if (!votesAccept(caller, at, counted.votes)) return { result: "voted", suggestion: counted };
  assertUnmoved(seen, at.unit);
  // Votes decided, not a person: it spreads nowhere.
  await accept(queries, at, counted, caller, (context) =>
    editUnits(service, queries, context, [acceptedEdit(at, counted, unitStates.translated)]),
  );
  return { result: "accepted", suggestion: null };
}

async function voteOf(queries: Queries, suggestion: number, user: number): Promise<number | undefined> {
  const row = await queries
    .selectFrom("suggestion_vote")
    .select("value")
    .where("suggestion_id", "=", suggestion)
    .where("user_id", "=", user)
    .executeTakeFirst();
  return row?.value;
}

/** Whether so many votes make a suggestion the translation, when the caller's was the last. */
function votesAccept(caller: Caller, place: VisibleUnit, votes: number): boolean {
  const { component, translation, unit } = place;
  const { suggestion_autoaccept: needed } = component.settings;
  if (needed <= 0 || votes < needed || component.locked === 1) return false;
  // The developers' own texts are changed by nobody who could not do it by hand.
  if (translation.is_template === 1 && !may(caller, place, "unit.template")) return false;
  return unit.state !== unitStates.approved || reviewRefusal(caller, place) === undefined;
}

/**
 * Makes a suggestion the translation.
 * @returns ids of strings elsewhere that got the same text
 * @throws 400 if it can not be approved, or somebody saved another text meanwhile; 403; 404 where it is gone
 */
export async function acceptSuggestion(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { id }: Pick<SuggestionRecord, "id">,
  options: { readonly approve: boolean },
): Promise<number[]> {
  await assertMayTranslate(service, caller, place, "suggestion");
  const refusal = options.approve ? reviewRefusal(caller, place) : undefined;
  if (refusal !== undefined) throw invalid("approve", refusal.errors[0]?.detail ?? "");
  const state = options.approve ? unitStates.approved : unitStates.translated;
  const propagated = await inSavingTurn(service, place, async (queries, now, turn) => {
    const suggestion = await waiting(queries, id);
    if (now === undefined) throw notFound();
    const at = { ...place, unit: now };
    // Somebody may have approved or closed it meanwhile.
    const tooLate = await translationRefusal(queries, caller, at, "suggestion");
    if (tooLate !== undefined) throw tooLate;
    assertUnmoved(place.unit, now);
    return accept(queries, at, suggestion, caller, (context) =>
      editAndPropagate(service, queries, caller, { ...at, ...context, turn }, [acceptedEdit(at, suggestion, state)]),
    );
  });
  await noteCompletion(service, place, { state, user: caller.user?.id });
  return propagated;
}

/** The suggestion as it is now. @throws 404 where somebody accepted or declined it */
async function waiting(queries: Queries, id: number): Promise<SuggestionRecord> {
  const found = await suggestionRows(queries).where("suggestion.id", "=", id).executeTakeFirst();
  if (found === undefined) throw notFound();
  return found;
}

/** @throws 404 for a string that is gone, 403 for one that nobody may change any more */
function writableNow(place: VisibleUnit, now: UnitRecord | undefined): VisibleUnit {
  if (now === undefined) throw notFound();
  const at = { ...place, unit: now };
  assertWritable(at);
  return at;
}

/** @throws 400 where the text or its state is no longer what the caller decided on */
function assertUnmoved(seen: UnitRecord, now: UnitRecord): void {
  if (seen.target === now.target && seen.state === now.state) return;
  throw invalid(null, "The string was changed meanwhile.");
}

function acceptedEdit({ unit }: VisibleUnit, suggestion: SuggestionRecord, state: number): UnitEdit {
  return { unit, target: texts(suggestion.target), state, action: action.suggestionAccepted };
}

/** Saves a suggestion's text under its author's name; what somebody else saved there before is committed under theirs. */
async function accept<T>(
  queries: Queries,
  at: VisibleUnit,
  suggestion: SuggestionRecord,
  { user }: Caller,
  save: (context: EditContext) => Promise<T>,
): Promise<T> {
  const { component, translation, unit } = at;
  const author = suggestion.user_id ?? undefined;
  await setAsideOthersWork(queries, unit, author ?? user?.id);
  const saved = await save({ component, translation, user: user?.id, author });
  await queries.deleteFrom("suggestion").where("id", "=", suggestion.id).execute();
  await noteSuggestions(queries, at);
  return saved;
}

/**
 * Removes a suggestion; their own everybody may take back.
 * @returns false where somebody accepted or removed it meanwhile
 * @throws 403
 */
export async function rejectSuggestion(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  suggestion: SuggestionRecord,
  why: { readonly reason: string | undefined; readonly isSpam: boolean },
): Promise<boolean> {
  const isOwn = caller.user !== undefined && caller.user.id === suggestion.user_id;
  if (!isOwn) demand(caller, place, "suggestion.delete");
  const { project, component, translation, unit } = place;
  return inOpenTransaction(service.database, async (queries) => {
    await lockStrings(queries, [unit.id]);
    const removed = await queries.deleteFrom("suggestion").where("id", "=", suggestion.id).executeTakeFirst();
    if (removed.numDeletedRows === 0n) return false;
    await noteSuggestions(queries, place);
    await record(service, queries, [
      {
        action: action.suggestionRemoved,
        project: project.id,
        component: component.id,
        translation: translation.id,
        unit: unit.id,
        user: caller.user?.id,
        // Whose words they were: their author is told what became of them.
        author: suggestion.user_id ?? undefined,
        target: texts(suggestion.target).join("\n"),
        details: {
          ...(why.reason === undefined || why.reason === "" ? {} : { rejection_reason: why.reason }),
          ...(why.isSpam ? { is_spam: true } : {}),
        },
      },
    ]);
    return true;
  });
}

/** Keeps the mark of a string that has suggestions, and the counter of its translation. */
async function noteSuggestions(queries: Queries, { unit, translation }: VisibleUnit): Promise<void> {
  const note = async () => {
    const left = await queries
      .selectFrom("suggestion")
      .select("id")
      .where("unit_id", "=", unit.id)
      .limit(1)
      .executeTakeFirst();
    await queries
      .updateTable("unit")
      .set({ has_suggestion: left === undefined ? 0 : 1 })
      .where("id", "=", unit.id)
      .execute();
    return { translations: [translation.id] };
  };
  await keepingCounters(queries, [unit.id], note, { withTranslations: false });
}
