import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { batches, insertAll } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { changeRows, touchedBy, type Happening } from "../changes/change-log.ts";
import { contribution } from "../identity/contribution.ts";
import { timestamp, type Service } from "../service.ts";
import { keepingCounters } from "./counters.ts";
import type { EditContext } from "./edit.ts";
import { texts, type UnitRecord } from "./unit-row.ts";

export interface SuggestedText {
  readonly unit: Pick<UnitRecord, "id" | "target">;
  readonly target: readonly string[];
}

/**
 * Adds many suggestions in one translation, as uploads and automatic translation do. What is empty, is the translation, or
 * was suggested before is left out. @returns number of suggestions
 */
export async function suggestAll(
  service: Service,
  queries: Queries,
  context: EditContext,
  wanted: readonly SuggestedText[],
): Promise<number> {
  const added = await newSuggestions(queries, wanted);
  if (added.length === 0) return 0;
  const author = context.author ?? context.user;
  const now = timestamp(service);
  const rows = added.map(({ unit, target }) => ({
    unit_id: unit.id,
    target: JSON.stringify(target),
    user_id: author ?? null,
    timestamp: now,
  }));
  const ids = added.map(({ unit }) => unit.id);
  const happenings = added.map(({ unit, target }): Happening => ({
    action: action.suggestionAdded,
    project: context.component.project_id,
    component: context.component.id,
    translation: context.translation.id,
    unit: unit.id,
    user: context.user,
    author,
    target: target.join("\n"),
  }));
  await keepingCounters(queries, ids, async () => {
    await insertAll(queries, rows, (batch) => queries.insertInto("suggestion").values(batch));
    for (const batch of batches(ids)) {
      await queries.updateTable("unit").set({ has_suggestion: 1 }).where("id", "in", batch).execute();
    }
    return {
      translations: [context.translation.id],
      touched: touchedBy(service, happenings),
      writes: [
        ...(await changeRows(service, queries, happenings)),
        ...contribution(queries, author, "suggested", added.length),
      ],
    };
  });
  return added.length;
}

/** Those that are a text, and neither the translation nor suggested before. */
export async function newSuggestions<Suggested extends SuggestedText>(
  queries: Queries,
  wanted: readonly Suggested[],
): Promise<readonly Suggested[]> {
  const known = await suggestionsOf(
    queries,
    wanted.map(({ unit }) => unit.id),
  );
  return wanted.filter(
    ({ unit, target }) =>
      !isEmpty(target) &&
      !equalTexts(texts(unit.target), target) &&
      !(known.get(unit.id) ?? []).some((other) => equalTexts(texts(other), target)),
  );
}

/** Unit → texts that were suggested for it, as JSON. */
async function suggestionsOf(queries: Queries, units: readonly number[]): Promise<Map<number, string[]>> {
  const suggestions = new Map<number, string[]>();
  for (const batch of batches(units)) {
    const rows = await queries
      .selectFrom("suggestion")
      .select(["unit_id", "target"])
      .where("unit_id", "in", batch)
      .execute();
    for (const { unit_id: unit, target } of rows) suggestions.set(unit, [...(suggestions.get(unit) ?? []), target]);
  }
  return suggestions;
}
