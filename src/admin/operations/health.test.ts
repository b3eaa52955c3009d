import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { MAIL_PASSWORD, startMailServer } from "../../../test/support/mail-server.ts";
import { addRepository } from "../../../test/support/test-records.ts";
import { listEvents, note } from "../../records/logs/event-log.ts";
import { watchMachine } from "../../records/machine/machine.ts";
import { takeSample } from "../../records/machine/samples.ts";
import { changeManagement } from "../../records/settings/change-management.ts";

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

function get(path: string, session = viewer) {
  return server.request("GET", path, { session });
}

describe("/health/hardware", () => {
  it("shows what was seen of the machine", async () => {
    using machine = watchMachine("/");
    await takeSample(server.records, "host:1:0", machine);

    const { status, json } = await get("/health/hardware");

    expect(status).toBe(200);
    expect(json.newest).toEqual([expect.objectContaining({ worker: "host:1:0" })]);
    expect(json.samples).toEqual(json.newest);
    const [{ cpu, memory_used, memory_total, process_memory, disk_used, disk_total, loop_p50, loop_max }] = json.newest;
    expect(cpu).toBeGreaterThanOrEqual(0);
    expect(cpu).toBeLessThanOrEqual(1);
    expect(memory_used).toBeLessThan(memory_total);
    expect(process_memory).toBeGreaterThan(10_000_000);
    expect(disk_used).toBeLessThanOrEqual(disk_total);
    expect(loop_p50).toBeLessThanOrEqual(loop_max);
  });

  it.each([
    ["an end before the begin", "since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", "since"],
    ["what is no time", "since=yesterday", "since"],
    ["no points", "points=0", "points"],
    ["an unknown parameter", "colour=blue", "colour"],
  ])("refuses %s", async (_, query, field) => {
    expect(await get(`/health/hardware?${query}`)).toMatchObject({ status: 400, json: { errors: [{ field }] } });
  });
});

describe("/health/system", () => {
  it("shows what happened, the newest first, as far as it is asked for", async () => {
    const repository = await addRepository(server.records, "acme/website");
    await note(server.records, { level: "info", component: "runs", message: "Case first" });
    await note(server.records, { level: "error", component: "runs", message: "Case second", repository, login: 7 });
    await note(server.records, { level: "warning", component: "schedule", message: "Case third", details: { a: 1 } });

    const messages = async (query: string): Promise<string[]> => {
      const { json } = await get(`/health/system?${query}`);
      return json.items.map(({ message }: { readonly message: string }) => message);
    };

    expect(await messages("text=CASE%20")).toEqual(["Case third", "Case second", "Case first"]);
    expect(await messages("level=warning")).toEqual(["Case third", "Case second"]);
    expect(await messages("component=schedule")).toEqual(["Case third"]);
    expect(await messages("repository=Acme/Website")).toEqual(["Case second"]);
    expect(await messages("login=7")).toEqual(["Case second"]);
    expect(await messages("text=%22a%22")).toEqual(["Case third"]);
    expect(await messages("component=runs&page=2&size=1")).toEqual(["Case first"]);
    expect(await messages("component=runs&until=2020-01-01T00:00:00%2B02:00")).toEqual([]);
    expect((await get("/health/system?component=schedule")).json.items[0]).toMatchObject({
      level: "warning",
      repository: null,
      login: null,
      details: { a: 1 },
    });
  });

  it.each(["level=loud", "component=kitchen", "page=0", "size=201", "since=now", "login=0"])(
    "refuses %s",
    async (query) => {
      expect((await get(`/health/system?${query}`)).status).toBe(400);
    },
  );
});

describe("/health/access", () => {
  it("shows who asked for what, without what they looked for", async () => {
    await get("/search?q=classified");
    await get("/health/access?path=/search", viewer);

    const found = await get("/health/access?path=/search&method=GET", operator);
    const refused = await get("/health/access?status=4&path=/health", operator);

    expect(found).toMatchObject({ status: 200, json: { total: 1 } });
    expect(found.json.items[0]).toMatchObject({ method: "GET", path: "/search", status: 200 });
    expect(refused.json.items).toContainEqual(expect.objectContaining({ path: "/health/access", status: 403 }));
    expect(JSON.stringify(found.json)).not.toContain("classified");
  });

  it("is for administrators and operators", async () => {
    expect(await get("/health/access")).toMatchObject({ status: 403 });
    expect(await server.request("GET", "/health/access")).toMatchObject({ status: 401 });
    expect(await get("/health/access?method=BREW", operator)).toMatchObject({ status: 400 });
  });
});

describe("/health/sendtestmail", () => {
  const post = (json: unknown, session = administrator) =>
    server.request("POST", "/health/sendtestmail", { session, json });

  it("sends a message to the caller, and answers with the server's words", async () => {
    await using mail = await startMailServer();
    await changeManagement(server.records, { mail: mail.settings }, "patch", undefined);

    const { status, json } = await post({});

    expect(status).toBe(200);
    expect(json).toMatchObject({
      delivered: true,
      response: "250 Queued as 1",
      rejected: [],
      reason: null,
      remedy: null,
    });
    expect(json.accepted).toEqual([json.to]);
    expect(mail.messages[0]).toMatchObject({ subject: "A test message from Interlinear", messageId: json.message_id });
    expect(mail.messages[0]?.text).toContain("by way of 127.0.0.1");
  });

  it("tells what a server says that does not want it, and what to do", async () => {
    await using mail = await startMailServer({ refusedRecipient: "No such mailbox" });
    await changeManagement(server.records, { mail: mail.settings }, "patch", undefined);

    const { status, json } = await post({ to: "nobody@example.org" });

    expect(status).toBe(200);
    expect(json).toMatchObject({
      delivered: false,
      to: "nobody@example.org",
      accepted: [],
      rejected: ["nobody@example.org"],
      response: "550 No such mailbox",
      message_id: null,
      reason: expect.stringContaining("refused the recipient"),
      remedy: expect.any(String),
    });
    const { items } = await listEvents(server.records, { component: "mail" }, { page: 1, size: 1 });
    expect(items[0]).toMatchObject({ level: "warning", details: { to: "nobody@example.org" } });
    expect(JSON.stringify([json, items])).not.toContain(MAIL_PASSWORD);
  });

  it("is for administrators, and to one address", async () => {
    expect(await post({}, operator)).toMatchObject({ status: 403 });
    expect(await post({ to: "a@example.org, b@example.org" })).toMatchObject({ status: 400 });
    expect(await post({ to: "a@example.org\nBcc: b@example.org" })).toMatchObject({ status: 400 });
    expect(await post({ too: "a@example.org" })).toMatchObject({ status: 400, json: { errors: [{ field: "too" }] } });
  });
});
