import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

const HERE = "/manage/screenshots/demo/app/";
const gif = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");
const picture = (name = "cart.gif"): File => new File([gif], name, { type: "image/gif" });
let test: SampleService;
let admin: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  admin = new Person(test);
  await admin.signIn(test.adminToken);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

const sourceOf = async (key: string): Promise<string> => String((await unitsOf(test, "demo/app/en")).get(key)?.id);

/** Adds a screenshot. @returns its id */
async function added(fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await admin.manage(HERE, { do: "add", name: "The cart", language: "en", file: picture(), ...fields });
  expect(answer.status).toBe(303);
  return /screenshot=(\d+)/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";
}

const shownIn = async (id: string) => (await test.request("GET", `/api/screenshots/${id}/`)).json;

describe("the screenshots of a component", () => {
  it("are added with a name, get their strings by a search, and stand beside these strings", async () => {
    expect((await admin.open(HERE)).text).toContain("None yet.");
    const id = await added();
    const page = await admin.open(`${HERE}?screenshot=${id}&find=save`);
    expect(page.text).toContain('alt="Screenshot: The cart"');
    expect(page.text).toMatch(/Is on it<span class="hidden"> button\.save</);
    expect(page.text).not.toMatch(/Is on it<span class="hidden"> title</);

    const unit = await sourceOf("button.save");
    const answer = await admin.manage(HERE, { do: "show", screenshot: id, unit });
    const after = await admin.follow(answer);
    expect(after.text).toContain("It shows one string more.");
    expect(after.text).toMatch(/Take it off<span class="hidden"> button\.save</);
    expect((await admin.open(HERE)).text).toContain("shows 1 string");
    const jana = new Person(test);
    await jana.signIn(test.translatorToken);
    const czech = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
    expect((await jana.open(`/translate/demo/app/cs/?unit=${String(czech)}`)).text).toContain("Screenshot: The cart");

    await admin.manage(HERE, { do: "hide", screenshot: id, unit });
    expect((await shownIn(id)).units).toEqual([]);
  });

  it("are begun from a string, which the picture then shows", async () => {
    const unit = await sourceOf("button.save");
    const czech = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
    const editor = (await admin.open(`/translate/demo/app/cs/?unit=${String(czech)}`)).text;
    expect(editor).toContain(`<a href="/manage/screenshots/demo/app/?unit=${unit}">Add a screenshot of it</a>`);
    expect((await admin.open(`${HERE}?unit=${unit}`)).text).toMatch(/It will show the string <span dir="auto">Save</);
    expect((await shownIn(await added({ unit }))).units).toEqual([`http://service.test/api/units/${unit}/`]);
  });

  it("get another name, another picture, and are removed", async () => {
    const id = await added();
    await admin.manage(HERE, { do: "name", screenshot: id, name: "<b>The basket" });
    const replaced = await admin.manage(HERE, { do: "replace", screenshot: id, file: picture("other.gif") });
    expect((await admin.follow(replaced)).text).toContain("<h1>&lt;b&gt;The basket</h1>");
    const image = await admin.open(`${HERE}?screenshot=${id}&image=yes`);
    expect([image.headers.get("content-type"), image.headers.get("content-security-policy")]).toEqual([
      "image/gif",
      "default-src 'none'; sandbox",
    ]);
    const removed = await admin.manage(HERE, { do: "remove", screenshot: id });
    expect((await admin.follow(removed)).text).toContain("None yet.");
    expect((await admin.open(`${HERE}?screenshot=${id}`)).status).toBe(404);
  });

  it("say at its field what is wrong, and keep what was typed", async () => {
    const text = new File(["no picture"], "notes.txt", { type: "text/plain" });
    const refused = await admin.manage(HERE, { do: "add", name: "<b>The cart", language: "en", file: text });
    expect([refused.status, refused.text.includes('value="&lt;b&gt;The cart"')]).toEqual([400, true]);
    expect(refused.text).toMatch(/id="field-file"[^>]*aria-invalid="true"/);
    const id = await added();
    const nameless = await admin.manage(HERE, { do: "name", screenshot: id, name: " " });
    expect([nameless.status, nameless.text.includes('aria-invalid="true"')]).toEqual([400, true]);
    const wrong = await admin.open(`${HERE}?screenshot=${id}&find=%28`);
    expect([wrong.status, wrong.text.includes('class="problem" role="alert"')]).toEqual([200, true]);
  });

  it("are looked after by nobody without the right, each by its own", async () => {
    const id = await added();
    const jana = new Person(test);
    await jana.signIn(test.translatorToken);
    for (const fields of [{ do: "name", name: "x" }, { do: "remove" }, { do: "show", unit: "1" }])
      expect((await jana.manage(HERE, { screenshot: id, ...fields })).status).toBe(403);
    expect((await jana.open(`${HERE}?screenshot=${id}`)).status).toBe(403);
    // Another component's is not there.
    expect((await admin.open(`/manage/screenshots/demo/server/?screenshot=${id}`)).status).toBe(404);
    expect((await admin.manage("/manage/screenshots/demo/server/", { do: "remove", screenshot: id })).status).toBe(404);
    expect((await shownIn(id)).name).toBe("The cart");
  });
});
