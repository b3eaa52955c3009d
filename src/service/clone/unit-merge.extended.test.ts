import { describe, expect, it, onTestFinished } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";

async function openService(style: string): Promise<SampleService> {
  const test = await openSampleService({ files: { ...sampleFiles, "README.md": "Hello\n" } });
  onTestFinished(() => test[Symbol.asyncDispose]());
  await test.request("PATCH", "/api/components/demo/app/", { json: { merge_style: style } });
  return test;
}

async function operate(test: SampleService, operation: string) {
  return (await test.request("POST", "/api/components/demo/app/repository/", { json: { operation } })).json;
}

describe.each(["rebase", "merge", "merge_noff"])("by %s", (style) => {
  it("keeps strings of both sides that stand on neighbouring lines", async () => {
    const test = await openService(style);
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await operate(test, "commit");
    await save(test, "demo/server/cs", "Welcome", ["Ahoj"]);
    await test.upstream.write({
      "locales/de.json": '{\n  "title": "Hallo",\n  "button": { "save": "Sichern", "cancel": "Abbrechen" }\n}\n',
      "po/cs.po": sampleFiles["po/cs.po"]
        .replace('msgstr[0] ""', 'msgstr[0] "soubor"')
        .replace("src/a.c:1", "src/b.c:7"),
    });
    await test.upstream.publish("Translate here too");

    expect(await operate(test, "pull")).toEqual({ result: true });

    const de = await unitsOf(test, "demo/app/de");
    expect(de.get("title")?.target).toEqual(["Guten Tag"]);
    expect(de.get("button.save")?.target).toEqual(["Sichern"]);
    const cs = await unitsOf(test, "demo/server/cs");
    expect(cs.get("Welcome")?.target).toEqual(["Ahoj"]);
    expect(cs.get("%d file")?.target).toEqual(["soubor", "", ""]);
    expect((await test.request("GET", "/api/components/demo/app/lock/")).json).toEqual({ locked: false });
    expect(await operate(test, "push")).toEqual({ result: true });
    const names = await test.upstream.remoteGit("log", "--format=%an", "main", "--", "locales/de.json");
    expect(names).toContain("Jana Nováková");
    expect(await test.upstream.remoteGit("show", "main:po/cs.po")).toContain("src/b.c:7");
  });

  it("fails where both have given a string another text, and names it", async () => {
    const test = await openService(style);
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.upstream.write({ "locales/de.json": sampleFiles["locales/de.json"].replace("Hallo", "Servus") });
    await test.upstream.publish("Greet otherwise");

    expect((await operate(test, "pull")).result).toBe(false);

    const { json } = await test.request("GET", "/api/components/demo/app/repository/");
    expect(json.merge_failure).toContain("Both sides have changed locales/de.json: title");
    expect(json.status).toContain("working tree clean");
    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Guten Tag"]);
  });
});

it("leaves conflicts in other files to people, whatever is in the translations", async () => {
  const test = await openService("rebase");
  await save(test, "demo/app/de", "title", ["Guten Tag"]);
  await test.request("POST", "/api/components/demo/app/addons/", {
    json: { name: "weblate.generate.generate", configuration: { filename: "README.md", template: "Ours" } },
  });
  await test.service.jobs.idle();
  await test.upstream.write({
    "README.md": "Theirs\n",
    "locales/de.json": sampleFiles["locales/de.json"].replace("Speichern", "Sichern"),
  });
  await test.upstream.publish("Write both");

  expect((await operate(test, "pull")).result).toBe(false);
});

it("drops a commit of which nothing is left, since upstream has the same", async () => {
  const test = await openService("rebase");
  await save(test, "demo/app/de", "title", ["Servus"]);
  await operate(test, "commit");
  await test.upstream.write({
    "locales/de.json": '{\n  "title": "Servus",\n  "button": { "save": "Sichern", "cancel": "Abbrechen" }\n}\n',
  });
  await test.upstream.publish("Say the same and more");

  expect(await operate(test, "pull")).toEqual({ result: true });

  const { json } = await test.request("GET", "/api/components/demo/app/repository/");
  expect(json).toMatchObject({ needs_push: false, outgoing_commits: 0 });
});

