import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeEach(async () => {
  test = await openSampleService();
  onTestFinished(() => test[Symbol.asyncDispose]());
});

const repository = "/api/components/demo/app/repository/";

async function operate(operation: string, path = repository) {
  const { status, json } = await test.request("POST", path, { json: { operation } });
  expect(status).toBe(200);
  return json;
}

async function statusOf(path = repository) {
  return (await test.request("GET", path)).json;
}

async function actionsOf(component: string): Promise<number[]> {
  const { json } = await test.request("GET", `/api/components/demo/${component}/changes/`);
  return json.results.map(({ action }: { action: number }) => action);
}

describe("commit", () => {
  it("writes one commit per translator and language, by the translator, with the site as committer", async () => {
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);
    await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);
    await save(test, "demo/server/cs", "%d file", ["soubor", "soubory", "souborů"]);
    expect((await statusOf()).needs_commit).toBe(true);

    expect(await operate("commit")).toEqual({ result: true });

    await operate("push");
    const log = await test.upstream.remoteGit(
      "log",
      "--format=%an <%ae> | %cn | %s | %(trailers:key=Translation,valueonly)",
      "main",
    );
    expect(log.split("\n").filter(Boolean)).toEqual([
      "Jana Nováková <jana@example.org> | Interlinear | Translated using Interlinear (Czech) | Demo/Server",
      "Jana Nováková <jana@example.org> | Interlinear | Translated using Interlinear (Czech) | Demo/App",
      expect.stringContaining("Dana Developer"),
    ]);
    expect(await test.upstream.remoteGit("show", "main:locales/cs.json")).toBe(
      '{\n  "title": "Ahoj",\n  "button": {\n    "save": "Uložit",\n    "cancel": "Zrušit"\n  },\n  "extra": "navíc"\n}',
    );
  });

  it("is true on a component with nothing to do, and false on a translation", async () => {
    expect(await operate("commit")).toEqual({ result: true });
    expect(await operate("commit", "/api/translations/demo/app/cs/repository/")).toEqual({ result: false });
  });

  it("makes the revision that of the committed file, which a pending string does not move", async () => {
    const translation = async () => (await test.request("GET", "/api/translations/demo/app/de/")).json;
    const before = await translation();

    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    const pending = await translation();
    await operate("commit");
    const after = await translation();

    expect(pending.revision).toBe(before.revision);
    expect(pending.last_author).toBe("Jana Nováková");
    expect(pending.last_change > before.last_change).toBe(true);
    await operate("push");
    const blob = await test.upstream.remoteGit("rev-parse", "main:locales/de.json");
    const template = await test.upstream.remoteGit("rev-parse", "main:locales/en.json");
    expect(after.revision).toBe(`${blob},${template}`);
  });

  it("commits what somebody saved before somebody else overwrites it", async () => {
    const other = await test.admin.createTranslator("demo", {
      username: "petr",
      fullName: "Petr",
      email: "p@example.org",
    });
    await save(test, "demo/app/de", "title", ["Eins"]);
    await save({ ...test, translatorToken: other.token }, "demo/app/de", "title", ["Zwei"]);

    await operate("push");

    const log = await test.upstream.remoteGit("log", "-2", "--format=%an", "main");
    expect(log).toBe("Petr\nJana Nováková");
  });

  it("keeps a string that was edited again while it was being committed", async () => {
    await save(test, "demo/app/de", "title", ["Eins"]);
    const committing = operate("commit");
    await save(test, "demo/app/de", "title", ["Zwei"]);
    await committing;

    await operate("commit");

    expect((await test.request("GET", "/api/translations/demo/app/de/file/")).text).toContain('"title": "Zwei"');
    expect((await statusOf()).needs_commit).toBe(false);
  });
});

