import { zipSync } from "fflate";
import type { Service } from "../service.ts";
import { calculate } from "../threads/calculate.ts";

/** Members of an uploaded zip. @throws 400 for a broken one, too many or too large members, or a path that leads out */
export async function extractArchive(
  { settings }: Pick<Service, "settings">,
  content: Uint8Array,
): Promise<Map<string, Uint8Array>> {
  return calculate("unpacked", { content, limits: settings.archive });
}

/** Fixed, so that the same files make the same archive. */
const MEMBER_TIME = new Date(Date.UTC(1980, 0, 2));

export function makeArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(files), { mtime: MEMBER_TIME, level: 6 });
}
