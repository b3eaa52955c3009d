import * as z from "zod";
import { createLanguage } from "../../components/language-addition.ts";
import { Refusal } from "../../../http-api/refusal.ts";
import { addon } from "../addon.ts";

/** Adds to each component of a project the languages that others of it have. */
export const consistencyLanguages = addon({
  name: "weblate.consistency.languages",
  title: "Add missing languages",
  scope: "project",
  configuration: z.strictObject({}),
  unsuitable: ({ settings }) => (settings.new_lang === "add" ? undefined : "it adds no languages by itself"),
  daily: async ({ service, component }) => {
    const { database } = service;
    const own = database.selectFrom("translation").select("language_id").where("component_id", "=", component.id);
    const missing = await database
      .selectFrom("language")
      .selectAll()
      .where("id", "!=", component.source_language_id)
      .where("id", "not in", own)
      .where(
        "id",
        "in",
        database
          .selectFrom("translation")
          .select("language_id")
          .where("project_id", "=", component.project_id)
          .where("is_source", "=", 0),
      )
      .orderBy("id")
      .execute();
    for (const language of missing) {
      try {
        await createLanguage(service, component, language, undefined);
      } catch (error) {
        // A file of that language is there and is not read for it: somebody's own affair.
        if (!(error instanceof Refusal) || error.status === 423) throw error;
      }
    }
  },
});
