import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { startGitHub, type GitHubOptions } from "../../../test/support/github/github.ts";
import type { GitHub } from "../../../test/support/github/server.ts";
import type { Settings as Rights } from "../../../test/support/github/world.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { startScriptedService } from "../../../test/support/scripted-service.ts";
import { systemClock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { defaultSettings, type Settings } from "../../records/settings/settings.ts";
import { sendMessage } from "./channels.ts";
import type { Message, SendingWith } from "./message.ts";

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
    const body = method === "GET" ? "[]" : '{"number":7}';
    response.writeHead(method === "POST" ? 201 : 200, { "content-type": "application/json" }).end(body);
  });
  const means = { settings: settingsFor(server.url), clock: systemClock, logger: silentLogger };

  expect(await sendMessage("tracker", message, means)).toEqual({ state: "sent", reference: "7" });
  expect(await sendMessage("tracker", { ...message, phase: "resolved", reference: "7" }, means)).toEqual({
    state: "sent",
    reference: "7",
  });

  expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    "GET /api/v1/repos/acme/operations/issues?state=open&type=issues&limit=50",
    "POST /api/v1/repos/acme/operations/issues",
    "POST /api/v1/repos/acme/operations/issues/7/comments",
    "PATCH /api/v1/repos/acme/operations/issues/7",
  ]);
  const [opened, , closed] = server.requests.slice(1).map(({ body }) => JSON.parse(body.toString("utf8")) as unknown);
  const mark = "<!-- interlinear alert-1 2026-01-01T00:00:00.000Z -->";
  expect(opened).toEqual({
    title: "It does not answer",
    body: `\`\`\`\`text\n@everyone \`\`\` fixes #1\n\`\`\`\`\n\nhttps://bot.example.org/admin/runs\n\n${mark}`,
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
    reason:
      "169.254.169.254 is not on the internet, but an address of a private network or of this machine: nothing is sent there.",
  });
});

const PAIR = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** GitHub with an App in `acme/operations`, and a channel that opens issues there. */
async function startTracker(
  permissions: Rights["permissions"],
  settings: GitHubOptions["settings"] = {},
): Promise<AsyncDisposable & { readonly github: GitHub; readonly means: SendingWith }> {
  const repository = await createRepository({ "a.txt": "1\n" });
  const github = await startGitHub({
    repository: "acme/operations",
    bareRepository: repository.remotePath,
    app: {
      id: 123,
      clientId: "Iv23abc",
      slug: "acme-translations",
      publicKey: PAIR.publicKey.export({ type: "spki", format: "pem" }).toString(),
      permissions,
    },
    settings,
  });
  const { apiUrl, serverUrl } = github;
  const privateKey = PAIR.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  return {
    github,
    means: {
      settings: {
        ...settingsFor(serverUrl),
        forges: { forge: { kind: "github", serverUrl, apiUrl, appId: "123", privateKey, webhookSecret: "" } },
      },
      clock: systemClock,
      logger: silentLogger,
    },
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

it("opens an issue on GitHub for each cause, and comments on and closes that one alone when it is over", async () => {
  await using there = await startTracker({ issues: "write" });
  const { world } = there.github;
  const long = { ...message, id: "alert-2", text: { ...message.text, subject: "s".repeat(300) } };

  const opened = [await sendMessage("tracker", message, there.means), await sendMessage("tracker", long, there.means)];
  const over: Message = { ...message, phase: "resolved", reference: "1" };
  expect(await sendMessage("tracker", over, there.means)).toEqual({ state: "sent", reference: "1" });

  expect(opened).toEqual([
    { state: "sent", reference: "1" },
    { state: "sent", reference: "2" },
  ]);
  expect(world.issues.map(({ title, state }) => [title.length, state])).toEqual([
    [message.text.subject.length, "closed"],
    [256, "open"],
  ]);
  expect(world.comments.map(({ issue, user }) => [issue, user])).toEqual([[1, "acme-translations[bot]"]]);
});

it("opens no second issue of an alert where nobody heard that the first was opened", async () => {
  await using there = await startTracker({ issues: "write" });
  await sendMessage("tracker", message, there.means);

  expect(await sendMessage("tracker", message, there.means)).toEqual({ state: "sent", reference: "1" });
  const ofAnother = { ...message, alert: { ...message.alert, since: "2026-01-02T00:00:00.000Z" } };
  expect(await sendMessage("tracker", ofAnother, there.means)).toEqual({ state: "sent", reference: "2" });

  expect(there.github.world.issues).toHaveLength(2);
});

it("leaves no open issue behind after a test", async () => {
  await using there = await startTracker({ issues: "write" });

  await sendMessage("tracker", { ...message, phase: "test" }, there.means);

  expect(there.github.world.issues.map(({ state }) => state)).toEqual(["closed"]);
});

it("says who gives the App the right to write issues, and where, before anything is opened", async () => {
  await using there = await startTracker({ issues: "read" });

  expect(await sendMessage("tracker", { ...message, phase: "test" }, there.means)).toEqual({
    state: "failed",
    reason: expect.stringMatching(
      /the App acme-translations was not granted .*issues.* in acme\/operations\. Add it on the App's page .*accept it where the App is installed: http/,
    ),
  });
  expect(there.github.world.issues).toEqual([]);
});

it("says who switches issues on where a repository has none", async () => {
  await using there = await startTracker({ issues: "write" }, { issuesAllowed: false });

  expect(await sendMessage("tracker", message, there.means)).toEqual({
    state: "failed",
    reason: expect.stringMatching(/answered 410 .*an administrator of that repository switches them on/),
  });
});
