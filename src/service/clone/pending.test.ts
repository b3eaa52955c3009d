import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  openSampleService,
  openTestService,
  save,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { calculations } from "../threads/calculations.ts";
import { Clone } from "./clone.ts";
import { cloneOf } from "./component-clone.ts";
import { setAsideOthersWork } from "./pending.ts";
import { reconcile } from "./reconciliation.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

it("writes the strings that the file has a place for, and keeps waiting the one that it has none for", async () => {
  const file = "/api/translations/demo/app/cs/file/";
  const group = new TextEncoder().encode('{"title": {"inner": "x"}}');
  await test.request("POST", file, { multipart: { file: group, method: "replace" } });
  await save(test, "demo/app/cs", "title", ["Titulek"]);
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);

  const answer = await test.request("GET", file);

  const units = await unitsOf(test, "demo/app/cs");
  expect(JSON.parse(answer.text)).toEqual({ title: { inner: "x" }, button: { save: "Uložit" } });
  expect(units.get("button.save")).toMatchObject({ target: ["Uložit"], pending: false });
  expect(units.get("title")).toMatchObject({ target: ["Titulek"], pending: true });
  expect((await test.request("GET", "/api/components/demo/app/repository/")).json.needs_commit).toBe(true);
});

it("commits what two people saved in one file under the name of each, the second on top of the first", async () => {
  await save(test, "demo/app/de", "title", ["Grüezi"]);
  const cancel = (await unitsOf(test, "demo/app/de")).get("button.cancel");
  const json = { target: ["Zurück"], state: 20 };
  await test.request("PATCH", `/api/units/${String(cancel?.id)}/`, { json });

  const answer = await test.request("GET", "/api/translations/demo/app/de/file/");

  expect(answer.json).toEqual({ title: "Grüezi", button: { save: "Speichern", cancel: "Zurück" } });
  const { json: committed } = await test.request("GET", "/api/translations/demo/app/de/changes/?action=17");
  expect(committed.results.map(({ author }: { author: string }) => author.split("/").at(-2))).toEqual([
    "admin",
    "jana",
  ]);
  expect([...(await unitsOf(test, "demo/app/de")).values()].some(({ pending }) => pending)).toBe(false);
});

it("has what waited and the file in one turn with the clone", async () => {
  await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);
  using hold = vi.spyOn(test.service.locks, "hold");

  const answer = await test.request("GET", "/api/translations/demo/app/cs/file/");

  expect(answer.json.button.cancel).toBe("Zrušit");
  expect(hold).toHaveBeenCalledTimes(1);
});

