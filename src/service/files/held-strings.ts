import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Service } from "../service.ts";
import type { UnitContent } from "../units/unit-row.ts";
import { makeScratch } from "./archive.ts";

/** Strings of a file, some at a time; they may be read more than once. */
export type HeldStrings = () => AsyncIterable<readonly UnitContent[]>;

/** So many strings are kept in memory, of all files together; the rest waits on the disk. */
const MOST_IN_MEMORY = 20_000;
const AT_ONCE = 2000;

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

  async hold(units: Iterable<UnitContent>): Promise<HeldStrings> {
    const parts: (readonly UnitContent[] | string)[] = [];
    let part: UnitContent[] = [];
    for (const unit of units) {
      part.push(unit);
      if (part.length < AT_ONCE) continue;
      parts.push(await this.#keep(part));
      part = [];
    }
    parts.push(await this.#keep(part));
    return async function* () {
      for (const kept of parts) {
        if (typeof kept !== "string") yield kept;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written here
        else yield deserialize(await readFile(kept)) as readonly UnitContent[];
      }
    };
  }

  /** @returns the strings themselves, or the file that has them */
  async #keep(part: readonly UnitContent[]): Promise<readonly UnitContent[] | string> {
    this.#inMemory += part.length;
    if (this.#inMemory <= this.#mostInMemory) return part;
    this.#inMemory -= part.length;
    this.#folder ??= await makeScratch(this.#service);
    this.#written += 1;
    const file = join(this.#folder, String(this.#written));
    await writeFile(file, serialize(part));
    return file;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}
