import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unlimited, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

/** Where a text of others could become markup: as an element, in an attribute, in a script's data, in the end of a field. */
const hostile = `<img src=x onerror="alert(1)">'"</textarea></script><b>bold</b>`;
/** Names are short. */
const short = `"><img src=x onerror="alert(1)"><b>bold`;
const gif = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");

/** Every page about a project that a reader can be led to; what a page is added for is added here. */
const pages = (unit: number, screenshot: number) => ({
  project: "/projects/demo/",
  component: "/projects/demo/app/",
  list: "/projects/demo/app/cs/",
  "list of a search": `/projects/demo/app/cs/?q=${encodeURIComponent(hostile.replaceAll(/["'()]/g, ""))}`,
  invitation: "/engage/demo/",
  "invitation into a language": "/engage/demo/-/cs/",
  string: `/translate/demo/app/cs/?unit=${String(unit)}`,
  "string with its whole history": `/translate/demo/app/cs/?unit=${String(unit)}&history=all`,
  "string in a search": `/translate/demo/app/cs/?unit=${String(unit)}&q=${encodeURIComponent('NOT key:"<b>"')}`,
  memory: `/translate/demo/app/cs/?unit=${String(unit)}&panel=memory`,
  glossary: `/translate/demo/app/cs/?unit=${String(unit)}&panel=glossary`,
  landing: `/translate/demo/app/cs/?unit=${String(unit)}&panel=landing`,
  "panel alone": `/translate/demo/app/cs/?unit=${String(unit)}&panel=glossary&only=yes`,
  screenshot: `/translate/demo/app/cs/?unit=${String(unit)}&image=${String(screenshot)}`,
  "strings one below the other": "/translate/demo/app/cs/?view=zen",
  "change many": "/translate/demo/app/cs/?view=bulk",
  "last string": "/translate/demo/app/cs/?done=yes",
});
type PageName = keyof ReturnType<typeof pages>;
const names = Object.keys(pages(0, 0)).filter((name): name is PageName => name in pages(0, 0));

let test: SampleService;
let unit: number;
let addresses: ReturnType<typeof pages>;
let people: Readonly<Record<"guest" | "stranger" | "translator", Person>>;

const ask = async (method: "PATCH" | "POST", path: string, json: object): Promise<void> => {
  const { status, text } = await test.request(method, path, { json });
  if (status >= 300) throw new Error(`${path}: ${String(status)} ${text}`);
};

beforeAll(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id ?? 0;
  const source = (await unitsOf(test, "demo/app/en")).get("button.save")?.id ?? 0;
  await ask("PATCH", `/api/units/${String(unit)}/`, { target: [hostile], state: 20 });
  await ask("PATCH", `/api/units/${String(unit)}/`, { target: [`${hostile} again`], state: 20 });
  await ask("PATCH", `/api/units/${String(source)}/`, { explanation: hostile });
  await ask("POST", `/api/units/${String(unit)}/comments/`, { scope: "translation", comment: hostile });
  await ask("POST", `/api/units/${String(unit)}/suggestions/`, { target: [`Návrh ${hostile}`] });
  await ask("PATCH", "/api/projects/demo/", { name: short, instructions: hostile });
  await ask("PATCH", "/api/components/demo/app/", { name: short });
  await ask("POST", "/api/projects/demo/labels/", { name: short, color: "navy" });
  const { json } = await test.request("POST", "/api/screenshots/", {
    multipart: { name: hostile, project_slug: "demo", component_slug: "app", language_code: "cs", image: gif },
  });
  await ask("POST", `/api/screenshots/${String(json.id)}/units/`, { unit_id: unit });
  addresses = pages(unit, json.id);
  const stranger = (await test.admin.createUser({ username: "stranger" })).token;
  people = { guest: new Person(test), stranger: new Person(test), translator: new Person(test) };
  await people.stranger.signIn(stranger);
  await people.translator.signIn(test.translatorToken);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

describe.each(names)("the page “%s”", (name) => {
  it("renders no markup of anybody's text, name, comment or file", async () => {
    for (const person of Object.values(people)) {
      const { text, status, headers } = await person.open(addresses[name]);
      if (status === 401) continue;
      expect(status).toBe(200);
      if (name === "screenshot") {
        expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
        continue;
      }
      expect(text.match(/<img(?! src="\/translate\/)|onerror="alert|<b>bold/g)).toBeNull();
      expect(text.match(/<\/script>(?!\s)|<\/textarea>(?=<\/script>)/g)).toBeNull();
    }
  });
});

describe("of a project that is private, or a component that is restricted", () => {
  it.each([
    ["private", "/api/projects/demo/", { access_control: 100 }, { access_control: 0 }],
    ["restricted", "/api/components/demo/app/", { restricted: true }, { restricted: false }],
  ])("there is no page for those who may not see it: %s", async (kind, path, closed, open) => {
    await ask("PATCH", path, closed);
    for (const name of names) {
      if (kind === "restricted" && ["project", "invitation", "invitation into a language"].includes(name)) continue;
      for (const who of ["guest", "stranger"] as const) {
        const { status, text } = await people[who].open(addresses[name]);
        expect([who, name, status]).toEqual([who, name, 404]);
        expect(text).not.toContain("Save");
      }
    }
    await ask("PATCH", path, open);
  });
});

describe("a form sent by somebody who has no right to it", () => {
  const orders = [
    "next",
    "stay",
    "confirm",
    "suggest",
    "comment",
    "dismiss",
    "undo:same",
    "accept:1",
    "take:1",
    "vote:1",
    "against:1",
    "decline:1",
    "undo-change:1",
    "bring-back:1",
  ];

  it.each(orders)("changes nothing: %s", async (order) => {
    await ask("PATCH", "/api/projects/demo/", { access_control: 1 });
    const log = async (): Promise<number> => (await test.request("GET", "/api/changes/")).json.count;
    const before = await log();
    const csrf = /name="csrf_token" value="([^"]+)"/.exec((await people.stranger.open("/")).text)?.[1] ?? "";
    const fields = {
      unit: String(unit),
      attempt: order,
      "target.0": "x",
      state: "20",
      source: "[]",
      comment: "y",
      check: "same",
      reason: "z",
    };
    for (const [person, token] of [
      [people.stranger, csrf],
      [people.translator, "x"],
      [people.guest, ""],
    ] as const) {
      const { status } = await person.post("/translate/demo/app/cs/", { ...fields, csrf_token: token, do: order });
      expect([order, status]).toEqual([order, expect.toBeOneOf([200, 400, 401, 403, 409])]);
    }
    expect(await log()).toBe(before);
  });
});
