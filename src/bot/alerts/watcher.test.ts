import { createHmac } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { MAIL_PASSWORD, startMailServer } from "../../../test/support/mail-server.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { addRepository, addRun } from "../../../test/support/test-records.ts";
import { startWebhookReceiver } from "../../../test/support/webhook-receiver.ts";
import { defined } from "../../core/defined.ts";
import { silentLogger } from "../../core/logger.ts";
import { listMessages } from "../../records/alerts/alert-messages.ts";
import { listAlerts } from "../../records/alerts/alerts.ts";
import type { DiskUse } from "../../records/alerts/open-causes.ts";
import { noteTaken } from "../../records/alerts/silent-channels.ts";
import { openRecords } from "../../records/open-records.ts";
import { currentSettings, writeSettings } from "../../records/settings/current-settings.ts";
import { defaultSettings, type NotificationSettings, type Settings } from "../../records/settings/settings.ts";
import { prepareTemplates } from "../../records/templates/templates.ts";
import type { Message, Sent } from "./message.ts";
import { Watcher } from "./watcher.ts";

const KEY = Buffer.from("0123456789abcdef01234567").toString("base64");
const every = { least: "warning", kinds: [] } as const;
const MINUTE = 60_000;

async function scene(
  notifications: Settings["notifications"],
  options: {
    readonly alerts?: Partial<Settings["alerts"]>;
    readonly mail?: Settings["mail"];
    readonly send?: (channel: string, message: Message) => Promise<Sent>;
    readonly closing?: AbortSignal;
  } = {},
) {
  const folder = await temporaryDirectory();
  const clock = manualClock();
  const records = await openRecords({ data: join(folder.path, "data"), logger: silentLogger, clock });
  await prepareTemplates(records);
  const settings: Settings = {
    ...defaultSettings,
    publicUrl: "https://bot.example.org",
    mail: options.mail ?? defaultSettings.mail,
    services: {
      main: {
        url: "https://translate.example.org",
        token: "t0ken-of-main",
        webhookSecret: "",
        repositories: ["acme/*"],
      },
    },
    notifications,
    alerts: { ...defaultSettings.alerts, ...options.alerts },
  };
  await writeSettings(records.database, records.seal, settings);
  const disk: { use: DiskUse } = { use: { host: "bot-1", used: 40, total: 100 } };
  const watcher = new Watcher({
    records,
    settings: () => currentSettings(records),
    data: folder.path,
    diskOf: async () => disk.use,
    ...defined({ send: options.send, closing: options.closing }),
  });
  const repository = await addRepository(records, "acme/app");
  const fails = async (times: number, outcome: string, code = "IL-S14"): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const run = await addRun(records, repository, { state: "failed", started: clock.now().toISOString() });
      await records.database.updateTable("run").set({ outcome, code }).where("id", "=", run).execute();
    }
  };
  const goesWell = () => addRun(records, repository, { started: clock.now().toISOString() });
  return {
    records,
    clock,
    watcher,
    disk,
    fails,
    goesWell,
    messages: async () => (await listMessages(records, { page: 1, size: 50 })).items,
    alerts: async () => (await listAlerts(records, {}, { page: 1, size: 50 })).items,
    [Symbol.asyncDispose]: async () => {
      await records.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const DOWN = "The service could not list the components of acme (503): Service Unavailable";

describe("the watcher", () => {
  it("tells of a cause once, however often it shows, and once that it is over, after a while without a sign", async () => {
    await using hook = await startWebhookReceiver();
    await using there = await scene({ pager: { kind: "webhook", url: hook.url, secret: KEY, ...every } });
    const { watcher, clock } = there;
    await watcher.look();
    expect(hook.received).toEqual([]);
    await there.fails(3, DOWN);
    await watcher.look();
    await there.fails(20, DOWN);
    clock.advance(MINUTE);
    await watcher.look();
    expect(hook.received.map(({ payload }) => payload)).toMatchObject([
      {
        type: "alert.open",
        severity: "error",
        title: "The translation service “main” does not answer",
        runs: 3,
        repositories: ["acme/app"],
        link: "https://bot.example.org/admin/runs/3",
      },
    ]);
    await there.goesWell();
    clock.advance(MINUTE);
    await watcher.look();
    expect(hook.received).toHaveLength(1);
    clock.advance(5 * MINUTE);
    await watcher.look();
    await watcher.look();
    expect(hook.received).toHaveLength(2);
    expect(hook.received[1]?.payload).toMatchObject({
      type: "alert.resolved",
      subject: "Over: The translation service “main” does not answer",
    });
    expect((await there.alerts()).map(({ resolved }) => resolved !== undefined)).toEqual([true]);
    await there.fails(3, DOWN);
    await watcher.look();
    expect(hook.received).toHaveLength(3);
  });

  it("signs what it sends as Standard Webhooks are", async () => {
    await using hook = await startWebhookReceiver();
    await using there = await scene({ pager: { kind: "webhook", url: hook.url, secret: `whsec_${KEY}`, ...every } });
    await there.fails(3, DOWN);
    await there.watcher.look();
    const { headers, body } = hook.received[0]!;
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    const digest = createHmac("sha256", Buffer.from(KEY, "base64")).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${digest}`);
  });

  it("tries again with longer and longer pauses, and says who did not take it and what to do", async () => {
    await using hook = await startWebhookReceiver();
    await using there = await scene({ chat: { kind: "slack", url: `${hook.url}services/T0/SECRETPATH`, ...every } });
    hook.status = 404;
    await there.fails(3, DOWN);
    await there.watcher.look();
    await there.watcher.look();
    expect(hook.received).toHaveLength(1);
    const [message] = await there.messages();
    expect(message).toMatchObject({ state: "waiting", attempts: 1 });
    expect(message?.reason).toMatch(
      /^127\.0\.0\.1:\d+ answered 404\. The address may be an old one: make another webhook there\.$/,
    );
    hook.status = 200;
    there.clock.advance(MINUTE);
    await there.watcher.look();
    expect(hook.received).toHaveLength(2);
    expect(await there.messages()).toMatchObject([{ state: "sent", attempts: 2 }]);
    const events = await there.records.database.selectFrom("event").selectAll().execute();
    expect(JSON.stringify(events)).not.toContain("SECRETPATH");
  });

  it("begins no other message when the bot is about to end: the next start sends those that wait", async () => {
    const closing = new AbortController();
    const told: string[] = [];
    const send = async (channel: string): Promise<Sent> => {
      told.push(channel);
      closing.abort();
      return { state: "sent", reference: "" };
    };
    const chat = { kind: "slack", url: "https://chat.example.org/hook", ...every } as const;
    await using there = await scene({ first: chat, second: chat }, { send, closing: closing.signal });
    await there.fails(3, DOWN);

    await there.watcher.look();

    expect(told).toHaveLength(1);
    expect((await there.messages()).map(({ state }) => state).toSorted()).toEqual(["sent", "waiting"]);
  });

  it("gives up at last, and the log tells of it", async () => {
    await using there = await scene(
      { chat: { kind: "slack", url: "https://hooks.example.org/x", ...every } },
      { send: async () => ({ state: "failed", reason: "It answered 500." }) },
    );
    await there.fails(3, DOWN);
    for (let look = 0; look < 12; look += 1) {
      await there.watcher.look();
      there.clock.advance(240 * MINUTE);
    }
    expect(await there.messages()).toMatchObject([{ state: "failed", attempts: 9, reason: "It answered 500." }]);
  });

  it("tells the other channels that one takes nothing, never that one itself, and that it is over when it takes something", async () => {
    let isAway = true;
    const sent: string[] = [];
    const url = "https://hooks.example.org/x";
    await using there = await scene(
      { chat: { kind: "slack", url, ...every }, pager: { kind: "slack", url, ...every } },
      {
        send: async (channel, { phase, alert }) => {
          if (channel === "chat" && isAway) return { state: "failed", reason: "It answered 500." };
          sent.push(`${channel} ${phase}: ${alert.title}`);
          return { state: "sent", reference: "" };
        },
      },
    );
    const look = async (): Promise<void> => {
      await there.watcher.look();
      there.clock.advance(2 * MINUTE);
    };
    await there.fails(3, DOWN);
    for (let at = 0; at < 5; at += 1) await look();
    expect(sent).toEqual([
      "pager open: The translation service “main” does not answer",
      "pager open: The channel “chat” takes no messages",
    ]);

    isAway = false;
    for (let at = 0; at < 10; at += 1) await look();
    expect(sent.slice(2)).toEqual([
      "chat open: The translation service “main” does not answer",
      "pager resolved: The channel “chat” takes no messages",
    ]);
  });

  it("tells that a channel takes nothing though its messages were given up, until somebody tries it and it takes that", async () => {
    let isAway = true;
    await using there = await scene(
      { chat: { kind: "slack", url: "https://hooks.example.org/x", ...every } },
      {
        send: async () => (isAway ? { state: "failed", reason: "It answered 500." } : { state: "sent", reference: "" }),
      },
    );
    const open = async (): Promise<readonly string[]> =>
      (await there.alerts()).flatMap(({ kind, resolved }) => (resolved === undefined ? [kind] : []));
    await there.fails(3, DOWN);
    for (let look = 0; look < 12; look += 1) {
      await there.watcher.look();
      there.clock.advance(240 * MINUTE);
    }
    expect(await open()).toEqual(["channel", "failing"]);

    await there.goesWell();
    for (let look = 0; look < 4; look += 1) {
      await there.watcher.look();
      there.clock.advance(MINUTE);
    }
    expect(await open()).toEqual(["channel"]);
    isAway = false;
    await noteTaken(there.records, "chat");
    for (let look = 0; look < 4; look += 1) {
      await there.watcher.look();
      there.clock.advance(10 * MINUTE);
    }
    expect(await open()).toEqual([]);
  });

  it("makes what a stranger wrote call nobody and link nothing in a chat, and shows no secret", async () => {
    await using hook = await startWebhookReceiver();
    await using there = await scene({ chat: { kind: "slack", url: hook.url, ...every } });
    await there.fails(3, "<!channel> *now* <https://evil.example|click> t0ken-of-main", "");
    await there.watcher.look();
    const text = String(hook.received[0]?.payload["text"]);
    expect(text).toContain("&lt;!channel&gt;");
    expect(text).not.toMatch(/<!channel>|<https:|t0ken-of-main/);
  });

  it("mails, where a mail server is set", async () => {
    await using mail = await startMailServer();
    expect(mail.settings.password).toBe(MAIL_PASSWORD);
    const people: NotificationSettings = { kind: "mail", to: ["jana@example.org", "max@example.org"], ...every };
    await using there = await scene({ people }, { mail: mail.settings });
    await there.fails(3, DOWN);
    await there.watcher.look();
    expect(mail.messages.map(({ subject }) => subject)).toEqual(
      Array(2).fill("The translation service “main” does not answer"),
    );
    expect(mail.messages[0]?.text).toContain("So far: 3 failed runs in acme/app.");
  });

  it("tells each channel what it wants to hear, also one that was set up later", async () => {
    const sent: string[] = [];
    const send = async (channel: string, { phase, alert }: Message): Promise<Sent> => {
      sent.push(`${channel} ${phase} ${alert.kind}`);
      return { state: "sent", reference: "" };
    };
    const url = "https://hooks.example.org/x";
    await using there = await scene(
      {
        grave: { kind: "slack", url, least: "error", kinds: [] },
        disks: { kind: "slack", url, least: "warning", kinds: ["disk"] },
      },
      { send },
    );
    there.disk.use = { host: "bot-1", used: 92, total: 100 };
    await there.fails(3, DOWN);
    await there.watcher.look();
    expect(sent.toSorted()).toEqual(["disks open disk", "grave open failing"]);
    const settings = await currentSettings(there.records);
    const later = {
      ...settings,
      notifications: { ...settings.notifications, later: { kind: "slack", url, ...every } },
    } as const;
    await writeSettings(there.records.database, there.records.seal, later);
    await there.watcher.look();
    expect(sent.slice(2).toSorted()).toEqual(["later open disk", "later open failing"]);
  });

  it("keeps quiet in quiet hours, and tells afterwards what is still wrong", async () => {
    await using hook = await startWebhookReceiver();
    await using there = await scene(
      { chat: { kind: "slack", url: hook.url, ...every } },
      { alerts: { quietHours: "22:00-06:00" } },
    );
    await there.fails(3, DOWN);
    await there.watcher.look();
    expect(hook.received).toEqual([]);
    there.clock.advance(360 * MINUTE);
    await there.watcher.look();
    expect(hook.received).toHaveLength(1);
  });

  it("tells of a full disk though nothing can be written, once, of nothing that it told before, and that it is over once there is room", async () => {
    await using hook = await startWebhookReceiver();
    await using there = await scene({ pager: { kind: "webhook", url: hook.url, secret: "", ...every } });
    const { records, watcher, clock } = there;
    await there.fails(3, DOWN);
    await watcher.look();
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(records.database);
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 1)}`.execute(records.database);
    const fill = async (): Promise<void> => {
      for (;;)
        await records.database
          .insertInto("setting")
          .values({ name: crypto.randomUUID(), value: "x".repeat(900) })
          .execute();
    };
    await expect(fill()).rejects.toThrow("database or disk is full");
    there.disk.use = { host: "bot-1", used: 100, total: 100 };

    await watcher.look();
    clock.advance(MINUTE);
    await watcher.look();

    expect(hook.received.map(({ payload }) => [payload["type"], payload["kind"], payload["title"]])).toEqual([
      ["alert.open", "failing", "The translation service “main” does not answer"],
      ["alert.open", "disk", "The disk of bot-1 is 100 % full"],
    ]);
    await sql`pragma max_page_count = 1073741823`.execute(records.database);
    there.disk.use = { host: "bot-1", used: 50, total: 100 };
    await watcher.look();
    clock.advance(5 * MINUTE);
    await watcher.look();
    expect(hook.received.map(({ payload }) => payload["type"])).toEqual(["alert.open", "alert.open", "alert.resolved"]);
  });
});
