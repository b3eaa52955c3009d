/** Bytes that all requests together may have us hold: so many times the most that one may send. */
const BODIES_AT_ONCE = 4;

/** Forges give an answer that takes longer up. */
const BODY_MILLISECONDS = 30_000;

/** What bodies that are being read or looked at take of the memory. */
export class BodyMemory {
  #held = 0;

  get held(): number {
    return this.#held;
  }

  /** @returns whether there is room for them */
  take(bytes: number, longest: number): boolean {
    if (this.#held + bytes > longest * BODIES_AT_ONCE) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

export interface RequestBody extends Disposable {
  readonly bytes: Uint8Array;
}

/**
 * The whole body of a request.
 * @param longest bytes that are taken
 * @returns `too-long`; `busy` where others' bodies take all the room there is; `broken` where it ended before its time,
 *   or does not end: whoever sends a little now and then is not to hold the room for all others
 */
export async function readBody(
  request: Request,
  longest: number,
  memory: BodyMemory,
  milliseconds = BODY_MILLISECONDS,
): Promise<RequestBody | "too-long" | "busy" | "broken"> {
  if (Number(request.headers.get("content-length") ?? 0) > longest) return "too-long";
  let held = 0;
  const release = (): void => memory.give(held);
  const chunks: Uint8Array[] = [];
  const late = AbortSignal.timeout(milliseconds);
  try {
    for await (const chunk of untilAborted(request.body, late)) {
      if (held + chunk.length > longest || !memory.take(chunk.length, longest)) {
        const refusal = held + chunk.length > longest ? "too-long" : "busy";
        release();
        return refusal;
      }
      held += chunk.length;
      chunks.push(chunk);
    }
  } catch {
    release();
    return "broken";
  }
  return { bytes: Buffer.concat(chunks), [Symbol.dispose]: release };
}

/** A stream's parts. @throws when the signal comes, though nothing else does */
async function* untilAborted(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

const strictText = new TextDecoder("utf-8", { fatal: true });

/** What a body of JSON holds, or the `payload` of a form; undefined where it is neither. */
export function parseBody(bytes: Uint8Array, contentType: string): { readonly payload: unknown } | undefined {
  const [type = ""] = contentType.toLowerCase().split(";", 1);
  try {
    const text = strictText.decode(bytes);
    if (type.trim() === "application/json") return { payload: JSON.parse(text) };
    const field = type.trim() === "application/x-www-form-urlencoded" ? new URLSearchParams(text).get("payload") : null;
    return field === null ? undefined : { payload: JSON.parse(field) };
  } catch {
    return undefined;
  }
}
