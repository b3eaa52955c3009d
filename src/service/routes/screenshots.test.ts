import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { removeUnownedImages } from "../screenshots/images.ts";

let test: SampleService;

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==",
  "base64",
);
const gif = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const place = { project_slug: "demo", component_slug: "app", language_code: "en" };

async function add(fields: Record<string, string | Uint8Array> = {}, token: string | null = test.adminToken) {
  return test.request("POST", "/api/screenshots/", {
    token,
    multipart: { name: "Start page", ...place, image: png, ...fields },
  });
}

async function stored(): Promise<string[]> {
  return readdir(join(test.service.dataFolder, "screenshots"));
}

describe("adding a screenshot", () => {
  it("keeps the image under a name of our own and hands it out as what it is", async () => {
    const { status, json } = await add();

    const url = `http://service.test/api/screenshots/${String(json.id)}/`;
    expect([status, json]).toEqual([
      201,
      {
        id: json.id,
        name: "Start page",
        repository_filename: "",
        component: "http://service.test/api/components/demo/app/",
        translation: "http://service.test/api/translations/demo/app/en/",
        file_url: `${url}file/`,
        units: [],
        url,
      },
    ]);
    const file = await test.request("GET", `/api/screenshots/${String(json.id)}/file/`, { token: null });
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(png.byteLength),
      "content-disposition": `attachment; filename="screenshot-${String(json.id)}.png"`,
      "x-content-type-options": "nosniff",
    });
    expect(await stored()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.png$/)]);
    const changes = (await test.request("GET", "/api/translations/demo/app/en/changes/?action=57")).json;
    expect(changes.results[0]).toMatchObject({ target: "Start page" });
  });

  it.each([
    ["image", "invalid_image", { image: svg }],
    ["image", "invalid_image", { image: png.subarray(0, 12) }],
    ["image", "empty", { image: Buffer.alloc(0) }],
    ["name", "blank", { name: "" }],
    ["name", "max_length", { name: "x".repeat(201) }],
    ["project_slug", "invalid", { project_slug: "nowhere" }],
    ["project_slug", "invalid", { language_code: "xx" }],
  ])("needs a good %s (%s)", async (attr, code, fields) => {
    const { status, json } = await add(fields);

    expect([status, json.errors[0]]).toMatchObject([400, { attr, code }]);
  });

  it("needs an image, and the right to add one", async () => {
    const none = await test.request("POST", "/api/screenshots/", { form: { name: "x", ...place } });
    const translator = await add({}, test.translatorToken);
    const anonymous = await add({}, null);

    expect([none.status, none.json.errors[0]]).toEqual([
      400,
      { code: "required", detail: "No file was submitted.", attr: "image" },
    ]);
    expect([translator.status, anonymous.status]).toEqual([403, 401]);
  });
});

