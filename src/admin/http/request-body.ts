import { limitedBody } from "../../network/limited-body.ts";
import { mediaTypesOf } from "../contract/endpoint.ts";
import { invalid, Refusal } from "./refusal.ts";

const MOST_BYTES = 1_000_000;
/** No JSON here is nested deeper than a few levels. */
const MOST_LEVELS = 32;

/** Reads a JSON object; undefined: nothing was sent. @throws 400, 413, 415 */
export async function readJson(request: Request): Promise<object | undefined> {
  const bytes = await readLimited(request);
  if (bytes.byteLength === 0) return undefined;
  requireJson(request.headers.get("content-type") ?? "", request.method);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid(null, "The body is not JSON in UTF-8.", "not_json");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(null, "A JSON object is expected as the body.", "not_json");
  }
  if (!isShallow(value))
    throw invalid(null, `The body is nested deeper than ${String(MOST_LEVELS)} levels.`, "not_json");
  return value;
}

async function readLimited(request: Request): Promise<Buffer> {
  const body = await limitedBody(request, MOST_BYTES);
  if (body === "too-long") throw tooLarge();
  if (body === "broken") throw invalid(null, "The body ended before its end.", "not_json");
  return body;
}

function tooLarge(): Refusal {
  const detail = `The body is larger than ${String(MOST_BYTES)} bytes.`;
  return new Refusal(413, [{ code: "too_large", detail, field: null }]);
}

function requireJson(contentType: string, method: string): void {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isKnown = charset === undefined || /^"?utf-8"?$/.test(charset);
  if (isKnown && mediaTypesOf(method).includes(type)) return;
  const detail = `Expected the content type application/json, not "${contentType.slice(0, 100)}".`;
  throw new Refusal(415, [{ code: "unsupported_media_type", detail, field: null }]);
}

/** Looked at level by level, since recursion has an end of its own. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MOST_LEVELS; depth += 1) {
    level = level.flatMap((inner) => (typeof inner === "object" && inner !== null ? Object.values(inner) : []));
    if (level.length === 0) return true;
  }
  return false;
}
