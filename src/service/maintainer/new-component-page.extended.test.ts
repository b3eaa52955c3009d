import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { zipSync } from "fflate";
import { sampleFiles, openTestService, unlimited, type TestService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { createRepository, type TestRepository } from "../../../test/support/repository.ts";

import { Clone } from "../clone/clone.ts";

const PAGE = "/manage/new-component/shop/";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
let test: TestService;
let ann: Person;
let upstream: TestRepository;

beforeEach(async () => {
  test = await openTestService({ rateLimits: unlimited });
  upstream = await createRepository({
    ...sampleFiles,
    "web/i18n/broken/en.json": '{ "a": ',
    "web/i18n/broken/de.json": '{ "a": "b" }',
    "src/locales/fr.ts": "export default {}",
  });
  ann = new Person(test);
  await ann.signIn(test.adminToken);
  const made = await ann.manage("/manage/new-project/", {
    name: "Shop",
    slug: "shop",
    web: "https://shop.example.org",
  });
  expect(made.headers.get("location")).toBe(PAGE);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const lookOf = (text: string): string => /name="look" value="([^"]+)"/.exec(text)?.[1] ?? "";

describe("a component by the wizard", () => {
  it("is made of what is found at an address, after it was shown: formats, masks, languages, strings, and what was not understood", async () => {
    const page = await ann.follow(await ann.manage(PAGE, { do: "look", repo: upstream.remoteUrl }));
    for (const words of [
      "locales/*.json",
      "json-nested",
      "po/*.po",
      "po/server.pot",
      "button.save",
      "Hello",
      "2: cs, de",
    ])
      expect(page.text).toContain(words);
    expect(page.text).toMatch(/web\/i18n\/broken\/en\.json/);
    expect(page.text).toContain("a program is not read as a translation");
    expect((await test.request("GET", "/api/projects/shop/components/")).json.count).toBe(0);

    const names = [...page.text.matchAll(/name="make:(\d+)"[^>]*> (\S+)</g)].map(([, index, source]) => ({
      index,
      source,
    }));
    const app = names.find(({ source }) => source === "locales/en.json")?.index ?? "";
    const server = names.find(({ source }) => source === "po/server.pot")?.index ?? "";
    const sent = {
      do: "make",
      look: lookOf(page.text),
      [`make:${app}`]: "yes",
      [`name:${app}`]: "App",
      [`slug:${app}`]: "app",
      [`make:${server}`]: "yes",
      [`name:${server}`]: "Server",
    };
    const refused = await ann.manage(PAGE, { ...sent, [`slug:${server}`]: "no slug" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Made before that: App.");
    expect(refused.text).toContain("The others were not made: see what is said at the fields.");
    expect(refused.text).not.toContain("Nothing was saved");
    const ticked = (index: string): RegExp => new RegExp(`name="make:${index}" value="yes" checked`);
    expect(refused.text).not.toMatch(ticked(app));
    expect(refused.text).toMatch(ticked(server));
    expect(refused.text).toContain("Enter a valid &quot;slug&quot;");
    const { [`make:${app}`]: _, ...left } = sent;
    expect((await ann.manage(PAGE, { ...left, [`slug:${server}`]: "server" })).status).toBe(303);
    const { json } = await test.request("GET", "/api/translations/shop/app/cs/");
    expect(json).toMatchObject({ total: 3, translated: 1 });
    expect((await test.request("GET", "/api/components/shop/server/")).json.linked_component).toContain("shop/app");
  });

  it("is made of an archive that the service keeps, several of one", async () => {
    const zip = zipSync(Object.fromEntries(Object.entries(sampleFiles).map(([path, text]) => [path, bytes(text)])));
    const page = await ann.follow(await ann.manage(PAGE, { do: "look", archive: zip }));
    expect(page.text).toContain("Found in file");
    const fields = {
      "make:0": "yes",
      "name:0": "One",
      "slug:0": "one",
      "make:1": "yes",
      "name:1": "Two",
      "slug:1": "two",
    };
    const made = await ann.manage(PAGE, { do: "make", look: lookOf(page.text), ...fields });
    expect(made.headers.get("location")).toBe("/projects/shop/");
    const { json } = await test.request("GET", "/api/projects/shop/components/");
    expect(json.results.map(({ name }: { name: string }) => name)).toEqual(["One", "Two"]);
    const late = await ann.manage(PAGE, { do: "make", look: lookOf(page.text), ...fields, "slug:0": "three" });
    expect(late.status).toBe(404);
  });

  it("has the languages that were shown, where folders for some devices stand beside those of languages", async () => {
    const file = (name: string): Uint8Array => bytes(`<resources><string name="a">${name}</string></resources>`);
    const folders = [
      "values",
      "values-cs",
      "values-sr-rSP",
      "values-land",
      "values-v29",
      "values-cs-v29",
      "values-de-v29",
    ];
    const zip = zipSync(Object.fromEntries(folders.map((folder) => [`res/${folder}/strings.xml`, file(folder)])));
    const page = await ann.follow(await ann.manage(PAGE, { do: "look", archive: zip }));
    expect(page.text).toContain("sr-rSP is no language as the files beside it have them");
    const fields = { "make:1": "yes", "name:1": "App", "slug:1": "app" };
    await ann.manage(PAGE, { do: "make", look: lookOf(page.text), ...fields });
    const { json } = await test.request("GET", "/api/components/shop/app/translations/");
    const codes = json.results.map(({ language_code: code }: { language_code: string }) => code);
    expect(codes.sort()).toEqual(["cs", "en", "sr-rSP"]);
  });

  it("is made of one file, to which languages are added", async () => {
    const page = await ann.follow(
      await ann.manage(PAGE, { do: "look", document: new File(['{ "hello": "Hello" }'], "en.json"), language: "en" }),
    );
    expect(page.text).toContain("none yet: they are added afterwards");
    const made = await ann.manage(PAGE, {
      do: "make",
      look: lookOf(page.text),
      "make:0": "yes",
      "name:0": "One",
      "slug:0": "one",
    });
    expect(made.headers.get("location")).toBe("/projects/shop/one/");
    expect((await test.request("GET", "/api/translations/shop/one/en/")).json.total).toBe(1);
  });

  it("is told to choose the file again where a second submit meets its removal", async () => {
    const content = JSON.stringify({ hello: "Hello ".repeat(30_000) });
    const page = await ann.follow(
      await ann.manage(PAGE, { do: "look", document: new File([content], "en.json"), language: "en" }),
    );
    // As the first submit, whose component is made, removes it while the second one is at work.
    const create = vi.spyOn(Clone.prototype, "create").mockImplementationOnce(async function (this: Clone, ...given) {
      await rm(join(test.service.dataFolder, "held-uploads"), { recursive: true });
      await this.create(...given);
    });
    const late = await ann.manage(PAGE, {
      do: "make",
      look: lookOf(page.text),
      "make:0": "yes",
      "name:0": "One",
      "slug:0": "one",
    });
    create.mockRestore();

    expect(late.status).toBe(404);
    expect(late.text).toContain("The uploaded file is not kept any more: choose it again.");
    expect((await test.request("GET", "/api/projects/shop/components/")).json.count).toBe(0);
  });

  it("is said to be there already where it is of the same branch and its name is for who looks", async () => {
    const component = { filemask: "po/*.po", new_base: "po/server.pot", file_format: "po", repo: upstream.remoteUrl };
    await test.admin.createComponent("shop", { ...component, name: "Hush", slug: "hush", branch: "main" });
    const { token } = await test.admin.createUser({ username: "lou" });
    await test.admin.grant("lou", "Administration", "shop");
    const lou = new Person(test);
    await lou.signIn(token);
    const saidTo = async (person: Person): Promise<string | undefined> => {
      const page = await person.follow(await person.manage(PAGE, { do: "look", repo: upstream.remoteUrl }));
      expect(page.text).toContain("po/server.pot");
      return /“([^<”]*)” has these files already/.exec(page.text)?.[1];
    };
    expect(await saidTo(lou)).toBe("Hush");
    await test.request("PATCH", "/api/components/shop/hush/", { json: { restricted: true } });
    expect(await saidTo(lou)).toBeUndefined();
    expect(await saidTo(ann)).toBe("Hush");
    await upstream.publishElsewhere({ "README.md": "Next" }, "Begin another branch", ["refs/heads/next"]);
    await upstream.remoteGit("symbolic-ref", "HEAD", "refs/heads/next");
    expect(await saidTo(ann)).toBeUndefined();
  });

  it("says of a repository without commits that it has none", async () => {
    await upstream.remoteGit("symbolic-ref", "HEAD", "refs/heads/first");
    await upstream.remoteGit("branch", "-D", "main");
    const page = await ann.follow(await ann.manage(PAGE, { do: "look", repo: upstream.remoteUrl }));
    expect(page.text).toMatch(/id="field-repo-problem">It has no commits yet, or none on its own branch: push one/);
    expect(page.text).not.toContain("It has no branch");
  });

  it("says what is wrong with an address, a language or a repository, and makes nothing", async () => {
    expect((await ann.manage(PAGE, { do: "look", repo: "ext::sh -c id" })).text).toContain("is not usable");
    expect((await ann.manage(PAGE, { do: "look", repo: upstream.remoteUrl, language: "klingonese" })).text).toContain(
      "does not exist",
    );
    const away = await ann.follow(await ann.manage(PAGE, { do: "look", repo: `${upstream.remoteUrl}-away` }));
    expect(away.text).toContain("could not be looked at");
    expect(away.text).not.toContain(test.service.dataFolder);
    expect(away.text).toContain(`value="${upstream.remoteUrl}-away"`);
    const branch = await ann.follow(await ann.manage(PAGE, { do: "look", repo: upstream.remoteUrl, branch: "nope" }));
    expect(branch.text).toMatch(/id="field-branch-problem">It has no branch “nope”\.</);
    const broken = await ann.follow(await ann.manage(PAGE, { do: "look", archive: bytes("no archive") }));
    expect(broken.text).toContain('id="field-archive-problem">The file is not a zip archive.');
    const empty = zipSync({ "<img src=x onerror=alert(1)>.txt": bytes("x") });
    expect((await ann.follow(await ann.manage(PAGE, { do: "look", archive: empty }))).text).toContain(
      "Nothing found in",
    );
  });

  it("is nothing that others see, and nothing for who may not edit the project", async () => {
    const looked = await ann.manage(PAGE, { do: "look", repo: upstream.remoteUrl });
    const { token } = await test.admin.createUser({ username: "eve" });
    const eve = new Person(test);
    await eve.signIn(token);
    expect((await eve.open(PAGE)).status).toBe(403);
    expect((await eve.open(looked.headers.get("location") ?? "")).status).toBe(403);
    expect((await eve.manage(PAGE, { do: "look", repo: upstream.remoteUrl })).status).toBe(403);
    expect((await eve.open("/manage/new-project/")).status).toBe(403);
    await test.request("POST", "/api/projects/", {
      json: { name: "Eve", slug: "eve", web: "https://eve.example.org" },
    });
    const { id } = (await test.request("GET", "/api/groups/?page_size=100")).json.results.find(
      (group: { defining_project: string | null }) => group.defining_project?.endsWith("/eve/"),
    );
    await test.request("POST", "/api/users/eve/groups/", { json: { group_id: id } });
    const stolen = (looked.headers.get("location") ?? "").replace("/shop/", "/eve/");
    expect((await eve.open(stolen)).status).toBe(404);
  });
});
