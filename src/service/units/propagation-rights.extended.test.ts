import { afterAll, beforeAll, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  unitsOf,
  unlimited,
  type SampleService,
  type TestUnit,
} from "../../../test/support/open-test-service.ts";

/** Components with the strings of `app`, each of which somebody may not change in some way. */
const places = {
  open: {},
  restricted: { restricted: true },
  locked: {},
  readOnly: {},
  approved: {},
  voting: { enable_suggestions: true, suggestion_voting: true, suggestion_autoaccept: 3 },
  agreement: { agreement: "Sign here." },
  closed: { allow_translation_propagation: false },
} as const;
const names = Object.keys(places);

/** A string for each case, so that none finds what another left. */
const keys = Array.from({ length: 20 }, (_, index) => `key${String(index)}`);
const source = JSON.stringify(Object.fromEntries(keys.map((key) => [key, `Text of ${key}`])));

let test: SampleService;
let tokens: Readonly<Record<string, string>>;
const left = [...keys];

beforeAll(async () => {
  const files = { ...sampleFiles, "locales/en.json": `${source}\n`, "locales/cs.json": "{}\n" };
  test = await openSampleService({ files, settings: { rateLimits: unlimited } });
  await make("PATCH", "/api/projects/demo/", { translation_review: true, access_control: 1 });
  for (const slug of names) {
    const json = { name: slug, slug, from_component: "demo/app", language_regex: "^cs$" };
    await make("POST", "/api/projects/demo/components/", { ...json, allow_translation_propagation: false });
  }
  for (const unit of (await unitsOf(test, "demo/readOnly/en")).values()) {
    await make("PATCH", `/api/units/${String(unit.id)}/`, { extra_flags: "read-only" });
  }
  for (const unit of (await unitsOf(test, "demo/approved/cs")).values()) {
    await make("PATCH", `/api/units/${String(unit.id)}/`, { target: ["Schváleno"], state: 30 });
  }
  for (const [slug, settings] of Object.entries(places)) {
    await make("PATCH", `/api/components/demo/${slug}/`, { allow_translation_propagation: true, ...settings });
  }
  await make("POST", "/api/components/demo/locked/lock/", { lock: true });
  tokens = {
    admin: test.adminToken,
    bot: test.botToken,
    translator: test.translatorToken,
    reviewer: await memberOf("Reviewers", ["Translate", "Review strings"], { projects: ["demo"] }),
    insider: await memberOf("Insiders", ["Translate"], { projects: ["demo"] }, { components: ["restricted"] }),
    guestOfApp: await memberOf("Guests of app", ["Administration"], { components: ["app"] }),
  };
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

// oxlint-disable-next-line typescript/no-explicit-any -- a test asks for what it expects
async function make(method: string, path: string, json: unknown, token?: string): Promise<any> {
  const answer = await test.request(method, path, { json, ...(token !== undefined && { token }) });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${answer.text}`);
  return answer.text === "" ? undefined : answer.json;
}

async function idOf(table: "project" | "component" | "role", column: "slug" | "name", name: string): Promise<number> {
  const rows = await test.service.database.selectFrom(table).selectAll().execute();
  return rows.find((row) => (row as Readonly<Record<string, unknown>>)[column] === name)?.id ?? 0;
}

async function memberOf(
  name: string,
  roles: readonly string[],
  ...teams: readonly { readonly projects?: readonly string[]; readonly components?: readonly string[] }[]
): Promise<string> {
  const username = name.replaceAll(" ", "");
  const { token } = await test.admin.createUser({ username });
  for (const [index, { projects = [], components = [] }] of teams.entries()) {
    const team = { name: `${name} ${String(index)}`, project_selection: 0, language_selection: 1 };
    const { id } = await make("POST", "/api/groups/", team);
    const group = `/api/groups/${String(id)}`;
    for (const role of roles) await make("POST", `${group}/roles/`, { role_id: await idOf("role", "name", role) });
    for (const slug of projects) {
      await make("POST", `${group}/projects/`, { project_id: await idOf("project", "slug", slug) });
    }
    for (const slug of components) {
      await make("POST", `${group}/components/`, { component_id: await idOf("component", "slug", slug) });
    }
    await make("POST", `/api/users/${username}/groups/`, { group_id: id });
  }
  return token;
}

async function unitAt(place: string, key: string): Promise<TestUnit> {
  const unit = (await unitsOf(test, `demo/${place}/cs`)).get(key);
  if (unit === undefined) throw new Error(`no ${key} in ${place}`);
  return unit;
}

/** Where the string has this text now. */
async function reached(key: string, target: string): Promise<string[]> {
  const all = await Promise.all(names.map(async (place) => ({ place, unit: await unitAt(place, key) })));
  return all.filter(({ unit }) => unit.target[0] === target).map(({ place }) => place);
}

it.each([
  { who: "translator", state: 20, where: ["open"] },
  { who: "translator", state: 10, where: ["open"] },
  { who: "reviewer", state: 20, where: ["open", "voting"] },
  { who: "reviewer", state: 30, where: ["open", "approved", "voting"] },
  { who: "insider", state: 20, where: ["open", "restricted"] },
  { who: "guestOfApp", state: 20, where: [] },
  { who: "guestOfApp", state: 30, where: [] },
  { who: "admin", state: 30, where: ["open", "restricted", "approved", "voting"] },
  { who: "bot", state: 20, where: [] },
])("what $who saves with state $state reaches $where", async ({ who, state, where }) => {
  const key = left.pop() ?? "";
  const target = `${who} ${String(state)}`;
  const { id } = await unitAt("app", key);

  const { propagated } = await make("PATCH", `/api/units/${String(id)}/`, { target: [target], state }, tokens[who]);

  expect(await reached(key, target)).toEqual(where);
  const units = await Promise.all(where.map(async (place) => unitAt(place, key)));
  expect(units.map((unit) => unit.state)).toEqual(where.map(() => state));
  expect(propagated.toSorted()).toEqual(
    units.map((unit) => `http://service.test/api/units/${String(unit.id)}/`).toSorted(),
  );
});

