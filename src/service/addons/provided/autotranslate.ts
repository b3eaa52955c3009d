import * as z from "zod";
import { autotranslate as translate } from "../../autotranslate/autotranslation.ts";
import { engineSources, isMachine, MEMORY_ENGINE, NEVER_DONE } from "../../autotranslate/engines.ts";
import type { TextSource } from "../../autotranslate/text-source.ts";
import type { ComponentRecord } from "../../components/component-settings.ts";
import { machineServices } from "../../machinery/services.ts";
import type { Service } from "../../service.ts";
import { unitCondition } from "../../units/unit-query.ts";
import { integer, listOf } from "../../../contract/fields.ts";
import { addon } from "../addon.ts";

const configuration = z
  .strictObject({
    mode: z.enum(["suggest", "translate", "fuzzy"]).default("suggest"),
    q: z.string().default("state:<translated").refine(isQuery, "This query is not understood."),
    auto_source: z.enum(["others", "mt"]).default("others"),
    /** Id of another component of the project; none: all of them. A restricted one is left out: an add-on asks for everybody. */
    component: z.union([z.literal("").transform(() => null), integer.nullable()]).default(null),
    engines: listOf(z.enum([MEMORY_ENGINE, ...machineServices.map(({ id }) => id)])).default([]),
    threshold: integer.pipe(z.int().min(1).max(100)).default(80),
  })
  .refine(({ auto_source: source, engines }) => source === "others" || engines.length > 0, {
    path: ["engines"],
    message: `Name the engines to ask: "${MEMORY_ENGINE}", or a service of the project's machinery settings.`,
  })
  .refine(({ mode, engines }) => mode !== "translate" || !engines.some(isMachine), {
    path: ["mode"],
    message: NEVER_DONE,
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

/** Fills strings from other components, the translation memory or machines, every day and after each update. */
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
    const sources = await sourcesOf(service, component, options);
    const problems = new Set<string>();
    for (const { id } of translations) {
      const { mode, q: query } = options;
      const request = { translation: id, mode, query, sources, user: null, overApproved: false };
      const { problem } = await translate(service, request);
      if (problem !== "") problems.add(problem);
    }
    for (const problem of problems) service.logger.warning(`Automatic translation of ${component.slug}: ${problem}`);
  },
});

async function sourcesOf(
  service: Service,
  component: ComponentRecord,
  options: Options,
): Promise<readonly TextSource[]> {
  if (options.auto_source === "mt") return engineSources(options.engines, options.threshold, null);
  let others = service.database
    .selectFrom("component")
    .select("id")
    .where("project_id", "=", component.project_id)
    .where("id", "!=", component.id)
    .where("restricted", "=", 0)
    .where("removing", "=", 0);
  if (options.component !== null) others = others.where("id", "=", options.component);
  return [{ kind: "components", components: (await others.execute()).map(({ id }) => id) }];
}
