import { isMonolingual } from "../files/component-files.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { contentHash, hash64 } from "../units/unit-row.ts";

const AT_ONCE = 5_000;

/** Where a string is translated. @param path of the translation's editor. @param q the search somebody goes through; "": none */
export function stringAddress(path: string, q: string, unit: number): string {
  return `${path}?${new URLSearchParams({ unit: String(unit), ...(q === "" ? {} : { q }) }).toString()}`;
}

/** The string that an address names by its number (`unit`), or as the API's `web_url` does (`checksum`); undefined: none. */
export async function stringNamed(
  service: Service,
  place: VisibleTranslation,
  query: URLSearchParams,
): Promise<number | undefined> {
  const unit = query.get("unit");
  if (unit !== null) return Number(unit);
  const checksum = query.get("checksum");
  return checksum === null ? undefined : stringOfChecksum(service, place, checksum);
}

async function stringOfChecksum(
  { readers }: Service,
  { component, translation }: VisibleTranslation,
  checksum: string,
): Promise<number | undefined> {
  const monolingual = isMonolingual(component.settings);
  for (let last = 0; ;) {
    const units = await readers
      .selectFrom("unit")
      .select(["id", "source", "context"])
      .where("translation_id", "=", translation.id)
      .where("id", ">", last)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    const found = units.find((unit) => {
      const identity = monolingual ? hash64(unit.context) : contentHash(unit);
      return BigInt.asUintN(64, identity).toString(16).padStart(16, "0") === checksum;
    });
    if (found !== undefined || units.length < AT_ONCE) return found?.id;
    last = units.at(-1)?.id ?? last;
  }
}
