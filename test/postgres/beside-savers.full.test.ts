import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database, type Queries } from "../../src/store/database.ts";
import { followTransactions } from "../support/followed-transactions.ts";
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
let service: TestService;
/** As somebody else who saves. */
let saver: Database;

beforeAll(async () => {
  postgres = await startPostgres();
  const english = JSON.stringify(
    Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`key${String(at)}`, "Text"])),
  );
  upstream = await createRepository({ "locales/en.json": `${english}\n`, "locales/cs.json": "{}\n" });
  const databaseUrl = await postgres.createDatabase();
  service = await openTestService({ rateLimits: unlimited }, { databaseUrl });
  saver = await openDatabase(databaseUrl);
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  for (const slug of ["app", "web"]) {
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
});
afterAll(async () => {
  await saver.destroy();
  await service[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

async function idOf(language: string, key: string): Promise<string> {
  return String((await unitsOf(service, `demo/app/${language}`)).get(key)?.id);
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

/** What somebody who saves has locked already; the rows of translations come last. */
const saving = {
  translations: countAll,
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
  ["reviews are switched", "translations", ["on", "off"]],
] as const)(
  "%s beside who saves and has %s: one waits for the other, and neither begins anew",
  async (what, has, keys) => {
    const [calm, busy] = [await work[what](keys[0]), await work[what](keys[1])];
    // Else the first of two would commit what waits.
    const json = { operation: "commit" };
    await ok(service.request("POST", "/api/components/demo/app/repository/", { json }));
    await service.service.jobs.idle();
    const calmly = await transactions(() => ok(calm()));
    await service.service.jobs.idle();

    const besideOthers = await transactions(async () => {
      const answers: Promise<TestAnswer>[] = [];
      await saver.transaction().execute(async (queries) => {
        await saving[has](queries);
        answers.push(ok(busy()));
        while (!(await isSomebodyWaiting())) await setTimeout(20);
        await countAll(queries);
      });
      await Promise.all(answers);
    });

    expect(besideOthers).toBe(calmly);
  },
);

/** As saves do at their end. */
async function countAll(queries: Queries): Promise<void> {
  for (const { id } of await queries.selectFrom("translation").select("id").orderBy("id").execute()) {
    await queries.updateTable("translation").set({ recent_since: "" }).where("id", "=", id).execute();
  }
}

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(saver);
  return rows.length > 0;
}

/** @returns how many transactions the service began meanwhile */
async function transactions(meanwhile: () => Promise<unknown>): Promise<number> {
  let count = 0;
  using _followed = followTransactions(service.service.database, { begin: () => void (count += 1) });
  await meanwhile();
  await service.service.jobs.idle();
  return count;
}