describe("pull", () => {
  it("takes upstream's changes over: new strings everywhere, changed sources mark translations, removed keys vanish", async () => {
    await test.upstream.write({
      "locales/en.json": '{\n  "title": "Hello there",\n  "button": { "save": "Save" },\n  "new": "New"\n}\n',
      "locales/cs.json": '{\n  "title": "Ahoj",\n  "button": { "save": "Uložit" }\n}\n',
    });
    await test.upstream.publish("Change sources");

    expect(await operate("pull")).toEqual({ result: true });

    const cs = await unitsOf(test, "demo/app/cs");
    expect([...cs.keys()]).toEqual(["title", "button.save", "new"]);
    expect(cs.get("title")).toMatchObject({
      state: 10,
      previous_source: "Hello",
      source: ["Hello there"],
      target: ["Ahoj"],
    });
    expect(cs.get("button.save")).toMatchObject({ state: 20, target: ["Uložit"] });
    expect(cs.get("new")).toMatchObject({ state: 0, target: [""] });
    expect(await actionsOf("app")).toEqual(expect.arrayContaining([0, 21, 30, 59, 63, 71, 90]));
  });

  it("keeps strings of both sides where they do not touch each other", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.upstream.write({ "locales/cs.json": '{\n  "title": "Nazdar"\n}\n' });
    await test.upstream.publish("Greet otherwise");

    expect(await operate("pull")).toEqual({ result: true });

    expect((await unitsOf(test, "demo/app/cs")).get("title")?.target).toEqual(["Nazdar"]);
    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Guten Tag"]);
    expect(await statusOf()).toMatchObject({ needs_commit: false, needs_push: true, needs_merge: false });
  });

  it("answers a conflict with result false, locks the components, and leaves the clone as it was", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await operate("commit");
    await test.upstream.write({
      "locales/de.json": '{\n  "title": "Servus",\n  "button": { "save": "Speichern", "cancel": "Abbrechen" }\n}\n',
    });
    await test.upstream.publish("Greet otherwise");

    const outcome = await operate("pull");

    expect(outcome.result).toBe(false);
    expect(outcome.detail).toMatch(/^Could not rebase/);
    const status = await statusOf();
    expect(status).toMatchObject({ needs_merge: true, needs_push: true });
    expect(status.merge_failure).toContain("CONFLICT");
    expect(status.merge_failure).not.toContain(test.service.dataFolder);
    expect(status.status).toContain("working tree clean");
    expect((await test.request("GET", "/api/components/demo/app/lock/")).json).toEqual({ locked: true });
    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Guten Tag"]);
    expect(await actionsOf("app")).toEqual(expect.arrayContaining([14, 23]));
  });

  it("is mended by reset, which drops our side and unlocks", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.upstream.write({ "locales/de.json": '{\n  "title": "Servus"\n}\n' });
    await test.upstream.publish("Greet otherwise");
    expect((await operate("pull")).result).toBe(false);

    expect(await operate("reset")).toEqual({ result: true });

    expect(await statusOf()).toMatchObject({
      needs_merge: false,
      needs_push: false,
      needs_commit: false,
      merge_failure: null,
    });
    expect((await test.request("GET", "/api/components/demo/app/lock/")).json).toEqual({ locked: false });
    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Servus"]);
  });

  it("merges where the component says so", async () => {
    await test.request("PATCH", "/api/components/demo/app/", { json: { merge_style: "merge" } });
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.upstream.write({ "locales/cs.json": '{\n  "title": "Nazdar"\n}\n' });
    await test.upstream.publish("Greet otherwise");

    expect(await operate("pull")).toEqual({ result: true });
    await operate("push");

    expect(await test.upstream.remoteGit("log", "-1", "--merges", "--format=%s", "main")).toContain(
      "Merge branch 'main'",
    );
  });

  it("keeps the strings of a file that does not parse and records that", async () => {
    await test.upstream.write({ "locales/de.json": "{ broken" });
    await test.upstream.publish("Break a file");

    await operate("pull");

    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Hallo"]);
    expect(await actionsOf("app")).toContain(24);
  });

  it("keeps everything when the base file is gone or broken, and catches up when it is back", async () => {
    const revision = async () => (await test.request("GET", "/api/translations/demo/app/cs/")).json.revision;
    const before = await revision();
    const base = sampleFiles["locales/en.json"];
    for (const broken of [null, "{ broken"]) {
      await test.upstream.write({ "locales/en.json": broken, "locales/cs.json": '{ "title": "Nazdar" }\n' });
      await test.upstream.publish(`Make the base ${String(broken)}`);
      expect(await operate("pull")).toEqual({ result: true });
      expect(await revision()).toBe(before);
      expect((await unitsOf(test, "demo/app/cs")).get("title")?.target).toEqual(["Ahoj"]);
    }
    await test.upstream.write({ "locales/en.json": base });
    await test.upstream.publish("Bring the base back");

    await operate("pull");

    expect((await unitsOf(test, "demo/app/cs")).get("title")?.target).toEqual(["Nazdar"]);
    expect(await revision()).not.toBe(before);
  });

  it("notices languages that came and went", async () => {
    await test.upstream.write({ "locales/fr.json": '{ "title": "Salut" }\n', "locales/de.json": null });
    await test.upstream.publish("Swap languages");

    await operate("pull");

    const { json } = await test.request("GET", "/api/components/demo/app/translations/");
    const codes = json.results.map(({ language_code: code }: { language_code: string }) => code);
    expect(codes).toEqual(["en", "cs", "fr"]);
  });

  it("says what could not be fetched", async () => {
    await test.upstream[Symbol.asyncDispose]();

    const outcome = await operate("pull");

    expect(outcome.result).toBe(false);
    expect(outcome.detail).toContain("Could not fetch");
  });
});

