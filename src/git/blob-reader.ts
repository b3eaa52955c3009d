import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { LocalError } from "../core/errors.ts";
import { gitEnvironment } from "./run.ts";

interface Waiting {
  readonly id: string;
  readonly resolve: (content: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Reads objects by id. One `git cat-file --batch` serves all reads that overlap; it ends by itself when nobody waits. */
export class BlobReader {
  readonly #cwd: string;
  #batch: CatFileBatch | undefined;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  read(id: string): Promise<Uint8Array> {
    if (this.#batch === undefined || this.#batch.isEnding) this.#batch = new CatFileBatch(this.#cwd);
    return this.#batch.read(id);
  }
}

class CatFileBatch {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: Waiting[] = [];
  /** Output that is not a whole object yet. */
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** Bytes needed before parsing makes sense again: large blobs arrive in thousands of chunks. */
  #needed = 1;
  #stderr = "";
  isEnding = false;

  constructor(cwd: string) {
    this.#child = spawn("git", ["cat-file", "--batch"], { cwd, env: gitEnvironment(), windowsHide: true });
    this.#child.stdout.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#buffered += chunk.length;
      if (this.#buffered >= this.#needed) this.#parse();
    });
    this.#child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr += chunk.toString("utf8");
    });
    this.#child.stdin.on("error", () => undefined);
    this.#child.on("error", (error) => {
      this.#fail(`git could not be started: ${error.message}`);
    });
    this.#child.on("close", () => {
      this.#fail(this.#stderr.trim());
    });
  }

  read(id: string): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, resolve, reject });
      this.#child.stdin.write(`${id}\n`);
    });
  }

  #parse(): void {
    let buffer = Buffer.concat(this.#chunks);
    this.#needed = 1;
    for (;;) {
      const end = buffer.indexOf(0x0a);
      if (end < 0) break;
      const [, type, size] = buffer.toString("latin1", 0, end).split(" ");
      if (size === undefined || !/^\d+$/.test(size)) {
        buffer = buffer.subarray(end + 1);
        const waiting = this.#waiting.shift();
        waiting?.reject(missing(waiting.id, type ?? "missing"));
        continue;
      }
      const whole = end + 1 + Number(size) + 1;
      if (buffer.length < whole) {
        this.#needed = whole;
        break;
      }
      this.#waiting.shift()?.resolve(Uint8Array.prototype.slice.call(buffer, end + 1, whole - 1));
      buffer = buffer.subarray(whole);
    }
    this.#chunks = [buffer];
    this.#buffered = buffer.length;
    if (this.#waiting.length === 0) this.#endSoon();
  }

  /** After the microtasks of the last answer: a loop that reads one after the other keeps the process. */
  #endSoon(): void {
    setImmediate(() => {
      if (this.#waiting.length > 0 || this.isEnding) return;
      this.isEnding = true;
      this.#child.stdin.end();
    });
  }

  #fail(reason: string): void {
    this.isEnding = true;
    for (const { id, reject } of this.#waiting.splice(0)) reject(missing(id, reason));
  }
}

function missing(id: string, reason: string): LocalError {
  return new LocalError(`object ${id} cannot be read: ${reason}`, {
    code: "IL-G04",
    hint: "Is this a shallow or damaged clone? `git fetch --refetch` brings missing objects.",
  });
}
