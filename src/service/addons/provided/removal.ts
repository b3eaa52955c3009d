import * as z from "zod";
import { integer } from "../../../contract/fields.ts";
import { batches } from "../../../store/bulk.ts";
import { inOpenTransaction } from "../../../store/database.ts";
import { action } from "../../changes/actions.ts";
import { changeRows, touchedBy } from "../../changes/change-log.ts";
import { markCommented } from "../../units/comments.ts";
import { keepingCounters } from "../../units/counters.ts";
import { lockStrings } from "../../units/locked-strings.ts";
import { texts } from "../../units/unit-row.ts";
import { addon, type ComponentRun } from "../addon.ts";

const DAY_MILLISECONDS = 86_400_000;
const age = integer.pipe(z.int().min(1).max(36_500)).default(30);

function before({ service }: ComponentRun<unknown>, days: number): string {
  return new Date(service.clock.now().getTime() - days * DAY_MILLISECONDS).toISOString();
}

/**
 * Removes comments that are older than `age` days. Strings are locked before: a string is marked as one with comments while it has an open
 * one, and its translation counts those that are marked. Whoever comments locks it, too.
 */
export const removalComments = addon({
  name: "weblate.removal.comments",
  title: "Stale comment removal",
  scope: "either",
  configuration: z.strictObject({ age }),
  daily: async (run) => {
    const { service, component } = run;
    const stale = await service.database
      .selectFrom("comment")
      .innerJoin("unit", "unit.id", "comment.unit_id")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .select(["comment.id", "comment.unit_id", "translation.id as translation"])
      .where("translation.component_id", "=", component.id)
      .where("comment.timestamp", "<", before(run, run.configuration.age))
      .execute();
    for (const batch of batches(stale)) {
      await inOpenTransaction(service.database, async (queries) => {
        const units = [...new Set(batch.map((comment) => comment.unit_id))];
        await lockStrings(queries, units);
        const remove = async () => {
          const ids = batch.map(({ id }) => id);
          await queries.deleteFrom("comment").where("id", "in", ids).execute();
          await markCommented(queries, units);
          return { translations: batch.map(({ translation }) => translation) };
        };
        await keepingCounters(queries, units, remove, { withTranslations: false });
      });
    }
  },
});

/** Removes suggestions that are older than `age` days and have no more than `votes` votes; strings are locked as above. */
export const removalSuggestions = addon({
  name: "weblate.removal.suggestions",
  title: "Stale suggestion removal",
  scope: "either",
  configuration: z.strictObject({ age, votes: integer.pipe(z.int()).default(0) }),
  daily: async (run) => {
    const { service, component, configuration } = run;
    const old = await service.database
      .selectFrom("suggestion")
      .innerJoin("unit", "unit.id", "suggestion.unit_id")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .leftJoin("suggestion_vote", "suggestion_vote.suggestion_id", "suggestion.id")
      .select(["suggestion.id", "suggestion.unit_id", "suggestion.target", "translation.id as translation"])
      .select(({ fn }) => fn.sum<number | null>("suggestion_vote.value").as("votes"))
      .where("translation.component_id", "=", component.id)
      .where("suggestion.timestamp", "<", before(run, configuration.age))
      .groupBy(["suggestion.id", "suggestion.unit_id", "suggestion.target", "translation.id"])
      .execute();
    const stale = old.filter(({ votes }) => (votes ?? 0) <= configuration.votes);
    for (const batch of batches(stale)) {
      await inOpenTransaction(service.database, async (queries) => {
        const units = [...new Set(batch.map((suggestion) => suggestion.unit_id))];
        await lockStrings(queries, units);
        const remove = async () => {
          const ids = batch.map(({ id }) => id);
          // Others are gone: somebody accepted or declined them.
          const removed = await queries.deleteFrom("suggestion").where("id", "in", ids).returning("id").execute();
          const gone = new Set(removed.map(({ id }) => id));
          const happenings = batch
            .filter(({ id }) => gone.has(id))
            .map((suggestion) => ({
              project: component.project_id,
              component: component.id,
              action: action.suggestionCleanedUp,
              translation: suggestion.translation,
              unit: suggestion.unit_id,
              target: texts(suggestion.target).join("\n"),
            }));
          const left = queries.selectFrom("suggestion").select("unit_id").where("unit_id", "in", units);
          const none = queries.updateTable("unit").set({ has_suggestion: 0 });
          await none.where("id", "in", units).where("id", "not in", left).execute();
          return {
            translations: batch.map(({ translation }) => translation),
            touched: touchedBy(service, happenings),
            writes: await changeRows(service, queries, happenings),
          };
        };
        await keepingCounters(queries, units, remove, { withTranslations: false });
      });
    }
  },
});
