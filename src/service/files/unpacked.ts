import { TooLargeArchive, unzip, type UnzipLimits } from "../../formats/unzip.ts";
import { invalid } from "../../http-api/refusal.ts";
import { pathFault } from "../clone/repository-path.ts";

/** Members of an uploaded zip. @throws 400 for a broken one, too many or too large members, or a path that leads out */
export function unpacked({
  content,
  limits,
}: {
  readonly content: Uint8Array;
  readonly limits: UnzipLimits;
}): Map<string, Uint8Array> {
  const members = membersOf(content, limits);
  for (const name of members.keys()) {
    const fault = pathFault(name);
    if (fault !== undefined) throw invalid("zipfile", `The archive's member “${name}” ${fault}.`);
  }
  return members;
}

function membersOf(content: Uint8Array, limits: UnzipLimits): Map<string, Uint8Array> {
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
