import { OwnUsers } from "../../src/bot/webhooks/own-users.ts";
import { webhookApp } from "../../src/bot/webhooks/webhook-app.ts";
import { defaultSettings, type Settings } from "../../src/records/settings/settings.ts";
import { openTestRecords, type TestRecords } from "./test-records.ts";
import { SECRET, SERVICE_SECRET, type Webhook } from "./webhooks.ts";

/** The bot's ears on records of their own. */
export interface TestIntake extends AsyncDisposable {
  readonly records: TestRecords;
  /** What the settings say from now on. */
  set(different: Partial<Settings>): void;
  send(webhook: Webhook): Promise<{ readonly status: number; readonly body: unknown }>;
  /** What was kept, in order. */
  deliveries(): Promise<readonly KeptDelivery[]>;
  events(): Promise<readonly string[]>;
  /** When repositories' turns come, as it was told. */
  expected(): readonly Date[];
}

export interface KeptDelivery {
  readonly source: string;
  readonly sender: string;
  readonly event: string;
  readonly action: string;
  readonly repository: string | null;
  readonly state: string;
  readonly reason: string;
  readonly due: string;
  readonly payload: unknown;
}

export const OWN_USER = "bot-website-interlinear";

/** A GitHub, a Forgejo and a service, each with a secret. */
export const intakeSettings: Settings = {
  ...defaultSettings,
  forges: {
    github: {
      kind: "github",
      serverUrl: "https://github.example",
      apiUrl: "https://api.github.example",
      appId: "1",
      privateKey: "",
      webhookSecret: SECRET,
    },
    codeberg: {
      kind: "forgejo",
      serverUrl: "https://codeberg.example",
      token: "token",
      webhookSecret: SECRET,
      repositories: ["acme/*"],
    },
  },
  services: {
    main: {
      url: "https://translate.example",
      token: "token",
      webhookSecret: SERVICE_SECRET,
      repositories: ["acme/*"],
    },
  },
};

export async function openIntake(): Promise<TestIntake> {
  const records = await openTestRecords();
  let settings = intakeSettings;
  const turns: Date[] = [];
  const app = webhookApp({
    records,
    settings: async () => settings,
    ownUsers: new OwnUsers(records.clock, async () => OWN_USER),
    expected: (turn) => void turns.push(turn),
  });
  return {
    records,
    expected: () => turns,
    set: (different) => void (settings = { ...settings, ...different }),
    send: async ({ path, headers, body }) => {
      const answer = await app.request(path, { method: "POST", headers, body });
      const type = answer.headers.get("content-type") ?? "";
      return { status: answer.status, body: type.includes("json") ? await answer.json() : await answer.text() };
    },
    deliveries: async () => {
      const rows = await records.database
        .selectFrom("delivery")
        .leftJoin("repository", "repository.id", "delivery.repository_id")
        .select([
          "source",
          "sender",
          "event",
          "action",
          "repository.name",
          "delivery.state",
          "reason",
          "due",
          "payload",
        ])
        .orderBy("delivery.id")
        .execute();
      return rows.map(({ name, payload, ...row }) => ({ ...row, repository: name, payload: JSON.parse(payload) }));
    },
    events: async () => {
      const rows = await records.database.selectFrom("event").select("message").orderBy("id").execute();
      return rows.map(({ message }) => message);
    },
    [Symbol.asyncDispose]: () => records[Symbol.asyncDispose](),
  };
}
