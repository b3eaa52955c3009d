import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  hangUp,
  inTurn,
  json,
  startScriptedService,
  text,
  type Reply,
  type ScriptedService,
  type SeenRequest,
} from "../../test/support/scripted-service.ts";
import { instantClock } from "../../test/support/test-clock.ts";
import { RemoteError } from "../core/errors.ts";
import type { ComponentPath } from "../mapping/binding.ts";
import { HttpTranslationService, type HttpTranslationServiceOptions } from "./http-translation-service.ts";
import { ServiceSetUp } from "./service-set-up.ts";
import type { ServiceTranslation } from "./translation-service.ts";

const TOKEN = "svp_Rk3nT0ken0fTheTests000000000000000000";
const app: ComponentPath = { project: "demo", categories: [], component: "app" };
const ios: ComponentPath = { project: "demo", categories: ["mobile"], component: "ios" };

const connection = (url: string): HttpTranslationServiceOptions => ({
  url,
  token: TOKEN,
  version: "1.2.3",
  clock: instantClock(),
  random: () => 0.5,
  environment: {},
});

function aClient(url: string, options: Partial<HttpTranslationServiceOptions> = {}): HttpTranslationService {
  return new HttpTranslationService({ ...connection(url), ...options });
}

/** A component as the service describes it; `path` is what follows `/api/components/`. */
function aComponent(url: string, path: string, fields: Readonly<Record<string, unknown>> = {}): object {
  return {
    name: "A component",
    slug: path.split(/%252F|\//).at(-1),
    file_format: "json-nested",
    template: "locales/en.json",
    source_language: { code: "en", name: "English" },
    url: `${url}/api/components/${path}/`,
    web_url: `${url}/projects/${path}/`,
    repository_url: `${url}/api/components/${path}/repository/`,
    translations_url: `${url}/api/components/${path}/translations/`,
    lock_url: `${url}/api/components/${path}/lock/`,
    ...fields,
  };
}

/** A translation as the service lists it; `path` is what follows `/api/translations/`. */
function aTranslation(url: string, path: string, fields: Readonly<Record<string, unknown>> = {}): object {
  const language = path.split("/").at(-1);
  return {
    language: { code: language, name: "A language" },
    language_code: language,
    filename: `locales/${String(language)}.json`,
    revision: "aaaa,bbbb",
    is_source: false,
    is_template: false,
    total: 4,
    translated: 1,
    translated_percent: 25,
    last_change: null,
    url: `${url}/api/translations/${path}/`,
    web_url: `${url}/projects/${path}/`,
    file_url: `${url}/api/translations/${path}/file/`,
    changes_list_url: `${url}/api/translations/${path}/changes/`,
    ...fields,
  };
}

function aPage(results: readonly object[], next: string | null = null): object {
  return { count: results.length, next, previous: null, results };
}

/** A translation as the engine has it, of a service at `url`. */
function known(url: string, fields: Partial<ServiceTranslation> = {}): ServiceTranslation {
  return {
    url: `${url}/api/translations/demo/app/cs/`,
    webUrl: url,
    translateUrl: url,
    language: "cs",
    languageName: "Czech",
    languageCode: "cs",
    filename: "locales/cs.json",
    revision: "aaaa",
    isSource: false,
    isTemplate: false,
    lastChange: null,
    counters: {
      total: 1,
      totalWords: 1,
      translated: 1,
      translatedWords: 1,
      translatedPercent: 100,
      fuzzy: 0,
      failingChecks: 0,
    },
    ...fields,
  };
}

/** Replies by method and path; the service's own address is filled in when it is known. */
type Routes = (url: string) => Readonly<Record<string, Reply>>;

async function startService(routes: Routes): Promise<ScriptedService> {
  const service: ScriptedService = await startScriptedService(({ method, target }) => {
    const replies = routes(service.url);
    return (
      replies[`${method} ${target}`] ??
      replies[`${method} ${target.split("?")[0] ?? ""}`] ??
      text(598, "No reply for it.")
    );
  });
  return service;
}

const asked = (service: ScriptedService): string[] =>
  service.requests.map(({ method, target }: SeenRequest) => `${method} ${target}`);

async function failureOf(promise: Promise<unknown>): Promise<RemoteError> {
  return promise.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error: unknown) => {
      if (error instanceof RemoteError) return error;
      throw error;
    },
  );
}

