import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { TooLargeArchive, unzipEach, type UnzipLimits, type UnzippedBytes } from "../../formats/unzip.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { pathFault } from "../clone/repository-path.ts";
import { isStored, StoredFile, type SentBytes } from "./sent-bytes.ts";

/** A name that is too long, or a file where another member has a folder. */
const UNUSABLE_NAMES = new Set(["EEXIST", "EISDIR", "ENOTDIR", "ENAMETOOLONG"]);

/**
 * Writes the members of an uploaded zip into a folder, one at a time. @returns their paths
 * @throws 400 for a broken one, too many or too large members, or a path that leads out; some may be written by then
 */
export function unpacked({
  content,
  limits,
  folder,
}: {
  readonly content: SentBytes;
  readonly limits: UnzipLimits;
  /** Empty, and of this archive alone. */
  readonly folder: string;
}): string[] {
  const paths = new Set<string>();
  try {
    using resources = new DisposableStack();
    const bytes = isStored(content) ? resources.use(new StoredFile(content)) : content;
    assertNames(bytes, limits);
    unzipEach(bytes, limits, (name, member) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), member);
      paths.add(name);
    });
  } catch (error) {
    throw refusalOf(error, limits);
  }
  return [...paths];
}

/** Names are looked at before anything is unpacked. */
function assertNames(content: UnzippedBytes, limits: UnzipLimits): void {
  let members = 0;
  const isWanted = (name: string): boolean => {
    members += 1;
    if (members > limits.entries) throw new TooLargeArchive("entries");
    const fault = pathFault(name);
    if (fault !== undefined) throw invalid("zipfile", `The archive's member “${name}” ${fault}.`);
    return false;
  };
  unzipEach(content, limits, () => undefined, isWanted);
}

function refusalOf(error: unknown, limits: UnzipLimits): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof TooLargeArchive) {
    const { limit, member } = error;
    const most = String(limits[limit]);
    switch (limit) {
      case "entries":
        return invalid("zipfile", `The archive has more than ${most} entries.`);
      case "bytes":
        return invalid("zipfile", `The archive is larger than ${most} bytes when unpacked.`);
      case "member":
        return invalid("zipfile", `The archive's member “${member}” is larger than ${most} bytes when unpacked.`);
    }
  }
  // What a disk refuses is for the operator, but for a name that none could take.
  if (!(error instanceof Error && "syscall" in error)) return invalid("zipfile", "The file is not a zip archive.");
  if (!("code" in error && UNUSABLE_NAMES.has(String(error.code)))) return error;
  return invalid("zipfile", "Two members of the archive are in each other's way, or the name of one is too long.");
}
