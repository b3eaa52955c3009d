import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { sendMessage } from "../../src/bot/alerts/channels.ts";
import type { Message, SendingWith, Sent } from "../../src/bot/alerts/message.ts";
import { forgejoTrials } from "../../src/bot/trials/forge-trial.ts";
import { systemClock } from "../../src/core/clock.ts";
import { silentLogger } from "../../src/core/logger.ts";
import { Redactor } from "../../src/core/redaction.ts";
import { defaultSettings } from "../../src/records/settings/settings.ts";
import { forge, tell, tokenWith } from "./lab.ts";

const dev = forge.tokenOf("dev");
const SINCE = "2026-01-01T00:00:00.000Z";

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
    since: SINCE,
    seen: SINCE,
    told: undefined,
    resolved: undefined,
  },
  text: { subject: "It does not answer", text: "@stranger fixes #1 ``` <b>x</b>\n", link: `${forge.url}/admin/runs` },
  reference: "",
};

/** @param right of the bot's account */
async function repository(right: "write" | "read" = "write"): Promise<string> {
  const name = `operations-${randomUUID().slice(0, 8)}`;
  await tell(dev, "POST", "/user/repos", { name, auto_init: true, default_branch: "main", private: true });
  await tell(dev, "PUT", `/repos/dev/${name}/collaborators/bot`, { permission: right });
  return `dev/${name}`;
}

function forgejo(token: string) {
  return { kind: "forgejo", serverUrl: forge.url, token, webhookSecret: "", repositories: ["*"] } as const;
}

function send(name: string, token: string, sent: Message): Promise<Sent> {
  const settings = {
    ...defaultSettings,
    forges: { forge: forgejo(token) },
    notifications: {
      tracker: { kind: "issue", forge: "forge", repository: name, least: "warning", kinds: [] },
    },
  } as const;
  const means: SendingWith = { settings, clock: systemClock, logger: silentLogger };
  return sendMessage("tracker", sent, means);
}

it("an alert opens one issue with the documented token, and its end comments on and closes that one", async () => {
  const name = await repository();
  expect(await send(name, forge.documentedToken, message)).toEqual({ state: "sent", reference: "1" });
  expect(await send(name, forge.documentedToken, message)).toEqual({ state: "sent", reference: "1" });

  const issue = await tell(dev, "GET", `/repos/${name}/issues/1`);
  expect([issue.title, issue.state, issue.user.login]).toEqual(["It does not answer", "open", "bot"]);

  const over: Message = { ...message, phase: "resolved", reference: "1" };
  expect(await send(name, forge.documentedToken, over)).toEqual({ state: "sent", reference: "1" });
  const closed = await tell(dev, "GET", `/repos/${name}/issues/1`);
  expect([closed.state, closed.comments]).toEqual(["closed", 1]);
  expect(await tell(dev, "GET", `/repos/${name}/issues?state=all`)).toHaveLength(1);
});

it("a test message leaves a closed issue behind, whose mark is that of no alert", async () => {
  const name = await repository();
  expect(await send(name, forge.documentedToken, { ...message, phase: "test" })).toMatchObject({ state: "sent" });
  expect(await send(name, forge.documentedToken, message)).toEqual({ state: "sent", reference: "2" });
  const states = [1, 2].map(
    async (number) => (await tell(dev, "GET", `/repos/${name}/issues/${String(number)}`)).state,
  );
  expect(await Promise.all(states)).toEqual(["closed", "open"]);
});

it("what the token lacks for issues is told, and so is that they are switched off", async () => {
  const name = await repository();
  expect(await send(name, await tokenWith(["read:issue"]), message)).toEqual({
    state: "failed",
    reason: expect.stringMatching(/answered 403 .*needs the right to write issues there/),
  });
  expect(await send(name, "0".repeat(40), message)).toEqual({
    state: "failed",
    reason: expect.stringMatching(/answered 401 .*The token is refused/),
  });
  await tell(dev, "PATCH", `/repos/${name}`, { has_issues: false });
  expect(await send(name, forge.documentedToken, message)).toEqual({
    state: "failed",
    reason: expect.stringMatching(/answered 4(?:03|04|10) .*issues/),
  });
});

it("a trial says whose the token is, what it may do in each repository, and whether the server refuses it", async () => {
  const [written, read] = [await repository(), await repository("read")];
  const tried = async (token: string): Promise<readonly string[]> => {
    const found = await forgejoTrials({
      forge: forgejo(token),
      hookUrl: "",
      repositories: [written, read, "dev/nowhere"],
      clock: systemClock,
      logger: silentLogger,
      redactor: new Redactor(),
    });
    return found.map(
      ({ state, what, words, isRefused }) => `${state} ${what}: ${words}${isRefused === true ? " !" : ""}`,
    );
  };

  const least = await tried(forge.documentedToken);
  expect(least).toEqual([
    "good Token: It is valid: its scopes do not let it say who it is.",
    `good Rights: ${written}: It may write there.`,
    `bad Rights: ${read}: It may only read there: give the bot's account write access.`,
    expect.stringMatching(/^bad Rights: dev\/nowhere: The server answered 404/),
    "good Clock: This machine's clock and theirs agree.",
  ]);
  expect((await tried(await tokenWith(["write:repository", "write:issue", "read:user"])))[0]).toBe(
    "good Token: It is valid: it speaks as bot.",
  );
  expect((await tried("0".repeat(40)))[0]).toMatch(/^bad Token: The server refuses it: .* !$/);
});
