import { limitedBytes } from "../network/limited-bytes.ts";
import type { Refusal } from "./refusal.ts";

/** What may be wrong with a body. Each API refuses it with its own status and words. */
export type BodyFault = "too long" | "broken" | "not UTF-8" | "not JSON" | "no object" | "too deep";

/** @param words what the parser says of it */
export type RefuseBody = (fault: BodyFault, words?: string) => Refusal;

/** The whole body. @throws what `refuse` makes of a body that is longer than so many bytes, or ends before its end */
export async function wholeBody(request: Request, longest: number, refuse: RefuseBody): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > longest) throw refuse("too long");
  // Of one that is too long the rest is thrown away by the listener: a stream that is cancelled takes its connection along.
  const chunks = request.body?.values({ preventCancel: true });
  const body = await limitedBytes(chunks, longest).catch(() => {
    throw refuse("broken");
  });
  if (body === undefined) throw refuse("too long");
  return body;
}

/** @throws what `refuse` makes of bytes that are not UTF-8 */
export function decoded(content: Uint8Array, refuse: RefuseBody): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw refuse("not UTF-8");
  }
}

/** Reads a JSON object of no more than so many levels. @throws what `refuse` makes of anything else */
export function jsonObject(content: Uint8Array, levels: number, refuse: RefuseBody): object {
  const text = decoded(content, refuse);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse("not JSON", error instanceof Error ? error.message : "not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse("no object");
  if (!isShallow(value, levels)) throw refuse("too deep");
  return value;
}

/** Looked at level by level, since recursion has an end of its own. */
function isShallow(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((inner) => (typeof inner === "object" && inner !== null ? Object.values(inner) : []));
    if (level.length === 0) return true;
  }
  return false;
}

export interface Unstorable {
  /** `target.0` */
  readonly path: string;
  /** NUL, or the half of a character. */
  readonly character: string;
}

/** The first text, or name of a member, with a character that no text file and no database should get. */
export function unstorableIn(value: unknown, path = ""): Unstorable | undefined {
  if (typeof value === "string") {
    const character = value.includes("\0")
      ? "\0"
      : value.isWellFormed()
        ? undefined
        : /\p{Surrogate}/u.exec(value)?.[0];
    return character === undefined ? undefined : { path, character };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorableIn(name, path) ?? unstorableIn(inner, path === "" ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
