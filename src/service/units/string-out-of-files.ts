import { sql } from "kysely";
import type { Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { blobId } from "../clone/clone.ts";
import { intermediateOf, isMonolingual } from "../files/component-files.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { keepingCounters } from "./counters.ts";
import type { WrittenFiles } from "./file-rewrite.ts";
import { moveStrings } from "./positions.ts";
import { removeUnits } from "./removal-in-parts.ts";
import { lastPosition } from "./strings-in-parts.ts";
import { hasKey } from "./unit-key.ts";
import { texts } from "./unit-row.ts";

/**
 * Forgets a source string that was taken out of all files of a monolingual component, and notes these as known: of thousands of strings
 * in each of them, none need be read and compared again. Where the database did not know the files as they were, or more became of one
 * than that it lost the string, it does nothing: they are read as any others. So are those of a bilingual component, in which a string may be left that no file has any more.
 */
export async function forgetString(
  service: Service,
  queries: Queries,
  { component, unit, user }: Pick<VisibleUnit, "component" | "unit"> & { readonly user: number | undefined },
  written: WrittenFiles,
): Promise<void> {
  const { settings } = component;
  // Developers may still write what the base lost.
  if (!isMonolingual(settings) || intermediateOf(settings) !== "") return;
  const known = await knownFiles(queries, component.id, written);
  const { template_revision: template } = await queries
    .selectFrom("component")
    .select("template_revision")
    .where("id", "=", component.id)
    .executeTakeFirstOrThrow();
  const base = written.get(settings.template);
  if (known === undefined || base === undefined || blobId(base.was, template) !== template) return;
  const values = { template_revision: blobId(base.content, template) };
  await queries.updateTable("component").set(values).where("id", "=", component.id).execute();
  for (const { id, revision } of known) {
    await queries.updateTable("translation").set({ revision }).where("id", "=", id).execute();
  }
  const rows = await queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select(["unit.id", "unit.translation_id", "unit.position", "unit.source"])
    .where("translation.component_id", "=", component.id)
    .where(hasKey(queries, { translation: sql.ref("translation.id"), key: unit.key }))
    // A source goes after its translations.
    .orderBy("translation.is_source")
    .execute();
  const ids = rows.map(({ id }) => id);
  await keepingCounters(
    queries,
    ids,
    async () => {
      await removeUnits(queries, ids);
      for (const { translation_id: place, position } of rows) {
        const last = await lastPosition(queries, place);
        await moveStrings(queries, place, { shifts: [{ from: position + 1, to: last, by: -1 }], alone: [] });
      }
      return { translations: rows.map(({ translation_id: place }) => place) };
    },
    { withTranslations: false },
  );
  const of = { project: component.project_id, component: component.id, user };
  await record(service, queries, [
    ...known.map(({ id }) => ({ ...of, action: action.resourceUpdated, translation: id })),
    ...rows.map(({ translation_id: place, source }) => ({
      ...of,
      action: action.unitRemoved,
      translation: place,
      target: texts(source)[0] ?? "",
      details: { key: unit.key },
    })),
  ]);
}

/**
 * Translations whose files were written, with the ids of these files now.
 * @returns undefined where one of the files was not known, has lost not the string alone, or is that of several languages
 */
async function knownFiles(
  queries: Queries,
  component: number,
  written: WrittenFiles,
): Promise<{ readonly id: number; readonly revision: string }[] | undefined> {
  const translations = await queries
    .selectFrom("translation")
    .select(["id", "filename", "revision"])
    .where("component_id", "=", component)
    .execute();
  const known = translations.flatMap(({ id, filename, revision }) => {
    const file = written.get(filename);
    return file === undefined || !file.hasOnlyLost || blobId(file.was, revision) !== revision
      ? []
      : [{ id, revision: blobId(file.content, revision) }];
  });
  const concerned = translations.filter(({ filename }) => written.has(filename));
  return concerned.length === written.size && known.length === written.size ? known : undefined;
}
