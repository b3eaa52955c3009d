import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { startCli, type RunningCli } from "../support/cli.ts";
import { freePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { createRepository } from "../support/repository.ts";
import { callService, createComponent, unitsOf } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

test("news come by mail from a server as people start it, and not twice where it is killed while it hands one over", async () => {
  await using folder = await temporaryDirectory();
  await using upstream = await createRepository({ "app/en.json": '{ "hi": "Hello" }\n', "app/cs.json": "{}\n" });
  const held = Promise.withResolvers<undefined>();
  await using mails = await startMailServer({ beforeAnswer: () => held.promise });
  const port = String(await freePort());
  const environment = {
    INTERLINEAR_SITE_URL: `http://127.0.0.1:${port}`,
    INTERLINEAR_MAIL_HOST: mails.settings.host,
    INTERLINEAR_MAIL_PORT: String(mails.port),
    INTERLINEAR_MAIL_SECURITY: "none",
    INTERLINEAR_MAIL_USER: mails.settings.user,
    INTERLINEAR_MAIL_PASSWORD: mails.settings.password,
    INTERLINEAR_MAIL_FROM: "Translations <l10n@example.org>",
  };
  const start = async (): Promise<RunningCli> => {
    const program = startCli(["serve", "--port", port, "--data", folder.path], { cwd: folder.path, environment });
    await program.line((line) => line.startsWith("Ctrl-C"));
    return program;
  };
  const first = await start();
  const server = { url: `http://127.0.0.1:${port}`, adminToken: /admin token +(\S+)/.exec(first.output())?.[1] ?? "" };
  await createComponent(server, "demo", {
    name: "App",
    slug: "app",
    file_format: "json",
    filemask: "app/*.json",
    template: "app/en.json",
    repo: upstream.remoteUrl,
    branch: upstream.branch,
  });
  for (const username of ["eva", "ivo"]) {
    const user = { username, full_name: username, email: `${username}@example.org` };
    await callService(server, "POST", "/api/users/", { body: user });
    const subscription = { notification: "NewCommentNotificaton", scope: 0, frequency: 1 };
    await callService(server, "POST", `/api/users/${username}/notifications/`, { body: subscription });
  }
  const [unit] = await unitsOf(server, "demo/app", "cs");
  const comment = { comment: "Formal?", scope: "translation" };
  await callService(server, "POST", `/api/units/${String(unit?.id)}/comments/`, { body: comment });
  await expect.poll(() => mails.messages.length, { timeout: 600_000, interval: 100 }).toBe(1);

  await first.stop("SIGKILL");
  held.resolve(undefined);
  await using _second = await start();
  await expect.poll(() => mails.messages.length, { timeout: 600_000, interval: 100 }).toBe(2);
  // The look after the next one.
  await setTimeout(150_000);

  const receivers = mails.messages.map(({ to }) => (Array.isArray(to) ? "" : to?.text));
  expect(receivers.toSorted((one = "", other = "") => one.localeCompare(other))).toEqual([
    "eva@example.org",
    "ivo@example.org",
  ]);
  expect(mails.messages[0]?.from?.text).toBe('"Translations" <l10n@example.org>');
  expect(mails.messages[0]?.html).toContain("Formal?");
  expect(first.output()).not.toContain(mails.settings.password);
});
