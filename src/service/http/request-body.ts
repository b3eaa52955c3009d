import { invalid, refused } from "../../http-api/refusal.ts";
import { decoded, jsonObject, wholeBody, type RefuseBody } from "../../http-api/request-body.ts";
import { inMemory, type SentBytes } from "../files/sent-bytes.ts";
import { formParts, type FormPart } from "./multipart.ts";
import { receivedBody, type PlaceForBody, type ReceivedBody } from "./received-body.ts";
import { noRoom, parseError } from "./refusal.ts";

export interface UploadedFile {
  readonly name: string;
  /** There until the request is answered. */
  readonly content: SentBytes;
}

/** A form of a page: what was typed is there also where a file is too large. */
export interface PageForm {
  /** A repeated field is a list. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Name of the field whose file is too large, and not among the files; what stands behind it in the form may not be there. */
  readonly tooLarge: string | undefined;
}

export interface RequestBody {
  /** A form's repeated field is a list. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** A form can not tell a list of one from a text. */
  readonly isForm?: boolean;
}

export const noBody: RequestBody = { fields: {}, files: new Map() };
/** No JSON of this API is nested deeper than a few levels, and no form and no JSON is this large. */
const JSON_DEPTH = 64;
const TEXT_BYTES = 10_000_000;
/** Room for the other parts of a form that carries the largest file. */
const FORM_OVERHEAD = 1_000_000;

/**
 * Reads a JSON, form or multipart body; where a file is expected (`files`) also raw bytes with a file name.
 * @param place for what is long
 * @throws 400, 415
 */
export async function readBody(
  request: Request,
  files: readonly string[],
  limit: number,
  place: PlaceForBody,
): Promise<RequestBody> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const isUrlEncoded = type === "application/x-www-form-urlencoded";
  const isForm = type === "multipart/form-data";
  const isRaw = files[0] === "file" && type !== "" && !isForm && !isUrlEncoded;
  const largest = files.length > 0 && (isForm || isRaw) ? limit + FORM_OVERHEAD : Math.min(limit, TEXT_BYTES);
  const refusal = refuse(largest, files[0] ?? null);
  if (isForm || isRaw) {
    if (Number(request.headers.get("content-length") ?? 0) > largest) throw refusal("too long");
    const { bytes, isWhole } = await receivedBody(request, roomFor(largest, limit), place, refusalOf(refusal));
    if (!isWhole) throw refusal("too long");
    return isForm ? readForm(request, bytes, limit) : readRaw(request, bytes, limit);
  }
  const content = await wholeBody(request, largest, refusal);
  if (isUrlEncoded) {
    return { fields: repeatedFields(new URLSearchParams(decoded(content, refusal))), files: new Map(), isForm: true };
  }
  if (content.byteLength === 0) return noBody;
  if (type === "application/json" || (type.startsWith("application/") && type.endsWith("+json")))
    return { fields: { ...jsonObject(content, JSON_DEPTH, refusal) }, files: new Map() };
  const detail = `Unsupported media type "${type}" in request.`;
  throw refused(415, "unsupported_media_type", detail);
}

/** @param limit bytes of a file @param place for what is long @throws 400, 415 */
export async function readPageForm(request: Request, limit: number, place: PlaceForBody): Promise<PageForm> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data"))
    return { ...(await readBody(request, [], limit, place)), tooLarge: undefined };
  const most = limit + FORM_OVERHEAD;
  const isLonger = Number(request.headers.get("content-length") ?? 0) > most;
  const refusal = refuse(most, null);
  const room = roomFor(isLonger ? FORM_OVERHEAD : most, limit);
  const { bytes, isWhole } = await receivedBody(request, room, place, refusalOf(refusal));
  const parts = await formParts(type, bytes, isWhole ? "whole" : "beginning");
  if (parts === undefined) throw parseError("Multipart form parse error - the body does not fit its boundary.");
  const sent = parts.filter(({ filename }) => filename !== undefined);
  const tooLarge = isWhole ? sent.find(({ content }) => content.byteLength > limit) : sent.at(-1);
  if (!isWhole && tooLarge === undefined) throw refusal("too long");
  return {
    fields: fieldsOf(parts, refusal),
    files: filesOf(parts.filter((part) => part !== tooLarge)),
    tooLarge: tooLarge?.name,
  };
}

/** So many of the largest files wait on the disk together, or more smaller ones. */
const MOST_LARGEST = 20;

function roomFor(longest: number, limit: number) {
  return { longest, most: MOST_LARGEST * limit };
}

function refusalOf(refusal: RefuseBody): (fault: "broken" | "no room") => Error {
  return (fault) => (fault === "broken" ? refusal(fault) : noRoom());
}

function refuse(longest: number, field: string | null): RefuseBody {
  return (fault, words = "") => {
    switch (fault) {
      case "too long":
        return invalid(field, `The request is larger than ${String(longest)} bytes.`, "max_length");
      case "broken":
        return parseError("The body ended before its end.");
      case "not UTF-8":
        return parseError("The body is not UTF-8.");
      case "not JSON":
        return parseError(`JSON parse error - ${words}`);
      case "no object":
        return invalid("non_field_errors", "Invalid data. Expected a dictionary.");
      case "too deep":
        return parseError(`JSON parse error - nested deeper than ${String(JSON_DEPTH)} levels`);
    }
  };
}

async function readForm(request: Request, content: ReceivedBody["bytes"], limit: number): Promise<RequestBody> {
  const parts = await formParts(request.headers.get("content-type") ?? "", content);
  if (parts === undefined) throw parseError("Multipart form parse error - the body does not fit its boundary.");
  const tooLarge = parts.find((part) => part.filename !== undefined && part.content.byteLength > limit);
  if (tooLarge !== undefined)
    throw invalid(tooLarge.name, `The file is larger than ${String(limit)} bytes.`, "max_length");
  return { fields: fieldsOf(parts, refuse(TEXT_BYTES, null)), files: filesOf(parts), isForm: true };
}

/** @throws what `refusal` makes of fields that are longer than any text has to be */
function fieldsOf(parts: readonly FormPart[], refusal: RefuseBody): RequestBody["fields"] {
  const sent = parts.filter(({ filename }) => filename === undefined);
  if (sent.reduce((sum, { content }) => sum + content.byteLength, 0) > TEXT_BYTES) throw refusal("too long");
  const fields = new URLSearchParams();
  for (const { name, content } of sent) fields.append(name, new TextDecoder().decode(inMemory(content)));
  return repeatedFields(fields);
}

function filesOf(parts: readonly FormPart[]): RequestBody["files"] {
  return new Map(
    parts.flatMap(({ name, filename, content }) =>
      filename === undefined ? [] : [[name, { name: filename, content }] as const],
    ),
  );
}

function readRaw(request: Request, content: SentBytes, limit: number): RequestBody {
  const disposition = request.headers.get("content-disposition") ?? "";
  const name = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition)?.[1];
  if (name === undefined) {
    throw parseError(
      "Missing filename. Request should include a Content-Disposition header with a filename parameter.",
    );
  }
  if (content.byteLength > limit)
    throw invalid("file", `The file is larger than ${String(limit)} bytes.`, "max_length");
  return { fields: {}, files: new Map([["file", { name, content }]]) };
}

/** A name that comes once is a text, one that comes again a list. */
export function repeatedFields(parameters: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    fields[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return fields;
}
