import { expect, test } from "vitest";
import { actionNames } from "../../src/service/changes/actions.ts";
import { createBotWorld, sourceOnService, type BotWorld, type BotWorldOptions } from "../support/bot-world.ts";
import { createRepository } from "../support/repository.ts";
import { sampleFiles, webSource } from "../support/sample-files.ts";
import { callService, createComponent, saveTranslation, unitOf } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";
import { playOnRealSite } from "./real-site.ts";

const LIMIT = 300_000;
/** Changes that every version of the service knows. */
const everyChange = Object.keys(actionNames)
  .map(Number)
  .filter((code) => code < 85);

/** The bot between a GitHub and the real service, with components of its own in the seeded project. */
function play(
  scenario: (world: BotWorld, prefix: string) => Promise<void>,
  optionsOf: (site: Site, prefix: string) => BotWorldOptions = () => ({}),
): Promise<void> {
  return playOnRealSite(async (site, prefix) => {
    await using world = await createBotWorld({ isProcess: true, site, prefix, ...optionsOf(site, prefix) });
    await scenario(world, prefix);
  });
}

const greeting = (text: string): string => webSource.replace('"Hello"', JSON.stringify(text));

async function pushGreeting({ app, site, ...world }: BotWorld, text: string): Promise<void> {
  await app.push({ "locales/en.json": greeting(text) });
  await world.until("the source is on the service", async () => {
    return (await sourceOnService(site, app.web, "title")) === text;
  });
  await world.settled();
}

/** Messages of the service that made the bot do something. */
const kept = ({ bot }: BotWorld): number => bot.rows("select id from delivery where source = 'service'").length;

const runs = ({ bot }: BotWorld, kind: string): number =>
  bot.rows("select kind from run").filter((run) => run["kind"] === kind).length;

/** What the service got for telling of what the bot itself did there. */
function answersToOwn({ told }: BotWorld): readonly number[] {
  return told.requests
    .filter(({ requestBody }) => String(requestBody).includes('"user": "bot-demo-'))
    .map(({ status }) => status);
}

