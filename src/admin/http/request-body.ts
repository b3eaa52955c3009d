import { invalid, refused } from "../../http-api/refusal.ts";
import { jsonObject, wholeBody, type RefuseBody } from "../../http-api/request-body.ts";
import { mediaTypesOf } from "../contract/endpoint.ts";

const MOST_BYTES = 1_000_000;
/** No JSON here is nested deeper than a few levels. */
const MOST_LEVELS = 32;

/** Reads a JSON object; undefined: nothing was sent. @throws 400, 413, 415 */
export async function readJson(request: Request): Promise<object | undefined> {
  const content = await wholeBody(request, MOST_BYTES, refuse);
  if (content.byteLength === 0) return undefined;
  requireJson(request.headers.get("content-type") ?? "", request.method);
  return jsonObject(content, MOST_LEVELS, refuse);
}

/** Fields of a form that a browser sent. @throws 400, 413, 415 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    throw refused(415, "bad_form", "Expected a form of a page.");
  return new URLSearchParams((await wholeBody(request, MOST_BYTES, refuse)).toString("utf8"));
}

/** A form's text as operations take it: browsers end lines with CR LF. */
export function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").replaceAll("\r\n", "\n");
}

const refuse: RefuseBody = (fault) => {
  switch (fault) {
    case "too long":
      return refused(413, "too_large", `The body is larger than ${String(MOST_BYTES)} bytes.`);
    case "broken":
      return invalid(null, "The body ended before its end.", "not_json");
    case "not UTF-8":
    case "not JSON":
      return invalid(null, "The body is not JSON in UTF-8.", "not_json");
    case "no object":
      return invalid(null, "A JSON object is expected as the body.", "not_json");
    case "too deep":
      return invalid(null, `The body is nested deeper than ${String(MOST_LEVELS)} levels.`, "not_json");
  }
};

function requireJson(contentType: string, method: string): void {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isKnown = charset === undefined || /^"?utf-8"?$/.test(charset);
  if (isKnown && mediaTypesOf(method).includes(type)) return;
  const detail = `Expected the content type application/json, not "${contentType.slice(0, 100)}".`;
  throw refused(415, "unsupported_media_type", detail);
}