describe("push", () => {
  it("takes upstream's commits in first", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.upstream.write({ "README.md": "read me\n" });
    await test.upstream.publish("Add a readme");

    expect(await operate("push")).toEqual({ result: true });

    expect(await test.upstream.remoteGit("show", "main:locales/de.json")).toContain("Guten Tag");
    expect(await test.upstream.remoteGit("show", "main:README.md")).toBe("read me");
    expect((await statusOf()).needs_push).toBe(false);
  });

  it("after a commit brings upstream's newer commits along, and locks nobody out for them", async () => {
    await test.request("PATCH", "/api/components/demo/app/", { json: { push_on_commit: true } });
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.upstream.write({ "README.md": "read me\n" });
    await test.upstream.publish("Add a readme");

    expect(await operate("commit")).toEqual({ result: true });

    const { json: lock } = await test.request("GET", "/api/components/demo/app/lock/");
    expect([lock, (await actionsOf("app")).includes(28)]).toEqual([{ locked: false }, false]);
    await test.service.jobs.idle();
    expect(await test.upstream.remoteGit("show", "main:locales/de.json")).toContain("Guten Tag");
    expect(await test.upstream.remoteGit("show", "main:README.md")).toBe("read me");
    expect(await statusOf()).toMatchObject({ needs_push: false, needs_merge: false });
  });

  it("is off without a push address", async () => {
    await test.request("PATCH", "/api/components/demo/app/", { json: { push: "" } });

    expect(await operate("push")).toEqual({ result: false, detail: "Push is turned off for App." });
  });
});

describe("other operations", () => {
  it("writes every string with file-sync and reads every file with file-scan", async () => {
    await test.service.database
      .updateTable("unit")
      .set({ target: '["Aus der Datenbank"]' })
      .where("key", "=", "title")
      .where("translation_id", "in", (query) =>
        query.selectFrom("translation").select("id").where("language_code", "=", "de"),
      )
      .execute();

    expect(await operate("file-sync")).toEqual({ result: true });
    expect((await test.request("GET", "/api/translations/demo/app/de/file/")).text).toContain("Aus der Datenbank");

    expect(await operate("file-scan")).toEqual({ result: true });
    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Aus der Datenbank"]);
  });

  it("goes back to upstream and keeps the translations with reset-keep", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await operate("commit");

    expect(await operate("reset-keep")).toEqual({ result: true });

    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Guten Tag"]);
    expect((await test.request("GET", "/api/translations/demo/app/de/file/")).text).toContain("Guten Tag");
  });

  it("does them on every repository of a project", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);

    expect(await operate("push", "/api/projects/demo/repository/")).toMatchObject({ result: true });

    expect(await test.upstream.remoteGit("show", "main:locales/de.json")).toContain("Guten Tag");
    expect(await statusOf("/api/projects/demo/repository/")).toEqual({
      needs_commit: false,
      needs_merge: false,
      needs_push: false,
      url: "http://service.test/api/projects/demo/repository/",
    });
  });

  it("refuses an operation it does not know and callers who may not", async () => {
    const unknown = await test.request("POST", repository, { json: { operation: "explode" } });
    const missing = await test.request("POST", repository, { json: {} });
    const translator = await test.request("POST", repository, {
      token: test.translatorToken,
      json: { operation: "push" },
    });

    expect([unknown.status, unknown.json.errors[0].code, unknown.json.errors[0].attr]).toEqual([
      400,
      "invalid_choice",
      "operation",
    ]);
    expect([missing.status, missing.json.errors[0].code]).toEqual([400, "required"]);
    expect(translator.status).toBe(403);
  });
});

describe("a clone in use", () => {
  it("answers 423 to those who waited too long", async () => {
    await using impatient = await openSampleService({ settings: { busyMilliseconds: 50 } });
    const [clone] = await impatient.service.database.selectFrom("clone").select("id").execute();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holding = impatient.service.locks.hold(clone!.id, "test", () => released);

    const busy = await impatient.request("POST", repository, { json: { operation: "commit" } });
    release();
    await holding;
    const free = await impatient.request("POST", repository, { json: { operation: "commit" } });

    expect([busy.status, busy.json.errors[0].code]).toEqual([423, "repository-locked"]);
    expect(free.status).toBe(200);
  });
});