test(
  "a push of changed sources is uploaded, a saved translation has its pull request within a minute, and the bot does not run after itself",
  () =>
    play(
      async (world) => {
        const { app, bot, told } = world;
        await pushGreeting(world, "Hello there");
        await bot.restart();
        await pushGreeting(world, "Hello everybody");
        expect(answersToOwn(world)).toContain(200);
        expect(kept(world)).toBe(0);
        told.clear();

        const saved = Date.now();
        await app.translate("de", "title", "Guten Tag");
        await world.until("there is a pull request", () => app.ours().length === 1);
        const seconds = (Date.now() - saved) / 1_000;
        console.info(`From the saved translation to the pull request: ${seconds.toFixed(1)} s`);
        expect(seconds).toBeLessThan(60);
        await world.settled();
        const [pull] = app.ours();
        const german = (): Promise<string> => app.repository.remoteGit("show", `${pull?.head ?? ""}:locales/de.json`);
        expect(await german()).toContain("Guten Tag");
        const message = told.requests.find(({ status }) => status === 202);
        expect(message?.headers).toMatchObject({
          "content-type": "application/json",
          "webhook-id": expect.stringMatching(/^[0-9a-f]{32}$/),
          "webhook-timestamp": expect.stringMatching(/^\d{10}\.\d{1,6}$/),
          "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        });
        expect(JSON.parse(String(message?.requestBody))).toMatchObject({
          action: "Translation changed",
          user: "jana",
          translation: "de",
        });

        await saveInCzech(world, "button.save", "Sichern");
        await world.until("the same pull request has the next one", async () => (await german()).includes("Sichern"));
        await world.settled();

        expect(answersToOwn(world)).toContain(200);
        expect(answersToOwn(world)).not.toContain(202);
        expect([runs(world, "push"), runs(world, "sync")]).toEqual([2, 2]);
        expect(app.hosted.pulls).toHaveLength(1);
      },
      () => ({ changes: everyChange }),
    ),
  LIMIT,
);

/** The service names changes in the language of whoever makes them, where it tells of them within the request. */
async function saveInCzech({ app, site }: BotWorld, key: string, text: string): Promise<void> {
  const { id } = await unitOf(site.service, app.web, "de", key);
  const answer = await fetch(`${site.service.url}/api/units/${String(id)}/`, {
    method: "PATCH",
    body: JSON.stringify({ target: [text], state: 20 }),
    headers: {
      authorization: `Token ${site.translator.token}`,
      "content-type": "application/json",
      "accept-language": "cs",
    },
  });
  expect(answer.status).toBe(200);
}

test(
  "where the service reads the repository it is told to fetch, also what was merged, and then there is nothing to do",
  () =>
    play(
      async (world) => {
        const { app, host, site } = world;
        await pushGreeting(world, "Hello there");
        await app.translate("de", "title", "Guten Tag");
        await world.until("there is a pull request", () => app.ours().length === 1);
        await world.settled();
        const [pull] = app.ours();

        await host.people.merge(app.name, pull?.number ?? 0, "squash");
        await world.until("the branch is gone", async () => {
          return (await app.repository.remoteGit("branch", "--list", "interlinear/*")) === "";
        });
        await world.settled();

        const clone = await callService<{ readonly merge_failure: string | null; readonly needs_merge: boolean }>(
          site.service,
          "GET",
          `/api/components/${app.web}/repository/`,
        );
        expect(clone).toMatchObject({ merge_failure: null, needs_merge: false });
        expect(await app.repository.remoteGit("show", "main:locales/de.json")).toContain("Guten Tag");
        expect(app.hosted.pulls).toHaveLength(1);
        expect(runs(world, "sync")).toBe(1);
        expect(answersToOwn(world)).toContain(200);
        expect(answersToOwn(world)).not.toContain(202);
      },
      () => ({ reads: "this repository", changes: everyChange }),
    ),
  LIMIT,
);

test(
  "a translation of a component in a category of a category comes home",
  () =>
    playOnRealSite(async (site, prefix) => {
      await using upstream = await createRepository(sampleFiles);
      const path = await createCategories(site, [`${prefix}mobile`, `${prefix}android`]);
      await createComponent(site.service, site.project, {
        name: "App",
        slug: "app",
        repo: upstream.remoteUrl,
        branch: upstream.branch,
        file_format: "json-nested",
        filemask: "locales/*.json",
        template: "locales/en.json",
        category: path.url,
      });
      const mapping = `version: 1
service: ${site.proxy.url}
project: ${site.project}
components:
  - component: ${prefix}mobile/${prefix}android/app
    source: locales/en.json
    translations: locales/{language}.json
`;
      await using world = await createBotWorld({
        isProcess: true,
        site,
        prefix,
        components: [],
        mapping: () => mapping,
      });
      const { app } = world;
      await app.push({ "README.md": "# First\n" });
      await world.settled();

      const component = `${site.project}/${prefix}mobile/${prefix}android/app`;
      await saveTranslation(site.service, site.translator.token, { component, language: "de", unit: "title" }, ["Tag"]);
      await world.until("there is a pull request", () => app.ours().length === 1);
      await world.settled();

      expect(kept(world)).toBeGreaterThan(0);
      expect(await app.repository.remoteGit("show", `${app.ours()[0]?.head ?? ""}:locales/de.json`)).toContain('"Tag"');
    }),
  LIMIT,
);

/** One in the other, the outermost first. @returns the innermost */
async function createCategories(
  { service, project }: Site,
  slugs: readonly string[],
): Promise<{ readonly url: string }> {
  let category: { readonly url: string } | undefined;
  for (const slug of slugs) {
    category = await callService<{ readonly url: string }>(service, "POST", "/api/categories/", {
      body: {
        name: slug,
        slug,
        project: `${service.url}/api/projects/${project}/`,
        ...(category !== undefined && { category: category.url }),
      },
    });
  }
  if (category === undefined) throw new Error("there is no category");
  return category;
}