describe("a screenshot", () => {
  it("is listed for all, and for its component", async () => {
    const all = await test.request("GET", "/api/screenshots/", { token: null });
    const own = await test.request("GET", "/api/components/demo/app/screenshots/");
    const other = await test.request("GET", "/api/components/demo/server/screenshots/");

    expect([all.json.count, own.json.count, other.json.count]).toEqual([1, 1, 0]);
    expect(own.json.results).toEqual(all.json.results);
  });

  it("is renamed by who may", async () => {
    const { id } = (await add()).json;
    const path = `/api/screenshots/${String(id)}/`;

    const renamed = await test.request("PATCH", path, { json: { name: "Login" } });
    const put = await test.request("PUT", path, { json: { name: "Log in", repository_filename: "shots/a.png" } });
    const empty = await test.request("PUT", path, { json: {} });
    const denied = await test.request("PATCH", path, { token: test.translatorToken, json: { name: "x" } });

    expect([renamed.json.name, put.json]).toMatchObject([
      "Login",
      { name: "Log in", repository_filename: "shots/a.png" },
    ]);
    expect([empty.status, empty.json.errors[0].attr, denied.status]).toEqual([400, "name", 403]);
    expect((await test.request("GET", path)).json.name).toBe("Log in");
  });

  it("gets another image, and the old file is gone", async () => {
    const { id } = (await add()).json;
    const before = await stored();
    const path = `/api/screenshots/${String(id)}/file/`;

    const answer = await test.request("POST", path, { multipart: { image: gif } });
    const wrong = await test.request("PUT", path, { multipart: { image: svg } });
    const denied = await test.request("POST", path, { token: test.translatorToken, multipart: { image: gif } });

    expect([answer.status, answer.json, wrong.status, denied.status]).toEqual([200, { result: true }, 400, 403]);
    expect((await test.request("GET", path)).headers.get("content-type")).toBe("image/gif");
    expect(await stored()).toHaveLength(before.length);
  });

  it("shows source strings of its component", async () => {
    const { id } = (await add()).json;
    const source = (await unitsOf(test, "demo/app/en")).get("title")?.id ?? 0;
    const german = (await unitsOf(test, "demo/app/de")).get("title")?.id ?? 0;
    const path = `/api/screenshots/${String(id)}/units/`;

    const shown = await test.request("POST", path, { form: { unit_id: String(source) } });
    const wrong = await test.request("POST", path, { form: { unit_id: String(german) } });
    const none = await test.request("POST", path, { form: {} });
    const denied = await test.request("POST", path, { token: test.translatorToken, json: { unit_id: source } });

    expect([shown.status, shown.json.units]).toEqual([200, [`http://service.test/api/units/${String(source)}/`]]);
    expect([wrong, none, denied].map(({ status }) => status)).toEqual([400, 400, 403]);
    const ofUnit = await test.request("GET", `/api/units/${String(german)}/screenshots/`);
    expect(ofUnit.json.results).toEqual([shown.json]);
    const removal = await test.request("DELETE", `${path}${String(source)}/`);
    expect(removal.status).toBe(204);
    expect((await test.request("GET", `/api/screenshots/${String(id)}/`)).json.units).toEqual([]);
  });

  it("is put on a string and taken off it from the string's side", async () => {
    const { id } = (await add()).json;
    const source = (await unitsOf(test, "demo/app/en")).get("title")?.id ?? 0;
    const path = `/api/units/${String(source)}/screenshots/`;

    const shown = await test.request("POST", path, { json: { screenshot_id: id } });
    const missing = await test.request("POST", path, { json: { screenshot_id: 99_999 } });
    const denied = await test.request("POST", path, { token: test.translatorToken, json: { screenshot_id: id } });
    const notAsked = await test.request("DELETE", `${path}${String(id)}/`, { token: test.translatorToken });
    const removal = await test.request("DELETE", `${path}${String(id)}/`);

    expect(shown.json.units).toHaveLength(1);
    expect([missing, denied, notAsked, removal].map(({ status }) => status)).toEqual([404, 403, 403, 204]);
    expect((await test.request("GET", path)).json.count).toBe(0);
  });

  it("is removed with its image, by who may", async () => {
    const { id } = (await add()).json;
    const path = `/api/screenshots/${String(id)}/`;
    const before = await stored();

    const denied = await test.request("DELETE", path, { token: test.translatorToken });
    const removed = await test.request("DELETE", path);
    const missing = await test.request("GET", path);
    const file = await test.request("GET", `${path}file/`);

    expect([denied, removed, missing, file].map(({ status }) => status)).toEqual([403, 204, 404, 404]);
    expect(await stored()).toHaveLength(before.length - 1);
  });

  it("of a private project does not exist for others", async () => {
    const { id } = (await add()).json;
    await test.service.database.updateTable("project").set({ access_control: 100 }).execute();

    const hidden = await test.request("GET", `/api/screenshots/${String(id)}/file/`, { token: null });
    const list = await test.request("GET", "/api/screenshots/", { token: null });

    expect([hidden.status, list.json.count]).toEqual([404, 0]);
  });
});

it("images that no screenshot has are removed when they are an hour old", async () => {
  await test.service.database.updateTable("project").set({ access_control: 0 }).execute();
  const { id } = (await add()).json;
  const folder = join(test.service.dataFolder, "screenshots");
  const before = await stored();
  await writeFile(join(folder, "young.png"), png);
  await writeFile(join(folder, "old.png"), png);
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const file of [...before, "old.png"]) await utimes(join(folder, file), old, old);

  await removeUnownedImages(test.service);

  expect((await stored()).toSorted()).toEqual([...before, "young.png"].toSorted());
  expect((await test.request("GET", `/api/screenshots/${String(id)}/file/`)).status).toBe(200);
});