const upload = { method: "translate", fileName: "cs.json", content: Buffer.from("{}") } as const;
const counts = { not_found: 0, skipped: 1, accepted: 2, total: 3, result: true, count: 3 };

test("components are listed with the path that their address holds, in as few requests as the service allows", async () => {
  await using service = await startService((url) => ({
    "GET /api/projects/demo/components/?page_size=1000": json(
      aPage(
        [aComponent(url, "demo/app", { repo: "https://example.org/r.git", branch: "main", locked: true })],
        `${url}/api/projects/demo/components/?page=2&page_size=1000`,
      ),
    ),
    "GET /api/projects/demo/components/?page=2&page_size=1000": json(
      aPage([
        aComponent(url, "demo/mobile%252Fios", {
          category: `${url}/api/categories/1/`,
          linked_component: `${url}/api/components/demo/app/`,
          repo: null,
          template: null,
          task_url: `${url}/api/tasks/1/`,
        }),
      ]),
    ),
  }));

  const components = await aClient(service.url).components("demo");

  expect(service.requests).toHaveLength(2);
  expect(components).toMatchObject([
    { path: app, repository: "https://example.org/r.git", branch: "main", locked: true, template: "locales/en.json" },
    {
      path: ios,
      linkedTo: `${service.url}/api/components/demo/app/`,
      taskUrl: `${service.url}/api/tasks/1/`,
      template: "",
    },
  ]);
  expect(components[1]).not.toHaveProperty("repository");
});

test("a component in a category is addressed by a doubly encoded slash when its address is not known yet", async () => {
  await using service = await startService((url) => ({
    "GET /api/components/demo/mobile%252Fios/translations/": json(aPage([aTranslation(url, "demo/mobile%252Fios/cs")])),
    "GET /api/components/demo/mobile%252Fios/lock/": json({ locked: true }),
  }));
  const client = aClient(service.url);

  const [translation] = await client.translations(ios);

  expect(translation?.url).toBe(`${service.url}/api/translations/demo/mobile%252Fios/cs/`);
  expect(await client.isLocked(ios)).toBe(true);
});

test.each([
  ["weblate://demo/app", "demo/app"],
  ["weblate://demo/mobile/ios", "demo/mobile%252Fios"],
])("an older service's %s names the owner of a shared clone, not a repository", async (repo, owner) => {
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/": json(aComponent(url, "demo/app", { repo })),
  }));

  const component = await aClient(service.url).component(app);

  expect(component.linkedTo).toBe(`${service.url}/api/components/${owner}/`);
  expect(component).not.toHaveProperty("repository");
});

test("the addresses that the service gives of a component are used as they are", async () => {
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/": json(
      aComponent(url, "demo/app", {
        translations_url: `${url}/api/somewhere/else/%2f/`,
        repository_url: `${url}/api/the/repository/`,
        lock_url: `${url}/api/the/lock/`,
      }),
    ),
    "GET /api/somewhere/else/%2f/": json(aPage([])),
    "GET /api/the/repository/": json({ needs_commit: true, needs_merge: false, needs_push: false }),
    "GET /api/the/lock/": json({ locked: false }),
  }));
  const client = aClient(service.url);

  await client.component(app);
  await client.translations(app);
  await client.componentRepository(app);
  await client.isLocked(app);

  expect(asked(service).slice(1)).toEqual([
    "GET /api/somewhere/else/%2f/?page_size=1000",
    "GET /api/the/repository/",
    "GET /api/the/lock/",
  ]);
});

test("a revision is split into the file's and the template's", async () => {
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/translations/": json(
      aPage([
        aTranslation(url, "demo/app/en", { revision: "bbbb,bbbb", is_source: true, is_template: true }),
        aTranslation(url, "demo/app/cs", { revision: "aaaa,bbbb" }),
        aTranslation(url, "demo/app/de", { revision: "cccc" }),
        aTranslation(url, "demo/app/fr", { revision: "" }),
      ]),
    ),
  }));

  const translations = await aClient(service.url).translations(app);

  expect(translations.map(({ revision, templateRevision }) => [revision, templateRevision])).toEqual([
    ["bbbb", "bbbb"],
    ["aaaa", "bbbb"],
    ["cccc", undefined],
    ["", undefined],
  ]);
});

