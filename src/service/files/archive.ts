import { mkdir, mkdtemp, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { removeFolder } from "../../core/folder-removal.ts";
import { beginLargeWork } from "../../store/large-work.ts";
import type { Service } from "../service.ts";
import type { PlaceForBody } from "../http/received-body.ts";
import type { SentBytes } from "./sent-bytes.ts";
import { calculate, sizeOfBytes } from "../threads/calculate.ts";

/** Nobody looks longer. */
const ABANDONED_MILLISECONDS = 86_400_000;

/**
 * Unpacks an uploaded zip on the disk for as long as it is worked on: however much it holds, memory has one member of it.
 * @throws 400 for a broken one, too many or too large members, or a path that leads out
 */
export async function withUnpacked<T>(
  service: Pick<Service, "settings" | "dataFolder" | "clock">,
  content: SentBytes,
  work: (folder: string, paths: readonly string[]) => Promise<T>,
): Promise<T> {
  return withScratch(service, async (folder) => {
    const { archive, uploadBytes } = service.settings;
    // Nobody could send a larger file by itself.
    const limits = { ...archive, member: Math.min(uploadBytes, archive.bytes) };
    const size = sizeOfBytes(content.byteLength);
    // One of a few kilobytes may hold as much as a large file.
    beginLargeWork();
    return work(folder, await calculate("unpacked", { content, limits, folder }, undefined, size));
  });
}

/** A folder for what whoever makes it throws away; what a killed process left in others is removed. */
export async function makeScratch({ dataFolder, clock }: Pick<Service, "dataFolder" | "clock">): Promise<string> {
  const all = join(dataFolder, "looks");
  await mkdir(all, { recursive: true });
  await removeAbandoned(all, clock.now().getTime() - ABANDONED_MILLISECONDS);
  return mkdtemp(join(all, "look-"));
}

export async function withScratch<T>(
  service: Pick<Service, "dataFolder" | "clock">,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await makeScratch(service);
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** Bytes of bodies that are on the disk of a service, by its data folder. */
const received = new Map<string, number>();

/** Files of ours for as long as somebody works with them. */
export class Scratch implements PlaceForBody, AsyncDisposable {
  readonly #service: Pick<Service, "dataFolder" | "clock">;
  #folder: string | undefined;
  #places = 0;
  #received = 0;

  constructor(service: Pick<Service, "dataFolder" | "clock">) {
    this.#service = service;
  }

  /** Where nothing is yet. The first one makes the folder. */
  async place(): Promise<string> {
    this.#folder ??= await makeScratch(this.#service);
    this.#places += 1;
    return join(this.#folder, String(this.#places));
  }

  hasRoom(bytes: number, most: number): boolean {
    const all = (received.get(this.#service.dataFolder) ?? 0) + bytes;
    if (all > most) return false;
    received.set(this.#service.dataFolder, all);
    this.#received += bytes;
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await removeFolder(this.#folder);
    const { dataFolder } = this.#service;
    received.set(dataFolder, (received.get(dataFolder) ?? 0) - this.#received);
    this.#received = 0;
  }
}

async function removeAbandoned(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const time = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => before,
    );
    if (time < before) await removeFolder(path);
  }
}
