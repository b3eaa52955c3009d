import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";
import { startService } from "../support/service.ts";

const header = (language: string): string =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n`;
const po = (language: string, texts: Readonly<Record<string, string>>): string =>
  header(language) +
  Object.entries(texts)
    .flatMap(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`)
    .join("");
const path = (language: string): string => `shop/locale/${language}/LC_MESSAGES/django.po`;

test("a Django project as it comes: new strings reach the service, translations come home, and both are in step", async () => {
  await using service = await startService();
  await using repository = await createRepository({
    [path("de")]: po("de", { Cart: "Warenkorb", "Pay now": "" }),
    [path("fr")]: po("fr", { Cart: "Panier", "Pay now": "" }),
  });
  const run = (...args: string[]) =>
    runCli(args, { cwd: repository.path, environment: { INTERLINEAR_TOKEN: service.adminToken } });
  const ask = async (address: string, body?: object): Promise<string> => {
    const headers = { authorization: `Token ${service.adminToken}`, "content-type": "application/json" };
    const answer = await fetch(
      `${service.url}/api/${address}`,
      body === undefined ? { headers } : { method: "PATCH", headers, body: JSON.stringify(body) },
    );
    expect(answer.status, address).toBe(200);
    return answer.text();
  };

  const up = await run("up", "--service", service.url, "--project", "shop", "--forge", "none", "--yes");

  expect(up.exitCode, up.output).toBe(0);
  expect(await repository.read(".github/interlinear.yml")).not.toMatch(/^ {4}source:/m);
  await repository.publish("mapping");

  // As `makemessages --all` leaves them.
  await repository.write({
    [path("de")]: po("de", { Cart: "Warenkorb", "Pay now": "", "Pay later": "" }),
    [path("fr")]: po("fr", { Cart: "Panier", "Pay now": "", "Pay later": "" }),
  });
  expect((await run("plan")).stdout).toContain(`${path("de")} has changes that are not committed`);
  await repository.publish("new strings");
  const plan = await run("plan");
  const push = await run("push");

  expect(plan.stdout, plan.output).toContain("1 new (source");
  expect(push.exitCode, push.output).toBe(0);
  expect(await ask("translations/shop/django/fr/file/")).toContain('msgid "Pay later"');

  const units: { results: readonly { id: number; source: readonly string[] }[] } = JSON.parse(
    await ask("translations/shop/django/de/units/"),
  );
  const unit = units.results.find(({ source }) => source[0] === "Pay later");
  await ask(`units/${String(unit?.id)}/`, { target: ["Später zahlen"], state: 20 });
  const sync = await run("sync");

  expect(sync.exitCode, sync.output).toBe(0);
  const brought = await repository.remoteGit("show", `interlinear/main:${path("de")}`);
  expect(brought).toContain('msgid "Pay later"\nmsgstr "Später zahlen"');
  expect(brought).toContain('msgid "Cart"\nmsgstr "Warenkorb"');
  await repository.git("fetch", "origin");
  await repository.git("merge", "--ff-only", "origin/interlinear/main");
  await repository.git("push", "origin", "main");
  const again = await run("sync");
  expect(again.exitCode, again.output).toBe(0);
  expect(again.stdout).toContain("2 in step");
});
