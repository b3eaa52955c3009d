import type { Service } from "../service.ts";
import { calculate } from "../threads/calculate.ts";
import { packed } from "./packed.ts";

/** Members of an uploaded zip. @throws 400 for a broken one, too many or too large members, or a path that leads out */
export async function extractArchive(
  { settings }: Pick<Service, "settings">,
  content: Uint8Array,
): Promise<Map<string, Uint8Array>> {
  return calculate("unpacked", { content, limits: settings.archive });
}

/** What is smaller is packed while a thread would begin to. */
const SMALL_BYTES = 100_000;

export async function makeArchive(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const bytes = files.values().reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes <= SMALL_BYTES ? packed(files) : calculate("packed", files);
}
