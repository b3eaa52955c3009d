import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepEarly } from "../../src/service/landing/early-translations.ts";
import { carryQuestions } from "../../src/service/questions/carry.ts";
import { checkUntranslatedAges } from "../../src/service/units/untranslated-age.ts";
import { openDatabase, type Database, type Queries } from "../../src/store/database.ts";
import { followTransactions } from "../support/followed-transactions.ts";
import { startGitHub } from "../support/github/github.ts";
import {
  openTestService,
  unitsOf,
  unlimited,
  type TestAnswer,
  type TestService,
} from "../support/open-test-service.ts";
import { Person } from "../support/page-person.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";

let postgres: TestPostgres;
let upstream: TestRepository;
let forge: Awaited<ReturnType<typeof startGitHub>>;
let service: TestService;
/** As somebody else who saves. */
let saver: Database;

beforeAll(async () => {
  postgres = await startPostgres();
  const english = JSON.stringify(
    Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`key${String(at)}`, "Text"])),
  );
  upstream = await createRepository({ "locales/en.json": `${english}\n`, "locales/cs.json": "{}\n" });
  const permissions = { contents: "write", issues: "write" } as const;
  forge = await startGitHub({
    repository: "acme/app",
    bareRepository: upstream.remotePath,
    settings: { permissions },
    basePath: "/api/v3",
  });
  const databaseUrl = await postgres.createDatabase();
  service = await openTestService({ rateLimits: unlimited, privateAddresses: ["127.0.0.1"] }, { databaseUrl });
  saver = await openDatabase(databaseUrl);
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  for (const slug of ["app", "web"]) await addComponent(slug);
});
afterAll(async () => {
  await saver.destroy();
  await service[Symbol.asyncDispose]();
  await forge.close();
  await upstream[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

async function addComponent(slug: string): Promise<void> {
  await service.admin.createComponent("demo", {
    name: slug,
    slug,
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
    manage_units: true,
    allow_translation_propagation: false,
  });
}

async function idOf(language: string, key: string): Promise<string> {
  return String((await unitsOf(service, `demo/app/${language}`)).get(key)?.id);
}

async function translationId(language: string): Promise<number> {
  const { id } = await saver
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .select("translation.id")
    .where("component.slug", "=", "app")
    .where("translation.language_code", "=", language)
    .executeTakeFirstOrThrow();
  return id;
}

async function ok(asked: Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await asked;
  expect(answer).toMatchObject({ status: expect.toSatisfy((status: number) => status < 400) });
  return answer;
}

type Doing = () => Promise<TestAnswer>;

/** Prepares what is done to one string. */
const work = {
  "a string is removed": async (key: string): Promise<Doing> => {
    const id = await idOf("en", key);
    return () => service.request("DELETE", `/api/units/${id}/`);
  },
  "a string is added": async (key: string): Promise<Doing> => {
    const json = { key: `${key} new`, value: ["New"] };
    return () => service.request("POST", "/api/translations/demo/app/en/units/", { json });
  },
  "strings are added by an upload": async (key: string): Promise<Doing> => {
    const file = new File([JSON.stringify({ [`${key} added`]: "Added" })], "en.json");
    return () => service.request("POST", "/api/translations/demo/app/en/file/", { multipart: { file, method: "add" } });
  },
  "a string is renamed": async (key: string): Promise<Doing> => {
    const id = await idOf("en", key);
    const { json: unit } = await service.request("GET", `/api/units/${id}/`);
    const json = { content_hash: unit.content_hash, source: unit.source, context: `${key} renamed` };
    return () => service.request("POST", `/api/units/${id}/source/`, { json });
  },
  "a string gets a flag": async (key: string): Promise<Doing> => {
    const id = await idOf("en", key);
    return () => service.request("PATCH", `/api/units/${id}/`, { json: { extra_flags: "read-only" } });
  },
  "a comment is written": async (key: string): Promise<Doing> => {
    const id = await idOf("cs", key);
    const json = { scope: "translation", comment: "Why?" };
    return () => service.request("POST", `/api/units/${id}/comments/`, { json });
  },
  "a suggestion is declined": async (key: string): Promise<Doing> => {
    const path = `/api/units/${await idOf("cs", key)}/suggestions/`;
    const { json } = await ok(service.request("POST", path, { json: { target: ["Tip"] } }));
    return () => service.request("DELETE", `/api/suggestions/${String(json.id)}/`);
  },
  "suggestions are uploaded": async (key: string): Promise<Doing> => {
    const file = new File([JSON.stringify({ [key]: "Tip of a file" })], "cs.json");
    return () =>
      service.request("POST", "/api/translations/demo/app/cs/file/", { multipart: { file, method: "suggest" } });
  },
  "all strings are written to the files again": async (): Promise<Doing> => () =>
    service.request("POST", "/api/components/demo/app/repository/", { json: { operation: "file-sync" } }),
  "a component is removed": async (slug: string): Promise<Doing> => {
    await addComponent(slug);
    return () => service.request("DELETE", `/api/components/demo/${slug}/`);
  },
  "old comments are removed": async (key: string): Promise<Doing> => {
    const run = await addonRun("weblate.removal.comments", { age: 30 });
    const json = { scope: "translation", comment: "Why?", timestamp: "2020-01-01T00:00:00Z" };
    await ok(service.request("POST", `/api/units/${await idOf("cs", key)}/comments/`, { json }));
    return run;
  },
  "old suggestions are removed": async (key: string): Promise<Doing> => {
    const run = await addonRun("weblate.removal.suggestions", { age: 30, votes: 0 });
    const id = await idOf("cs", key);
    await ok(service.request("POST", `/api/units/${id}/suggestions/`, { json: { target: ["Old tip"] } }));
    const old = saver.updateTable("suggestion").set({ timestamp: "2020-01-01T00:00:00.000Z" });
    await old.where("unit_id", "=", Number(id)).execute();
    return run;
  },
  "an answer to a question comes": async (key: string): Promise<Doing> => {
    await question(key, "The cart's");
    return withoutAnswer(() => carryQuestions(service.service));
  },
  "a question is settled": async (key: string): Promise<Doing> => {
    const id = String(await question(key, "The customer's"));
    const person = new Person(service);
    await person.signIn(service.adminToken);
    const page = await person.open(`/translate/demo/app/cs/?unit=${await idOf("cs", key)}`);
    return () => person.send(page, { do: `settle:${id}` });
  },
  "a translation is kept early": async (key: string): Promise<Doing> => {
    const at = { translation: await translationId("cs"), pullRequest: 1, user: 1 };
    return withoutAnswer(async () => {
      await keepEarly(service.service, at, [{ key, source: ["New"], target: ["Nové"], seen: [""] }]);
    });
  },
  "a string comes to be untranslated for long": async (key: string): Promise<Doing> => {
    const old = saver.updateTable("unit").set({ timestamp: "2020-01-01T00:00:00.000Z" });
    await old.where("id", "=", Number(await idOf("en", key))).execute();
    return withoutAnswer(() => checkUntranslatedAges(service.service));
  },
  "a check is dismissed": async (key: string): Promise<Doing> => {
    const id = await idOf("cs", key);
    await ok(service.request("PATCH", `/api/units/${id}/`, { json: { target: ["Slovo "], state: 20 } }));
    const person = new Person(service);
    await person.signIn(service.adminToken);
    const page = await person.open(`/translate/demo/app/cs/?unit=${id}`);
    return () => person.send(page, { do: "dismiss", check: "end_space", reason: "so in Czech" });
  },
  "many strings are changed": async (key: string): Promise<Doing> => {
    const id = await idOf("cs", key);
    const json = { target: [`Text of ${key}`], state: 20 };
    await ok(service.request("PATCH", `/api/units/${id}/`, { json }));
    const person = new Person(service);
    await person.signIn(service.adminToken);
    const page = await person.open(`/translate/demo/app/cs/?view=bulk&q=id%3A${id}`);
    const shown = await person.send(page, { order: "replace", find: "Text", by: "Words", do: "preview" });
    return () => person.send(shown, { do: "apply" });
  },
  "strings are translated automatically": async (key: string): Promise<Doing> => {
    const json = { target: [`Text for ${key}`], state: 20 };
    const others = await unitsOf(service, "demo/web/cs");
    await ok(service.request("PATCH", `/api/units/${String(others.get(key)?.id)}/`, { json }));
    const id = await idOf("cs", key);
    await ok(service.request("PATCH", `/api/units/${id}/`, { json: { target: [""], state: 0 } }));
    const asked = { mode: "translate", q: `id:${id}`, auto_source: "others", component: "demo/web" };
    return () => service.request("POST", "/api/translations/demo/app/cs/autotranslate/", { json: asked });
  },
  "reviews are switched": async (key: string): Promise<Doing> => {
    const json = { source_review: key === "on" };
    return () => service.request("PATCH", "/api/projects/demo/", { json });
  },
};

/** Has an add-on of the component do what it does every day. */
async function addonRun(name: string, configuration: object): Promise<Doing> {
  const path = "/api/components/demo/app/addons/";
  const known = await saver.selectFrom("addon").select("id").where("name", "=", name).executeTakeFirst();
  const { id } = known ?? (await ok(service.request("POST", path, { json: { name, configuration } }))).json;
  // What it does once it is installed.
  await service.service.jobs.idle();
  return () => service.request("POST", `/api/addons/${String(id)}/trigger/`, { json: {} });
}

function withoutAnswer(done: () => Promise<void>): Doing {
  return async () => {
    await done();
    return service.request("GET", "/api/");
  };
}

/** A question that was sent to the forge, to an issue of its own, and that somebody answered there. */
async function question(key: string, answer: string): Promise<number> {
  const server = new URL(forge.apiUrl).origin;
  await saver
    .updateTable("clone")
    .set({ repo: `${server}/acme/app.git` })
    .execute();
  const person = new Person(service);
  await person.signIn(service.adminToken);
  const connection = { kind: "github", url: server, token: forge.token, repositories: "acme/*" };
  await person.manage("/manage/questions/demo/", { do: "save", ...connection });
  const issue = await fetch(`${forge.apiUrl}/repos/acme/app/issues`, {
    method: "POST",
    headers: { authorization: `Bearer ${forge.token}`, "content-type": "application/json", "user-agent": "test" },
    body: JSON.stringify({ title: key }),
  });
  const { number: thread } = JSON.parse(await issue.text());
  const unit = await idOf("cs", key);
  const json = { scope: "global", comment: "Whose?", timestamp: "2020-01-01T00:00:00Z" };
  const comment = await ok(service.request("POST", `/api/units/${unit}/comments/`, { json }));
  const [asked] = ["bot", "ann"].map((user) => {
    const [id, at] = [forge.world.nextId(), forge.world.now()];
    forge.world.comments.push({ id, issue: thread, user, body: answer, createdAt: at, updatedAt: at });
    return id;
  });
  const { id } = await saver
    .insertInto("question")
    .values({
      comment_id: Number(comment.json.id),
      unit_id: Number(unit),
      project_id: 1,
      marker: "",
      repository: "acme/app",
      thread,
      remote_id: String(asked),
      url: `${server}/acme/app`,
      due: "2020-01-01T00:00:00.000Z",
      looked: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What somebody who saves has locked already; the rows of translations come last. */
const saving = {
  "the strings": (queries: Queries) => queries.updateTable("unit").set({ last_updated: "" }).execute(),
  translations: countAll,
  "the same early translation": async (queries: Queries) => {
    const place = { translation_id: await translationId("cs"), key: "early2", source: '["New"]' };
    const text = { target: '["Nový"]', pull_request: 1, user_id: 1, timestamp: "" };
    await queries
      .insertInto("early_translation")
      .values({ ...place, ...text })
      .execute();
  },
  "their own counts": (queries: Queries) => queries.updateTable("user").set({ full_name: "Admin" }).execute(),
};

test.each([
  ["a string is removed", "translations", ["key1", "key2"]],
  ["a string is added", "translations", ["key3", "key4"]],
  ["strings are added by an upload", "translations", ["key3", "key4"]],
  ["a string is renamed", "translations", ["key5", "key6"]],
  ["a string gets a flag", "translations", ["key7", "key8"]],
  ["a comment is written", "translations", ["key9", "key10"]],
  ["a comment is written", "their own counts", ["key11", "key12"]],
  ["a suggestion is declined", "translations", ["key13", "key14"]],
  ["suggestions are uploaded", "their own counts", ["key15", "key16"]],
  ["many strings are changed", "translations", ["key17", "key18"]],
  ["strings are translated automatically", "translations", ["key19", "key20"]],
  ["a check is dismissed", "translations", ["key21", "key22"]],
  ["all strings are written to the files again", "the strings", ["", ""]],
  ["a component is removed", "the strings", ["gone", "going"]],
  ["old comments are removed", "translations", ["key23", "key24"]],
  ["old suggestions are removed", "translations", ["key25", "key26"]],
  ["an answer to a question comes", "the strings", ["key27", "key28"]],
  ["a question is settled", "translations", ["key29", "key30"]],
  ["a translation is kept early", "the same early translation", ["early1", "early2"]],
  ["a string comes to be untranslated for long", "translations", ["key31", "key32"]],
  ["reviews are switched", "translations", ["on", "off"]],
] as const)(
  "%s beside who saves and has %s: one waits for the other, and neither begins anew",
  async (what, has, keys) => {
    const calm = await prepared(what, keys[0]);
    const calmly = await transactions(() => ok(calm()));

    const busy = await prepared(what, keys[1]);
    const besideOthers = await transactions(async () => {
      const answers: Promise<TestAnswer>[] = [];
      await saver.transaction().execute(async (queries) => {
        await saving[has](queries);
        answers.push(ok(busy()));
        // Else it did nothing.
        await expect.poll(isSomebodyWaiting, { interval: 20 }).toBe(true);
        await countAll(queries);
      });
      await Promise.all(answers);
    });

    expect(besideOthers).toBe(calmly);
  },
);

test.each([
  ["a component", "/api/components/demo/web/", "/api/components/demo/net/", "demo/net"],
  ["a project", "/api/projects/demo/", "/api/projects/show/", "show/web"],
])(
  "%s gets another address beside who writes its memory, which says where it came from then",
  async (_, path, later, origin) => {
    const unit = (await unitsOf(service, "demo/web/cs")).get("key0")?.id;
    const target = `Before ${path}`;
    await ok(service.request("PATCH", `/api/units/${String(unit)}/`, { json: { target: [target], state: 20 } }));
    const slug = later.split("/").at(-2);
    await saver.transaction().execute(async (queries) => {
      await queries.updateTable("memory").set({ from_file: 0 }).where("target", "=", target).execute();
      await ok(service.request("PATCH", path, { json: { slug, name: slug } }));
    });

    const { json } = await ok(service.request("GET", "/api/memory/?page_size=1000&target_language=cs"));
    const entries: readonly { readonly target: string; readonly origin: string }[] = json.results;
    expect(new Set(entries.filter((entry) => entry.target === target).map((entry) => entry.origin))).toEqual(
      new Set([origin]),
    );
    const old = path.split("/").at(-2);
    await ok(service.request("PATCH", later, { json: { slug: old, name: old } }));
  },
);

/** With nothing that waits: else the work would commit it. */
async function prepared(what: keyof typeof work, key: string): Promise<Doing> {
  const doing = await work[what](key);
  const json = { operation: "commit" };
  await ok(service.request("POST", "/api/components/demo/app/repository/", { json }));
  await service.service.jobs.idle();
  return doing;
}

/** As saves do at their end. */
async function countAll(queries: Queries): Promise<void> {
  for (const { id } of await queries.selectFrom("translation").select("id").orderBy("id").execute()) {
    await queries.updateTable("translation").set({ recent_since: "" }).where("id", "=", id).execute();
  }
}

async function isSomebodyWaiting(): Promise<boolean> {
  return (await waiting()) > 0;
}

/** @returns how many wait for others */
async function waiting(): Promise<number> {
  const { rows } = await sql`select distinct pid from pg_locks where not granted`.execute(saver);
  return rows.length;
}

/** @returns how many transactions the service began meanwhile */
async function transactions(meanwhile: () => Promise<unknown>): Promise<number> {
  let count = 0;
  using _followed = followTransactions(service.service.database, { begin: () => void (count += 1) });
  await meanwhile();
  await service.service.jobs.idle();
  return count;
}
