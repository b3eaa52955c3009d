import { setImmediate } from "node:timers/promises";
import type { Format } from "../../contract/endpoint.ts";
import type { ServiceError } from "../../contract/resources/error.ts";
import { TooCostly, TooCrowded } from "../../store/too-costly.ts";
import { UnknownExpression } from "../../store/unknown-expression.ts";
import { DatabaseAway } from "../../store/database-away.ts";
import { isGone } from "../../store/gone.ts";
import { ByteRoom } from "../files/byte-room.ts";
import { csvOf } from "./csv.ts";
import { openMetricsOf } from "./open-metrics.ts";
import { textResponse } from "./packed.ts";
import { rowParts } from "./row-parts.ts";
import { writtenRows, type WrittenObjects } from "./written-rows.ts";
import type { Service } from "../service.ts";
import { CROWDED, unparsable } from "../units/query-terms.ts";
import { Refusal, refused } from "../../http-api/refusal.ts";
import { notFound } from "./refusal.ts";
import type { LongPage } from "./paging.ts";
import type { Answer } from "./route.ts";

/** An answer in its representation. @param page writes the value as a page, if it is wanted as one */
export async function represented(
  answer: Answer,
  format: Format,
  page: (answer: Answer, value: unknown) => string | Promise<string>,
): Promise<Response> {
  const { status, headers, body } = answer;
  if (body === undefined) return new Response(null, { status, headers });
  if ("bytes" in body) {
    const { bytes } = body;
    if (!(bytes instanceof Uint8Array)) return new Response(ReadableStream.from(bytes), { status, headers });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody shares them between threads; a copy is as large again
    return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers });
  }
  if ("page" in body && format === "json") {
    return new Response(ReadableStream.from(pageParts(body.page)), { status, headers: { ...json, ...headers } });
  }
  if ("page" in body) {
    // The columns of a CSV file are known when all rows are.
    const whole = async () => represented({ status, headers, body: { value: await body.page.whole() } }, format, page);
    return pagesWhole.hold(1, whole, WAIT_MILLISECONDS);
  }
  const { value } = body;
  switch (format) {
    case "csv":
      return text(answer, await csvOf(listOf(value) ?? [value]), { "Content-Type": "text/csv; charset=utf-8" });
    case "api": {
      const { pageHeaders } = await import("../pages/layout.ts");
      return text(answer, await page(answer, value), pageHeaders);
    }
    case "openmetrics":
      return text(answer, openMetricsOf(value), {
        "Content-Type": "application/openmetrics-text; version=1.0.0; charset=utf-8",
      });
    case "json-flat":
      return jsonAnswer(answer, listOf(value) ?? value);
    default:
      return jsonAnswer(answer, value);
  }
}

/**
 * The same answer, which breaks its connection off where a part of it cannot be made: whoever gets it has to see that it is not whole.
 * @param connection undefined: whoever reads the answer is told by an error
 */
export function breakingOff(
  service: Pick<Service, "logger" | "absence">,
  answer: Answer,
  format: Format,
  connection: { readonly destroy: () => unknown } | undefined,
): Answer {
  const { body } = answer;
  if (connection === undefined || body === undefined || "value" in body) return answer;
  if ("page" in body && format !== "json") return answer;
  const breaking = async function* <Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    try {
      yield* parts;
    } catch (error) {
      refusalFor(service, error);
      // And it ends: an error would be printed by who sends it.
      connection.destroy();
    }
  };
  if ("page" in body) return { ...answer, body: { page: body.page.inParts(breaking) } };
  return body.bytes instanceof Uint8Array ? answer : { ...answer, body: { bytes: breaking(body.bytes) } };
}

const json = { "Content-Type": "application/json" };

/** As `text`; what is long is put together in no one string. */
async function jsonAnswer(answer: Answer, value: unknown): Promise<Response> {
  const rows = listOf(value);
  if (rows === undefined || rows.length < ROWS_OF_MANY) return text(answer, JSON.stringify(value), json);
  const parts = await jsonParts(value, rows);
  const [first, ...others] = parts;
  const length = String(bytesOf(parts));
  const headers = { ...json, "Content-Length": length, ...answer.headers };
  const body = others.length === 0 ? first : ReadableStream.from(inTime(parts));
  return new Response(body, { status: answer.status, headers });
}

async function* inTime<Part>(parts: Iterable<Part>): AsyncGenerator<Part> {
  for (const part of parts) {
    yield part;
    await setImmediate();
  }
}

/** Says its length: by it `packed.ts` chooses. */
function text({ status, headers }: Answer, content: string, own: Readonly<Record<string, string>>): Response {
  const length = { "Content-Length": String(Buffer.byteLength(content)) };
  const init = { status, headers: { ...own, ...length, ...headers } };
  return content.length > CHARACTERS_AT_ONCE
    ? new Response(ReadableStream.from(inTime(encoded(content))), init)
    : textResponse(content, init);
}