test("a thousand languages with fields nobody knows are read", async () => {
  const many = Array.from({ length: 1000 }, (_, index) => `l${String(index)}`);
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/translations/": json(
      aPage(
        many.map((code) =>
          aTranslation(url, `demo/app/${code}`, { surprise: { id_hash: 1 }, filler: "x".repeat(2000) }),
        ),
      ),
    ),
  }));

  const translations = await aClient(service.url).translations(app);

  expect(translations.map(({ language }) => language)).toEqual(many);
});

test.each([
  ["languages", (client: HttpTranslationService) => client.translations(app)],
  ["components", (client: HttpTranslationService) => client.components("demo")],
])("a list of %s that is shorter than it says is no list", async (_, list) => {
  const half = { count: 2, next: null, previous: null };
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/translations/": json({
      ...half,
      results: [aTranslation(url, "demo/app/cs")],
    }),
    "GET /api/projects/demo/components/": json({ ...half, results: [aComponent(url, "demo/app")] }),
  }));

  const error = await failureOf(list(aClient(service.url)));

  expect(error.code).toBe("IL-S15");
  expect(error.message).toContain("it lists 1 of 2");
});

test.each([
  ["to another host", "http://127.0.0.2/api/components/demo/app/translations/?page=2"],
  ["back to where it came from", undefined],
])("a next page that leads %s is not followed", async (_, elsewhere) => {
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/translations/": json(
      aPage([], elsewhere ?? `${url}/api/components/demo/app/translations/?page_size=1000`),
    ),
  }));

  const error = await failureOf(aClient(service.url).translations(app));

  expect(error.code).toBe(elsewhere === undefined ? "IL-S15" : "IL-S02");
  expect(service.requests).toHaveLength(1);
});

test.each([
  ["null", null, undefined],
  ["text", "1b36e6f", "1b36e6f"],
  ["an object", { revision: "1b36e6f", author: "someone" }, "1b36e6f"],
])("remote_commit may be %s", async (_, value, expected) => {
  await using service = await startService(() => ({
    "GET /api/components/demo/app/repository/": json({
      needs_commit: false,
      needs_merge: true,
      needs_push: false,
      remote_commit: value,
      merge_failure: null,
      status: "clean",
    }),
  }));

  const status = await aClient(service.url).componentRepository(app);

  expect(status.remoteCommit).toBe(expected);
  expect(status).toMatchObject({ needsCommit: false, needsMerge: true, needsPush: false, status: "clean" });
  expect(status).not.toHaveProperty("mergeFailure");
});

test.each([
  [{ result: true }, { result: true }],
  [{ result: null }, { result: null }],
  [{}, { result: null }],
  [{ result: false }, { result: false }],
  [
    { result: false, detail: "Could not rebase." },
    { result: false, detail: "Could not rebase." },
  ],
])("an operation that answers %j is handed on for the caller to judge", async (body, expected) => {
  await using service = await startService(() => ({ "POST /api/projects/demo/repository/": json(body) }));

  expect(await aClient(service.url).operateProject("demo", "commit")).toEqual(expected);
  expect(service.requests[0]?.body.toString()).toBe('{"operation":"commit"}');
});

test("reset is not repeated when its outcome is not known, the other operations are", async () => {
  for (const operation of ["reset", "commit", "push", "pull", "cleanup", "file-sync", "file-scan"] as const) {
    await using service = await startScriptedService(inTurn(hangUp, json({ result: true })));

    await aClient(service.url)
      .operateComponent(app, operation)
      .catch(() => undefined);

    expect([operation, service.requests.length]).toEqual([operation, operation === "reset" ? 1 : 2]);
  }
});

test("a busy repository is waited for, even by a reset", async () => {
  const busy = json(
    { type: "client_error", errors: [{ code: "repository-locked", detail: "Busy.", attr: null }] },
    423,
  );
  await using service = await startScriptedService(inTurn(busy, busy, json({ result: true })));

  expect(await aClient(service.url).operateComponent(app, "reset")).toEqual({ result: true });
});

test("a component that the service itself works on is waited for by an upload, though the answer is 400", async () => {
  const busy = json(
    {
      type: "validation_error",
      errors: [
        {
          code: "invalid",
          detail: "Lock on demo/app (component-update) could not be acquired in 5s",
          attr: "file",
        },
      ],
    },
    400,
  );
  await using service = await startScriptedService(
    inTurn(busy, json({ result: true, count: 1, accepted: 1, skipped: 0, not_found: 0, total: 1 })),
  );
  const file = { method: "replace", fileName: "en.json", content: Buffer.from("{}") } as const;

  expect(await aClient(service.url).upload(known(service.url), file)).toMatchObject({ accepted: 1 });

  await using stubborn = await startScriptedService(() => busy);
  const error = await failureOf(aClient(stubborn.url, { attempts: 2 }).upload(known(stubborn.url), file));
  expect(error).toMatchObject({ code: "IL-S06", status: 400 });
  expect(error.message).toContain("could not take en.json");
});

