import { expect, it } from "vitest";
import { openSampleService, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

it("switches an add-on on with what its form says, sets it anew and switches it off", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  const page = "/manage/addons/demo/app/";
  expect((await admin.open(page)).text).toContain("Squash Git commits");

  const squash = { do: "install", name: "weblate.git.squash" };
  const refused = await admin.manage(page, { ...squash, "configuration:squash": "nothing" });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/<label for="(field-new[^"]+)">One commit of<[^]*id="\1-problem"/);
  expect(refused.text).not.toContain("Error in parameter");
  const made = await admin.manage(page, {
    ...squash,
    "configuration:squash": "author",
    "configuration:append_trailers": "true",
  });
  expect((await admin.follow(made)).text).toContain("Switched on. It does its work");
  const installed = async () => (await test.request("GET", "/api/addons/")).json.results;
  const [{ id, configuration }] = await installed();
  expect(configuration).toEqual({ squash: "author", append_trailers: true, commit_message: "" });

  await admin.manage(page, { do: "save", id: String(id), "configuration:squash": "all" });
  expect((await installed())[0].configuration).toMatchObject({ squash: "all", append_trailers: false });
  await admin.manage(page, { do: "remove", id: String(id) });
  expect(await installed()).toEqual([]);
});

it("never shows a webhook's secret, and keeps it where none is typed", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  const fields = { "configuration:webhook_url": "https://chat.example.org/hook", "configuration:events": "2 4" };
  const secret = "c2VjcmV0c2VjcmV0";
  await admin.manage("/manage/addons/demo/", {
    do: "install",
    name: "weblate.webhook.webhook",
    "configuration:secret": secret,
    ...fields,
  });
  const { id } = (await test.request("GET", "/api/addons/")).json.results[0];
  await admin.manage("/manage/addons/demo/", { do: "save", id: String(id), ...fields, "configuration:events": "5" });
  const { text } = await admin.open("/manage/addons/demo/");
  expect(text).not.toContain(secret);
  expect(text).toContain("Set. Left empty, it stays as it is.");
  expect(text).toMatch(/value="5"\s+checked\s*\/>\s*Translation added/);
  const stored = async () => {
    const row = await test.service.database.selectFrom("addon").select("configuration").executeTakeFirstOrThrow();
    return JSON.parse(row.configuration);
  };
  expect(await stored()).toMatchObject({ secret, events: [5] });
  const forget = { "configuration:secret:forget": "true" };
  await admin.manage("/manage/addons/demo/", { do: "save", id: String(id), ...fields, ...forget });
  expect(await stored()).toMatchObject({ secret: "", events: [2, 4] });
});

it("keeps the component that an add-on names as a choice, and names it to nobody who may not see it", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const { id } = (await test.request("GET", "/api/components/demo/server/")).json;
  await test.request("POST", "/api/components/demo/app/addons/", {
    json: { name: "weblate.autotranslate.autotranslate", configuration: { component: id } },
  });
  const { token } = await test.admin.createUser({ username: "lou" });
  await test.admin.grant("lou", "Administration", "demo");
  const chosenBy = async (by: string): Promise<string | undefined> => {
    const person = new Person(test);
    await person.signIn(by);
    const { text } = await person.open("/manage/addons/demo/app/");
    return new RegExp(`<option value="${String(id)}" selected>([^<]*)<`).exec(text)?.[1];
  };
  expect(await chosenBy(token)).toBe("Server");
  await test.request("PATCH", "/api/components/demo/server/", { json: { restricted: true } });
  expect(await chosenBy(test.adminToken)).toBe("Server: nothing is taken from it");
  expect(await chosenBy(token)).toBe("a component that you may not see: nothing is taken from it");
  await test.request("DELETE", "/api/components/demo/server/");
  expect(await chosenBy(token)).toBe("a component that is gone: nothing is taken from it");
});
