import { describe, expect, it } from "vitest";
import { openTestService, unitsOf, type TestService } from "../../../test/support/open-test-service.ts";
import { createRepository, type Files } from "../../../test/support/repository.ts";

const json = (entries: object): string => `${JSON.stringify(entries, undefined, 2)}\n`;

/** What developers wrote, English as people read it, and Czech, of which `gone` has no developers any more. */
async function open(settings: object = { intermediate: "dev.json" }) {
  await using resources = new AsyncDisposableStack();
  const repository = resources.use(
    await createRepository({
      "dev.json": json({ hello: "helo msg", bye: "goodby msg", news: "show news" }),
      "en.json": json({ hello: "Hello", bye: "", gone: "Gone" }),
      "cs.json": json({ hello: "Ahoj", bye: "Nashle" }),
    }),
  );
  const test = resources.use(await openTestService());
  await test.request("POST", "/api/projects/", { json: { name: "Demo", slug: "demo", web: "https://example.org/" } });
  const component = {
    name: "App",
    slug: "app",
    file_format: "json",
    filemask: "*.json",
    template: "en.json",
    edit_template: true,
    repo: repository.remoteUrl,
    branch: repository.branch,
    ...settings,
  };
  const made = await test.request("POST", "/api/projects/demo/components/", { json: component });
  expect(made.status).toBe(201);
  const owned = resources.move();
  return { test, repository, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function rows(test: TestService, language: string): Promise<unknown[]> {
  const units = await unitsOf(test, `demo/app/${language}`);
  return [...units].map(([key, { source, target, state }]) => [key, source[0], target[0], state]);
}

async function file(test: TestService, language: string): Promise<unknown> {
  return JSON.parse((await test.request("GET", `/api/translations/demo/app/${language}/file/`)).text);
}

async function save(test: TestService, language: string, key: string, text: string): Promise<void> {
  const id = (await unitsOf(test, `demo/app/${language}`)).get(key)?.id;
  const { status } = await test.request("PATCH", `/api/units/${String(id)}/`, { json: { target: [text], state: 20 } });
  expect(status).toBe(200);
}

async function publish({ test, repository }: Awaited<ReturnType<typeof open>>, files: Files): Promise<void> {
  await repository.write(files);
  await repository.publish("By developers");
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
}

describe("an intermediate language file", () => {
  it("is what the source language is translated from, and closes to others what is not translated yet", async () => {
    await using at = await open();

    expect(await rows(at.test, "en")).toEqual([
      ["hello", "helo msg", "Hello", 20],
      ["bye", "goodby msg", "", 0],
      ["news", "show news", "", 0],
      ["gone", "Gone", "Gone", 20],
    ]);
    expect(await rows(at.test, "cs")).toEqual([
      ["hello", "Hello", "Ahoj", 20],
      ["bye", "goodby msg", "Nashle", 100],
      ["news", "show news", "", 100],
      ["gone", "Gone", "", 0],
    ]);
    const { json: statistics } = await at.test.request("GET", "/api/translations/demo/app/en/");
    expect([statistics.total, statistics.translated]).toEqual([4, 2]);
  });

  it("is no language of its own", async () => {
    await using at = await open();
    const { json: listed } = await at.test.request("GET", "/api/components/demo/app/translations/");
    const translations: { language_code: string }[] = listed.results;
    expect(translations.map(({ language_code: code }) => code).toSorted()).toEqual(["cs", "en"]);
  });

  it("opens a string to all languages once the source language has it, and git gets it", async () => {
    await using at = await open();

    await save(at.test, "en", "news", "Show the news");
    expect((await rows(at.test, "en"))[2]).toEqual(["news", "show news", "Show the news", 20]);
    expect((await rows(at.test, "cs"))[2]).toEqual(["news", "Show the news", "", 0]);
    await save(at.test, "cs", "news", "Zprávy");

    expect(await file(at.test, "en")).toEqual({ hello: "Hello", bye: "", gone: "Gone", news: "Show the news" });
    expect(await file(at.test, "cs")).toEqual({ hello: "Ahoj", bye: "Nashle", news: "Zprávy" });
    expect((await rows(at.test, "cs"))[2]).toEqual(["news", "Show the news", "Zprávy", 20]);
  });

  it("lets translations need editing where the source language says something else", async () => {
    await using at = await open();

    await save(at.test, "en", "hello", "Hi");

    expect((await rows(at.test, "en"))[0]).toEqual(["hello", "helo msg", "Hi", 20]);
    expect((await rows(at.test, "cs"))[0]).toEqual(["hello", "Hi", "Ahoj", 10]);
  });

  it("is read again when it changes in the repository", async () => {
    await using at = await open();

    await publish(at, { "dev.json": json({ hello: "hello there msg", news: "show news", more: "one more" }) });

    expect(await rows(at.test, "en")).toEqual([
      ["hello", "hello there msg", "Hello", 10],
      ["news", "show news", "", 0],
      ["more", "one more", "", 0],
      ["bye", "", "", 0],
      ["gone", "Gone", "Gone", 20],
    ]);
    expect((await rows(at.test, "cs"))[0]).toEqual(["hello", "Hello", "Ahoj", 100]);

    await save(at.test, "en", "hello", "Hello there");
    expect((await rows(at.test, "cs"))[0]).toEqual(["hello", "Hello there", "Ahoj", 10]);
    await publish(at, { "dev.json": json({ news: "show news" }) });
    expect((await rows(at.test, "en")).find((row) => String(row).startsWith("hello"))).toEqual([
      "hello",
      "Hello there",
      "Hello there",
      20,
    ]);
  });

  it("that cannot be read changes nothing, and is said", async () => {
    await using at = await open();
    const before = [await rows(at.test, "en"), await rows(at.test, "cs")];

    await publish(at, { "dev.json": "{" });

    expect([await rows(at.test, "en"), await rows(at.test, "cs")]).toEqual(before);
    const { text } = await at.test.request("GET", "/api/components/demo/app/changes/?action=24");
    expect(text).toContain("dev.json");
  });

  it("counts from the moment it is set", async () => {
    await using at = await open({ language_regex: "^(en|cs)$" });
    expect((await rows(at.test, "en"))[0]).toEqual(["hello", "Hello", "Hello", 20]);

    const answer = await at.test.request("PATCH", "/api/components/demo/app/", { json: { intermediate: "dev.json" } });

    expect(answer.status).toBe(200);
    expect((await rows(at.test, "en"))[0]).toEqual(["hello", "helo msg", "Hello", 20]);
    expect((await rows(at.test, "cs"))[0]).toEqual(["hello", "Hello", "Ahoj", 20]);
  });

  it.each([
    ["nope.json", "is not in the repository"],
    ["cs.json", "is that of Czech"],
  ])("is not %s, which %s", async (intermediate, fault) => {
    await using at = await open({ language_regex: "^(en|cs|dev)$" });

    const answer = await at.test.request("PATCH", "/api/components/demo/app/", { json: { intermediate } });

    expect([answer.status, answer.json.errors]).toEqual([
      400,
      [{ attr: "intermediate", code: "invalid", detail: expect.stringContaining(fault) }],
    ]);
    expect(await rows(at.test, "cs")).toHaveLength(3);
  });

  it("is a language's where no other one is read for it", async () => {
    await using at = await open({ language_regex: "^(?!cs$)" });
    const answer = await at.test.request("PATCH", "/api/components/demo/app/", { json: { intermediate: "cs.json" } });
    expect(answer.status).toBe(200);
  });

  it("is changed in the repository alone", async () => {
    await using at = await open();
    const unit = (await unitsOf(at.test, "demo/app/en")).get("hello");
    const path = `/api/units/${String(unit?.id)}/`;
    const { json: shown } = await at.test.request("GET", path);

    const answer = await at.test.request("POST", `${path}source/`, {
      json: { content_hash: shown.content_hash, source: ["hullo"] },
    });

    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("dev.json")]);
  });
});

it("a search finds translations by the source that they have, and not by what developers wrote", async () => {
  await using at = await open();
  const found = async (language: string, q: string): Promise<string[]> => {
    const { json: page } = await at.test.request("GET", `/api/translations/demo/app/${language}/units/?q=${q}`);
    const results: { context: string }[] = page.results;
    return results.map(({ context }) => context);
  };
  expect([await found("cs", "source:helo"), await found("cs", "source:Hello")]).toEqual([[], ["hello"]]);
  expect([await found("en", "source:helo"), await found("en", "source:Hello")]).toEqual([["hello"], []]);
  const { json: all } = await at.test.request("GET", "/api/units/?q=source:hello");
  expect(all.count).toBe(1);
});
