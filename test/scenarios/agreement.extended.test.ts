import { expect, test } from "vitest";
import { createAgreementWorld, type AgreementOptions } from "../support/agreement-world.ts";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createMemoryWorld } from "../support/memory/memory-world.ts";
import { callService } from "../support/service-api.ts";
import { agreementCases, CZECH, playInMemory, playOnSite, run } from "./agreement-cases.ts";

/** What both sides agreed on survives every merge: each of these once ended in a deadlock, a false conflict or a lost text. */

test.each(agreementCases.map((each) => [each.name, each] as const))("in memory, %s", (_, each) => playInMemory(each));

/** What the case of any-way-of-merging.extended.test.ts does not have; `agreement.full.test.ts` plays all with git and HTTP. */
const withGit = ["3 (without a record)", "5:", "where each side changed"];

test.each(withGit)("with git and HTTP, %s …", async (beginning) => {
  const [chosen, ...more] = agreementCases.filter(({ name }) => name.startsWith(beginning));
  if (chosen === undefined || more.length > 0) throw new Error(`Not one case begins with "${beginning}".`);
  await using site = await embeddedSite();
  await playOnSite(chosen, site);
});

/** Where neither git's nor the service's own ways matter. */
function inMemory(forge: "plain" | "github", reads: AgreementOptions["reads"] = "its own repository") {
  return createMemoryWorld({ reads, conflicts: "service", forge, service: "real" });
}

test.each([
  ["plain", "this repository"],
  ["plain", "its own repository"],
  ["github", "this repository"],
  ["github", "its own repository"],
] as const)(
  "7 (%s, the service reads %s): after a force-push of the base the pull request is made anew, and is nobody else's",
  async (forge, reads) => {
    await using world = await inMemory(forge, reads);
    await world.edit("locales/en.json", { more: "More" });
    await world.save("cs", "cancel", "Zrušit");
    await world.run();
    await world.forcePush(1);
    await world.save("cs", "about", "O nás");

    const { deliveries, exitCode } = await world.run();

    expect(exitCode).toBe(0);
    expect(deliveries).toMatchObject([{ outcome: "updated" }]);
    expect(await world.merge("merge")).toBe("merged");
    await world.run();
    expect(await world.inGit(CZECH)).toMatchObject({ cancel: "Zrušit", about: "O nás" });
    expect((await world.run()).deliveries).toEqual([]);
  },
);

test("8: a pull request that somebody closed is not opened again night after night, and something newer says that it was", async () => {
  await using world = await inMemory("github");
  await world.save("cs", "cancel", "Zrušit");
  await world.run();
  await world.close();

  for (const night of [1, 2]) {
    const { deliveries, exitCode } = await world.run();
    expect({ night, exitCode, outcomes: deliveries.map(({ outcome }) => outcome) }).toEqual({
      night,
      exitCode: 0,
      outcomes: ["left-alone"],
    });
  }
  await world.save("cs", "about", "O nás");

  const { deliveries } = await world.run();

  expect(deliveries).toMatchObject([
    {
      pullRequest: { number: 2, outcome: "created" },
      notes: ["Pull request #1 was closed without a merge; this one has something newer."],
    },
  ]);
});

test("9: where the service does not show whose repository it reads, no source is uploaded, and the permission is named", async () => {
  await using site = await embeddedSite();
  await using world = await createAgreementWorld(site);
  site.proxy.rewrite((path, body) =>
    path.startsWith("/api/components/") || path.includes("/components/")
      ? body.replaceAll(/"repo":\s*"[^"]*"/g, '"repo":null')
      : body,
  );
  await world.edit("locales/en.json", { more: "More" });
  await world.save("cs", "cancel", "Zrušit");

  const { exitCode, result } = await world.run();

  expect(result.steps.map(({ step: { kind } }) => kind)).not.toContain("upload");
  expect(result.plan.findings).toMatchObject([{ kind: "refused", component: "acme/web" }]);
  expect(result.plan.findings[0]?.message).toContain("vcs.view");
  expect(exitCode).not.toBe(0);
  expect(await world.onService("en")).not.toHaveProperty("more");
});

