import { ServiceError } from "../../src/contract/resources/error.ts";
import { componentAddress } from "../support/service-api.ts";
import type { World } from "../support/world.ts";

/** One request, made to both services in the same state, one after the other in the order of the list. */
export interface Probe {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly as: "bot" | "translator" | "admin" | "nobody" | "wrong";
  readonly body?: unknown;
  /** Multipart upload of a file. */
  readonly upload?: {
    readonly fileName: string;
    readonly content: string;
    readonly fields: Readonly<Record<string, string>>;
  };
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: readonly string[];
  /** Structure of the body: keys and types, never values; for errors their codes and attributes. */
  readonly shape: unknown;
}

export function probesOf(world: World): Probe[] {
  const web = `/api/components/${componentAddress(world.web)}`;
  const server = `/api/components/${componentAddress(world.server)}`;
  const project = `/api/projects/${world.site.project}`;
  const czech = `/api/translations/${componentAddress(world.web)}/cs`;
  const english = `/api/translations/${componentAddress(world.web)}/en`;
  const get = (name: string, path: string, as: Probe["as"] = "bot"): Probe => ({ name, method: "GET", path, as });
  const post = (name: string, path: string, body: unknown, as: Probe["as"] = "bot"): Probe => ({
    name,
    method: "POST",
    path,
    as,
    body,
  });
  const upload = (name: string, path: string, content: string, fields: Record<string, string>): Probe => ({
    name,
    method: "POST",
    path: `${path}/file/`,
    as: "bot",
    upload: { fileName: "file.json", content, fields },
  });
  return [
    get("the root", "/api/"),
    get("a project", `${project}/`),
    get("a component", `${web}/`),
    get("a translation", `${czech}/`),
    get("a translation's units", `${czech}/units/`),
    get("a translation's statistics", `${czech}/statistics/`),
    get("a component's statistics", `${web}/statistics/`),
    get("a project's statistics", `${project}/statistics/`),
    get("a project's languages", `${project}/languages/`),
    get("a language", "/api/languages/cs/"),
    get("the caller among the users", "/api/users/"),
    get("a component's repository", `${web}/repository/`),
    get("a project's repository", `${project}/repository/`),
    get("a translation's repository", `${czech}/repository/`),
    get("a component's lock", `${web}/lock/`),
    get("a translation's changes", `${czech}/changes/`),
    get("a file", `${czech}/file/`),
    get("a file, converted", `${czech}/file/?format=po`),
    get("a file in a format that does not exist", `${czech}/file/?format=bogus`),
    get("a component's archive", `${web}/file/`),
    get("a component's base file", `${web}/monolingual_base/`),
    get("a gettext component's template", `${server}/new_template/`),
    post("commit of a component", `${web}/repository/`, { operation: "commit" }),
    post("commit of a project", `${project}/repository/`, { operation: "commit" }),
    post("commit of a translation with nothing pending", `${czech}/repository/`, { operation: "commit" }),
    post("pull with nothing new", `${web}/repository/`, { operation: "pull" }),
    post("an operation that does not exist", `${web}/repository/`, { operation: "bogus" }),
    post("no operation", `${web}/repository/`, {}),
    post("an operation by a translator", `${web}/repository/`, { operation: "commit" }, "translator"),
    upload("an upload", czech, '{ "button": { "cancel": "Zrušit" } }', { method: "translate" }),
    upload("the same upload again", czech, '{ "button": { "cancel": "Zrušit" } }', { method: "translate" }),
    upload("an upload that does not parse", czech, "{", { method: "translate" }),
    upload("an empty upload", czech, "", { method: "translate" }),
    upload("an upload by a method that does not exist", czech, "{}", { method: "bogus" }),
    upload("an upload of new keys to a translation", czech, '{ "new": "x" }', { method: "add" }),
    upload("a source upload to a translation", czech, "{}", { method: "source" }),
    upload("a source upload to a monolingual source", english, "{}", { method: "source" }),
    upload("an upload that approves, without reviews", czech, "{}", { method: "approve" }),
    post("a lock", `${web}/lock/`, { lock: true }),
    upload("an upload to a locked component", czech, '{ "title": "Nazdar" }', { method: "translate" }),
    post("an unlock", `${web}/lock/`, { lock: false }),
    post("a lock that is no boolean", `${web}/lock/`, { lock: "banana" }),
    post("a new language", `${web}/translations/`, { language_code: "fr" }),
    post("a language that is there", `${web}/translations/`, { language_code: "fr" }),
    post("a language that does not exist", `${web}/translations/`, { language_code: "xx-bogus" }),
    post("no language", `${web}/translations/`, {}),
    get("a file by nobody", `${czech}/file/`, "nobody"),
    post("an operation by nobody", `${web}/repository/`, { operation: "commit" }, "nobody"),
    get("a project with a wrong token", `${project}/`, "wrong"),
    get("a project that does not exist", "/api/projects/bogus/"),
    get("a translation that does not exist", `/api/translations/${componentAddress(world.web)}/xx/`),
    get("a page that does not exist", `${web}/translations/?page=99`),
    { name: "a method that is not allowed", method: "DELETE", path: `${web}/lock/`, as: "bot" },
    get("an address that does not exist", "/api/bogus/"),
    get("no slash at the end", "/api/projects"),
    get("a search that does not parse", `${czech}/units/?q=foo%3Abar`),
  ];
}