test.each(["File upload has failed", "Could not commit pending changes"])(
  "an upload that the service's own database failed at is sent once again, and is no fault of the file: %s",
  async (what) => {
    const failed = refused(400, `${what}: Please try again later.`, "file");
    await using service = await startScriptedService(
      inTurn(failed, json({ result: true, count: 1, accepted: 1, skipped: 0, not_found: 0, total: 1 })),
    );
    const file = { method: "replace", fileName: "en.json", content: Buffer.from("{}") } as const;

    expect(await aClient(service.url).upload(known(service.url), file)).toMatchObject({ accepted: 1 });

    await using broken = await startScriptedService(() => failed);
    const error = await failureOf(aClient(broken.url).upload(known(broken.url), file));
    expect(error).toMatchObject({ code: "IL-S14", status: 400, hint: expect.stringContaining("the service's log") });
    expect(error.message).toContain("could not take en.json");
    expect(broken.requests).toHaveLength(2);
  },
);

test("what translators saved and the service cannot write out is no fault of the file that comes after it", async () => {
  const words = "Could not commit pending changes: fatal: unable to write new index file";
  await using service = await startScriptedService(() => refused(400, words, "file"));

  const error = await failureOf(aClient(service.url).upload(known(service.url), upload));

  expect(error).toMatchObject({ code: "IL-S14", status: 400 });
  expect(service.requests).toHaveLength(1);
});

test("a repository that stays busy is an error with a name", async () => {
  await using service = await startScriptedService(() => json({ detail: "Could not obtain the lock." }, 423));

  const error = await failureOf(aClient(service.url, { attempts: 2 }).operateComponent(app, "pull"));

  expect(error).toMatchObject({ code: "IL-S06", status: 423 });
  expect(error.message).toContain("could not pull the repository of demo/app");
});

test("a file comes back byte for byte", async () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x0d, 0x0a, 0x00, 0xff, 0x7d]);
  await using service = await startScriptedService(() => text(200, bytes));

  const file = await aClient(service.url).download(known(service.url));

  expect(Buffer.from(file).equals(bytes)).toBe(true);
});

test.each([
  ["a server without archives", text(404, "Not Found"), "IL-S10"],
  ["a token that may not", json({ detail: "No." }, 403), "IL-S08"],
  ["a page instead of an archive", text(200, "<html>Welcome</html>", { "content-type": "text/html" }), "IL-S15"],
  ["an archive that took the server too long", text(504, ""), "IL-S14"],
])("%s is asked once for all files", async (_, reply, code) => {
  await using service = await startScriptedService(() => reply);

  const error = await failureOf(aClient(service.url).downloadAll(app, [known(service.url)]));

  expect(error).toMatchObject({ code });
  expect(service.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    "GET /api/components/demo/app/file/",
  ]);
});

test("an upload sends the file's bytes, its name and only the fields that were asked for", async () => {
  const content = Buffer.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0x00, 0xff]);
  await using service = await startScriptedService(() => json(counts));

  const result = await aClient(service.url).upload(known(service.url), {
    method: "translate",
    conflicts: "replace-translated",
    fileName: 'a "quoted" name.json',
    content,
  });

  expect(result).toEqual({ notFound: 0, skipped: 1, accepted: 2, total: 3 });
  const [request] = service.requests;
  const form = await new Response(request?.body, {
    headers: { "content-type": String(request?.headers["content-type"]) },
  }).formData();
  expect([...form.keys()]).toEqual(["method", "conflicts", "file"]);
  expect(form.get("method")).toBe("translate");
  expect(form.get("conflicts")).toBe("replace-translated");
  const file = form.get("file");
  if (!(file instanceof File)) throw new Error("No file was sent.");
  expect(file.name).toBe('a "quoted" name.json');
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
});