test("10: a task that said it was done is done, though the service goes on naming it", async () => {
  await using site = await embeddedSite();
  await using world = await createAgreementWorld(site);
  const { task_url: task } = await callService<{ task_url: string }>(
    site.service,
    "POST",
    "/api/components/acme/web/repository/",
    { body: { operation: "pull", background: true } },
  );
  const place = new URL(task).pathname;
  // A pull that is still to come would bring the edit below, and leave nothing to ask about.
  const isDone = async () => (await callService<{ completed: boolean }>(site.service, "GET", place)).completed;
  await expect.poll(isDone).toBe(true);
  site.proxy.rewrite((path, body) =>
    path.startsWith("/api/components/acme/web/")
      ? body.replace(/"task_url":\s*null/, `"task_url":"${site.proxy.url}${place}"`)
      : body,
  );
  await world.edit("locales/en.json", { more: "More" });
  site.proxy.clear();

  await run(world);

  expect(site.proxy.requests.filter(({ path }) => path === place).length).toBeGreaterThan(0);
  expect(await world.status()).toMatchObject({ isLocked: false, needsMerge: false });
});

test("11: a second pull before a commit goes on from what the first one wrote", async () => {
  await using site = await embeddedSite();
  await using world = await createAgreementWorld(site, { reads: "its own repository" });
  const { repository } = world;
  const pull = () => runCli(["pull"], { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } });
  await world.save("cs", "about", "O nas");
  expect(await pull()).toMatchObject({ exitCode: 0 });
  await world.save("cs", "about", "O nás");

  const second = await pull();

  expect(second.exitCode, second.output).toBe(0);
  expect(second.output).not.toContain("conflict");
  expect(JSON.parse(await repository.read(CZECH))).toMatchObject({ about: "O nás" });
  await repository.write({ [CZECH]: (await repository.read(CZECH)).replace("O nás", "Moje") });
  await world.save("cs", "about", "Naše");
  expect(await pull()).toMatchObject({ exitCode: 3 });
  expect(JSON.parse(await repository.read(CZECH))).toMatchObject({ about: "Moje" });
});

test("5 (by command): heal says what it would do, and does it", async () => {
  await using site = await embeddedSite();
  await using world = await createAgreementWorld(site);
  const { repository } = world;
  const interlinear = (...args: readonly string[]) =>
    runCli(args, { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } });
  for (const text of ["O nas", "O nás"]) {
    await world.save("cs", "about", text);
    await run(world);
  }
  await world.merge("titled");
  await world.save("de", "title", "Guten Tag");

  const before = await interlinear("heal", "--dry-run", "--json");

  expect(JSON.parse(before.stdout)).toMatchObject({
    clones: [{ owner: "acme/web", outcome: "would-pull", plan: { locks: ["acme/web"], commits: ["acme/web"] } }],
  });
  await callService(site.service, "POST", "/api/components/acme/web/repository/", { body: { operation: "pull" } });
  expect(await world.status()).toMatchObject({ isLocked: true });

  const shown = await interlinear("heal", "--dry-run");

  expect(shown.exitCode, shown.output).toBe(0);
  const kept =
    "locales/de.json (acme/web, de): reset to the repository's version, and 1 string (`title`) uploaded again";
  expect(shown.output).toContain("acme/web  to be reset:");
  expect(shown.output).toContain(kept);
  expect(shown.output).toContain("acme/web: locked already");
  expect(shown.output.replaceAll(/\s+/g, " ")).toContain(
    "in a run its clone will be reset, and 1 string that only it has",
  );
  const told = await interlinear("heal", "--dry-run", "--json");
  expect(JSON.parse(told.stdout)).toMatchObject({
    clones: [
      {
        outcome: "would-reset",
        plan: {
          unlocks: ["acme/web"],
          files: expect.arrayContaining([
            expect.objectContaining({ path: "locales/de.json", action: "upload", uploads: ["title"] }),
          ]),
        },
      },
    ],
  });
  const examined = await interlinear("doctor");
  expect(examined.output).toContain(kept);
  expect(await world.status()).toMatchObject({ isLocked: true });
  const done = await interlinear("heal");
  expect(done.exitCode, done.output).toBe(0);
  expect(await world.status()).toMatchObject({ isLocked: false, needsMerge: false });
  expect(await world.onService("de")).toMatchObject({ title: "Guten Tag" });
});

