import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  unitsOf,
  unlimited,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";
import { crawl } from "../../../test/support/page-crawl.ts";
import { Person } from "../../../test/support/page-person.ts";
import { editorOrders } from "../editor/editor.ts";
import { panelNames } from "../editor/panels.ts";
import { managementPages } from "../maintainer/maintainer.ts";
import { NEW_PROJECT } from "../maintainer/new-project-page.ts";
import { PROFILE, SIGN_IN, SIGN_IN_LINK } from "./addresses.ts";
import { sitePages } from "./site-pages.ts";

/** Where a text of others could become markup: as an element, in an attribute, in a script's data, in the end of a field. */
const hostile = `<img src=x onerror="alert(1)">'"</textarea></script><b>bold</b>`;
/** Names are short. */
const short = `"><img src=x onerror="alert(1)"><b>bold`;
const gif = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");

/** What stands for the names in the addresses that the pages declare. */
const names: Readonly<Record<string, string>> = { language: "cs", user: "jana", project: "demo", path: "app" };
const places = { project: "demo/", component: "demo/app/", translation: "demo/app/cs/" };

/** The pages that the service declares, and the views that a string's page has: what is added to them is tried by itself. */
const declared = (unit: number, screenshot: number): readonly string[] => [
  ...sitePages.map(({ address }) =>
    address.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = names[name];
      if (value === undefined) throw new Error(`Say in this test what stands for {${name}} of ${address}`);
      return value;
    }),
  ),
  NEW_PROJECT,
  ...managementPages.flatMap(({ name, of }) => of.map((kind) => `/manage/${name}/${places[kind]}`)),
  SIGN_IN,
  SIGN_IN_LINK,
  PROFILE,
  ...panelNames.flatMap((name) => [
    `/translate/demo/app/cs/?unit=${String(unit)}&panel=${name}`,
    `/translate/demo/app/cs/?unit=${String(unit)}&panel=${name}&only=yes`,
  ]),
  `/translate/demo/app/cs/?unit=${String(unit)}&q=${encodeURIComponent('NOT key:"<b>"')}`,
  `/translate/demo/app/cs/?unit=${String(unit)}&history=all`,
  `/translate/demo/app/cs/?unit=${String(unit)}&image=${String(screenshot)}`,
  `/projects/demo/app/cs/?q=${encodeURIComponent(hostile.replaceAll(/["'()]/g, ""))}`,
  "/translate/demo/app/cs/?done=yes",
];

let test: SampleService;
let unit: number;
let people: Readonly<Record<"guest" | "stranger" | "translator" | "admin", Person>>;
/** Every page that whoever may everything can be led to. */
let pages: ReadonlyMap<string, TestAnswer>;

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
  const stranger = (await test.admin.createUser({ username: "stranger" })).token;
  people = {
    guest: new Person(test),
    stranger: new Person(test),
    translator: new Person(test),
    admin: new Person(test),
  };
  await people.admin.signIn(test.adminToken);
  await people.stranger.signIn(stranger);
  await people.translator.signIn(test.translatorToken);
  pages = await crawl(people.admin, ["/", ...declared(unit, json.id)]);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const TAGS = /<(\/?)(form|fieldset|div|main|nav|section|aside|table|ul|dl|details|button|a)\b([^>]*)>/g;

/** What browsers would mend in their own way, which no other test sees. */
function faultsIn(page: string): readonly string[] {
  const faults: string[] = [];
  const open: string[] = [];
  for (const [, isEnd, name = "", attributes = ""] of page
    .replaceAll(/<textarea.*?<\/textarea>/gs, "")
    .matchAll(TAGS)) {
    if (isEnd === "/") {
      const last = open.pop();
      if (last !== name) faults.push(`</${name}> ends ${last ?? "nothing"}`);
      continue;
    }
    if (name === "form" && open.includes("form")) faults.push("a form in a form");
    const isSent = open.includes("form") || / form="/.test(attributes) || /type="button"/.test(attributes);
    if (name === "button" && !isSent) faults.push(`no form has the button${attributes}`);
    open.push(name);
  }
  return open.length === 0 ? faults : [...faults, `${open.join(", ")} without an end`];
}

/** Pages that show a project's own things. */
const ofProject = (address: string): boolean => /^\/(?:projects|translate|engage|manage\/[\w-]+)\/demo\//.test(address);

describe("every page that people can be led to", () => {
  it("is there for whoever may everything, whether it is declared or linked", () => {
    const failed = [...pages].filter(([, { status }]) => status !== 200 && status !== 303);
    expect(failed.map(([address, { status }]) => [address, status])).toEqual([]);
    // Links lead to what no list declares.
    expect([...pages.keys()].some((address) => address.includes("view=bulk"))).toBe(true);
    expect(pages.size).toBeGreaterThan(60);
  });

  it("closes what it opens, and has each button in the form that it sends", () => {
    const wrong = [...pages].flatMap(([address, { text, headers }]) =>
      headers.get("content-type")?.startsWith("text/html") === true
        ? faultsIn(text).map((fault) => `${address}: ${fault}`)
        : [],
    );
    expect(wrong).toEqual([]);
  });

  it("renders no markup of anybody's text, name, comment or file", async () => {
    const shown = [...pages];
    for (const person of [people.guest, people.stranger, people.translator])
      for (const address of pages.keys()) shown.push([address, await person.open(address)]);
    for (const [address, { text, headers }] of shown) {
      if (address.includes("image=")) {
        if (headers.get("content-type") === "image/gif")
          expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
        continue;
      }
      const found = text.match(/<img(?! src="\/(?:translate|manage\/screenshots)\/)|onerror="alert|<b>bold/g);
      expect([address, found]).toEqual([address, null]);
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
    const hidden = [...pages.keys()].filter((address) =>
      kind === "private" ? ofProject(address) : ofProject(address) && address.includes("demo/app/"),
    );
    expect(hidden.length).toBeGreaterThan(20);
    for (const address of hidden) {
      for (const who of ["guest", "stranger"] as const) {
        const { status, text } = await people[who].open(address);
        expect([who, address, status]).toEqual([who, address, 404]);
        expect(text).not.toContain("Save");
      }
    }
    // What is about more than this project does not name it.
    for (const address of ["/", "/languages/cs/", "/user/jana/"]) {
      const { text } = await people.stranger.open(address);
      expect(text).not.toMatch(kind === "private" ? /\/demo\// : /demo\/app\//);
    }
    await ask("PATCH", path, open);
  });
});

describe("a form sent by somebody who has no right to it", () => {
  it.each(Object.keys(editorOrders))("changes nothing: %s", async (name) => {
    // Of a suggestion, a change, a check: of none that there is, or of one.
    const order = ["next", "stay", "confirm", "suggest", "comment", "dismiss"].includes(name) ? name : `${name}:1`;
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