/** Ten thousand strings are ten million of them, and took 70 ms in which nobody was answered. */
const CHARACTERS_AT_ONCE = 131_072;

function* encoded(content: string): Generator<Uint8Array> {
  for (let from = 0; from < content.length;) {
    const end = from + CHARACTERS_AT_ONCE;
    // Two halves of a character stay together.
    const to = isHighSurrogate(content.charCodeAt(end - 1)) ? end - 1 : end;
    yield Buffer.from(content.slice(from, to));
    from = to;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}

const WAIT_MILLISECONDS = 30_000;
/** Long pages are whole in memory one after the other. */
const pagesWhole = new ByteRoom(1, 0);

/** A long page as `jsonParts` writes a short one. */
async function* pageParts({ head, parts }: LongPage<unknown>): AsyncGenerator<Uint8Array> {
  let before = `${JSON.stringify(head).slice(0, -1)},"results":[`;
  const written: WrittenObjects = new Map();
  for await (const rows of parts) {
    for await (const some of rowParts(rows)) {
      yield Buffer.concat([Buffer.from(before), writtenRows(some, written)]);
      before = ",";
    }
  }
  yield Buffer.from(before === "," ? "]}" : `${before}]}`);
}

/** Fewer are written sooner than it is looked up what they share. */
const ROWS_OF_MANY = 10;

/** As `JSON.stringify` writes it, some rows at a time: parts of some length. */
async function jsonParts(value: unknown, rows: readonly unknown[]): Promise<readonly Buffer<ArrayBuffer>[]> {
  const [before, after] = aroundList(value);
  const parts: Buffer<ArrayBuffer>[] = [];
  let pieces = [Buffer.from(before)];
  const written: WrittenObjects = new Map();
  let isFirst = true;
  for await (const some of rowParts(rows)) {
    if (bytesOf(pieces) > BYTES_AT_ONCE) {
      parts.push(Buffer.concat(pieces));
      pieces = [];
    }
    if (!isFirst) pieces.push(COMMA);
    pieces.push(writtenRows(some, written));
    isFirst = false;
  }
  return [...parts, Buffer.concat([...pieces, Buffer.from(after)])];
}

const COMMA = Buffer.from(",");
const BYTES_AT_ONCE = 131_072;

function bytesOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** What stands before and behind the rows of a page or an array. */
function aroundList(value: unknown): readonly [string, string] {
  if (Array.isArray(value)) return ["[", "]"];
  const members = Object.entries(value ?? {}).filter(([, member]) => member !== undefined);
  const place = members.findIndex(([name]) => name === "results");
  const shown = (some: typeof members): string[] =>
    some.map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`);
  const before = [...shown(members.slice(0, place)), '"results":['].join(",");
  return [`{${before}`, `${["]", ...shown(members.slice(place + 1))].join(",")}}`];
}

/** The rows of a page or an array. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null || !("results" in value)) return undefined;
  return Array.isArray(value.results) ? value.results : undefined;
}

/** The common error format since 5.10, and the plain `detail` of the specification. */
export function refusalAnswer({ status, errors, message, headers }: Refusal): Answer {
  const isValidation = status === 400 && !errors.every(({ code }) => code === "parse_error");
  const type = status >= 500 ? "server_error" : isValidation ? "validation_error" : "client_error";
  const value: ServiceError = {
    type,
    errors: errors.map(({ code, detail, field }) => ({ code, detail, attr: field })),
    detail: message,
  };
  return { status, headers, body: { value } };
}

const AWAY_SECONDS = "5";
const CROWDED_SECONDS = "10";

/** What is no refusal is a bug: it is logged, and the caller is told nothing of it. */
export function refusalFor(service: Pick<Service, "logger" | "absence">, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseAway) {
    service.absence.met(error);
    const headers = { "Retry-After": AWAY_SECONDS };
    return refused(503, "unavailable", "The service cannot use its database just now. Try again soon.", { headers });
  }
  if (error instanceof TooCrowded)
    return refused(503, "crowded", CROWDED, { headers: { "Retry-After": CROWDED_SECONDS } });
  if (error instanceof TooCostly) {
    return refused(
      400,
      "too-costly",
      "This takes too long here, or too much memory. Ask for less: fewer conditions or texts, one component, one language, a smaller file.",
    );
  }
  if (error instanceof UnknownExpression) return unparsable(error.message);
  if (isGone(error)) {
    // Should it be a bug all the same, this is how it is found.
    service.logger.notice(`Something was removed while a request was at work on it: ${stackOf(error)}`);
    return notFound("This is not here any more: it was removed a moment ago.");
  }
  service.logger.error(stackOf(error));
  return refused(500, "error", "A server error occurred.");
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Adds the headers that every answer has; HEAD gets these alone. */
export function finished(response: Response, request: Request, headers: Readonly<Record<string, string>>): Response {
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Vary", "Accept, Authorization, Cookie");
  // What one caller may see is kept for nobody else, and asked for again: a token may be gone.
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-cache");
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return request.method === "HEAD" ? new Response(null, response) : response;
}