test("an upload that was carried out behind a 502 is repeated with the same bytes", async () => {
  const stored: Buffer[] = [];
  const apply: Reply = (response, { body }) => {
    stored.push(body);
    response.statusCode = stored.length === 1 ? 502 : 200;
    response.end(JSON.stringify({ ...counts, accepted: 0, skipped: 3 }));
  };
  await using service = await startScriptedService(() => apply);

  const result = await aClient(service.url).upload(known(service.url), upload);

  expect(result).toMatchObject({ accepted: 0, skipped: 3 });
  expect(stored).toHaveLength(2);
  expect(stored[0]?.equals(stored[1] ?? Buffer.of())).toBe(true);
});

test.each([
  ["no counts", json({ result: true })],
  ["some counts", json({ accepted: 1, total: 1 })],
  ["a page", text(200, "<html>Welcome</html>", { "content-type": "text/html" })],
])("an answer with %s is no answer to an upload", async (_, reply) => {
  await using service = await startScriptedService(() => reply);

  const error = await failureOf(aClient(service.url).upload(known(service.url), upload));

  expect(error.code).toBe("IL-S15");
  expect(error.message).not.toContain("Welcome");
});

const refused = (status: number, detail: string, attr: string | null = null): Reply =>
  json({ type: status === 400 ? "validation_error" : "client_error", errors: [{ code: "x", detail, attr }] }, status);

test.each([
  ["a method that is not available", refused(400, "This method is not available here.", "method"), "IL-S12", "auto"],
  ["conflicts that need reviews", refused(400, "Translation reviews are turned off.", "conflicts"), "IL-S12", "auto"],
  ["a file that does not parse", refused(400, "Syntax error on line 1: ''", "file"), "IL-S13", "Mend"],
  ["another field", refused(400, "A valid number is required.", "other"), "IL-S11", ""],
  ["a rejected token", refused(401, "Invalid token."), "IL-S07", "Make a new one"],
  ["a token whose day has passed", refused(401, "User inactive or deleted."), "IL-S07", "after an expiry date"],
  ["a lock", refused(403, "This translation is currently locked."), "IL-S09", "Unlock"],
  ["a missing permission", refused(403, "Can not upload."), "IL-S08", "upload.perform, unit.edit"],
  [
    "a translation that takes suggestions only",
    refused(403, "This translation only accepts suggestions, in turn approved by voting."),
    "IL-S08",
    "unit.override",
  ],
  [
    "the same, by the embedded service",
    refused(403, "Only suggestions are allowed in this translation."),
    "IL-S08",
    "unit.override",
  ],
  [
    "a user without an e-mail address",
    refused(403, "Can not perform this operation without an e-mail address."),
    "IL-S20",
    "No permission is missing",
  ],
  [
    "a licence that nobody agreed to",
    refused(403, "Contributing to this translation requires agreeing to its contributor license agreement."),
    "IL-S20",
    "agree",
  ],
  [
    "a second factor",
    refused(403, "This project requires two-factor authentication; configure it in your profile."),
    "IL-S20",
    "two-factor",
  ],
  ["something invisible", refused(404, "Not found."), "IL-S10", "private"],
  [
    "a page instead of an answer",
    text(404, "<html><h1>Nothing here</h1></html>", { "content-type": "text/html" }),
    "IL-S10",
    "address",
  ],
  ["its size", text(413, "<html>Request Entity Too Large</html>"), "IL-S13", "limit"],
  ["a failure", text(500, "<html>Sorry</html>"), "IL-S14", "later"],
])("an upload refused for %s says what to do", async (_, reply, code, hint) => {
  await using service = await startService(() => ({
    "POST /api/translations/demo/app/cs/file/": reply,
    "GET /api/components/demo/app/lock/": json({ locked: false }),
  }));

  const error = await failureOf(aClient(service.url).upload(known(service.url), upload));

  expect(error.code).toBe(code);
  expect(error.hint).toContain(hint);
  expect(error.message).not.toContain("<");
});

test("the permission to create a project is one of the whole site, so an administrator of the service gives it", async () => {
  await using service = await startService(() => ({ "POST /api/projects/": refused(403, "Can not create projects") }));
  const setUp = new ServiceSetUp(connection(service.url));

  const error = await failureOf(setUp.createProject({ slug: "new", name: "New", web: "", languageAliases: {} }));

  expect(error).toMatchObject({
    code: "IL-S08",
    hint: "The token's user probably lacks a permission. This needs project.add. An administrator of the service can give it, through a team.",
  });
});

