import { unitFinder } from "../../formats/exports/unit-finder.ts";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { stringsByKeys } from "../units/unit-key.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import { isMonolingual } from "./component-files.ts";
import type { Upload } from "./upload-request.ts";
import type { UploadedText } from "./uploaded-file.ts";

/** What an uploaded file is compared with. */
export const comparedColumns = [
  ...(["id", "translation_id", "key", "context", "source", "target"] as const),
  ...(["state", "pending", "pending_author_id"] as const),
] as const;

/** A string as a file is compared with it: all of a large translation are in memory at once. */
export type ComparedString = Pick<UnitRecord, (typeof comparedColumns)[number]>;

/** Which string a text speaks of. */
type Finder = (text: UploadedText) => ComparedString | undefined;

const stringsOfKeys = stringsByKeys((strings) => strings.select(comparedColumns));

/**
 * Finds the strings that some texts of a file speak of: those of the component's own format by their keys, a few at a time; for others
 * all strings are compared.
 */
export function stringFinder(queries: Queries, upload: Upload): (some: readonly UploadedText[]) => Promise<Finder> {
  const { translation, component } = upload;
  let finderOfAll: Promise<Finder> | undefined;
  return async (some) => {
    const rows = new Map<string, ComparedString>();
    const keys = [...new Set(some.flatMap(({ unit }) => unit?.key ?? []))];
    for (const row of await stringsOfKeys(queries, translation.id, keys)) rows.set(row.key, row);
    if (some.some(({ unit }) => unit === undefined)) {
      finderOfAll ??= unitsOf(queries, upload).then((all) => otherFinder(all, isMonolingual(component.settings)));
    }
    const findOther = await finderOfAll;
    return (text) => (text.unit === undefined ? findOther?.(text) : rows.get(text.unit.key));
  };
}

function otherFinder(rows: readonly ComparedString[], monolingual: boolean): Finder {
  const strings = rows.map((row) => ({ row, context: row.context, source: texts(row.source) }));
  const find = unitFinder(strings, monolingual);
  return (text) => find(text)?.row;
}

/** The strings of a translation in the order of its file. By their ids: their places move while others have that file read. */
export async function unitsOf(
  queries: Queries,
  { translation }: Pick<Upload, "translation">,
): Promise<ComparedString[]> {
  const strings = queries.selectFrom("unit").where("translation_id", "=", translation.id);
  const ids = await strings.select("id").orderBy("position").execute();
  const rows: ComparedString[] = [];
  for (const part of batches(ids.map(({ id }) => id))) {
    const found = await queries.selectFrom("unit").select(comparedColumns).where("id", "in", part).execute();
    const byId = new Map(found.map((row) => [row.id, row]));
    rows.push(...part.flatMap((id) => byId.get(id) ?? []));
  }
  return rows;
}
