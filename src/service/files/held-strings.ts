import { writeFile } from "node:fs/promises";
import { serialize } from "node:v8";
import { giveBack } from "../../network/given-back.ts";
import type { Service } from "../service.ts";
import { calculate, endLargeThreads, isSmall, sizeOfBytes, SMALL_BYTES } from "../threads/calculate.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { UnitContent } from "../units/unit-row.ts";
import { Scratch } from "./archive.ts";
import { ByteRoom } from "./byte-room.ts";
import type { Clone } from "../clone/clone.ts";
import {
  fileStrings,
  stringsTogether,
  type FileToRead,
  type ReadStrings,
  type StringsRequest,
} from "./file-strings.ts";
import { readPart } from "./written-parts.ts";

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

/** How files count among those that are read at the same time. */
export function sizeOf(files: readonly (FileToRead | undefined)[]): "large" | undefined {
  const bytes = files.map((file) => (file === undefined || "content" in file ? 0 : file.bytes));
  return sizeOfBytes(bytes.reduce((sum, each) => sum + each, 0));
}

/** Who reads a large file stores its strings before the next one is read: what both take of memory is not taken at the same time. */
const large = new ByteRoom(1, 0);

/** Keeps what was read of files until all of it is stored: however many languages a component has, memory has a few of them. */
export class StringShelf {
  readonly #scratch: Scratch;
  readonly #mostInMemory: number;
  #inMemory = 0;
  #endLarge: (() => void) | undefined;

  constructor(service: Pick<Service, "dataFolder" | "clock">, mostInMemory = MOST_IN_MEMORY) {
    this.#scratch = new Scratch(service);
    this.#mostInMemory = mostInMemory;
  }

  /** Reads a translation's file, a large one beside everything else. */
  async read(request: StringsRequest): Promise<ReadStrings<HeldStrings>> {
    if (areSmall([request.file, request.base, request.developers])) {
      const read = fileStrings(request);
      return "fault" in read ? read : { ...read, strings: await this.hold(read.strings) };
    }
    const place = await this.#scratch.place();
    try {
      const size = sizeOf([request.file, request.base, request.developers]);
      if (size === "large") await this.#beginLarge();
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
    for (const part of stringsTogether(units)) parts.push(await this.#keep(part));
    return readBack(parts);
  }

  /** @returns the strings themselves, or the file that has them */
  async #keep(part: readonly UnitContent[]): Promise<readonly UnitContent[] | string> {
    this.#inMemory += part.length;
    if (this.#inMemory <= this.#mostInMemory) return part;
    this.#inMemory -= part.length;
    const file = await this.#scratch.place();
    const bytes = serialize(part);
    await writeFile(file, bytes);
    giveBack(bytes);
    return file;
  }

  async #beginLarge(): Promise<void> {
    if (this.#endLarge !== undefined) return;
    const turn = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    void large.hold(1, async () => {
      turn.resolve();
      await end.promise;
    });
    await turn.promise;
    this.#endLarge = end.resolve;
  }

  /** Everything was read: what that took of memory is free for those who store it. */
  endReading(): void {
    endLargeThreads("repository");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#endLarge?.();
    await this.#scratch[Symbol.asyncDispose]();
  }
}

/** @param parts the strings themselves, or files that have them */
function readBack(parts: readonly (readonly UnitContent[] | string)[]): HeldStrings {
  return async function* () {
    for (const kept of parts) {
      if (typeof kept !== "string") yield kept;
      else yield readPart<UnitContent>(kept);
    }
  };
}
