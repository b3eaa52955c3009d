import * as z from "zod";
import { boolean } from "../../../contract/fields.ts";
import { FormatError } from "../../../formats/format.ts";
import { sortProperties } from "../../../formats/properties/sort.ts";
import { addon, type CloneRun } from "../addon.ts";

const configuration = z.strictObject({ case_sensitive: boolean.default(false) });
type Options = z.output<typeof configuration>;

/** Keeps the keys of Java properties files in order. */
export const propertiesSort = addon({
  name: "weblate.properties.sort",
  title: "Format the Java properties file",
  scope: "either",
  configuration,
  unsuitable: ({ settings }) => (settings.file_format === "properties" ? undefined : "it needs properties files"),
  changeFiles: async (run) => {
    const translations = await run.service.database
      .selectFrom("translation")
      .select("filename")
      .where("component_id", "=", run.component.id)
      .where("filename", "!=", "")
      .execute();
    const changed: string[] = [];
    for (const { filename } of translations) if (await sort(run, filename)) changed.push(filename);
    return changed;
  },
  beforeCommit: async ({ translation, ...run }) => {
    await sort(run, translation.filename);
    return [];
  },
});

async function sort({ target: { clone }, configuration: options }: CloneRun<Options>, path: string): Promise<boolean> {
  const old = await clone.tryRead(path);
  if (old === undefined) return false;
  try {
    const sorted = sortProperties(old, { caseSensitive: options.case_sensitive });
    if (old.equals(sorted)) return false;
    await clone.write(path, sorted);
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}