it("keeps a text that upstream has emptied, and takes files of properties and Android apart as well", async () => {
  const files = {
    "l/en.properties": "a=A\nb=B\nc=C\n",
    "l/de.properties": "a=Ah\nb=Beh\nc=Zeh\n",
    "r/values/strings.xml":
      '<resources>\n    <string name="a">A</string>\n    <string name="b">B</string>\n</resources>\n',
    "r/values-de/strings.xml":
      '<resources>\n    <string name="a">Ah</string>\n    <string name="b">Beh</string>\n</resources>\n',
  };
  const test = await openSampleService({ files: { ...sampleFiles, ...files } });
  onTestFinished(() => test[Symbol.asyncDispose]());
  const repository = { repo: test.upstream.remoteUrl, branch: "main" };
  await test.admin.createComponent("demo", {
    ...repository,
    name: "Properties",
    slug: "properties",
    file_format: "properties",
    filemask: "l/*.properties",
    template: "l/en.properties",
  });
  await test.admin.createComponent("demo", {
    ...repository,
    name: "Android",
    slug: "android",
    file_format: "aresource",
    filemask: "r/values-*/strings.xml",
    template: "r/values/strings.xml",
  });
  await save(test, "demo/properties/de", "b", ["Bee"]);
  await save(test, "demo/android/de", "a", ["Aah"]);
  await test.upstream.write({
    "l/de.properties": "a=Aah\nb=\nc=Zeh\n",
    "r/values-de/strings.xml": files["r/values-de/strings.xml"].replace("Beh", "Bee"),
  });
  await test.upstream.publish("Translate here too");

  expect(await operate(test, "pull")).toEqual({ result: true });

  const properties = await unitsOf(test, "demo/properties/de");
  expect([...properties.values()].map(({ target }) => target)).toEqual([["Aah"], ["Bee"], ["Zeh"]]);
  const android = await unitsOf(test, "demo/android/de");
  expect([...android.values()].map(({ target }) => target)).toEqual([["Aah"], ["Bee"]]);
});

describe.each(["rebase", "merge"])("where git sees no conflict, by %s", (style) => {
  const lines = (entries: Readonly<Record<string, string>>): string => `${JSON.stringify(entries, null, 2)}\n`;
  const FILES = {
    "l/en.json": lines({ a: "A", b: "B", c: "C", d: "D" }),
    "l/de.json": lines({ a: "Ah", c: "Zeh", d: "Deh" }),
  };

  async function withStrings(own: string, git: Readonly<Record<string, string>>): Promise<SampleService> {
    const test = await openSampleService({ files: { ...sampleFiles, ...FILES } });
    onTestFinished(() => test[Symbol.asyncDispose]());
    await test.admin.createComponent("demo", {
      repo: test.upstream.remoteUrl,
      branch: "main",
      name: "Lines",
      slug: "lines",
      file_format: "json",
      filemask: "l/*.json",
      template: "l/en.json",
    });
    await test.request("PATCH", "/api/components/demo/lines/", { json: { merge_style: style } });
    await save(test, "demo/lines/de", "b", [own]);
    await test.upstream.write({ "l/de.json": lines(git) });
    await test.upstream.publish("Translate here too");
    return test;
  }
  const operateOn = async (test: SampleService, operation: string) =>
    (await test.request("POST", "/api/components/demo/lines/repository/", { json: { operation } })).json;

  it("writes no key twice that both sides added at different places", async () => {
    const test = await withStrings("Beh", { a: "Ah", c: "Zeh", d: "Deh", b: "Beh" });

    expect(await operateOn(test, "push")).toEqual({ result: true });

    const pushed = await test.upstream.remoteGit("show", "main:l/de.json");
    expect(pushed).toBe(lines({ a: "Ah", c: "Zeh", d: "Deh", b: "Beh" }).trim());
  });

  it("names the string that both sides added with different texts", async () => {
    const test = await withStrings("Beh", { a: "Ah", c: "Zeh", d: "Deh", b: "Bee" });

    expect((await operateOn(test, "pull")).result).toBe(false);

    const { json } = await test.request("GET", "/api/components/demo/lines/repository/");
    expect(json.merge_failure).toContain("Both sides have changed l/de.json: b");
    expect(json.status).toContain("working tree clean");
    expect((await unitsOf(test, "demo/lines/de")).get("b")?.target).toEqual(["Beh"]);
  });
});
