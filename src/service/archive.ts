import { unzipSync, zipSync } from "fflate";
import { invalid } from "./refusal.ts";
import { pathFault } from "./repository-path.ts";
import type { Service } from "./service.ts";

/** Members of an uploaded zip. @throws 400 for a broken one, too many or too large members, or a path that leads out */
export function extractArchive(service: Service, content: Uint8Array): Map<string, Uint8Array> {
  const limits = service.settings.archive;
  let entries = 0;
  let size = 0;
  let members: Record<string, Uint8Array>;
  try {
    members = unzipSync(content, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        size += originalSize;
        if (entries > limits.entries)
          throw invalid("zipfile", `The archive has more than ${String(limits.entries)} entries.`);
        if (size > limits.bytes)
          throw invalid("zipfile", `The archive is larger than ${String(limits.bytes)} bytes when unpacked.`);
        return !name.endsWith("/");
      },
    });
  } catch (error) {
    if (error instanceof Error && error.name === "Refusal") throw error;
    throw invalid("zipfile", "The file is not a zip archive.");
  }
  const files = new Map<string, Uint8Array>();
  for (const [name, data] of Object.entries(members)) {
    const fault = pathFault(name);
    if (fault !== undefined) throw invalid("zipfile", `The archive's member “${name}” ${fault}.`);
    files.set(name, data);
  }
  return files;
}

/** Fixed, so that the same files make the same archive. */
const MEMBER_TIME = new Date(Date.UTC(1980, 0, 2));

export function makeArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(files), { mtime: MEMBER_TIME, level: 6 });
}
