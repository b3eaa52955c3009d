import { idIn } from "../http/hyperlink.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";

/** Where a string is translated. @param path of the translation's editor. @param q the search somebody goes through; "": none */
export function stringAddress(path: string, q: string, unit: number): string {
  return `${path}?${new URLSearchParams({ unit: String(unit), ...(q === "" ? {} : { q }) }).toString()}`;
}

/** The same for whoever goes on to it to translate it: what they type first is for its field. */
export function walkAddress(path: string, q: string, unit: number): string {
  return `${stringAddress(path, q, unit)}&start=yes`;
}

/** The string that an address names by its number (`unit`), or as the API's `web_url` does (`checksum`); undefined: none. */
export async function stringNamed(
  service: Service,
  place: VisibleTranslation,
  query: URLSearchParams,
): Promise<number | undefined> {
  const unit = query.get("unit");
  if (unit !== null) return idIn(unit);
  const checksum = query.get("checksum");
  return checksum === null ? undefined : stringOfChecksum(service, place, checksum);
}

/** The source string has the checksum, whatever the language. */
async function stringOfChecksum(
  { database }: Service,
  { component, translation }: VisibleTranslation,
  checksum: string,
): Promise<number | undefined> {
  const source = await database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select("unit.id")
    .where("translation.component_id", "=", component.id)
    .where("translation.is_source", "=", 1)
    .where("unit.source_unit_id", "is", null)
    .where("unit.checksum", "=", checksum)
    .executeTakeFirst();
  if (source === undefined || translation.is_source === 1) return source?.id;
  const own = await database
    .selectFrom("unit")
    .select("id")
    .where("source_unit_id", "=", source.id)
    .where("translation_id", "=", translation.id)
    .executeTakeFirst();
  return own?.id;
}
