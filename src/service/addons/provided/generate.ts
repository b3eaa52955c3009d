import * as z from "zod";
import { renderTemplate } from "../../clone/message-template.ts";
import { translationValues } from "../../clone/message-values.ts";
import { pathFault } from "../../clone/repository-path.ts";
import type { TranslationRecord } from "../../../store/tables.ts";
import { addon, type CloneRun } from "../addon.ts";

const configuration = z.strictObject({
  /** Both are filled as messages are, for each translation. */
  filename: z.string().trim().min(1).max(500),
  template: z.string().min(1).max(100_000),
});
type Options = z.output<typeof configuration>;

/** Writes a file for each translation: its statistics, say. */
export const generate = addon({
  name: "weblate.generate.generate",
  title: "Statistics generator",
  scope: "either",
  multiple: true,
  configuration,
  changeFiles: async (run) => {
    const translations = await run.service.database
      .selectFrom("translation")
      .selectAll()
      .where("component_id", "=", run.component.id)
      .orderBy("id")
      .execute();
    const changed: string[] = [];
    for (const translation of translations) changed.push(...(await write(run, translation)));
    return changed;
  },
  beforeCommit: ({ translation, ...run }) => write(run, translation),
});

async function write(run: CloneRun<Options>, translation: TranslationRecord): Promise<readonly string[]> {
  const { service, target, component, configuration: options } = run;
  const values = await translationValues(service, component, translation);
  const path = renderTemplate(options.filename, values).trim();
  if (pathFault(path) !== undefined || path === translation.filename) return [];
  const content = Buffer.from(renderTemplate(options.template, values));
  if ((await target.clone.tryRead(path))?.equals(content) === true) return [];
  await target.clone.write(path, content);
  return [path];
}
