import * as z from "zod";
import { autotranslate as translate } from "../../autotranslate/autotranslation.ts";
import type { TextSource } from "../../autotranslate/text-source.ts";
import type { ComponentRecord } from "../../components/component-settings.ts";
import type { Service } from "../../service.ts";
import { unitCondition } from "../../units/unit-query.ts";
import { integer, listOf } from "../../../contract/fields.ts";
import { addon } from "../addon.ts";

/** The one engine that is built in. */
const MEMORY_ENGINE = "weblate-translation-memory";

const configuration = z
  .strictObject({
    mode: z.enum(["suggest", "translate", "fuzzy"]).default("suggest"),
    q: z.string().default("state:<translated").refine(isQuery, "This query is not understood."),
    auto_source: z.enum(["others", "mt"]).default("others"),
    /** Id of another component of the project; none: all of them. A restricted one is left out: an add-on asks for everybody. */
    component: z.union([z.literal("").transform(() => null), integer.nullable()]).default(null),
    engines: listOf(z.literal(MEMORY_ENGINE)).default([]),
    threshold: integer.pipe(z.int().min(1).max(100)).default(80),
  })
  .refine(({ auto_source: source, engines }) => source === "others" || engines.length > 0, {
    path: ["engines"],
    message: `Name the engines to ask: "${MEMORY_ENGINE}".`,
  });
type Options = z.output<typeof configuration>;

function isQuery(query: string): boolean {
  try {
    unitCondition(query);
    return true;
  } catch {
    return false;
  }
}

/** Fills strings from other components or the translation memory, every day and after each update. */
export const autotranslate = addon({
  name: "weblate.autotranslate.autotranslate",
  title: "Automatic translation",
  scope: "either",
  multiple: true,
  configuration,
  runsAfterUpdate: true,
  daily: async ({ service, component, configuration: options }) => {
    if (component.locked === 1) return;
    const translations = await service.database
      .selectFrom("translation")
      .select("id")
      .where("component_id", "=", component.id)
      .where("is_source", "=", 0)
      .execute();
    const sources = [await sourceOf(service, component, options)];
    for (const { id } of translations) {
      const { mode, q: query } = options;
      await translate(service, { translation: id, mode, query, sources, user: null, overApproved: false });
    }
  },
});

async function sourceOf(service: Service, component: ComponentRecord, options: Options): Promise<TextSource> {
  if (options.auto_source === "mt") return { kind: "memory", threshold: options.threshold, user: null };
  let others = service.database
    .selectFrom("component")
    .select("id")
    .where("project_id", "=", component.project_id)
    .where("id", "!=", component.id)
    .where("restricted", "=", 0);
  if (options.component !== null) others = others.where("id", "=", options.component);
  return { kind: "components", components: (await others.execute()).map(({ id }) => id) };
}
