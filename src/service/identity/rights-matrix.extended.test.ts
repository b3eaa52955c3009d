import { afterAll, beforeAll, expect, it } from "vitest";
import { endpointSamples } from "../../../test/support/endpoint-samples/index.ts";
import {
  usualParameters,
  type Parameters,
  type SampleWorld,
  type Sent,
} from "../../../test/support/endpoint-samples/sample.ts";
import { openSampleWorld } from "../../../test/support/endpoint-samples/world.ts";
import { addressOf, type Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/index.ts";

/**
 * Who may what: every endpoint, asked well by callers of every kind, about a project that everybody sees and about the same
 * project when it is private. `rights-matrix.txt` says what comes of it: `.` is done or answered, everything else is the status
 * of the refusal. Whoever changes it changes who may do something. What a request uses up is made anew for each caller: new
 * projects are public.
 */
const inPublic = ["guest", "stranger"] as const;
const inPrivate = ["stranger", "translator", "german", "insider", "otherBot", "bot"] as const;
type Caller = (typeof inPublic)[number] | (typeof inPrivate)[number];

let world: SampleWorld & AsyncDisposable;
let tokens: Readonly<Record<Caller, string | null>>;

beforeAll(async () => {
  world = await openSampleWorld();
  const { admin, botToken, translatorToken } = world.test;
  tokens = {
    guest: null,
    // Everybody is a user and a viewer.
    stranger: (await admin.createUser({ username: "stranger" })).token,
    translator: translatorToken,
    german: await memberOf("Germans", "Translate", { language_selection: 0 }, [
      ["projects", { project_id: await idOf("project", "demo") }],
      ["languages", { language_code: "de" }],
    ]),
    insider: await memberOf("Insiders", "Administration", {}, [
      ["components", { component_id: await idOf("component", "server") }],
    ]),
    otherBot: (await admin.createBot("secret")).token,
    bot: botToken,
  };
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function idOf(table: "project" | "component", slug: string): Promise<number> {
  const { database } = world.test.service;
  return (await database.selectFrom(table).select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;
}

/** A user in a new team. @returns their token */
async function memberOf(
  name: string,
  role: string,
  settings: object,
  parts: readonly (readonly [string, object])[],
): Promise<string> {
  const { make, test } = world;
  const { database } = test.service;
  const { token } = await test.admin.createUser({ username: name });
  const { id } = await make("POST", "/api/groups/", { json: { name, ...settings } });
  const { id: role_id } = await database
    .selectFrom("role")
    .select("id")
    .where("name", "=", role)
    .executeTakeFirstOrThrow();
  for (const [what, json] of [...parts, ["roles", { role_id }] as const]) {
    await make("POST", `/api/groups/${String(id)}/${what}/`, { json });
  }
  await make("POST", `/api/users/${name}/groups/`, { json: { group_id: id } });
  return token;
}

interface Asked {
  readonly at: Parameters;
  readonly sends: Sent;
}

async function prepared({ id, method }: Endpoint): Promise<Asked> {
  const sample = endpointSamples[id];
  const at = (await sample?.at?.(world)) ?? {};
  const sends = typeof sample?.sends === "function" ? await sample.sends(world, at) : (sample?.sends ?? {});
  const isNew = method === "POST" && typeof sends.json === "object" && !Array.isArray(sends.json);
  return { at, sends: isNew ? { ...sends, json: withNewNames({ ...sends.json }) } : sends };
}

let languages = ["fr", "es", "it", "pt", "pl", "sv", "da", "fi"];

/** What has to differ from everything that is there does. */
function withNewNames(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fresh = (name: string): unknown => {
    if (name === "language_code") return languages.shift();
    return name === "target" ? [world.name()] : world.name();
  };
  const isName = (name: string, value: unknown): boolean =>
    ["slug", "key", "target", "language_code"].includes(name) ||
    (name === "name" && !String(value).startsWith("weblate."));
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, isName(name, value) ? fresh(name) : value]),
  );
}

/** What each caller gets, one after the other; what one of them used up is made anew for the next. */
async function cells(endpoint: Endpoint, callers: readonly Caller[]): Promise<string[]> {
  const line: string[] = [];
  let asked = await prepared(endpoint);
  for (const caller of callers) {
    const values = Object.entries({ ...usualParameters, ...asked.at });
    const path = addressOf(endpoint, Object.fromEntries(values.map(([name, value]) => [name, String(value)])));
    const { query, ...request } = asked.sends;
    const address = query === undefined ? path : `${path}?${query}`;
    const { status } = await world.test.request(endpoint.method, address, { token: tokens[caller], ...request });
    line.push(status < 400 ? "." : String(status));
    if (status < 400 && endpoint.method !== "GET") asked = await prepared(endpoint);
  }
  return line;
}

it("lets every caller do what they may, and nothing else", async () => {
  const { make } = world;
  const measured = new Map<string, string[]>(endpoints.map(({ id }) => [id, []]));
  for (const [access_control, callers] of [
    [0, inPublic],
    [100, inPrivate],
  ] as const) {
    await make("PATCH", "/api/projects/demo/", { json: { access_control } });
    for (const endpoint of endpoints) measured.get(endpoint.id)?.push(...(await cells(endpoint, callers)));
  }

  const widths = [...inPublic, ...inPrivate].map((name) => name.length);
  const row = (name: string, line: readonly string[]): string =>
    `${name.padEnd(42)}${line.map((cell, index) => cell.padEnd((widths[index] ?? 0) + 2)).join("")}`.trimEnd();
  const table = [
    row("", ["public", "", "private"]),
    row("", [...inPublic, ...inPrivate]),
    ...[...measured].map(([id, line]) => row(id, line)),
    "",
  ].join("\n");
  await expect(table).toMatchFileSnapshot("./rights-matrix.txt");
});
