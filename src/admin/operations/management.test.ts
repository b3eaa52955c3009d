import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { rsaKey, wholeManagement } from "../../../test/support/management-samples.ts";
import { currentSettings, writeSettings } from "../../records/settings/current-settings.ts";
import { defaultSettings, type Settings } from "../../records/settings/settings.ts";
import type { EntryTrial, Trials } from "../trials.ts";

const whole = wholeManagement(rsaKey());

function said(field: string, state: EntryTrial["state"], what: string, isRefused: boolean): EntryTrial {
  return { field, state, what, words: `Words on ${what}.`, isRefused };
}

function trialsThat(credentials: (services: Settings["services"]) => readonly EntryTrial[]): Trials {
  const none = async () => [];
  return { forge: none, service: none, channel: none, credentials: async ({ after }) => credentials(after.services) };
}

let server: AdminServer;
let administrator: AdminSession;
let operator: AdminSession;
let viewer: AdminSession;

beforeAll(async () => {
  server = await startAdmin();
  administrator = await server.signIn(server.administrator);
  operator = await server.signIn(await server.addUser("Olga", "operator"));
  viewer = await server.signIn(await server.addUser("Viktor", "viewer"));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await writeSettings(server.records.database, server.records.seal, defaultSettings);
});

function send(method: string, json: unknown, session = administrator, headers = {}) {
  return server.request(method, "/management", { session, json, headers });
}

describe("/management", () => {
  it("is read and sent back as it is, secrets and all", async () => {
    expect(await send("PUT", whole)).toMatchObject({ status: 200 });
    const kept = await currentSettings(server.records);

    const read = await server.request("GET", "/management", { session: operator });
    const written = await send("PUT", read.json);

    expect(read).toMatchObject({
      status: 200,
      json: {
        services: { main: { token: { set: true }, webhook_secret: { set: true } } },
        forges: { github: { private_key: { set: true }, app_id: "12345" } },
        mail: { password: { set: true }, host: "mail.example.org" },
      },
    });
    expect(written).toMatchObject({ status: 200, json: read.json });
    expect(await currentSettings(server.records)).toEqual(kept);
  });

  it("changes the fields that are sent", async () => {
    const { status, json } = await send("PATCH", { theme: "dark", limits: { runs_at_once: 4 } });

    expect(status).toBe(200);
    expect(json).toMatchObject({ theme: "dark", limits: { runs_at_once: 4, run_minutes: 30 } });
    expect(await currentSettings(server.records)).toMatchObject({ theme: "dark", limits: { runsAtOnce: 4 } });
  });

  it("names each field that is wrong, and not its value", async () => {
    const { status, json } = await send("PATCH", {
      theme: "blue",
      mail: { port: 0, password: "purple\ncow" },
      services: { main: { url: "http://t.example.org", token: "sesame open" } },
    });

    expect(status).toBe(400);
    expect(json.errors.map(({ field }: { readonly field: string }) => field).toSorted()).toEqual([
      "mail.password",
      "mail.port",
      "services.main.token",
      "services.main.url",
      "theme",
    ]);
    expect(JSON.stringify(json)).not.toMatch(/sesame|purple|cow/);
    expect(await currentSettings(server.records)).toEqual(defaultSettings);
  });

  it("wants the whole in a PUT", async () => {
    const { theme: _, ...rest } = whole;

    expect(await send("PUT", rest)).toMatchObject({ status: 400, json: { errors: [{ field: "theme" }] } });
  });

  it("makes a change to the version alone that it was made for", async () => {
    const read = await server.request("GET", "/management", { session: administrator });
    const tag = read.headers.get("etag") ?? "";

    const first = await send("PATCH", { theme: "dark" }, administrator, { "if-match": tag });
    const second = await send("PATCH", { theme: "light" }, administrator, { "if-match": tag });
    const third = await send("PATCH", { theme: "light" }, administrator, { "if-match": first.headers.get("etag") });

    expect([first.status, second.status, third.status]).toEqual([200, 412, 200]);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(await send("PATCH", { theme: "dark" }, administrator, { "if-match": "seven" })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "If-Match" }] },
    });
  });

  it("refuses a token that its server refuses, and saves one whose server cannot be asked with a word on that", async () => {
    const found: Record<string, readonly EntryTrial[]> = {
      invented: [said("services.main.token", "bad", "Token", true)],
      unasked: [said("services.main", "bad", "Token", false)],
      right: [said("services.main", "good", "Token", false), said("services.main", "bad", "Rights", false)],
    };
    await using tried = await startAdmin({ trials: trialsThat(({ main }) => found[main?.token ?? ""] ?? []) });
    const session = await tried.signIn(tried.administrator);
    const save = (token: string, query = "", more: object = {}) =>
      tried.request("PATCH", `/management${query}`, {
        session,
        json: { services: { main: { url: "https://t.example.org", token } }, ...more },
      });
    const kept = async () => (await currentSettings(tried.records)).services["main"]?.token;

    expect(await save("invented")).toMatchObject({
      status: 400,
      json: { errors: [{ code: "invalid", field: "services.main.token", detail: "Words on Token." }] },
    });
    expect(await kept()).toBeUndefined();
    const unasked = await save("unasked");
    expect(unasked).toMatchObject({
      status: 200,
      json: { tried: [{ field: "services.main", state: "bad", what: "Token", words: "Words on Token." }] },
    });
    expect(await kept()).toBe("unasked");
    const right = await save("right");
    expect(right.json.tried.map(({ what }: { readonly what: string }) => what)).toEqual(["Token", "Rights"]);
    expect(await tried.request("PUT", "/management", { session, json: right.json })).toMatchObject({ status: 200 });
    expect(await save("invented", "?check=no")).toMatchObject({ status: 200, json: { tried: [] } });
    expect(await kept()).toBe("invented");
    expect(await save("right", "?check=maybe")).toMatchObject({ status: 400, json: { errors: [{ field: "check" }] } });
  });

  it("tells administrators and operators alone, and is changed by administrators alone", async () => {
    const answers = [
      await server.request("GET", "/management", { session: viewer }),
      await send("PATCH", { theme: "dark" }, operator),
      await send("PUT", whole, operator),
      await send("PATCH", { theme: "dark" }, viewer),
      await server.request("GET", "/management"),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 401]);
    expect(await currentSettings(server.records)).toEqual(defaultSettings);
  });
});
