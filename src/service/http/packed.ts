import { gzipSync } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/compress";

/** What fits a packet need not be packed. */
const LEAST_BYTES = 1024;
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
  const isPacked =
    length >= LEAST_BYTES &&
    length <= MOST_BYTES &&
    req.method !== "HEAD" &&
    accepted.includes("gzip") &&
    !res.headers.has("Content-Encoding") &&
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(res.headers.get("Content-Type") ?? "");
  if (!isPacked) return;
  const bytes = gzipSync(contents.get(res) ?? (await res.arrayBuffer()));
  context.res = new Response(bytes, res);
  context.res.headers.set("Content-Length", String(bytes.byteLength));
  context.res.headers.set("Content-Encoding", "gzip");
  context.res.headers.append("Vary", "Accept-Encoding");
};