test("5 (by command): heal lists what it gave up, with both texts", async () => {
  await using site = await embeddedSite();
  await using world = await createAgreementWorld(site, { settings: "conflicts: repository\n" });
  const { repository } = world;
  for (const text of ["O nas", "O nás"]) {
    await world.save("cs", "about", text);
    await run(world);
  }
  await world.merge("titled");
  await world.edit(CZECH, { about: "O naší firmě" });
  await world.save("cs", "about", "O naší práci");

  const healed = await runCli(["heal"], { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } });

  expect(healed.exitCode, healed.output).toBe(0);
  expect(healed.output).toMatch(/conflict {2}locales\/cs\.json:\d+ {2}about \(cs\)/);
  expect(healed.output).toContain("here, and stays: “O naší firmě”");
  expect(healed.output).toContain("on the service, and was given up: “O naší práci”");
});

test("a key that git merged twice into a file, without a conflict, is told by the run after it, with its place", async () => {
  await using site = await embeddedSite();
  await using world = await createAgreementWorld(site);
  const { repository } = world;
  const english = await repository.read("locales/en.json");
  const line = (text: string): string => `  "more": "${text}",\n`;
  await repository.git("checkout", "--quiet", "-b", "other");
  await repository.write({ "locales/en.json": english.replace('  "about"', `${line("More")}  "about"`) });
  await repository.git("commit", "--quiet", "--all", "--message", "Add more");
  await repository.git("checkout", "--quiet", "main");
  await repository.write({ "locales/en.json": english.replace('  "cancel"', `${line("Read more")}  "cancel"`) });
  await repository.git("commit", "--quiet", "--all", "--message", "Add more, too");
  await repository.git("merge", "--quiet", "--no-edit", "other");
  await repository.git("push", "--quiet", "origin", "HEAD:main");

  const { exitCode, result } = await world.run();

  expect(exitCode).toBe(0);
  expect(result.plan.findings).toMatchObject([
    {
      kind: "flawed",
      path: "locales/en.json",
      message: 'line 6: "more" is in line 3 already, and only one of the two texts is ever shown',
    },
  ]);
  expect(await world.onService("en")).toMatchObject({ more: "Read more" });
  expect((await world.run()).result.plan.findings).toEqual([]);
});

const sendsChanges = { reads: "its own repository", settings: "push: { translations: changed }\n" } as const;

test("a text that a translator goes back to is news, though a branch that was merged since still had it", async () => {
  await using site = await embeddedSite();
  await using world = await createAgreementWorld(site, sendsChanges);
  const { repository } = world;
  const start = await repository.git("rev-parse", "HEAD");
  await world.save("de", "title", "Guten Tag");
  await run(world);
  await world.merge("titled");
  await repository.git("fetch", "--quiet", "origin");
  await repository.git("checkout", "--quiet", "-b", "other", start);
  const german = await repository.read("locales/de.json");
  await repository.write({ "locales/de.json": german.replace("Abbrechen", "Abbruch") });
  await repository.git("commit", "--quiet", "--all", "--message", "Say it shorter");
  // On the branch, whose commits git then names first.
  await repository.git("merge", "--quiet", "--no-edit", "origin/main");
  await repository.git("push", "--quiet", "origin", "HEAD:main");
  await world.save("de", "title", "Hallo");

  await run(world);

  expect(await world.proposed("locales/de.json")).toMatchObject({ title: "Hallo", cancel: "Abbruch" });
});

test("a folder that moved takes along what was agreed: a fix made with the move stays, and what waits on the service comes", async () => {
  await using site = await embeddedSite();
  await using world = await createAgreementWorld(site, sendsChanges);
  const { repository } = world;
  await world.save("cs", "about", "O nás");
  await run(world);
  await world.merge("titled");
  await run(world);
  await repository.git("pull", "--quiet", "origin", "main");
  await repository.git("mv", "locales", "i18n");
  const mapping = await repository.read(".github/interlinear.yml");
  await repository.write({
    ".github/interlinear.yml": mapping.replaceAll("locales/", "i18n/"),
    "i18n/cs.json": (await repository.read("i18n/cs.json")).replace("Ahoj", "Nazdar"),
  });
  await repository.publish("Move the translations");
  await world.save("cs", "cancel", "Zrušit");

  const { deliveries } = await run(world);

  expect(deliveries).toMatchObject([{ outcome: "created" }]);
  expect(await world.proposed("i18n/cs.json")).toMatchObject({ title: "Nazdar", about: "O nás", cancel: "Zrušit" });
  await run(world);
  await world.merge("titled");
  await run(world);
  expect(await world.onService("cs")).toMatchObject({ title: "Nazdar", about: "O nás", cancel: "Zrušit" });
  expect((await run(world)).result.steps).toEqual([]);
});
