import { gzipSync } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/compress";

/** What fits a packet need not be packed. */
const LEAST_BYTES = 1024;
/**
 * For programs, unless they ask to save bytes (https://wicg.github.io/savedata/): what is shorter comes no sooner when it is packed, as a
 * server sends ten packets before it waits for a word of who gets them (https://www.rfc-editor.org/rfc/rfc6928). To pack the answer for one
 * string and to unpack it takes half a millisecond.
 */
export const LEAST_BYTES_OF_JSON = 4096;
/** Takes a few milliseconds; who sends more may be waited for. */
const MOST_BYTES = 128 * 1024;

/** What answers were made of: to read it out of them again takes as long as to pack it. */
const contents = new WeakMap<Response, string>();

/** An answer that is packed soonest. */
export function textResponse(content: string, init: ResponseInit): Response {
  const response = new Response(content, init);
  contents.set(response, content);
  return response;
}

/**
 * Packs an answer that says its length at once, for who accepts gzip. Hono's `compress`, which has what is left, makes a stream for
 * each: that takes sixteen times as much of a processor for a list of twelve strings.
 */
export const packedAtOnce: MiddlewareHandler = async (context, next) => {
  await next();
  const { res, req } = context;
  const length = Number(res.headers.get("Content-Length") ?? 0);
  const accepted = (req.header("Accept-Encoding") ?? "").split(",").map((each) => each.trim());
  const type = res.headers.get("Content-Type") ?? "";
  const isForPrograms = type === "application/json" && req.header("Save-Data") !== "on";
  const isPacked =
    length >= (isForPrograms ? LEAST_BYTES_OF_JSON : LEAST_BYTES) &&
    length <= MOST_BYTES &&
    req.method !== "HEAD" &&
    accepted.includes("gzip") &&
    !res.headers.has("Content-Encoding") &&
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);
  if (!isPacked) return;
  const bytes = gzipSync(contents.get(res) ?? (await res.arrayBuffer()));
  context.res = new Response(bytes, res);
  context.res.headers.set("Content-Length", String(bytes.byteLength));
  context.res.headers.set("Content-Encoding", "gzip");
  context.res.headers.append("Vary", "Accept-Encoding");
};
