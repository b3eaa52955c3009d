import * as z from "zod";
import { posix } from "node:path";
import type { ComponentRecord } from "../../components/component-settings.ts";
import { fileMask } from "../../files/file-mask.ts";
import { addon, type CloneRun } from "../addon.ts";

/** Keeps gettext's list of languages: the file `LINGUAS` beside the template. */
export const gettextLinguas = addon({
  name: "weblate.gettext.linguas",
  title: "Update LINGUAS file",
  scope: "either",
  configuration: z.strictObject({}),
  unsuitable: ({ settings }) => (settings.file_format.startsWith("po") ? undefined : "it needs PO files"),
  changeFiles: (run) => update(run),
  languageFileMade: ({ path, ...run }) => update(run, fileMask(run.component.settings.filemask).codeIn(path)),
});

async function update(run: CloneRun<unknown>, added?: string): Promise<readonly string[]> {
  const { service, target, component } = run;
  const path = linguasPath(component);
  const old = (await target.clone.tryRead(path))?.toString("utf8");
  if (old === undefined) return [];
  const translations = await service.database
    .selectFrom("translation")
    .select("language_code")
    .where("component_id", "=", component.id)
    .where("is_source", "=", 0)
    .execute();
  const codes = translations.map((translation) => translation.language_code);
  const updated = updateLinguas(old, [...codes, ...(added === undefined ? [] : [added])]);
  if (updated === old) return [];
  await target.clone.write(path, Buffer.from(updated));
  return [path];
}

function linguasPath({ settings }: ComponentRecord): string {
  return posix.join(posix.dirname(settings.new_base === "" ? settings.filemask : settings.new_base), "LINGUAS");
}

/** The list with these languages and no other; comments, and whether it is one line or one language a line, stay. */
export function updateLinguas(text: string, codes: readonly string[]): string {
  const wanted = new Set(codes.toSorted());
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const inOneLine = lines.findIndex((line) => /\S\s+\S/.test(withoutComment(line)));
  if (inOneLine >= 0) return `${lines.with(inOneLine, [...wanted].join(" ")).join("\n")}\n`;
  const kept = lines.filter((line) => withoutComment(line) === "" || wanted.delete(withoutComment(line)));
  return [...kept, ...wanted, ""].join("\n");
}

function withoutComment(line: string): string {
  return line.replace(/#.*/, "").trim();
}