describe("texts of a string that three people saved one over the other", () => {
  /** As saves in the editor leave them. @returns the names, as the last changes of this kind have them */
  async function savedOver(key: string): Promise<string[]> {
    const names = ["ada", "ben", "cyd"].map((name) => `${name}-${key.replace(".", "-")}`);
    const { database } = test.service;
    const id = (await unitsOf(test, "demo/app/de")).get(key)?.id ?? 0;
    for (const username of names) {
      await test.admin.createTranslator("demo", { username, fullName: username, email: `${username}@example.org` });
      const { id: author } = await database
        .selectFrom("user")
        .select("id")
        .where("username", "=", username)
        .executeTakeFirstOrThrow();
      const now = await database.selectFrom("unit").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      await setAsideOthersWork(database, now, author);
      const text = { target: JSON.stringify([`Text of ${username}`]), state: 20 };
      const values = { ...text, pending: now.pending + 1, pending_author_id: author };
      await database.updateTable("unit").set(values).where("id", "=", id).execute();
    }
    await database.updateTable("translation").set({ pending: 1 }).where("language_code", "=", "de").execute();
    return names;
  }

  const fetched = () => test.request("GET", "/api/translations/demo/app/de/file/");

  async function committed(names: readonly string[]): Promise<string[]> {
    const { json } = await test.request("GET", "/api/translations/demo/app/de/changes/?action=17");
    const entries: { author: string }[] = json.results;
    return entries
      .map(({ author }) => author.split("/").at(-2) ?? "")
      .filter((author) => names.includes(author))
      .toReversed();
  }

  async function inGit(names: readonly string[]): Promise<string[]> {
    const { id } = await test.service.database.selectFrom("clone").select("id").executeTakeFirstOrThrow();
    const { stdout } = await cloneOf(test.service, id).git(["log", "--reverse", "--format=%an"]);
    return stdout
      .toString()
      .split("\n")
      .filter((author) => names.includes(author));
  }

  it("are committed once each, where the third commit failed and the next one did not", async () => {
    const names = await savedOver("title");
    // oxlint-disable-next-line typescript/unbound-method -- called on the clone below
    const { commit } = Clone.prototype;
    let commits = 0;
    using fault = vi.spyOn(Clone.prototype, "commit").mockImplementation(async function (this: Clone, request) {
      commits += 1;
      if (commits === 3) throw new Error("The disk is full");
      return commit.call(this, request);
    });
    const first = await fetched();
    fault.mockRestore();

    const second = await fetched();

    const texts = [first, second].map(({ json }) => json.title);
    expect(texts).toEqual(names.slice(1).map((name) => `Text of ${name}`));
    expect(await inGit(names)).toEqual(names);
    expect(await committed(names)).toEqual(names);
    expect(await test.service.database.selectFrom("set_aside_text").selectAll().execute()).toEqual([]);
  });

  it("are committed once each, where the second commit could not be noted", async () => {
    const names = await savedOver("button.cancel");
    // oxlint-disable-next-line typescript/unbound-method -- called on the clone below
    const { state } = Clone.prototype;
    let commits = 0;
    using fault = vi.spyOn(Clone.prototype, "state").mockImplementation(async function (this: Clone, branch) {
      commits += 1;
      if (commits === 2) throw new Error("The database is away");
      return state.call(this, branch);
    });
    const first = await fetched();
    fault.mockRestore();

    const second = await fetched();

    const texts = [first, second].map(({ json }) => json.button.cancel);
    expect(texts).toEqual(names.slice(1).map((name) => `Text of ${name}`));
    expect(await inGit(names)).toEqual(names);
    expect(await test.service.database.selectFrom("set_aside_text").selectAll().execute()).toEqual([]);
  });

  it("are forgotten where the file has the last of them already", async () => {
    await savedOver("button.save");
    const { database } = test.service;
    const { id } = await database.selectFrom("clone").select("id").executeTakeFirstOrThrow();
    await test.service.locks.hold(id, "demo/app", async () => {
      const clone = cloneOf(test.service, id);
      const file = JSON.parse((await clone.read("locales/de.json")).toString());
      file.button.save = "Text of cyd-button-save";
      await clone.write("locales/de.json", new TextEncoder().encode(JSON.stringify(file)));
      const author = { name: "Dev", email: "dev@example.org" };
      await clone.commit({
        message: "Same",
        author,
        committer: author,
        paths: ["locales/de.json"],
        authored: "2026-11-28T15:00:00.000Z",
      });
    });
    await reconcile(test.service);

    expect((await unitsOf(test, "demo/app/de")).get("button.save")?.pending).toBe(false);
    expect(await database.selectFrom("set_aside_text").selectAll().execute()).toEqual([]);
  });
});

it("writes long texts on a thread, however small their file is", async () => {
  // Asked here where it is calculated here.
  using here = vi.spyOn(calculations, "writtenFile");
  const long = "Dlouhý text. ".repeat(2000);
  await save(test, "demo/app/cs", "button.cancel", ["Krátký text"]);
  await test.request("GET", "/api/translations/demo/app/cs/file/");
  const times = here.mock.calls.length;
  await save(test, "demo/app/cs", "button.cancel", [long]);

  const answer = await test.request("GET", "/api/translations/demo/app/cs/file/");

  expect(answer.json.button.cancel).toBe(long);
  expect([times, here.mock.calls.length]).toEqual([1, 1]);
});

it("commits and exports more strings than are read at once, in their order", async () => {
  const keys = Array.from({ length: 1100 }, (_, index) => `key${String(index)}`);
  const texts = (of: string) => Object.fromEntries(keys.map((key) => [key, `${of} ${key}`]));
  await using upstream = await createRepository({ "en.json": JSON.stringify(texts("Text")), "cs.json": "{}\n" });
  await using service = await openTestService();
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  await service.admin.createComponent("demo", {
    name: "App",
    slug: "app",
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json",
    filemask: "*.json",
    template: "en.json",
  });
  const path = "/api/translations/demo/app/cs/file/";
  // As saves leave them.
  const { database } = service.service;
  const target = sql<string>`'["Řádek ' || key || '"]'`;
  const inCzech = database.selectFrom("translation").select("id").where("language_code", "=", "cs");
  const values = { target, state: 20, pending: sql<number>`id` };
  await database.updateTable("unit").set(values).where("translation_id", "in", inCzech).execute();
  await database.updateTable("translation").set({ pending: keys.length }).where("language_code", "=", "cs").execute();

  const exported = await service.request("GET", `${path}?format=csv`);
  const file = await service.request("GET", path);

  const rows = exported.text.split("\n").filter((row) => row.includes("Řádek"));
  expect(rows.map((row) => /Řádek (key\d+)/.exec(row)?.[1])).toEqual(keys);
  expect(Object.entries(JSON.parse(file.text))).toEqual(Object.entries(texts("Řádek")));
  const waiting = await database.selectFrom("unit").select("id").where("pending", ">", 0).execute();
  expect(waiting).toEqual([]);
});
