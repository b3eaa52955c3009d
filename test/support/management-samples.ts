import { generateKeyPairSync } from "node:crypto";
import type { ManagementWritten } from "../../src/records/settings/management-resource.ts";

/** A key as GitHub gives it out. */
export function rsaKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs1", format: "pem" }).toString();
}

/** The settings as the API takes them, with something in each part. */
export function wholeManagement(privateKey: string): ManagementWritten {
  return {
    public_url: "https://bot.example.org",
    trusted_proxies: ["10.0.0.0/8"],
    mapping: ".github/interlinear.yml",
    services: {
      main: {
        url: "https://translate.example.org",
        token: "wlu_service-token-1",
        webhook_secret: `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`,
        repositories: ["acme/*"],
        token_expires: "2026-12-31",
      },
    },
    forges: {
      github: {
        kind: "github",
        server_url: "https://github.com",
        api_url: "https://api.github.com",
        app_id: "12345",
        private_key: privateKey,
        webhook_secret: "hook-secret-of-github",
      },
      codeberg: {
        kind: "forgejo",
        server_url: "https://codeberg.org",
        token: "forgejo-token-1",
        webhook_secret: "hook-secret-of-forgejo",
        repositories: ["acme/{app,site}"],
        token_expires: "",
      },
    },
    mail: {
      host: "mail.example.org",
      port: 587,
      security: "starttls",
      user: "bot",
      password: "mail password 1",
      from: "Interlinear <bot@example.org>",
    },
    schedules: { default: "17 3 * * *", repositories: { "acme/*": "0 5 * * 1", "acme/quiet": "" } },
    retention: { events: 90, access: 30, runs: 90, deliveries: 14, samples: 14 },
    limits: {
      runs_at_once: 2,
      run_minutes: 30,
      delivery_attempts: 5,
      delivery_bytes: 26_214_400,
      session_hours: 12,
      session_idle_minutes: 60,
      failed_logins: 5,
    },
    notifications: {
      chat: {
        kind: "slack",
        url: "https://hooks.example.org/services/T0/B0/secret-of-chat",
        least: "error",
        kinds: [],
      },
      pager: {
        kind: "webhook",
        url: "https://pager.example.org/in?key=secret-of-pager",
        secret: `whsec_${Buffer.from("abcdef0123456789abcdef01").toString("base64")}`,
        least: "warning",
        kinds: ["disk", "failing"],
      },
      people: { kind: "mail", to: ["jana@example.org"], least: "warning", kinds: [] },
      tracker: { kind: "issue", forge: "github", repository: "acme/app", least: "error", kinds: [] },
    },
    alerts: {
      failures: 3,
      disk_percent: 90,
      budget_percent: 10,
      token_days: 14,
      settle_minutes: 5,
      quiet_hours: "22:00-06:00",
    },
    theme: "dark",
  };
}