test("where it is not known which permission is missing, it is said who can give it", async () => {
  await using service = await startService(() => ({ "GET /api/components/demo/app/": refused(403, "No.") }));

  const error = await failureOf(aClient(service.url).component(app));

  expect(error).toMatchObject({
    code: "IL-S08",
    hint: "The token's user probably lacks a permission. Whoever manages the project on the service can give it, through a team.",
  });
});

test("a lock that the words do not tell is found by asking", async () => {
  await using service = await startService(() => ({
    "POST /api/translations/demo/app/cs/file/": refused(403, "Insufficient privileges."),
    "GET /api/components/demo/app/lock/": json({ locked: true }),
  }));

  expect(await failureOf(aClient(service.url).upload(known(service.url), upload))).toMatchObject({
    code: "IL-S09",
    status: 403,
  });
});

test.each([
  ["source upload", { isSource: true }, { ...upload, method: "source" }, "upload.perform, source.edit"],
  [
    "replacing a template",
    { isSource: true, isTemplate: true },
    { ...upload, method: "replace" },
    "upload.perform, component.edit (or unit.add, unit.delete and unit.edit), source.edit, unit.template",
  ],
  ["overwriting", {}, { ...upload, conflicts: "replace-translated" }, "upload.perform, unit.edit, upload.overwrite"],
] as const)("the permissions for %s are named", async (_, fields, asking, needs) => {
  await using service = await startService(() => ({
    "POST /api/translations/demo/app/cs/file/": refused(403, "No."),
  }));

  const error = await failureOf(aClient(service.url).upload(known(service.url, fields), asking));

  expect(error.hint).toContain(`needs ${needs}. Whoever manages the project`);
});

test.each([
  [
    "the common form",
    {
      type: "validation_error",
      errors: [
        { code: "a", detail: "One.", attr: "x" },
        { code: "b", detail: "Two.", attr: null },
      ],
    },
    "“x: One. · Two.”",
  ],
  ["the old plain form", { detail: "Plain." }, "“Plain.”"],
  [
    "the old form by field",
    { name: ["Too long.", "Too odd."], non_field_errors: ["And more."] },
    "“name: Too long. Too odd. · And more.”",
  ],
  ["an empty object", {}, "Bad Request"],
  ["a list", ["What?"], "Bad Request"],
])("the service's words are read from %s", async (_, body, words) => {
  await using service = await startScriptedService(() => json(body, 400));

  const error = await failureOf(aClient(service.url).component(app));

  expect(error.message).toBe(`The service refused to read demo/app (400): ${words}`);
});

test("the service's words are one short line, without control characters and without the token", async () => {
  const detail = `::error::x\n\u001b[31mred\u001b[0m \u202eevil ${TOKEN} ${"long ".repeat(500)}`;
  await using service = await startScriptedService(() => json({ detail }, 403));

  const error = await failureOf(aClient(service.url).component(app));

  expect(error.message.length).toBeLessThan(600);
  expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(TOKEN);
});

test("the token shows in no error, whatever the service answers", async () => {
  const replies = [
    json({ [TOKEN]: [TOKEN] }, 400),
    text(200, TOKEN),
    json({ errors: [{ detail: TOKEN, attr: TOKEN }] }, 400),
  ];
  for (const reply of replies) {
    await using service = await startScriptedService(() => reply);
    const client = aClient(service.url);

    const error = await failureOf(client.component(app));

    for (const thing of [client, error]) {
      expect(inspect(thing, { depth: Infinity, showHidden: true })).not.toContain(TOKEN);
    }
  }
});

test("a language is added once, though the answer was lost", async () => {
  let added = 0;
  await using service = await startService((url) => ({
    "POST /api/components/demo/app/translations/": (response, request) => {
      added += 1;
      void hangUp(response, request);
    },
    "GET /api/components/demo/app/translations/": json(aPage([aTranslation(url, "demo/app/fr")])),
  }));

  const translation = await aClient(service.url).addLanguage(app, "fr");

  expect(translation.language).toBe("fr");
  expect(added).toBe(1);
});

test("a language that was not added behind a 502 is asked for again", async () => {
  let asks = 0;
  await using service = await startService((url) => ({
    "POST /api/components/demo/app/translations/": (response, request) => {
      asks += 1;
      const reply = asks === 1 ? text(502, "") : json({ data: aTranslation(url, "demo/app/fr") }, 201);
      void reply(response, request);
    },
    "GET /api/components/demo/app/translations/": json(aPage([])),
  }));

  const translation = await aClient(service.url).addLanguage(app, "fr");

  expect(translation.language).toBe("fr");
  expect(asked(service).map((line) => line.split(" ")[0])).toEqual(["POST", "GET", "POST"]);
});

