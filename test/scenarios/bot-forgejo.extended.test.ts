import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BotProcess } from "../support/bot-process.ts";
import { freePort } from "../support/free-port.ts";
import { lookingAt, openDeliveries, sourceOnService } from "../support/bot-world.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { startForgejo } from "../support/forgejo/forgejo.ts";
import { createRepository } from "../support/repository.ts";
import { createComponents, serverComponent, webComponent } from "../support/sample-components.ts";
import { sampleFiles, sampleMapping, webSource } from "../support/sample-files.ts";
import { saveTranslation } from "../support/service-api.ts";
import { installServiceWebhook, signingSecret } from "../support/service-webhook.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { SkippingClock } from "../support/test-clock.ts";

test("on Forgejo a push is uploaded, a saved translation comes as a pull request, and a pull request is reviewed", async () => {
  await using resources = new AsyncDisposableStack();
  const clock = new SkippingClock();
  const site = resources.use(await embeddedSite({ clock }));
  const folder = resources.use(await temporaryDirectory());
  const port = await freePort();
  const address = `http://127.0.0.1:${String(port)}`;
  const hook = { url: `${address}/webhooks/forgejo/forgejo`, secret: randomBytes(20).toString("hex") };
  const mapping = { ".github/interlinear.yml": sampleMapping(site.proxy.url, site.project) };
  const repository = resources.use(await createRepository({ ...sampleFiles, ...mapping }));
  const upstream = resources.use(await createRepository(sampleFiles));
  await createComponents(site, upstream, [webComponent, serverComponent]);
  const forgejo = resources.use(
    await startForgejo({ repository: "acme/app", bareRepository: repository.remotePath, hook }),
  );
  const secret = signingSecret();
  await installServiceWebhook(site.service, site.project, { url: `${address}/webhooks/service/service`, secret });
  const data = join(folder.path, "bot");
  await mkdir(data);
  const bot = resources.use(
    new BotProcess({
      data,
      port,
      clock,
      environment: {
        INTERLINEAR_BOT_FORGEJO_URL: forgejo.url,
        INTERLINEAR_BOT_FORGEJO_TOKEN: forgejo.token,
        INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET: hook.secret,
        INTERLINEAR_BOT_PUBLIC_URL: address,
        INTERLINEAR_BOT_REPOSITORIES: "acme/*",
        INTERLINEAR_SERVICE_URL: site.proxy.url,
        INTERLINEAR_TOKEN: site.botToken,
        INTERLINEAR_BOT_SERVICE_WEBHOOK_SECRET: secret,
      },
    }),
  );
  await bot.start();
  const until = lookingAt(bot, { isAtRest: () => forgejo.hook?.sender.isIdle === true && site.service.isAtRest() });
  const settled = async (): Promise<void> => {
    await forgejo.hook?.sender.idle();
    await until("all deliveries are done", () => openDeliveries(bot) === 0);
  };

  await repository.write({ "locales/en.json": webSource.replace('"Hello"', '"Hello there"') });
  await repository.publish("Greet");
  await forgejo.hook?.look("dana");
  await until("the source is on the service", async () => {
    return (await sourceOnService(site, "acme/web", "title")) === "Hello there";
  });
  await settled();
  const where = { component: "acme/web", language: "de", unit: "title" };
  await saveTranslation(site.service, site.translator.token, where, ["Guten Tag"]);
  await until("there is a pull request", () => forgejo.world.pulls.length > 0);
  await settled();

  expect(forgejo.world.pulls).toMatchObject([{ head: "interlinear/main", base: "main", state: "open" }]);
  expect(await repository.remoteGit("show", "interlinear/main:locales/de.json")).toContain("Guten Tag");
  expect(forgejo.hook?.answers.every((status) => status >= 200 && status < 300)).toBe(true);

  await repository.git("checkout", "--quiet", "-b", "topic");
  await repository.write({ "locales/en.json": webSource.replace('"Save"', '"Store"') });
  await repository.git("commit", "--quiet", "--all", "--message", "Store");
  await repository.git("push", "--quiet", "origin", "topic");
  await forgejo.hook?.look("dana");
  await openPull(forgejo);
  await until("it is reviewed", () => forgejo.world.comments.length > 0);
  await settled();

  expect(forgejo.world.comments).toHaveLength(1);
  expect(forgejo.world.statuses.map(({ context }) => context)).toContain("Interlinear");
  expect(forgejo.world.pulls).toHaveLength(2);
});

async function openPull({ apiUrl, token }: { readonly apiUrl: string; readonly token: string }): Promise<void> {
  const answer = await fetch(`${apiUrl}/repos/acme/app/pulls`, {
    method: "POST",
    headers: { authorization: `token ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ title: "Store", head: "topic", base: "main" }),
  });
  await answer.body?.cancel();
}
