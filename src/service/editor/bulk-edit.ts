import { createHash, randomBytes } from "node:crypto";
import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { LONGEST_TEXT } from "../../contract/fields.ts";
import { invalid } from "../../http-api/refusal.ts";
import { inOpenTransaction, inTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { commitOthersWork } from "../clone/pending.ts";
import { notAuthenticated } from "../http/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import { searchIn } from "../landing/pull-request-search.ts";
import { timestamp, type Service } from "../service.ts";
import type { UnitEdit } from "../units/edit.ts";
import { setLabels } from "../units/labels.ts";
import { lockedStrings } from "../units/locked-strings.ts";
import type { SuggestionRecord } from "../units/suggestions.ts";
import { applySuggestions, planSuggestions, type SuggestionOrder } from "./bulk-suggestions.ts";
import { mayChangeText, reviewRefusal, translationRefusal } from "../units/unit-access.ts";
import { formsOf, type Undo } from "../units/undo.ts";
import { countedWith, editUnits } from "../units/unit-edit.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import { pageOf, searchUnits } from "../units/unit-search.ts";
import { assertSourceInformation } from "../units/source-information.ts";

/** What is to be done with all strings of a search. */
export type BulkOrder =
  | { readonly kind: "state"; readonly state: number }
  | { readonly kind: "replace"; readonly find: string; readonly by: string; readonly anyCase: boolean }
  | { readonly kind: "label"; readonly label: number; readonly adds: boolean }
  | SuggestionOrder;

/** A string as it is, and as it would be. */
export interface PlannedEdit {
  readonly unit: UnitRecord;
  readonly target: readonly string[];
  readonly state: number;
  /** The suggestion that becomes the text, or goes. */
  readonly suggestion?: SuggestionRecord;
}

export interface BulkPlan {
  readonly edits: readonly PlannedEdit[];
  /** Of the strings that are left alone though the order is about them: why, and how many. */
  readonly refused: ReadonlyMap<string, number>;
  /** How many strings the search finds. */
  readonly found: number;
  /** Of exactly these edits: what is done is what was shown. */
  readonly hash: string;
}

/** More are not changed at once: a search is narrowed until somebody can look at what it changes. */
export const MOST_AT_ONCE = 1000;
/** Of all texts together, as they would be. */
const MOST_CHARACTERS = 5_000_000;
/** One transaction, between which others get their turn. */
const TOGETHER = 100;

/** What a string becomes; undefined: the order leaves it as it is. Pure. */
export function editOf(
  order: BulkOrder,
  unit: Pick<UnitRecord, "target" | "state">,
): Omit<PlannedEdit, "unit"> | undefined {
  const target = texts(unit.target);
  switch (order.kind) {
    case "state":
      return isEmpty(target) || unit.state === order.state || unit.state === unitStates.readOnly
        ? undefined
        : { target, state: order.state };
    case "replace": {
      const replaced = target.map((text) => replacedIn(text, order));
      if (equalTexts(replaced, target)) return undefined;
      return { target: replaced, state: isEmpty(replaced) ? unitStates.untranslated : unit.state };
    }
    case "label":
      return { target, state: unit.state };
    case "accept":
    case "decline":
      // What becomes of it stands in its suggestions (`planSuggestions`).
      return undefined;
  }
}

type Replacement = Extract<BulkOrder, { readonly kind: "replace" }>;

function replacedIn(text: string, order: Replacement): string {
  return order.find === "" ? text : text.replaceAll(patternOf(order), () => order.by);
}

/** Told before it is made: few characters of a form may stand for very many in all strings. */
function lengthAfter(text: string, order: Replacement): number {
  const found = order.find === "" ? [] : text.matchAll(patternOf(order));
  let length = text.length;
  for (const [part] of found) length += order.by.length - part.length;
  return length;
}

function patternOf({ find, anyCase }: Replacement): RegExp {
  return new RegExp(find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), anyCase ? "giu" : "gu");
}

/**
 * What an order would change, of the strings that the caller may change. Nothing is changed.
 * @throws 400 on `q`, for more strings than are changed at once, and for an order that says nothing; 401; 403 on labels
 */
