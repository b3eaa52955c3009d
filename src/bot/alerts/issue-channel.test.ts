import { expect, it } from "vitest";
import { startScriptedService } from "../../../test/support/scripted-service.ts";
import { systemClock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { defaultSettings, type Settings } from "../../records/settings/settings.ts";
import { sendMessage } from "./channels.ts";
import type { Message } from "./message.ts";

const message: Message = {
  id: "alert-1",
  phase: "open",
  alert: {
    id: 1,
    cause: "failing service main",
    kind: "failing",
    severity: "error",
    title: "It does not answer",
    evidence: { example: "", remedy: "", path: "/runs", runs: 3, deliveries: 0, repositories: ["acme/app"] },
    since: "2026-01-01T00:00:00.000Z",
    seen: "2026-01-01T00:00:00.000Z",
    told: undefined,
    resolved: undefined,
  },
  text: {
    subject: "It does not answer",
    text: "@everyone ``` fixes #1\n",
    link: "https://bot.example.org/admin/runs",
  },
  reference: "",
};

function settingsFor(serverUrl: string): Settings {
  return {
    ...defaultSettings,
    forges: { forge: { kind: "forgejo", serverUrl, token: "token-of-forge", webhookSecret: "", repositories: ["*"] } },
    notifications: {
      tracker: { kind: "issue", forge: "forge", repository: "acme/operations", least: "warning", kinds: [] },
    },
  };
}

it("opens an issue in which a stranger's words call nobody, and closes the same one when it is over", async () => {
  await using server = await startScriptedService(({ method }) => (response) => {
    response.writeHead(method === "POST" ? 201 : 200, { "content-type": "application/json" }).end('{"number":7}');
  });
  const means = { settings: settingsFor(server.url), clock: systemClock, logger: silentLogger };

  expect(await sendMessage("tracker", message, means)).toEqual({ state: "sent", reference: "7" });
  expect(await sendMessage("tracker", { ...message, phase: "resolved", reference: "7" }, means)).toEqual({
    state: "sent",
    reference: "7",
  });

  expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    "POST /api/v1/repos/acme/operations/issues",
    "POST /api/v1/repos/acme/operations/issues/7/comments",
    "PATCH /api/v1/repos/acme/operations/issues/7",
  ]);
  const [opened, , closed] = server.requests.map(({ body }) => JSON.parse(body.toString("utf8")) as unknown);
  expect(opened).toEqual({
    title: "It does not answer",
    body: "````text\n@everyone ``` fixes #1\n````\n\nhttps://bot.example.org/admin/runs",
  });
  expect(closed).toEqual({ state: "closed" });
});

it("says which right is missing where issues are refused, without the token", async () => {
  await using server = await startScriptedService(() => (response) => {
    response.writeHead(403).end("token-of-forge");
  });
  const means = { settings: settingsFor(server.url), clock: systemClock, logger: silentLogger };
  const sent = await sendMessage("tracker", message, means);
  expect(sent).toEqual({
    state: "failed",
    reason: expect.stringMatching(
      /answered 403 for issues of acme\/operations\. The bot needs the right to write issues there/,
    ),
  });
  expect(JSON.stringify(sent)).not.toContain("token-of-forge");
});

it("sends nothing to a link-local address, where clouds keep credentials", async () => {
  const url = "https://169.254.169.254/latest/meta-data";
  const settings: Settings = {
    ...defaultSettings,
    notifications: { chat: { kind: "slack", url, least: "warning", kinds: [] } },
  };
  expect(await sendMessage("chat", message, { settings, clock: systemClock, logger: silentLogger })).toEqual({
    state: "failed",
    reason: "169.254.169.254 is an address of the machine's own network: nothing is sent there.",
  });
});
