import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Service } from "../service.ts";
import { calculate, endLargeThreads, isSmall, SMALL_BYTES } from "../threads/calculate.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { UnitContent } from "../units/unit-row.ts";
import { makeScratch } from "./archive.ts";
import type { Clone } from "../clone/clone.ts";
import {
  fileStrings,
  letGo,
  STRINGS_TOGETHER,
  type FileToRead,
  type ReadStrings,
  type StringsRequest,
} from "./file-strings.ts";

/** Strings of a file, some at a time; they may be read more than once. */
export type HeldStrings = () => AsyncIterable<readonly UnitContent[]>;

/** So many strings are kept in memory, of all files together; the rest waits on the disk. */
const MOST_IN_MEMORY = 20_000;
/** Nobody waits for an answer while files of a repository are read. */
const READING_MILLISECONDS = 60_000;

/** A file of a clone as it is to be read: a large one only where that is done. @throws ENOENT */
export async function fileToRead(clone: Clone, path: string, language: string): Promise<FileToRead> {
  const { file: place, bytes } = clone.locate(path);
  return bytes > SMALL_BYTES ? { path, language, place, bytes } : { path, language, content: await clone.read(path) };
}

/** Whether files are read sooner than a thread would begin to. */
export function areSmall(files: readonly (FileToRead | undefined)[]): boolean {
  const contents = files.flatMap((file) => (file === undefined || "place" in file ? [] : file.content));
  return files.every((file) => file === undefined || "content" in file) && isSmall(contents);
}

/** Two files of so many bytes together would take more memory than there is for others. */
const LARGE_BYTES = 5_000_000;

/** How files count among those that are read at the same time. */
export function sizeOf(files: readonly (FileToRead | undefined)[]): "large" | undefined {
  const bytes = files.map((file) => (file === undefined || "content" in file ? 0 : file.bytes));
  return bytes.reduce((sum, each) => sum + each, 0) > LARGE_BYTES ? "large" : undefined;
}

/** Keeps what was read of files until all of it is stored: however many languages a component has, memory has a few of them. */
export class StringShelf {
  readonly #service: Pick<Service, "dataFolder" | "clock">;
  readonly #mostInMemory: number;
  #inMemory = 0;
  #folder: string | undefined;
  #written = 0;

  constructor(service: Pick<Service, "dataFolder" | "clock">, mostInMemory = MOST_IN_MEMORY) {
    this.#service = service;
    this.#mostInMemory = mostInMemory;
  }

  /** Reads a translation's file, a large one beside everything else. */
  async read(request: StringsRequest): Promise<ReadStrings<HeldStrings>> {
    if (areSmall([request.file, request.base, request.developers])) {
      const read = fileStrings(request);
      return "fault" in read ? read : { ...read, strings: await this.hold(read.strings) };
    }
    const place = await this.#place();
    try {
      const size = sizeOf([request.file, request.base, request.developers]);
      const read = await calculate("storedFileStrings", { request, place }, READING_MILLISECONDS, size);
      return "fault" in read ? read : { ...read, strings: readBack(read.strings) };
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      // The base file is read first, for itself.
      const of = request.file === undefined && request.base !== undefined ? "base" : "file";
      return { fault: { of, message: `the file is too large to be read: ${error.message}` } };
    }
  }

  async hold(units: Iterable<UnitContent>): Promise<HeldStrings> {
    const parts: (readonly UnitContent[] | string)[] = [];
    let part: UnitContent[] = [];
    for (const unit of units) {
      part.push(unit);
      if (part.length < STRINGS_TOGETHER) continue;
      parts.push(await this.#keep(part));
      part = [];
    }
    parts.push(await this.#keep(part));
    return readBack(parts);
  }

  /** @returns the strings themselves, or the file that has them */
  async #keep(part: readonly UnitContent[]): Promise<readonly UnitContent[] | string> {
    this.#inMemory += part.length;
    if (this.#inMemory <= this.#mostInMemory) return part;
    this.#inMemory -= part.length;
    const { folder, name } = await this.#place();
    const file = join(folder, name);
    const bytes = serialize(part);
    await writeFile(file, bytes);
    letGo(bytes);
    return file;
  }

  /** Where the next strings wait on the disk. */
  async #place(): Promise<{ readonly folder: string; readonly name: string }> {
    this.#folder ??= await makeScratch(this.#service);
    this.#written += 1;
    return { folder: this.#folder, name: String(this.#written) };
  }

  /** Everything was read: what that took of memory is free for those who store it. */
  endReading(): void {
    endLargeThreads("repository");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}

/** @param parts the strings themselves, or files that have them */
function readBack(parts: readonly (readonly UnitContent[] | string)[]): HeldStrings {
  return async function* () {
    for (const kept of parts) {
      if (typeof kept !== "string") yield kept;
      else yield unpackedStrings(await readFile(kept));
    }
  };
}

function unpackedStrings(bytes: Buffer): readonly UnitContent[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written here
  const strings = deserialize(bytes) as readonly UnitContent[];
  letGo(bytes);
  return strings;
}
