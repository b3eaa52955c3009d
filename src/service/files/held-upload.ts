import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../../http-api/refusal.ts";
import { hasCode } from "../../core/system-error.ts";
import type { Service } from "../service.ts";
import { SMALL_BYTES } from "../threads/calculate.ts";
import { toWrite, type SentBytes } from "./sent-bytes.ts";

// What somebody uploaded is kept while they look at what it would do, and no longer than a day.

const KEPT_MILLISECONDS = 86_400_000;
/** Of one person; the oldest go first. */
const MOST_HELD = 10;

type Place = Pick<Service, "dataFolder" | "clock">;

function folderOf({ dataFolder }: Pick<Service, "dataFolder">): string {
  return join(dataFolder, "held-uploads");
}

/** Keeps a file for a user. @returns by which they, and nobody else, come back to it */
export async function holdUpload(service: Place, user: number, content: SentBytes): Promise<string> {
  const folder = folderOf(service);
  await mkdir(folder, { recursive: true });
  await removeOld(service, user);
  const id = randomBytes(16).toString("hex");
  await writeFile(join(folder, nameOf(user, id)), toWrite(content));
  return id;
}

/** Undefined where there is none, of this user, any more. */
export async function heldUpload(service: Place, user: number, id: string): Promise<SentBytes | undefined> {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
  try {
    const file = join(folderOf(service), nameOf(user, id));
    const { size } = await stat(file);
    return size > SMALL_BYTES ? { file, start: 0, byteLength: size } : await readFile(file);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/**
 * Works on a held file, which may go meanwhile: whoever agrees twice at once has it done once.
 * @throws what `gone` makes where there is none of this user any more
 */
export async function withHeldUpload<T>(
  service: Place,
  { user, id, gone }: { readonly user: number; readonly id: string; readonly gone: () => Error },
  work: (content: SentBytes) => Promise<T>,
): Promise<T> {
  const content = await heldUpload(service, user, id);
  if (content === undefined) throw gone();
  try {
    return await work(content);
  } catch (error) {
    if (error instanceof Refusal || (await heldUpload(service, user, id)) !== undefined) throw error;
    throw gone();
  }
}

export async function dropUpload(service: Place, user: number, id: string): Promise<void> {
  if (/^[0-9a-f]{32}$/.test(id)) await rm(join(folderOf(service), nameOf(user, id)), { force: true });
}

function nameOf(user: number, id: string): string {
  return `${String(user)}-${id}`;
}

async function removeOld(service: Place, user: number): Promise<void> {
  const folder = folderOf(service);
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      name,
      time: await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const own = files.filter(({ name }) => name.startsWith(`${String(user)}-`)).toSorted((a, b) => b.time - a.time);
  const tooMany = new Set(own.slice(MOST_HELD - 1).map(({ name }) => name));
  const before = service.clock.now().getTime() - KEPT_MILLISECONDS;
  const old = files.filter(({ name, time }) => time < before || tooMany.has(name));
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}