test("adding a language gives up with the service's answer after three attempts", async () => {
  await using service = await startService(() => ({
    "POST /api/components/demo/app/translations/": text(502, ""),
    "GET /api/components/demo/app/translations/": json(aPage([])),
  }));

  expect(await failureOf(aClient(service.url).addLanguage(app, "fr"))).toMatchObject({ code: "IL-S14" });
  expect(asked(service).filter((line) => line.startsWith("POST"))).toHaveLength(3);
});

test("a language that services renamed in 2026 is added by its new code where the old one is refused", async () => {
  const codes: unknown[] = [];
  await using service = await startService((url) => ({
    "POST /api/components/demo/app/translations/": (response, request) => {
      codes.push(JSON.parse(request.body.toString())["language_code"]);
      const unknown = json({ errors: [{ attr: "language_code", detail: "Could not add 'nb_NO'!" }] }, 400);
      void (codes.length === 1 ? unknown : json({ data: aTranslation(url, "demo/app/nb") }, 201))(response, request);
    },
    "GET /api/components/demo/app/translations/": json(aPage([])),
  }));

  const translation = await aClient(service.url).addLanguage(app, "nb_NO");

  expect(codes).toEqual(["nb_NO", "nb"]);
  expect(translation.language).toBe("nb_NO");
});

test.each(["data", "result"])("a language's description is read from `%s`", async (member) => {
  await using service = await startService((url) => ({
    "POST /api/components/demo/app/translations/": json({ [member]: aTranslation(url, "demo/app/fr") }, 201),
  }));

  expect((await aClient(service.url).addLanguage(app, "fr")).language).toBe("fr");
  expect(service.requests[0]?.body.toString()).toBe('{"language_code":"fr"}');
});

test("a language that is there already is found, one that the service does not know is an error", async () => {
  await using service = await startService((url) => ({
    "POST /api/components/demo/app/translations/": refused(400, "Could not add!", "language_code"),
    "GET /api/components/demo/app/translations/": json(aPage([aTranslation(url, "demo/app/fr")])),
  }));
  const client = aClient(service.url);

  expect((await client.addLanguage(app, "fr")).language).toBe("fr");
  expect(await failureOf(client.addLanguage(app, "pt-BR"))).toMatchObject({ code: "IL-S19", status: 400 });
});

test("adding a language without the right to names the right", async () => {
  await using service = await startService(() => ({
    "POST /api/components/demo/app/translations/": refused(403, "Can not create translation"),
    "GET /api/components/demo/app/lock/": json({ locked: false }),
  }));

  const error = await failureOf(aClient(service.url).addLanguage(app, "fr"));

  expect(error).toMatchObject({ code: "IL-S08" });
  expect(error.hint).toContain("translation.add");
});

test("changes come page by page, and no page more than was wanted", async () => {
  const change = (action: number) => ({
    id: action,
    action,
    timestamp: "2026-01-01T00:00:00Z",
    author: null,
    target: null,
  });
  await using service = await startService((url) => ({
    "GET /api/translations/demo/app/cs/changes/?action=2&action=5&page_size=100": json(
      aPage([change(2), change(5)], `${url}/api/translations/demo/app/cs/changes/?page=2`),
    ),
    "GET /api/translations/demo/app/cs/changes/?page=2": json(
      aPage([change(2)], `${url}/api/translations/demo/app/cs/changes/?page=3`),
    ),
  }));
  const actions: number[] = [];

  for await (const { action, target } of aClient(service.url).changes(known(service.url), [2, 5])) {
    actions.push(action);
    expect(target).toBe("");
    if (actions.length === 3) break;
  }

  expect(actions).toEqual([2, 5, 2]);
  expect(service.requests).toHaveLength(2);
});

