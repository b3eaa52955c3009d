import * as z from "zod";
import { calculateFrom, unlessTooCostly } from "../../threads/calculate.ts";
import { boolean } from "../../../contract/fields.ts";
import { addon } from "../addon.ts";

const configuration = z.strictObject({
  /** Whether strings whose source changed keep the earlier one as a comment. */
  previous: boolean.default(true),
  /** Whether places in the program are left out. */
  no_location: boolean.default(false),
  /** Guessing translations of new strings from similar ones is not done here. */
  fuzzy: boolean
    .default(false)
    .refine((fuzzy) => !fuzzy, "Fuzzy matching is not available here; send false, or leave it out."),
});

/** Brings PO files up to their template whenever that changes, as msgmerge does. */
export const gettextMsgmerge = addon({
  name: "weblate.gettext.msgmerge",
  title: "Update PO files to match POT (msgmerge)",
  scope: "either",
  configuration,
  unsuitable: ({ settings }) =>
    settings.file_format === "po" && settings.new_base !== "" ? undefined : "it needs PO files with a template",
  changeFiles: async ({ service, target: { clone }, component, configuration: options }) => {
    const template = await clone.tryRead(component.settings.new_base);
    if (template === undefined) return [];
    const translations = await service.database
      .selectFrom("translation")
      .select("filename")
      .where("component_id", "=", component.id)
      .where("filename", "not in", ["", component.settings.new_base])
      .execute();
    const changed: string[] = [];
    for (const { filename } of translations) {
      const old = await clone.tryRead(filename);
      const updated = old === undefined ? undefined : await updatedFrom(old, template, options);
      if (old === undefined || updated === undefined || updated.equals(old)) continue;
      await clone.write(filename, updated);
      changed.push(filename);
    }
    return changed;
  },
});

/** @returns undefined for a file that cannot be read, or is too large to be: the alert tells of it */
async function updatedFrom(
  po: Buffer,
  template: Buffer,
  { previous, no_location: withoutLocation }: z.output<typeof configuration>,
): Promise<Buffer | undefined> {
  const read = await calculateFrom([po, template], "updatedFile", { file: po, template }).catch(unlessTooCostly);
  if (read === undefined || "fault" in read) return undefined;
  let updated: Buffer = Buffer.from(read.content);
  if (!previous) updated = withoutLines(updated, /^(?:#~)?#\|.*\r?\n/gm);
  if (withoutLocation) updated = withoutLines(updated, /^#:.*\r?\n/gm);
  return updated;
}

/** Comments are lines of their own; latin1 leaves every other byte as it is. */
function withoutLines(bytes: Buffer, lines: RegExp): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll(lines, ""), "latin1");
}
