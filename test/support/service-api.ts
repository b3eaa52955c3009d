import { Buffer } from "node:buffer";
import { setTimeout } from "node:timers/promises";

/** A translation service that a scenario may do as it likes with: the embedded one, or a real one. */
export interface ServiceUnderTest {
  /** `http://127.0.0.1:<port>`, no trailing slash. */
  readonly url: string;
  readonly adminToken: string;
}

/** A component as the administration API takes it. */
export interface ComponentFields {
  readonly name: string;
  readonly slug: string;
  readonly file_format: string;
  readonly filemask: string;
  readonly template?: string;
  readonly new_base?: string;
  readonly repo: string;
  readonly push?: string;
  readonly branch: string;
  readonly [field: string]: string | boolean | undefined;
}

/** The fields of a unit that scenarios look at. */
export interface ApiUnit {
  readonly id: number;
  readonly context: string;
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly state: number;
  readonly has_comment: boolean;
}

/** Calls the API as a person's script would; an answer outside 2xx is an error with the service's words. */
export async function callService<Answer>(
  service: ServiceUnderTest,
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly token?: string } = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, service.url), {
    method,
    headers: {
      authorization: `Token ${options.token ?? service.adminToken}`,
      ...(options.body !== undefined && { "content-type": "application/json" }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  }).catch((cause: unknown) => {
    throw new Error(`${method} ${path} was not answered`, { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${String(response.status)}: ${text.slice(0, 500)}`);
  return JSON.parse(text === "" ? "null" : text);
}

export async function createProject(service: ServiceUnderTest, slug: string): Promise<void> {
  await callService(service, "POST", "/api/projects/", { body: { name: slug, slug, web: "https://example.org/" } });
}

export async function createComponent(
  service: ServiceUnderTest,
  project: string,
  fields: ComponentFields,
): Promise<void> {
  const pathname = await beginComponent(service, project, fields);
  // On a busy machine its files are read for longer than a request waits.
  const task = async () => (await callService<{ readonly task_url: string | null }>(service, "GET", pathname)).task_url;
  while (typeof (await task()) === "string") await setTimeout(LOOK_MILLISECONDS);
}

/** The same, without waiting until its files are read. @returns its address */
export async function beginComponent(
  service: ServiceUnderTest,
  project: string,
  fields: ComponentFields,
): Promise<string> {
  const { url } = await callService<{ readonly url: string }>(service, "POST", `/api/projects/${project}/components/`, {
    body: { vcs: "git", new_lang: "add", push_on_commit: false, ...fields },
  });
  return new URL(url).pathname;
}

const LOOK_MILLISECONDS = 100;

/** A component's address below `/api/components/`, slashes of categories escaped twice as the service wants it. */
export function componentAddress(component: string): string {
  const [project = "", ...rest] = component.split("/");
  return `${project}/${encodeURIComponent(encodeURIComponent(rest.join("/")))}`;
}

/** All units of a language. */
export async function unitsOf(
  service: ServiceUnderTest,
  component: string,
  language: string,
): Promise<readonly ApiUnit[]> {
  const address = `/api/translations/${componentAddress(component)}/${language}/units/?page_size=10000`;
  const { results } = await callService<{ results: readonly ApiUnit[] }>(service, "GET", address);
  return results;
}

/** The one unit of a language with that key (monolingual) or source text. */
export async function unitOf(
  service: ServiceUnderTest,
  component: string,
  language: string,
  keyOrSource: string,
): Promise<ApiUnit> {
  const units = await unitsOf(service, component, language);
  const found = units.find((unit) => unit.context === keyOrSource || unit.source[0] === keyOrSource);
  if (found === undefined) throw new Error(`${component}/${language} has no string ${keyOrSource}.`);
  return found;
}

/** Saves a translation as a translator does: the service keeps it pending until somebody commits. */
export async function saveTranslation(
  service: ServiceUnderTest,
  translator: string,
  where: { readonly component: string; readonly language: string; readonly unit: string },
  target: readonly string[],
): Promise<void> {
  const unit = await unitOf(service, where.component, where.language, where.unit);
  await callService(service, "PATCH", `/api/units/${String(unit.id)}/`, {
    body: { target, state: 20 },
    token: translator,
  });
}

/** The stored file, as the service would hand it out (it commits pending strings first). */
export async function serviceFile(service: ServiceUnderTest, component: string, language: string): Promise<string> {
  const response = await fetch(
    new URL(`/api/translations/${componentAddress(component)}/${language}/file/`, service.url),
    { headers: { authorization: `Token ${service.adminToken}` } },
  );
  if (!response.ok) throw new Error(`The file of ${component}/${language} answered ${String(response.status)}.`);
  return Buffer.from(await response.arrayBuffer()).toString("utf8");
}

/** What a multipart upload to `…/file/` said, as the service got it. */
export interface SeenUpload {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly fileName: string;
  readonly content: string;
}

/** Reads the uploads of translation files out of recorded requests. */
export function uploadsIn(
  requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly requestBody: Buffer;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  }[],
): SeenUpload[] {
  return requests
    .filter(({ method, path }) => (method === "POST" || method === "PUT") && path.endsWith("/file/"))
    .map(({ path, requestBody, headers }) => {
      const boundary = /boundary="?([^";]+)/.exec(String(headers["content-type"]))?.[1] ?? "";
      const fields: Record<string, string> = {};
      let file = { fileName: "", content: "" };
      for (const part of requestBody.toString("utf8").split(`--${boundary}`).slice(1, -1)) {
        const [head = "", ...rest] = part.split("\r\n\r\n");
        const content = rest.join("\r\n\r\n").replace(/\r\n$/, "");
        const name = /[; ]name="([^"]*)"/.exec(head)?.[1] ?? "";
        const fileName = /filename="([^"]*)"/.exec(head)?.[1];
        if (fileName === undefined) fields[name] = content;
        else file = { fileName, content };
      }
      return { path, fields, ...file };
    });
}