test("the history is read without kinds of actions that the service does not know, and each is asked for once", async () => {
  const entry = { id: 1, action: 2, target: "Ahoj", old: "", timestamp: "2026-01-01T00:00:00Z", author: null };
  await using service = await startScriptedService(({ target }) => {
    const unknown = [94, 90].find((action) => target.includes(`action=${String(action)}`));
    if (unknown === undefined) return json({ count: 1, next: null, previous: null, results: [entry] });
    const detail = `Select a valid choice. ${String(unknown)} is not one of the available choices.`;
    return json({ type: "validation_error", errors: [{ code: "invalid_choice", detail, attr: "action" }] }, 400);
  });
  const client = aClient(service.url);
  const texts = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const change of client.changes(known(service.url), [2, 90, 94])) found.push(change.target);
    return found;
  };

  expect(await texts()).toEqual(["Ahoj"]);
  expect(await texts()).toEqual(["Ahoj"]);
  expect(service.requests).toHaveLength(4);
});

test("a user is asked for once, unless asking failed", async () => {
  await using service = await startScriptedService(
    inTurn(json({}, 404), json({ username: "jana", full_name: "Jana Nováková", email: "", id: 3 })),
  );
  const client = aClient(service.url);
  const url = `${service.url}/api/users/jana/`;

  await failureOf(client.user(url));
  const [one, two] = await Promise.all([client.user(url), client.user(url)]);

  expect(one).toEqual({ username: "jana", fullName: "Jana Nováková" });
  expect(two).toEqual(one);
  expect(service.requests).toHaveLength(2);
});

test.each<[string, readonly object[], string | undefined]>([
  ["the only one it is shown", [{ id: 3, full_name: "ci", username: "bot-acme-ci" }], "bot-acme-ci"],
  ["nobody where it is shown others as well", [{ username: "admin" }, { username: "jana" }], undefined],
  ["nobody where it is shown nobody", [], undefined],
])("the token's own user is %s, asked for once", async (_, results, expected) => {
  await using service = await startService(() => ({
    "GET /api/users/?page_size=2": json({ count: results.length, next: null, previous: null, results }),
  }));
  const client = aClient(service.url);

  expect(await Promise.all([client.ownUsername(), client.ownUsername()])).toEqual([expected, expected]);
  expect(service.requests).toHaveLength(1);
});

test("background tasks are waited for until the component has none, a task that is gone included", async () => {
  const tasks = [{ completed: false, progress: 14 }, { completed: true, progress: 100 }, undefined];
  const running = [1, 1, 2, undefined];
  const task: Reply = (response, request) => {
    const next = tasks.shift();
    void (next === undefined ? json({ detail: "Not found." }, 404) : json(next))(response, request);
  };
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/": (response, request) => {
      const id = running.shift();
      void json(aComponent(url, "demo/app", { task_url: id === undefined ? null : `${url}/api/tasks/${String(id)}/` }))(
        response,
        request,
      );
    },
    "GET /api/tasks/1/": task,
    "GET /api/tasks/2/": task,
  }));

  await aClient(service.url).settled(app);

  expect(asked(service).map((line) => line.replace("GET /api/", ""))).toEqual([
    "components/demo/app/",
    "tasks/1/",
    "tasks/1/",
    "components/demo/app/",
    "components/demo/app/",
    "tasks/2/",
    "components/demo/app/",
  ]);
});

test("a background task that said it was done is done, though the component goes on naming it", async () => {
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/": json(aComponent(url, "demo/app", { task_url: `${url}/api/tasks/1/` })),
    "GET /api/tasks/1/": json({ completed: true, progress: 100 }),
  }));

  await aClient(service.url).settled(app);

  expect(asked(service).filter((line) => line.endsWith("/tasks/1/"))).toHaveLength(1);
});

test("a background task that does not end is an error with its progress", async () => {
  await using service = await startService((url) => ({
    "GET /api/components/demo/app/": json(aComponent(url, "demo/app", { task_url: `${url}/api/tasks/1/` })),
    "GET /api/tasks/1/": json({ completed: false, progress: 14 }),
  }));

  const error = await failureOf(aClient(service.url, { settleMs: 5_000 }).settled(app));

  expect(error.code).toBe("IL-S18");
  expect(error.message).toContain("14 %");
});

test("addresses below a base path stay below it", async () => {
  await using service = await startService((url) => ({
    "GET /base/api/components/demo/app/": json(aComponent(`${url}/base`, "demo/app")),
    "GET /base/api/projects/demo/repository/": json({ needs_commit: false, needs_merge: false, needs_push: false }),
  }));
  const client = aClient(`${service.url}/base/`);

  expect(client.url).toBe(`${service.url}/base`);
  expect((await client.component(app)).path).toEqual(app);
  expect(await client.projectRepository("demo")).toMatchObject({ needsCommit: false });
});
