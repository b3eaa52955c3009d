import { zipSync } from "fflate";
import { TooLargeArchive, unzip, type UnzipLimits } from "../../formats/unzip.ts";
import { invalid } from "../../http-api/refusal.ts";
import { pathFault } from "../clone/repository-path.ts";
import type { Service } from "../service.ts";

/** Members of an uploaded zip. @throws 400 for a broken one, too many or too large members, or a path that leads out */
export function extractArchive(service: Service, content: Uint8Array): Map<string, Uint8Array> {
  const limits = service.settings.archive;
  const members = unpacked(content, limits);
  const files = new Map<string, Uint8Array>();
  for (const [name, data] of members) {
    const fault = pathFault(name);
    if (fault !== undefined) throw invalid("zipfile", `The archive's member “${name}” ${fault}.`);
    files.set(name, data);
  }
  return files;
}

function unpacked(content: Uint8Array, limits: UnzipLimits): Map<string, Uint8Array> {
  try {
    return unzip(content, limits);
  } catch (error) {
    if (!(error instanceof TooLargeArchive)) throw invalid("zipfile", "The file is not a zip archive.");
    throw invalid(
      "zipfile",
      error.limit === "entries"
        ? `The archive has more than ${String(limits.entries)} entries.`
        : `The archive is larger than ${String(limits.bytes)} bytes when unpacked.`,
    );
  }
}

/** Fixed, so that the same files make the same archive. */
const MEMBER_TIME = new Date(Date.UTC(1980, 0, 2));

export function makeArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(files), { mtime: MEMBER_TIME, level: 6 });
}
