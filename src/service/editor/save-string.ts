import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import { contentActions } from "../changes/actions.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { notAuthenticated } from "../http/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { timestamp, type Service } from "../service.ts";
import { translateUnit } from "../units/translate-unit.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import { hashOfText, seenSource, seenTarget } from "./seen.ts";

/** What a form sends to be saved. */
export interface Submission {
  /** One text per plural form. */
  readonly target: readonly string[];
  /** What the person chose; an empty text is untranslated whatever it is. */
  readonly state: number;
  /** `seenSource` and `seenTarget` of the string as the person saw it. */
  readonly seenSource: string;
  readonly seenTarget: string;
  /** Made once for each form: the same again was a lost answer. */
  readonly attempt: string;
  /** Whether the same string of other components gets the text as well. */
  readonly spreads: boolean;
}

export type Saved =
  /** `elsewhere`: ids of strings that got the same text. */
  | { readonly kind: "saved"; readonly elsewhere: readonly number[] }
  /** Somebody else changed the string meanwhile, or its source: nothing was saved. */
  | { readonly kind: "conflict"; readonly now: UnitRecord; readonly hasOtherSource: boolean };

/** For how long a form that arrives again is known. */
const ATTEMPT_MILLISECONDS = 86_400_000;

/** Stops a save from within its transaction. */
class Overtaken extends Error {
  readonly now: UnitRecord;
  readonly hasOtherSource: boolean;

  constructor(now: UnitRecord, hasOtherSource: boolean) {
    super("The string was changed meanwhile");
    this.now = now;
    this.hasOtherSource = hasOtherSource;
  }
}

/**
 * Saves what a person typed, unless somebody else was quicker: then nothing changes and both texts are there to choose from.
 * The same form twice is saved once; a text that is there already is saved. One's own earlier save is no conflict.
 * @throws 400, 401, 403 as `translateUnit`
 */
export async function saveString(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  submission: Submission,
): Promise<Saved> {
  const { user } = caller;
  if (user === undefined) throw notAuthenticated();
  const { target } = submission;
  const state = stateFor(submission);
  const hash = hashOfText(target, state);
  const { unit } = place;
  if (state === unit.state && equalTexts(target, texts(unit.target))) return { kind: "saved", elsewhere: [] };
  const attempt = { user: user.id, attempt: submission.attempt, unit: unit.id, hash, made: timestamp(service) };
  try {
    const elsewhere = await translateUnit(service, caller, place, {
      target,
      state,
      spreads: submission.spreads,
      setsAside: true,
      before: async (queries, now) => {
        // No conflict: the form came before, and below it is found saved.
        if ((await noteAttempt.first(queries, attempt)) === undefined) throw new Overtaken(now, false);
        const isThere = state === now.state && equalTexts(target, texts(now.target));
        if (!isThere) await assertSeen(queries, user.id, now, submission);
      },
    });
    return { kind: "saved", elsewhere };
  } catch (error) {
    if (!(error instanceof Overtaken || error instanceof Refusal)) throw error;
    // The answer to this very form was lost; what may no longer be saved may have been when it came first.
    if (await wasSaved(service.database, attempt)) return { kind: "saved", elsewhere: [] };
    if (error instanceof Refusal) throw error;
    return { kind: "conflict", now: error.now, hasOtherSource: error.hasOtherSource };
  }
}

/** Nothing typed is untranslated, and a text is not. */
export function stateFor({ target, state }: Pick<Submission, "target" | "state">): number {
  if (isEmpty(target)) return unitStates.untranslated;
  return state === unitStates.untranslated ? unitStates.translated : state;
}

/** @throws {Overtaken} */
async function assertSeen(queries: Queries, user: number, now: UnitRecord, seen: Submission): Promise<void> {
  const hasOtherSource = seenSource(now) !== seen.seenSource;
  if (!hasOtherSource && seenTarget(now) === seen.seenTarget) return;
  if (!hasOtherSource && (await lastAuthorOf(queries, now.id)) === user) return;
  throw new Overtaken(now, hasOtherSource);
}

async function lastAuthorOf(queries: Queries, unit: number): Promise<number | null | undefined> {
  const last = await queries
    .selectFrom("change")
    .select("user_id")
    .where("unit_id", "=", unit)
    .where("action", "in", [...contentActions])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.user_id;
}

interface Attempt {
  readonly user: number;
  readonly attempt: string;
  readonly unit: number;
  /** Of the text and its state. */
  readonly hash: string;
  readonly made: string;
}

/** Gives no row where the same text of this very form was saved before. */
const noteAttempt = prepared((queries, { user, attempt, unit, hash, made }: Attempt) => {
  const row = { user_id: user, attempt, unit_id: unit, text_hash: hash, made };
  return queries
    .insertInto("page_attempt")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "attempt"])
        .doUpdateSet(row)
        .where((known) =>
          known.or([known("page_attempt.unit_id", "<>", unit), known("page_attempt.text_hash", "<>", hash)]),
        ),
    )
    .returning("unit_id");
});

async function wasSaved(queries: Queries, { user, attempt, unit, hash }: Attempt): Promise<boolean> {
  const known = await queries
    .selectFrom("page_attempt")
    .select("unit_id")
    .where("user_id", "=", user)
    .where("attempt", "=", attempt)
    .where("unit_id", "=", unit)
    .where("text_hash", "=", hash)
    .executeTakeFirst();
  return known !== undefined;
}

export async function forgetOldAttempts({ database, clock }: Service): Promise<void> {
  const before = new Date(clock.now().getTime() - ATTEMPT_MILLISECONDS).toISOString();
  await database.deleteFrom("page_attempt").where("made", "<", before).execute();
}
