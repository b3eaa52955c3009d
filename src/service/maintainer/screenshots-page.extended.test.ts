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

const cart = { do: "add", name: "The cart", language: "en" };

/** Somebody of a team of the project that has a right. @param language the one that the team is limited to */
async function personWith(permission: string, language?: string): Promise<Person> {
  const post = async (path: string, json: object) => (await test.request("POST", path, { json })).json;
  const { token } = await test.admin.createUser({ username: "max", email: "max@example.org" });
  const role = await post("/api/roles/", { name: "Pictures", permissions: [permission, "unit.edit"] });
  const selections = { project_selection: 0, language_selection: language === undefined ? 1 : 0 };
  const team = await post("/api/groups/", { name: "Painters", ...selections });
  const project = (await test.request("GET", "/api/projects/demo/")).json;
  await post(`/api/groups/${String(team.id)}/projects/`, { project_id: project.id });
  await post(`/api/groups/${String(team.id)}/roles/`, { role_id: role.id });
  if (language !== undefined) await post(`/api/groups/${String(team.id)}/languages/`, { language_code: language });
  await post("/api/users/max/groups/", { group_id: team.id });
  // In a public project everybody who is signed in may.
  await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
  const person = new Person(test);
  await person.signIn(token);
  return person;
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

  it("are not there when what they are to show is refused, so that sending the form again makes one of them", async () => {
    const server = [...(await unitsOf(test, "demo/server/en")).values()][0]?.id;
    const began = (await admin.open(`${HERE}?unit=${String(server)}`)).text;
    expect(began).toContain("The string that you came from is not here");
    expect(began).not.toContain("It will show the string");
    const refused = await admin.manage(HERE, { ...cart, file: picture(), unit: String(server) });
    expect([refused.status, refused.text.includes("find another")]).toEqual([400, true]);
    expect(refused.text).not.toContain("unit_id");
    expect((await admin.open(`${HERE}?unit=0`)).text).toContain("The string that you came from is not here");

    const adder = await personWith("screenshot.add");
    const unit = await sourceOf("button.save");
    const page = (await adder.open(`${HERE}?unit=${unit}`)).text;
    expect(page).toMatch(/It will show no string yet: whoever may edit screenshots says that it shows\s+<span/);
    expect(page).not.toContain('name="unit"');
    expect((await adder.manage(HERE, { ...cart, file: picture(), unit })).status).toBe(403);
    expect((await test.request("GET", "/api/components/demo/app/screenshots/")).json.count).toBe(0);
    expect((await adder.manage(HERE, { ...cart, file: picture() })).status).toBe(303);
  });

  it("are added by a translator of one language for that language, and no other is offered", async () => {
    const limited = await personWith("screenshot.add", "cs");
    const czech = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
    const editor = (await limited.open(`/translate/demo/app/cs/?unit=${String(czech)}`)).text;
    const [, link = ""] = /<a href="([^"]*)">Add a screenshot of it</.exec(editor) ?? [];
    const page = await limited.open(link);
    expect([page.status, page.text.match(/<option value="\w+"/g)]).toEqual([200, ['<option value="cs"']]);
    const english = await limited.manage(HERE, { ...cart, file: picture() });
    expect([english.status, english.text.includes("Choose one of the languages below.")]).toEqual([400, true]);
    expect((await limited.manage(HERE, { ...cart, language: "cs", file: picture() })).status).toBe(303);
  });

  it("have another address with another picture, in the list, alone and beside a string, as browsers keep pictures", async () => {
    const unit = await sourceOf("button.save");
    const id = await added({ unit });
    const pages = [HERE, `${HERE}?screenshot=${id}`, `/translate/demo/app/en/?unit=${unit}`];
    const addresses = async (): Promise<string[]> => {
      const found = await Promise.all(
        pages.map(async (page) => /<img src="([^"]*)"/.exec((await admin.open(page)).text)),
      );
      return found.map((match) => match?.[1]?.replaceAll("&amp;", "&") ?? "");
    };
    const before = await addresses();
    await admin.manage(HERE, { do: "replace", screenshot: id, file: picture("other.gif") });
    const after = await addresses();
    expect(new Set([...before, ...after]).size).toBe(4);
    for (const address of after) expect((await admin.open(address)).headers.get("content-type")).toBe("image/gif");
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

  it("that are too large are refused in megabytes at their field, and what was typed beside them comes back", async () => {
    await using small = await openSampleService({ settings: { rateLimits: unlimited, uploadBytes: 2_000_000 } });
    const person = new Person(small);
    await person.signIn(small.adminToken);
    for (const bytes of [2_500_000, 4_000_000]) {
      const large = new File([gif, new Uint8Array(bytes)], "large.gif");
      const refused = await person.manage(HERE, { ...cart, name: "<b>The cart", language: "cs", file: large });
      expect([refused.status, refused.text.includes('value="&lt;b&gt;The cart"')]).toEqual([400, true]);
      expect(refused.text).toMatch(/<option value="cs" selected/);
      expect(refused.text).toContain(
        '<p class="problem" id="field-file-problem">The file is larger than 2 MB. Choose a smaller one.</p>',
      );
    }
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