export async function planBulkEdit(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  { q, order }: { readonly q: string; readonly order: BulkOrder },
): Promise<BulkPlan> {
  if (caller.user === undefined) throw notAuthenticated();
  if (order.kind === "replace" && order.find === "") throw invalid("find", "Say what is to be replaced.", "blank");
  const strings = await searchUnits(service, await searchIn(service, place, q), { translation: place.translation.id });
  const found = await strings.count();
  if (found > MOST_AT_ONCE) {
    const count = found.toLocaleString("en-US");
    throw invalid(
      "q",
      `The search finds ${count} strings; ${MOST_AT_ONCE.toLocaleString("en-US")} are changed at once: narrow it.`,
    );
  }
  const units = await pageOf(strings, MOST_AT_ONCE, 0);
  if (isOfSuggestions(order)) {
    const plan = await planSuggestions(service, caller, place, { units, order });
    return { ...plan, found, hash: hashOf(plan.edits) };
  }
  const labelled = order.kind === "label" ? await labelledBy(service, order.label, units) : new Set<number>();
  const edits: PlannedEdit[] = [];
  const refused = new Map<string, number>();
  const refuse = (reason: string): void => {
    refused.set(reason, (refused.get(reason) ?? 0) + 1);
  };
  let characters = 0;
  for (const unit of units) {
    const lengths = order.kind === "replace" ? texts(unit.target).map((text) => lengthAfter(text, order)) : [];
    if (lengths.some((length) => length > LONGEST_TEXT)) {
      refuse(`The text would be longer than ${LONGEST_TEXT.toLocaleString("en-US")} characters.`);
      continue;
    }
    characters += lengths.reduce((sum, length) => sum + length, 0);
    if (characters > MOST_CHARACTERS) throw invalid("q", "The texts are too long together: narrow the search.");
    const edit = editOf(order, unit);
    const isThere = order.kind === "label" && labelled.has(unit.source_unit_id ?? unit.id) === order.adds;
    if (edit === undefined || isThere) continue;
    const refusal = await refusalOf(service, caller, place, unit, order);
    if (refusal === undefined) edits.push({ unit, ...edit });
    else refuse(refusal);
  }
  return { edits, refused, found, hash: hashOf(edits) };
}

function isOfSuggestions(order: BulkOrder): order is SuggestionOrder {
  return order.kind === "accept" || order.kind === "decline";
}

async function refusalOf(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  unit: UnitRecord,
  order: Exclude<BulkOrder, SuggestionOrder>,
): Promise<string | undefined> {
  const at = { ...place, unit };
  if (order.kind === "label") {
    // Labels are of the source, whoever looks at which language.
    assertSourceInformation(caller, { ...at, translation: { ...place.translation, is_source: 1 } }, { labels: [] });
    return undefined;
  }
  const refusal = await translationRefusal(service.database, caller, at);
  if (refusal !== undefined) return refusal.message;
  if (order.kind === "replace" && !mayChangeText(at)) return "The source text is read-only.";
  return order.kind === "state" && order.state === unitStates.approved
    ? reviewRefusal(caller, place)?.message
    : undefined;
}

/** Ids of the source strings that have a label. */
async function labelledBy({ database }: Service, label: number, units: readonly UnitRecord[]): Promise<Set<number>> {
  const sources = units.map((unit) => unit.source_unit_id ?? unit.id);
  const rows = await database
    .selectFrom("unit_label")
    .select("unit_id")
    .where("label_id", "=", label)
    .where("unit_id", "in", [0, ...sources])
    .execute();
  return new Set(rows.map(({ unit_id: unit }) => unit));
}

function hashOf(edits: readonly PlannedEdit[]): string {
  const seen = edits.map(({ unit, target, state, suggestion }) => [
    unit.id,
    unit.target,
    unit.state,
    target,
    state,
    suggestion?.id,
  ]);
  return createHash("sha256").update(JSON.stringify(seen)).digest("hex").slice(0, 32);
}

export interface BulkResult {
  /** What it is undone by; "" where there is no undo. */
  readonly id: string;
  readonly changed: number;
  /** Somebody changed these meanwhile. */
  readonly overtaken: number;
}

