import * as z from "zod";
import { isMonolingual } from "../../files/component-files.ts";
import { calculateFrom, unlessTooCostly } from "../../threads/calculate.ts";
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
async function cleanUp(
  { target: { clone }, component: { settings } }: CloneRun<unknown>,
  path: string,
): Promise<boolean> {
  const content = await clone.tryRead(path);
  const base = await clone.tryRead(settings.template);
  if (content === undefined || base === undefined) return false;
  const request = { settings, path, content, base };
  const cleaned = await calculateFrom([content, base], "withoutUnknown", request).catch(unlessTooCostly);
  if (cleaned !== undefined) await clone.write(path, cleaned);
  return cleaned !== undefined;
}
