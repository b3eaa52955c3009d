import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readPayload } from "../../../src/automation/event.ts";
import { createRepository } from "../repository.ts";
import { startWebhookReceiver } from "../webhook-receiver.ts";
import { startForgejo } from "./forgejo.ts";

test("Forgejo's stand-in tells of pushes, pull requests and comments with Forgejo's headers and signature", async () => {
  await using repository = await createRepository({ "a.txt": "one\n" });
  await using receiver = await startWebhookReceiver();
  const hook = { url: receiver.url, secret: "secret" };
  await using forgejo = await startForgejo({ repository: "acme/site", bareRepository: repository.remotePath, hook });
  await repository.git("checkout", "--quiet", "-b", "topic");
  await repository.write({ "a.txt": "two\n" });
  await repository.git("commit", "--quiet", "--all", "--message", "Two");
  await repository.git("push", "--quiet", "origin", "topic");
  await forgejo.hook?.look("dana");
  const ask = (path: string, body: object): Promise<Response> =>
    fetch(`${forgejo.apiUrl}/repos/acme/site${path}`, {
      method: "POST",
      headers: { authorization: `token ${forgejo.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await ask("/pulls", { title: "Two", head: "topic", base: "main" });
  await ask("/issues/1/comments", { body: "/interlinear sync" });
  await forgejo.hook?.sender.idle();

  const byEvent = new Map(receiver.received.map((one) => [one.headers["x-forgejo-event"], one]));
  expect(new Set(byEvent.keys())).toEqual(new Set(["issue_comment", "pull_request", "push"]));
  const push = byEvent.get("push");
  expect(push?.headers["x-gitea-signature"]).toBe(
    createHmac("sha256", "secret")
      .update(push?.body ?? "")
      .digest("hex"),
  );
  expect(readPayload(push?.payload)).toMatchObject({ ref: "refs/heads/topic", defaultBranch: "main" });
  expect(readPayload(byEvent.get("pull_request")?.payload)).toMatchObject({
    action: "opened",
    pullRequest: { number: 1 },
  });
  expect(readPayload(byEvent.get("issue_comment")?.payload)).toMatchObject({
    issue: { number: 1, isPullRequest: true },
    comment: { body: "/interlinear sync" },
  });
});
