import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { readExchange } from "../../../src/formats/exports/read-exchange.ts";
import { ServiceError } from "../../../src/contract/resources/error.ts";
import type { Probe, Who } from "./probe.ts";

/** One of the two services while it is asked. */
export interface Side {
  readonly url: string;
  readonly tokens: Readonly<Record<Exclude<Who, "nobody">, string>>;
  /** Texts that stand for the same thing on both sides: what this side has → what both have. */
  readonly names: readonly (readonly [string, string])[];
  /** What answers held. */
  readonly kept: Map<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: readonly string[];
  /** Of a value what it says, but for ids, times and hosts; of an error its codes and attributes; of a file its text. */
  readonly body: unknown;
}

const COMPARED_HEADERS = [
  "content-disposition",
  "last-modified",
  "allow",
  "www-authenticate",
  "x-ratelimit-limit",
  "retry-after",
];

export async function answerTo(side: Side, probe: Probe): Promise<Answer> {
  const { as = "admin" } = probe;
  const headers: Record<string, string> = { accept: "application/json", ...probe.headers };
  if (as !== "nobody") headers["authorization"] = `Token ${side.tokens[as]}`;
  const body = bodyOf(side, probe, headers);
  const response = await fetch(new URL(filled(side, probe.path), side.url), {
    method: probe.method,
    headers,
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
  const content = new Uint8Array(await response.arrayBuffer());
  const contentType = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  const answer = {
    status: response.status,
    contentType,
    headers: COMPARED_HEADERS.filter((name) => response.headers.has(name)),
  };
  const isFile = response.headers.has("content-disposition");
  if (contentType !== "application/json" || isFile) {
    if (probe.structure === true) return { ...answer, body: undefined };
    if (probe.texts !== true) return { ...answer, body: fileBody(side, contentType, content) };
    const name = /filename="?([^";]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
    return { ...answer, body: textsIn(name, content) ?? fileBody(side, contentType, content) };
  }
  if (content.length === 0) return { ...answer, body: undefined };
  const value = inOrder(JSON.parse(new TextDecoder().decode(content)), probe.sortedBy);
  keep(side, probe, value);
  if (response.status >= 400) return { ...answer, body: errorShape(value) };
  return { ...answer, body: probe.structure === true ? shapeOf(value) : normal(side, value, "") };
}

function inOrder(value: unknown, field: string | undefined): unknown {
  if (field === undefined || !Array.isArray(value)) return value;
  const key = (item: unknown): string => String(new Map(Object.entries(item ?? {})).get(field));
  return value.toSorted((a, b) => key(a).localeCompare(key(b), "en"));
}

function bodyOf(side: Side, probe: Probe, headers: Record<string, string>): string | FormData | undefined {
  const { upload, form, json } = probe;
  if (upload !== undefined) {
    const body = new FormData();
    for (const [name, value] of Object.entries(upload.fields)) body.set(name, filled(side, value));
    body.set(upload.part ?? "file", new Blob([upload.content]), upload.fileName);
    return body;
  }
  if (form !== undefined) {
    headers["content-type"] = "application/x-www-form-urlencoded";
    return new URLSearchParams(
      Object.fromEntries(Object.entries(form).map(([name, value]) => [name, filled(side, value)])),
    ).toString();
  }
  if (json === undefined) return undefined;
  headers["content-type"] = "application/json";
  // A number stands in quotation marks until it is known.
  return filled(side, JSON.stringify(json).replaceAll(/"(\{label\})"/g, "$1"));
}

function filled(side: Side, text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => side.kept.get(name) ?? whole);
}

function keep(side: Side, { keeps = {} }: Probe, value: unknown): void {
  for (const [name, path] of Object.entries(keeps)) {
    const found = path
      .split(".")
      .reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined), value);
    if (typeof found !== "string" && typeof found !== "number") continue;
    // Of an address the id at its end.
    side.kept.set(name, /\/(\d+)\/$/.exec(String(found))?.[1] ?? String(found));
  }
}

/** Names in an archive, and texts: those of binary formats by their size alone would say nothing, so their kind only. */
function fileBody(side: Side, type: string, content: Uint8Array): unknown {
  if (type === "application/zip") {
    return Object.fromEntries(
      Object.entries(unzipSync(content)).map(([name, file]) => [normalText(side, name), textOf(side, file)]),
    );
  }
  return content.length === 0 ? "" : textOf(side, content);
}

function textsIn(name: string, content: Uint8Array): unknown {
  return readExchange(name, content)?.map(({ context = "", source, target, fuzzy }) => ({
    context,
    source,
    target,
    fuzzy,
  }));
}

function textOf(side: Side, content: Uint8Array): string {
  try {
    return normalText(side, new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    return `${String(content.length)} bytes, ${createHash("sha256").update(content).digest("hex").slice(0, 12)}`;
  }
}

function errorShape(body: unknown): unknown {
  const parsed = ServiceError().safeParse(body);
  if (!parsed.success) return "another error format";
  const { type, errors = [] } = parsed.data;
  return { type, errors: errors.map(({ code, attr }) => `${code}/${attr ?? "-"}`) };
}

/** Keys and types of a value; of a list those of its first element. */
function shapeOf(value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : [shapeOf(value[0])];
  if (typeof value !== "object") return `(${typeof value})`;
  return Object.fromEntries(Object.entries(value).map(([key, each]: [string, unknown]) => [key, shapeOf(each)]));
}

const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g;

/** Without what each side has of its own: hosts, ids, times, commits, and its name. */
function normalText(side: Side, text: string): string {
  let result = text.replaceAll(side.url, "");
  for (const [own, both] of side.names) result = result.replaceAll(own, both);
  return result
    .replaceAll(TIME, "(time)")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "(uuid)")
    .replaceAll(/\b[0-9a-f]{40}\b/g, "(commit)")
    .replaceAll(/(\/api\/[\w-]+)\/\d+\//g, "$1/(id)/")
    .replaceAll(/by \d+ commits?/g, "by (number) commits")
    .replaceAll(/checksum=[0-9a-f]+/g, "checksum=(hash)")
    .replaceAll(/Weblate(?: \d[\d.]*)?|Interlinear(?: \d[\d.]*)?/g, "(service)");
}

const OWN_NUMBERS = /^(?:id|\w+_id|labels|population)$/;
const OWN_TEXTS = /^(?:id_hash|content_hash|revision|last_commit)$/;

function normal(side: Side, value: unknown, key: string): unknown {
  if (typeof value === "string") return OWN_TEXTS.test(key) ? "(string)" : normalText(side, value);
  if (typeof value === "number") return OWN_NUMBERS.test(key) || OWN_TEXTS.test(key) ? "(number)" : value;
  if (Array.isArray(value)) return value.map((each: unknown) => normal(side, each, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [normalText(side, name), normal(side, each, name)]),
  );
}
