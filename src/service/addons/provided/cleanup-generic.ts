import * as z from "zod";
import { FormatError } from "../../../formats/format.ts";
import { formatOf, isMonolingual, readTemplate } from "../../files/component-files.ts";
import { addon, type CloneRun } from "../addon.ts";

/** Takes out of translation files what the base file of a monolingual component does not have any more. */
export const cleanupGeneric = addon({
  name: "weblate.cleanup.generic",
  title: "Cleanup translation files",
  scope: "either",
  configuration: z.strictObject({}),
  unsuitable: ({ settings }) => (isMonolingual(settings) ? undefined : "the component has no base file"),
  changeFiles: async (run) => {
    const { database } = run.service;
    const translations = await database
      .selectFrom("translation")
      .select("filename")
      .where("component_id", "=", run.component.id)
      .where("is_template", "=", 0)
      .where("filename", "!=", "")
      .execute();
    const changed: string[] = [];
    for (const { filename } of translations) if (await cleanUp(run, filename)) changed.push(filename);
    return changed;
  },
  beforeCommit: async ({ translation, ...run }) => {
    if (translation.is_template === 0) await cleanUp(run, translation.filename);
    return [];
  },
});

/** @returns whether the file was changed */
async function cleanUp({ target: { clone }, component }: CloneRun<unknown>, path: string): Promise<boolean> {
  const format = formatOf(component.settings);
  const bytes = await clone.tryRead(path);
  if (bytes === undefined) return false;
  try {
    const template = await readTemplate(clone, component.settings);
    const known = new Set(template?.units.map(({ key }) => key));
    const stale = format.read(bytes, { path }).units.filter(({ key }) => !known.has(key));
    if (stale.length === 0) return false;
    const changes = stale.map(({ key }) => ({ kind: "remove", key }) as const);
    await clone.write(path, format.patch(bytes, changes, { path }));
    return true;
  } catch (error) {
    // What cannot be read is told of by the alert; it is left as it is.
    if (error instanceof FormatError) return false;
    throw error;
  }
}