it("does not empty elsewhere what the person may not change there", async () => {
  const key = left.pop() ?? "";
  const save = async (target: string, state: number, token: string | undefined): Promise<unknown> =>
    make("PATCH", `/api/units/${String((await unitAt("app", key)).id)}/`, { target: [target], state }, token);
  await save("Text", 20, tokens["insider"]);

  await save("", 0, tokens["translator"]);

  expect(await reached(key, "Text")).toEqual(["restricted"]);
});

it("reaches with an accepted suggestion what the accepting person may change", async () => {
  const key = left.pop() ?? "";
  const { id } = await unitAt("app", key);
  const suggested = await make(
    "POST",
    `/api/units/${String(id)}/suggestions/`,
    { target: ["Návrh"] },
    tokens["insider"],
  );

  const path = `/api/suggestions/${String(suggested.id)}/accept/`;
  const { propagated } = await make("POST", path, {}, tokens["reviewer"]);

  expect(await reached(key, "Návrh")).toEqual(["open", "voting"]);
  expect(propagated).toHaveLength(2);
});

it("stays where it is when votes accept it", async () => {
  const key = left.pop() ?? "";
  const { id } = await unitAt("app", key);
  const voting = { enable_suggestions: true, suggestion_voting: true, suggestion_autoaccept: 2 };
  await make("PATCH", "/api/components/demo/app/", voting);

  for (const who of ["insider", "reviewer"]) {
    await make("POST", `/api/units/${String(id)}/suggestions/`, { target: ["Zvoleno"] }, tokens[who]);
  }

  await make("PATCH", "/api/components/demo/app/", { suggestion_voting: false, suggestion_autoaccept: 0 });
  expect((await unitAt("app", key)).target).toEqual(["Zvoleno"]);
  expect(await reached(key, "Zvoleno")).toEqual([]);
});

it("stays where it is when a file brings it", async () => {
  const key = left.pop() ?? "";
  const { status } = await test.request("POST", "/api/translations/demo/app/cs/file/", {
    multipart: { file: new TextEncoder().encode(JSON.stringify({ [key]: "Soubor" })), method: "translate" },
  });

  expect(status).toBe(200);
  expect((await unitAt("app", key)).target).toEqual(["Soubor"]);
  expect(await reached(key, "Soubor")).toEqual([]);
});

it("overwrites nobody's words elsewhere when a machine translates", async () => {
  const key = left.pop() ?? "";
  const { id } = await unitAt("open", key);
  await make("PATCH", "/api/components/demo/open/", { allow_translation_propagation: false });
  await make("PATCH", `/api/units/${String(id)}/`, { target: ["Člověk"], state: 20 });
  await make("PATCH", "/api/components/demo/open/", { allow_translation_propagation: true });

  await make("POST", "/api/translations/demo/app/cs/autotranslate/", {
    mode: "translate",
    q: `key:"${key}"`,
    auto_source: "others",
    component: String(await idOf("component", "slug", "approved")),
  });

  expect((await unitAt("app", key)).target).toEqual(["Schváleno"]);
  expect((await unitAt("open", key)).target).toEqual(["Člověk"]);
});
