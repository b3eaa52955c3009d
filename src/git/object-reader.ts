import { LocalError } from "../core/errors.ts";
import { gitEnvironment } from "./run.ts";
import { startGit, type StartedGit } from "./start-git.ts";

export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly content: Uint8Array;
}

interface Waiting {
  readonly name: string;
  readonly resolve: (found: GitObject) => void;
  readonly reject: (error: Error) => void;
}

/** No file that people translate is of this size; one that is would take the whole process along. */
const LARGEST = 128 * 1024 * 1024;

/** How long the process waits for the next read, in milliseconds. */
const LINGER = 2_000;

/**
 * Reads objects by id, or by any name git knows for one. One `git cat-file --batch` serves all reads; it ends when
 * nobody has read for a moment, and never keeps this process alive.
 */
export class ObjectReader {
  readonly #cwd: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #largest: number;
  #batch: CatFileBatch | undefined;

  /**
   * @param environment what git needs besides, to fetch what a partial clone lacks
   * @param largest bytes of an object that is read
   */
  constructor(cwd: string, environment: Readonly<Record<string, string>> = {}, largest = LARGEST) {
    this.#cwd = cwd;
    this.#environment = environment;
    this.#largest = largest;
  }

  /** @throws {LocalError} `IL-G04` for an object that is not there, or too large to be held. */
  read(name: string): Promise<GitObject> {
    if (name.includes("\n")) return Promise.reject(unreadable(name, "not a name"));
    if (this.#batch === undefined || this.#batch.isEnding) {
      this.#batch = new CatFileBatch(this.#cwd, this.#environment, this.#largest);
    }
    return this.#batch.read(name);
  }
}

class CatFileBatch {
  readonly #git: StartedGit;
  readonly #waiting: Waiting[] = [];
  /** Output that is not a whole object yet. */
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** Bytes needed before parsing makes sense again: large blobs arrive in thousands of chunks. */
  #needed = 1;
  #stderr = "";
  /** Names that git has not been told yet. */
  #asked = "";
  #end: NodeJS.Timeout | undefined;
  readonly #largest: number;
  /** Bytes of an object that nobody gets, still to come. */
  #skipped = 0;
  isEnding = false;

  constructor(cwd: string, environment: Readonly<Record<string, string>>, largest: number) {
    this.#largest = largest;
    this.#git = startGit({
      args: ["cat-file", "--batch"],
      cwd,
      env: gitEnvironment(environment),
      input: undefined,
      onOutput: (chunk) => this.#take(chunk),
      onErrorOutput: (chunk) => {
        this.#stderr += chunk.toString("utf8");
      },
      onEnd: () => this.#fail(this.#stderr.trim()),
      onFailure: ({ message }) => this.#fail(message),
    });
  }

  read(name: string): Promise<GitObject> {
    clearTimeout(this.#end);
    this.#git.isAwaited(true);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, resolve, reject });
      // A thousand reads of one moment are one call of the system.
      if (this.#asked === "") process.nextTick(() => this.#ask());
      this.#asked += `${name}\n`;
    });
  }

  #ask(): void {
    this.#git.write(this.#asked);
    this.#asked = "";
  }

  #take(chunk: Buffer): void {
    const passed = Math.min(this.#skipped, chunk.length);
    this.#skipped -= passed;
    this.#chunks.push(chunk.subarray(passed));
    this.#buffered += chunk.length - passed;
    if (this.#buffered >= this.#needed) this.#parse();
  }

  #parse(): void {
    let buffer = Buffer.concat(this.#chunks);
    this.#needed = 1;
    for (;;) {
      const end = buffer.indexOf(0x0a);
      if (end < 0) break;
      const header = buffer.toString("utf8", 0, end);
      const [, id, type, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(header) ?? [];
      if (id === undefined || type === undefined) {
        buffer = buffer.subarray(end + 1);
        const waiting = this.#waiting.shift();
        waiting?.reject(unreadable(waiting.name, header.slice(header.lastIndexOf(" ") + 1)));
        continue;
      }
      const whole = end + 1 + Number(size) + 1;
      if (Number(size) > this.#largest) {
        const waiting = this.#waiting.shift();
        waiting?.reject(unreadable(waiting.name, `it has ${String(size)} bytes, more than are held at once`));
        this.#skipped = Math.max(0, whole - buffer.length);
        buffer = buffer.subarray(whole);
        continue;
      }
      if (buffer.length < whole) {
        this.#needed = whole;
        break;
      }
      const content = Uint8Array.prototype.slice.call(buffer, end + 1, whole - 1);
      this.#waiting.shift()?.resolve({ id, type, content });
      buffer = buffer.subarray(whole);
    }
    this.#chunks = [buffer];
    this.#buffered = buffer.length;
    if (this.#waiting.length === 0) this.#rest();
  }

  #rest(): void {
    this.#git.isAwaited(false);
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      this.isEnding = true;
      this.#git.endInput();
    }, LINGER).unref();
  }

  #fail(reason: string): void {
    this.isEnding = true;
    clearTimeout(this.#end);
    for (const { name, reject } of this.#waiting.splice(0)) reject(unreadable(name, reason));
  }
}

/** What is told of an object that is missing or damaged. */
export function unreadable(name: string, reason: string): LocalError {
  return new LocalError(`object ${name} cannot be read: ${reason}`, {
    code: "IL-G04",
    hint: "Is this a shallow or damaged clone? `git fetch --refetch` brings missing objects.",
  });
}
