import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  openSampleService,
  unlimited,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

const PAGE = "/manage/settings/demo/app/";
const PROJECT = "/manage/settings/demo/";
let test: SampleService;
let maintainer: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  maintainer = new Person(test);
  await maintainer.signIn(test.adminToken);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

const decoded = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Every field of the form as it stands in the page. */
function fieldsOf({ text }: TestAnswer): Record<string, string> {
  const [form = ""] = /<form method="post" action="\/manage\/settings.*?<\/form>/s.exec(text) ?? [];
  const was = [...form.matchAll(/name="was:([^"]+)" value="([^"]*)"/gs)].map(
    ([, name = "", value = ""]) => [name, decoded(value)] as const,
  );
  return Object.fromEntries(
    was.flatMap(([name, value]) => [
      [`was:${name}`, value],
      [name, value],
    ]),
  );
}

const component = async () => (await test.request("GET", "/api/components/demo/app/")).json;

describe("the settings of a component", () => {
  it("are saved where somebody changed them, and left alone where they did not", async () => {
    const fields = fieldsOf(await maintainer.open(PAGE));
    // Somebody else, meanwhile.
    await test.request("PATCH", "/api/components/demo/app/", { json: { license: "MIT", suggestion_voting: true } });
    const { suggestion_voting: _, ...sent } = fields;
    const done = await maintainer.manage(PAGE, {
      ...sent,
      do: "save",
      name: "<i>App</i>",
      commit_pending_age: "5",
      enforced_checks: "same end_stop",
    });
    expect((await maintainer.follow(done)).text).toContain("Settings of &lt;i&gt;App&lt;/i&gt;");
    expect(await component()).toMatchObject({
      name: "<i>App</i>",
      license: "MIT",
      suggestion_voting: true,
      commit_pending_age: 5,
      enforced_checks: ["same", "end_stop"],
      repo: test.upstream.remoteUrl,
    });
  });

  it("are all saved or none: what is wrong is said at its field, with everything that was typed", async () => {
    const fields = fieldsOf(await maintainer.open(PAGE));
    const refused = await maintainer.manage(PAGE, {
      ...fields,
      do: "save",
      name: "Other",
      filemask: "no-star.json",
      check_flags: "nonsense",
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="field-filemask-problem"');
    expect(refused.text).toContain('id="field-check_flags-problem"');
    expect(refused.text).toContain('value="no-star.json"');
    expect((await component()).name).toBe("App");
    const again = fieldsOf(refused);
    expect(again["was:filemask"]).toBe("locales/*.json");
  });

  it("lead to the new address where the slug is another one", async () => {
    const fields = fieldsOf(await maintainer.open(PAGE));
    const done = await maintainer.manage(PAGE, { ...fields, do: "save", slug: "client" });
    expect(done.headers.get("location")).toBe("/manage/settings/demo/client/?done=saved");
    expect((await maintainer.follow(done)).status).toBe(200);
  });

  it("are removed with the component by who types its name", async () => {
    expect((await maintainer.manage("/manage/settings/demo/server/", { do: "remove", confirm: "app" })).status).toBe(
      400,
    );
    expect((await test.request("GET", "/api/components/demo/server/")).status).toBe(200);
    await maintainer.manage("/manage/settings/demo/server/", { do: "remove", confirm: "server" });
    expect((await test.request("GET", "/api/components/demo/server/")).status).toBe(404);
  });
});

describe("the settings of a project", () => {
  it("say who reviews and who sees it, and are changed by who may", async () => {
    const fields = fieldsOf(await maintainer.open(PROJECT));
    await maintainer.manage(PROJECT, { ...fields, do: "save", translation_review: "true", access_control: "100" });
    expect((await test.request("GET", "/api/projects/demo/")).json).toMatchObject({
      translation_review: true,
      access_control: 100,
    });
    const jana = new Person(test);
    await jana.signIn(test.translatorToken);
    expect((await jana.open(PROJECT)).status).toBe(403);
    expect((await jana.manage(PROJECT, { ...fields, do: "save", name: "Mine" })).status).toBe(403);
    expect((await jana.open(PAGE)).status).toBe(403);
    expect((await jana.manage(PAGE, { do: "remove", confirm: "app" })).status).toBe(403);
  });
});
