import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import type { TimerClock } from "../../src/core/clock.ts";
import { defined } from "../../src/core/defined.ts";
import { silentLogger } from "../../src/core/logger.ts";
import { administration, type Administration } from "../../src/service/administration.ts";
import { serviceApp } from "../../src/service/app.ts";
import { openService, type OpenService, type ServiceOptions } from "../../src/service/open-service.ts";
import type { ServiceSettings } from "../../src/service/settings.ts";
import { placeTables } from "./migrated-database.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";
import { databaseOfTests } from "./test-database.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asks for what it expects
  readonly json: any;
}

export interface TestRequest {
  /** Default the administrator's; null: anonymous. */
  readonly token?: string | null;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Multipart: a text is a field, a list a repeated one, bytes are a file. */
  readonly multipart?: Readonly<Record<string, string | readonly string[] | Uint8Array | File>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Address of the connection; default: this machine. */
  readonly remote?: string;
}

/** The embedded service without a socket. */
export interface TestService extends AsyncDisposable {
  readonly service: OpenService;
  readonly admin: Administration;
  readonly adminToken: string;
  request(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
}

/** What the service takes for a bug of its own must be seen in a test's output. */
const loudLogger = { ...silentLogger, error: (message: string) => void process.stderr.write(`${message}\n`) };

/**
 * Limits for what hangs: what is done when an answer comes, and whether one comes that is no refusal, must not follow from how quick the
 * machine is. Threads that search have a processor after everybody else, so beside other work they were waited for longer than people would.
 */
export const patient = {
  taskMilliseconds: 600_000,
  busyMilliseconds: 600_000,
  searchMilliseconds: 600_000,
} satisfies Partial<ServiceSettings>;

const uncounted = { requests: undefined, windowSeconds: 1 };
/** For tests that ask more often than a caller may. */
export const unlimited: ServiceSettings["rateLimits"] = { anonymous: uncounted, user: uncounted };

/** @param surroundings time and database, where they are not the usual ones */
export async function openTestService(
  settings: Partial<ServiceSettings> = {},
  surroundings: Pick<ServiceOptions, "clock" | "databaseUrl" | "logger" | "resolve" | "words"> = {},
): Promise<TestService> {
  const folder = await temporaryDirectory();
  const data = join(folder.path, "data");
  // Whose time a test controls does its jobs by that time, which a server's queue does not.
  const databaseUrl = surroundings.clock === undefined ? await databaseOfTests() : undefined;
  const options: ServiceOptions = {
    data,
    settings: { ...patient, ...settings },
    logger: loudLogger,
    databaseUrl,
    // Tests ask nobody on the internet.
    resolve: () => Promise.resolve([]),
    ...surroundings,
  };
  if (options.databaseUrl === undefined) await placeTables(data);
  const service = await openService(options);
  const app = serviceApp(service);
  const admin = administration(service);
  const { token: adminToken } = await admin.createUser({ username: "admin", superuser: true });
  return {
    service,
    admin,
    adminToken,
    request: async (method, path, request = {}) => {
      const token = request.token === undefined ? adminToken : request.token;
      const { body, type } = bodyOf(request);
      const headers = {
        ...(token === null ? {} : { authorization: `Token ${token}` }),
        ...(type !== undefined && { "content-type": type }),
        ...request.headers,
      };
      const sent = { method, headers, ...(body !== undefined && { body }) };
      const response = await app.request(`http://service.test${path}`, sent, connectionFrom(request.remote));
      const bytes = new Uint8Array(await response.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        text,
        get json() {
          return JSON.parse(text);
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      await service.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** As the listener hands it to the application. */
function connectionFrom(remote: string | undefined): { readonly incoming?: IncomingMessage } {
  if (remote === undefined) return {};
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remote });
  return { incoming: new IncomingMessage(socket) };
}

function bodyOf({ json, form, multipart, body }: TestRequest): {
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  type?: string;
} {
  if (json !== undefined) return { body: JSON.stringify(json), type: "application/json" };
  if (form !== undefined) {
    return { body: new URLSearchParams(form).toString(), type: "application/x-www-form-urlencoded" };
  }
  if (multipart !== undefined) {
    const data = new FormData();
    for (const [name, value] of Object.entries(multipart)) {
      if (typeof value === "string") data.append(name, value);
      else if (value instanceof File) data.append(name, value);
      else if (value instanceof Uint8Array) data.append(name, new Blob([Uint8Array.from(value)]), "file");
      else for (const each of value) data.append(name, each);
    }
    return { body: data };
  }
  return body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) };
}

export const sampleFiles = {
  "locales/en.json": '{\n  "title": "Hello",\n  "button": { "save": "Save", "cancel": "Cancel" }\n}\n',
  "locales/cs.json": '{\n  "title": "Ahoj",\n  "extra": "navíc"\n}\n',
  "locales/de.json": '{\n  "title": "Hallo",\n  "button": { "save": "Speichern", "cancel": "Abbrechen" }\n}\n',
  "po/server.pot": `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#: src/a.c:1
msgid "Welcome"
msgstr ""

#: src/a.c:2
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`,
  "po/cs.po": `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#: src/a.c:1
msgid "Welcome"
msgstr "Vítejte"

#: src/a.c:2
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""
`,
};

/** A service with project `demo`: `app` (monolingual JSON) and `server` (PO), which share the clone of one repository. */
export interface SampleService extends TestService {
  readonly upstream: TestRepository;
  readonly botToken: string;
  /** Jana Nováková, who may translate. */
  readonly translatorToken: string;
}

export async function openSampleService(
  options: {
    readonly settings?: Partial<ServiceSettings>;
    readonly files?: Files;
    readonly clock?: TimerClock;
    readonly words?: NonNullable<ServiceOptions["words"]>;
    readonly logger?: NonNullable<ServiceOptions["logger"]>;
  } = {},
): Promise<SampleService> {
  const upstream = await createRepository(options.files ?? sampleFiles);
  const { clock, words, logger } = options;
  const test = await openTestService(options.settings, defined({ clock, words, logger }));
  const { admin } = test;
  // Tests look at what waits to be pushed.
  const repository = { repo: upstream.remoteUrl, push: upstream.remoteUrl, branch: "main", push_on_commit: false };
  await admin.createProject({ name: "Demo", slug: "demo" });
  await admin.createComponent("demo", {
    ...repository,
    name: "App",
    slug: "app",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  await admin.createComponent("demo", {
    ...repository,
    name: "Server",
    slug: "server",
    file_format: "po",
    filemask: "po/*.po",
    new_base: "po/server.pot",
  });
  const bot = await admin.createBot("demo");
  const jana = { username: "jana", fullName: "Jana Nováková", email: "jana@example.org" };
  const translator = await admin.createTranslator("demo", jana);
  return {
    ...test,
    upstream,
    botToken: bot.token,
    translatorToken: translator.token,
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

export interface TestUnit {
  readonly id: number;
  readonly context: string;
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly state: number;
  readonly pending: boolean;
  readonly previous_source: string;
}

/** Strings of a translation by key (monolingual) or source text. */
export async function unitsOf(test: TestService, translation: string): Promise<Map<string, TestUnit>> {
  const { json } = await test.request("GET", `/api/translations/${translation}/units/`);
  const units: TestUnit[] = json.results;
  return new Map(units.map((unit) => [unit.context === "" ? (unit.source[0] ?? "") : unit.context, unit]));
}

/** Saves a translation as a translator does. */
export async function save(
  test: SampleService,
  translation: string,
  key: string,
  target: readonly string[],
  state = 20,
): Promise<void> {
  const unit = (await unitsOf(test, translation)).get(key);
  const path = `/api/units/${String(unit?.id)}/`;
  const { status, text } = await test.request("PATCH", path, { token: test.translatorToken, json: { target, state } });
  if (status !== 200) throw new Error(text);
}