/** Keys and types of a value; of a list those of its first element. */
function shapeOf(value: unknown): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

function errorShape(body: unknown): unknown {
  const { type, errors = [] } = ServiceError.parse(body);
  return { type, errors: errors.map(({ code, attr }) => `${code}/${attr ?? "-"}`) };
}

const COMPARED_HEADERS = [
  "content-disposition",
  "last-modified",
  "allow",
  "www-authenticate",
  "x-ratelimit-limit",
  "retry-after",
];

export async function answerTo(world: World, probe: Probe): Promise<Answer> {
  const { site } = world;
  const tokens = {
    bot: site.botToken,
    translator: site.translator.token,
    admin: site.service.adminToken,
    wrong: "wrong",
  };
  const headers: Record<string, string> = { accept: "application/json" };
  if (probe.as !== "nobody") headers.authorization = `Token ${tokens[probe.as]}`;
  let body: string | FormData | undefined;
  if (probe.upload !== undefined) {
    body = new FormData();
    for (const [name, value] of Object.entries(probe.upload.fields)) body.set(name, value);
    body.set("file", new Blob([probe.upload.content]), probe.upload.fileName);
  } else if (probe.body !== undefined) {
    headers["content-type"] = "application/json";
    body = JSON.stringify(probe.body);
  }
  const response = await fetch(new URL(probe.path, site.service.url), {
    method: probe.method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  const isJson = type === "application/json" && !/\/(?:file|monolingual_base)\//.test(probe.path.replace(/\?.*/, ""));
  const isError = response.status >= 400 && type === "application/json";
  return {
    status: response.status,
    contentType: type,
    headers: COMPARED_HEADERS.filter((name) => response.headers.has(name)),
    shape: isError ? errorShape(JSON.parse(text)) : isJson ? shapeOf(JSON.parse(text)) : undefined,
  };
}

/** How the second answer differs from the first, one line each; a value that is null on one side says nothing about its type. */
export function differencesBetween(real: Answer, embedded: Answer): string[] {
  const lines: string[] = [];
  if (real.status !== embedded.status) lines.push(`status ${String(real.status)} → ${String(embedded.status)}`);
  const lost = real.headers.filter((header) => !embedded.headers.includes(header));
  const gained = embedded.headers.filter((header) => !real.headers.includes(header));
  if (lost.length > 0) lines.push(`without header ${lost.join(", ")}`);
  if (gained.length > 0) lines.push(`with header ${gained.join(", ")}`);
  if (real.contentType !== embedded.contentType) {
    lines.push(`content-type ${real.contentType} → ${embedded.contentType}`);
  } else if (real.status === embedded.status) compare(real.shape, embedded.shape, "", lines);
  return lines;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Objects inside others and items of lists that have a probe of their own are compared there. */
const COMPARED_ELSEWHERE = /(?:^|\.)(?:project|component)\.$/;

function compare(real: unknown, embedded: unknown, path: string, lines: string[]): void {
  if (real === "null" || embedded === "null" || COMPARED_ELSEWHERE.test(path)) return;
  if (isRecord(real) && isRecord(embedded)) {
    const missing = Object.keys(real).filter((key) => !Object.hasOwn(embedded, key));
    const extra = Object.keys(embedded).filter((key) => !Object.hasOwn(real, key));
    if (missing.length > 0) lines.push(`without ${missing.map((key) => `\`${path}${key}\``).join(", ")}`);
    if (extra.length > 0) lines.push(`with ${extra.map((key) => `\`${path}${key}\``).join(", ")}`);
    for (const key of Object.keys(real)) {
      if (Object.hasOwn(embedded, key)) compare(real[key], embedded[key], `${path}${key}.`, lines);
    }
    return;
  }
  if (
    Array.isArray(real) &&
    Array.isArray(embedded) &&
    !real.every((each) => typeof each === "string" && each.includes("/"))
  ) {
    if (real.length > 0 && embedded.length > 0) compare(real[0], embedded[0], `${path.replace(/\.$/, "")}[].`, lines);
    return;
  }
  const [before, after] = [JSON.stringify(real), JSON.stringify(embedded)];
  if (before !== after) lines.push(`${path === "" ? "body" : `\`${path.replace(/\.$/, "")}\``} ${before} → ${after}`);
}
