import { sql, type Updateable } from "kysely";
import type { Queries } from "../../store/database.ts";
import { inParts } from "../../store/in-parts.ts";
import type { TranslationTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { changeRows, touchedBy } from "../changes/change-log.ts";
import { blobId } from "../clone/blob-file.ts";
import { intermediateOf, isMonolingual } from "../files/component-files.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { keepingCounters } from "./counters.ts";
import type { WrittenFiles } from "./file-rewrite.ts";
import { lockWithTranslations } from "./locked-strings.ts";
import { moveStrings } from "./positions.ts";
import { removeUnits } from "./removal-in-parts.ts";
import { lastPosition } from "./strings-in-parts.ts";
import { hasKey } from "./unit-key.ts";
import { texts } from "./unit-row.ts";

/**
 * Forgets a source string that was taken out of all files of a monolingual component, and notes these as known: of thousands of strings
 * in each of them, none need be read and compared again. Where the database did not know the files as they were, or more became of one
 * than that it lost the string, it does nothing: they are read as any others. So are those of a bilingual component, in which a string may be left that no file has any more.
 *
 * The string goes in one part, and those after it move up in others: others save them meanwhile.
 */
export async function forgetString(service: Service, removal: Removal, written: WrittenFiles): Promise<void> {
  const { settings } = removal.component;
  // Developers may still write what the base lost.
  if (!isMonolingual(settings) || intermediateOf(settings) !== "") return;
  await inParts(service.database, async (queries, inPart) => {
    const gone = await inPart((own) => forget(service, own, removal, written));
    for (const { translation, position } of gone) {
      const last = await lastPosition(queries, translation);
      const shifts = [{ from: position + 1, to: last, by: -1 }];
      await moveStrings(queries, translation, { shifts, alone: [] }, { inPart });
    }
  });
}

interface Removal extends Pick<VisibleUnit, "component" | "unit"> {
  readonly user: number | undefined;
}

/** @returns the places where strings were */
async function forget(
  service: Service,
  queries: Queries,
  { component, unit, user }: Removal,
  written: WrittenFiles,
): Promise<readonly { readonly translation: number; readonly position: number }[]> {
  const known = await knownFiles(queries, component.id, written);
  const { template_revision: template } = await queries
    .selectFrom("component")
    .select("template_revision")
    .where("id", "=", component.id)
    .executeTakeFirstOrThrow();
  const base = written.get(component.settings.template);
  if (known === undefined || base === undefined || blobId(base.was, template) !== template) return [];
  const values = { template_revision: blobId(base.content, template) };
  // Before strings, as who adds some locks it.
  await queries.updateTable("component").set(values).where("id", "=", component.id).execute();
  const strings = queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .where("translation.component_id", "=", component.id)
    .where(hasKey(queries, { translation: sql.ref("translation.id"), key: unit.key }))
    // A source goes after its translations.
    .orderBy("translation.is_source");
  const ids = (await strings.select("unit.id").execute()).map(({ id }) => id);
  await lockWithTranslations(queries, ids);
  const rows = await strings
    .select(["unit.id", "unit.translation_id as translation", "unit.position", "unit.source"])
    .where("unit.id", "in", [0, ...ids])
    .execute();
  const of = { project: component.project_id, component: component.id, user };
  const happenings = [
    ...known.map(({ id }) => ({ ...of, action: action.resourceUpdated, translation: id })),
    ...rows.map(({ translation, source }) => ({
      ...of,
      action: action.unitRemoved,
      translation,
      target: texts(source)[0] ?? "",
      details: { key: unit.key },
    })),
  ];
  await keepingCounters(
    queries,
    ids,
    async () => {
      await removeUnits(queries, ids);
      const touched = new Map<number, Updateable<TranslationTable>>(touchedBy(service, happenings));
      for (const { id, revision } of known) touched.set(id, { ...touched.get(id), revision });
      return {
        translations: rows.map(({ translation }) => translation),
        touched,
        writes: await changeRows(service, queries, happenings),
      };
    },
    { withTranslations: false },
  );
  return rows;
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
