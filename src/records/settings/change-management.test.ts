import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rsaKey, wholeManagement } from "../../../test/support/management-samples.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { openBotDatabase } from "../../store/bot-tables/open-bot-database.ts";
import { listEvents } from "../logs/event-log.ts";
import { changeManagement } from "./change-management.ts";
import { currentSettings, keptSettings } from "./current-settings.ts";
import { managementOf } from "./management.ts";
import { defaultSettings } from "./settings.ts";

const key = rsaKey();
const whole = wholeManagement(key);
const secrets = [
  key,
  "wlu_service-token-1",
  "hook-secret-of-github",
  "forgejo-token-1",
  "hook-secret-of-forgejo",
  "mail password 1",
];

async function prepared(): Promise<TestRecords> {
  const records = await openTestRecords();
  expect(await changeManagement(records, whole, "put", 1)).toMatchObject({ state: "changed", version: 1 });
  return records;
}

async function patched(records: TestRecords, patch: unknown) {
  const outcome = await changeManagement(records, patch, "patch", 1);
  return outcome.state === "refused" ? outcome.problems.map(({ field }) => field) : outcome;
}

describe("changeManagement", () => {
  it("keeps nothing but the usual settings at first", async () => {
    await using records = await openTestRecords();

    expect(await keptSettings(records)).toEqual({ version: 0, settings: defaultSettings });
  });

  it("takes the whole, and shows all but the secrets", async () => {
    await using records = await prepared();

    const settings = await currentSettings(records);

    expect(settings).toMatchObject({
      publicUrl: "https://bot.example.org",
      services: { main: { url: "https://translate.example.org", token: "wlu_service-token-1" } },
      forges: { github: { privateKey: key }, codeberg: { token: "forgejo-token-1" } },
      mail: { password: "mail password 1" },
      limits: { runsAtOnce: 2 },
      theme: "dark",
    });
    const shown = JSON.stringify(managementOf(settings));
    for (const secret of secrets) expect(shown).not.toContain(secret.slice(0, 40));
  });

  it("changes nothing when what was read is sent back", async () => {
    await using records = await prepared();
    const before = await currentSettings(records);

    const outcome = await changeManagement(records, managementOf(before), "put", 1);

    expect(outcome).toEqual({ state: "changed", version: 1, settings: before });
    expect((await listEvents(records, {}, { page: 1, size: 10 })).total).toBe(1);
  });

  it("keeps no secret in the database that could be read there, nor in the log", async () => {
    await using records = await prepared();
    await patched(records, { services: { main: { token: "wlu_service-token-2" } }, mail: { password: null } });

    const rows = await records.database.selectFrom("setting").selectAll().execute();
    const { items } = await listEvents(records, {}, { page: 1, size: 10 });

    const stored = JSON.stringify([rows, items]);
    for (const secret of [...secrets, "wlu_service-token-2"]) expect(stored).not.toContain(secret.slice(0, 40));
    expect(items[0]).toMatchObject({
      level: "notice",
      component: "settings",
      login: 1,
      details: {
        version: 2,
        fields: [
          { field: "mail.password", from: "set", to: "not set" },
          { field: "services.main.token", from: "set", to: "replaced" },
        ],
      },
    });
  });

  it("tells in the log what was and what is", async () => {
    await using records = await prepared();

    await patched(records, { theme: "light", schedules: { repositories: { "acme/quiet": null } } });

    const { items } = await listEvents(records, { component: "settings" }, { page: 1, size: 1 });
    expect(items[0]).toMatchObject({
      message: "The settings were changed: schedules.repositories.acme/quiet, theme.",
      details: {
        fields: [
          { field: "schedules.repositories.acme/quiet", from: "", to: null },
          { field: "theme", from: "dark", to: "light" },
        ],
      },
    });
  });

  it("takes an empty secret of a service's webhook for none", async () => {
    await using records = await openTestRecords();
    const main = { url: "https://translate.example.org", token: "wlu_1", webhook_secret: "", repositories: ["acme/*"] };
    const changed = await changeManagement(records, { services: { main } }, "patch", undefined);
    expect(changed).toMatchObject({ state: "changed", settings: { services: { main: { webhookSecret: "" } } } });
  });

  it("tells nobody the address of a chat, keeps it, and refuses a channel over what is not set up", async () => {
    await using records = await openTestRecords();
    const url = "https://hooks.example.org/services/T0/B0/secret?thread=1";
    await changeManagement(records, { notifications: { chat: { kind: "slack", url } } }, "patch", undefined);
    const kept = await changeManagement(records, { notifications: { chat: { least: "error" } } }, "patch", undefined);
    expect(kept).toMatchObject({
      state: "changed",
      settings: { notifications: { chat: { url, least: "error", kinds: [] } } },
    });
    const rows = await records.database.selectFrom("event").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("T0/B0");
    const refused = (notifications: object) => changeManagement(records, { notifications }, "patch", undefined);
    expect(await refused({ people: { kind: "mail", to: ["jana@example.org"] } })).toMatchObject({
      problems: [{ field: "notifications.people.to" }],
    });
    expect(await refused({ tracker: { kind: "issue", forge: "nowhere", repository: "acme/app" } })).toMatchObject({
      problems: [{ field: "notifications.tracker.forge" }],
    });
    for (const [address, fault] of [
      ["http://hooks.example.org/x", "http"],
      ["ftp://x", "address"],
      ["https://u:p@x.example/", "password"],
    ]) {
      const answer = await refused({ chat: { kind: "slack", url: address } });
      expect(JSON.stringify(answer).toLowerCase(), address).toContain(fault);
      expect(answer.state).toBe("refused");
    }
  });

  it("merges a patch, in which null removes an entry and gives a field its usual value", async () => {
    await using records = await prepared();

    await patched(records, {
      forges: { codeberg: null },
      services: { other: { url: "http://127.0.0.1:8000/", repositories: ["*"] } },
      mail: { port: null },
      theme: null,
    });

    const settings = await currentSettings(records);
    expect(Object.keys(settings.forges)).toEqual(["github"]);
    expect(settings.services).toMatchObject({
      main: { token: "wlu_service-token-1" },
      other: { url: "http://127.0.0.1:8000", token: "", webhookSecret: "", repositories: ["*"] },
    });
    expect(settings).toMatchObject({ mail: { port: 587, host: "mail.example.org" }, theme: "system" });
  });

  it.each([
    ["plain http through a network", { public_url: "http://bot.example.org" }, ["public_url"]],
    ["a password in an address", { services: { main: { url: "https://u:p@t.example.org" } } }, ["services.main.url"]],
    ["a query in an address", { public_url: "https://bot.example.org/?a=b" }, ["public_url"]],
    ["another protocol", { public_url: "ftp://bot.example.org" }, ["public_url"]],
    ["a name with capitals", { services: { Main: { url: "https://t.example.org" } } }, ["services.Main"]],
    ["what is no cron expression", { schedules: { default: "every night" } }, ["schedules.default"]],
    ["a cron expression of seconds", { schedules: { default: "0 0 3 * * *" } }, ["schedules.default"]],
    ["a day that never comes", { schedules: { default: "0 0 30 2 *" } }, ["schedules.default"]],
    ["a pattern of three parts", { schedules: { repositories: { "a/b/c": "" } } }, ["schedules.repositories.a/b/c"]],
    ["what is no key", { forges: { github: { private_key: "secret" } } }, ["forges.github.private_key"]],
    ["a short signing key", { services: { main: { webhook_secret: "whsec_YWJj" } } }, ["services.main.webhook_secret"]],
    ["what is no base64", { services: { main: { webhook_secret: "no base64!" } } }, ["services.main.webhook_secret"]],
    ["a token of two lines", { services: { main: { token: "one\ntwo" } } }, ["services.main.token"]],
    ["a sender of two lines", { mail: { from: "a@example.org\r\nBcc: b@example.org" } }, ["mail.from"]],
    ["a server without a sender", { mail: { from: "" } }, ["mail.from"]],
    ["an address as a host", { mail: { host: "smtp://mail.example.org" } }, ["mail.host"]],
    ["a port beyond the last", { mail: { port: 65_536 } }, ["mail.port"]],
    ["days below one", { retention: { events: 0 } }, ["retention.events"]],
    ["a mapping outside of the repository", { mapping: "../interlinear.yml" }, ["mapping"]],
    ["a mapping below .git", { mapping: ".git/config" }, ["mapping"]],
    ["an unknown theme", { theme: "blue" }, ["theme"]],
    ["an unknown setting", { colour: "blue", mail: { colour: "blue" } }, ["mail.colour", "colour"]],
    ["a forge of no kind", { forges: { new: { server_url: "https://a.example.org" } } }, ["forges.new.kind"]],
    ["what is no object", [], [""]],
    [
      "a secret to keep where there is none",
      { services: { n: { url: "https://t.example.org", token: { set: true } } } },
      ["services.n.token"],
    ],
    [
      "everything that is wrong at once",
      { theme: "blue", mail: { port: 0 }, schedules: { default: "never" }, forges: { github: { private_key: "k" } } },
      ["forges.github.private_key", "mail.port", "schedules.default", "theme"],
    ],
  ])("refuses %s, and changes nothing", async (_, patch, fields) => {
    await using records = await prepared();
    const before = await keptSettings(records);

    expect(await patched(records, patch)).toEqual(fields);

    expect(await keptSettings(records)).toEqual(before);
  });

  it.each([
    ["a service", { services: { main: { url: "https://evil.example.org" } } }, ["services.main.token"]],
    ["GitHub's API", { forges: { github: { api_url: "https://evil.example.org" } } }, ["forges.github.private_key"]],
    ["a forge", { forges: { codeberg: { server_url: "https://evil.example.org" } } }, ["forges.codeberg.token"]],
    ["the mail server", { mail: { host: "evil.example.org" } }, ["mail.password"]],
    ["the mail server without TLS", { mail: { security: "none" } }, ["mail.password"]],
  ])("keeps no secret for another server than it was given for: %s", async (_, patch, fields) => {
    await using records = await prepared();

    expect(await patched(records, patch)).toEqual(fields);
  });

  it("keeps addresses in one way of writing them, however they were typed", async () => {
    await using records = await openTestRecords();
    const other = { url: "https://T.Example.org:443/base/api/", token: "wlu_1", repositories: ["*"] };

    await patched(records, { public_url: "https://Bot.example.org/", services: { other } });

    expect(await currentSettings(records)).toMatchObject({
      publicUrl: "https://bot.example.org",
      services: { other: { url: "https://t.example.org/base" } },
    });
  });

  it("takes another server together with a new secret", async () => {
    await using records = await prepared();

    await patched(records, { services: { main: { url: "https://other.example.org", token: "wlu_2" } } });

    expect((await currentSettings(records)).services["main"]).toMatchObject({
      url: "https://other.example.org",
      token: "wlu_2",
    });
  });

  it("never repeats a secret that it refuses", async () => {
    await using records = await prepared();
    const bad = "very secret, and\nwrong";

    const outcome = await changeManagement(
      records,
      {
        services: { main: { token: bad, webhook_secret: bad } },
        forges: { github: { private_key: bad } },
        mail: { password: bad },
      },
      "patch",
      1,
    );

    expect(outcome).toMatchObject({ state: "refused" });
    expect(JSON.stringify(outcome)).not.toContain("very secret");
  });

  it("refuses a change that was made for another version", async () => {
    await using records = await prepared();
    await patched(records, { theme: "light" });

    expect(await changeManagement(records, { theme: "dark" }, "patch", 1, 1)).toEqual({
      state: "outdated",
      version: 2,
    });
    expect(await changeManagement(records, { theme: "dark" }, "patch", 1, 2)).toMatchObject({ version: 3 });
  });

  it("loses none of several changes at once", async () => {
    await using records = await prepared();
    const names = Array.from({ length: 8 }, (_, index) => `service-${String(index)}`);

    await Promise.all(
      names.map((name) =>
        patched(records, { services: { [name]: { url: `https://${name}.example.org`, token: null } } }),
      ),
    );

    const { version, settings } = await keptSettings(records);
    expect(Object.keys(settings.services).toSorted()).toEqual(["main", ...names]);
    expect(version).toBe(9);
  });

  it("counts at once in another process, which had read them before", async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, "bot.sqlite");
    await using records = await openTestRecords();
    await using here = await openBotDatabase(file);
    await using there = await openBotDatabase(file);
    await currentSettings({ ...records, database: there });

    await changeManagement({ ...records, database: here }, { theme: "light" }, "patch", 1);

    expect((await currentSettings({ ...records, database: there })).theme).toBe("light");
  });
});