/** Does what a plan says, as saves of the caller that the log keeps. What somebody changed meanwhile is left alone. */
export async function applyBulkEdit(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  { edits }: BulkPlan,
  order: BulkOrder,
): Promise<BulkResult> {
  const { user } = caller;
  if (user === undefined) throw notAuthenticated();
  if (order.kind === "label") return labelAll(service, caller, place, edits, order);
  if (isOfSuggestions(order)) {
    const planned = edits.flatMap(({ suggestion, ...edit }) =>
      suggestion === undefined ? [] : [{ ...edit, suggestion }],
    );
    const done = await applySuggestions(service, caller, place, planned, order);
    return { id: "", changed: done, overtaken: edits.length - done };
  }
  const id = `${timestamp(service)} ${randomBytes(6).toString("base64url")}`;
  const code = order.kind === "state" ? action.bulkStateChanged : action.replaced;
  const changed = await saveAll(
    service,
    caller,
    place,
    edits.map((edit) => ({ ...edit, action: code, details: { bulk: { id, state: edit.state } } })),
  );
  return { id, changed, overtaken: edits.length - changed };
}

/** @returns how many were saved: those that are still as they were */
async function saveAll(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  edits: readonly UnitEdit[],
): Promise<number> {
  const user = caller.user?.id;
  let changed = 0;
  for (let at = 0; at < edits.length; at += TOGETHER) {
    const some = edits.slice(at, at + TOGETHER);
    await commitOthersWork(
      service,
      place.component,
      some.map(({ unit }) => unit),
      user,
    );
    changed += await inOpenTransaction(service.database, async (queries) => {
      const ids = some.map(({ unit }) => unit.id);
      const counted = await lockedStrings(queries, await countedWith(queries, place, ids));
      const now = new Map(counted.map((row) => [row.id, row]));
      const open = some.flatMap((edit) => {
        const unit = now.get(edit.unit.id);
        const isSame =
          unit?.target === edit.unit.target && unit.state === edit.unit.state && unit.source === edit.unit.source;
        return unit !== undefined && isSame ? [{ ...edit, unit }] : [];
      });
      const turn = { counted, isAlone: false };
      return (await editUnits(service, queries, { ...place, user, turn }, open)).length;
    });
  }
  return changed;
}

async function labelAll(
  service: Service,
  caller: Caller,
  { project, component }: VisibleTranslation,
  edits: readonly PlannedEdit[],
  { label, adds }: Extract<BulkOrder, { readonly kind: "label" }>,
): Promise<BulkResult> {
  await inTransaction(service.database, async (queries) => {
    for (const { unit } of edits) {
      const source = unit.source_unit_id ?? unit.id;
      const rows = await queries.selectFrom("unit_label").select("label_id").where("unit_id", "=", source).execute();
      const others = rows.map(({ label_id: id }) => id).filter((id) => id !== label);
      const about = { project: project.id, component: component.id, unit: source, user: caller.user?.id };
      await setLabels(service, queries, about, adds ? [...others, label] : others);
    }
  });
  return { id: "", changed: edits.length, overtaken: 0 };
}

/** Takes back what one order changed, where nobody changed it since. @throws 401; 403 for another person's */
export async function undoBulkEdit(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  id: string,
): Promise<BulkResult> {
  const { user } = caller;
  if (user === undefined) throw notAuthenticated();
  const [began = ""] = id.split(" ");
  const rows = await service.database
    .selectFrom("change")
    .innerJoin("unit", "unit.id", "change.unit_id")
    .selectAll("unit")
    .select(["change.old as before", "change.target as made", "change.details"])
    .where("change.translation_id", "=", place.translation.id)
    .where("change.user_id", "=", user.id)
    .where("change.timestamp", ">=", began)
    .where("change.action", "in", [action.bulkStateChanged, action.replaced])
    .orderBy("change.id")
    .limit(MOST_AT_ONCE * 10)
    .execute();
  const edits: UnitEdit[] = [];
  let overtaken = 0;
  for (const { before, made, details, ...unit } of rows) {
    const { bulk, undo }: { bulk?: { id: string; state: number }; undo?: Undo } = JSON.parse(details);
    if (bulk?.id !== id) continue;
    const change = { old: before, target: made, details };
    const count = texts(unit.target).length;
    const [old, present] = [formsOf(change, "old", count), formsOf(change, "target", count)];
    const refusal = await translationRefusal(service.database, caller, { ...place, unit });
    const isSame = present !== undefined && equalTexts(present, texts(unit.target)) && unit.state === bulk.state;
    if (old === undefined || refusal !== undefined || !isSame) {
      overtaken += 1;
      continue;
    }
    edits.push({ unit, target: old, state: undo?.state ?? unit.state, action: action.reverted });
  }
  const changed = await saveAll(service, caller, place, edits);
  return { id: "", changed, overtaken: overtaken + edits.length - changed };
}
