import { expect, test } from "vitest";
import {
  createBotWorld,
  openDeliveries,
  sourceOnService,
  type BotRepository,
  type BotWorld,
} from "../support/bot-world.ts";
import { callService } from "../support/service-api.ts";
import { webComponent } from "../support/sample-components.ts";
import { webSource } from "../support/sample-files.ts";

const BOT = "interlinear[bot]";
const NAMES = ["acme/app", "acme/shop", "acme/docs", "acme/site", "other/tool"];
const DELIVERIES = 1_000;
const PULLS_EACH = 2;
const PUSHES_EACH = 3;
const KILLS = 3;
const SOURCE_CHANGED = 30;
/** A limit for what hangs: a slow machine has minutes of work here. */
const HANGING_SECONDS = 7_200;

/** A pull request of a person in one of the repositories. */
interface Topic {
  readonly app: BotRepository;
  readonly branch: string;
  readonly number: number;
  commit: string;
  /** Ids of the comments that order something. */
  readonly orders: number[];
}

function withTitle(word: string): Readonly<Record<string, string>> {
  return { "locales/en.json": webSource.replace('"Hello"', `"${word}"`) };
}

async function openTopics({ host, repositories }: BotWorld): Promise<readonly Topic[]> {
  const topics: Topic[] = [];
  for (const app of repositories) {
    for (let at = 0; at < PULLS_EACH; at += 1) {
      const branch = `topic-${String(at)}`;
      const commit = await app.branch(branch, withTitle(`Topic ${String(at)}`));
      const number = await host.people.open(app.name, { title: branch, head: branch, base: "main" });
      topics.push({ app, branch, number, commit, orders: [] });
    }
  }
  return topics;
}

/** Pushes, new commits in pull requests, orders, edits, and talk: held by GitHub until there are enough. */
async function fillBurst({ host, repositories }: BotWorld, topics: readonly Topic[]): Promise<void> {
  for (let round = 1; round <= PUSHES_EACH; round += 1) {
    for (const app of repositories) await app.push(withTitle(`Push ${String(round)} of ${app.name}`));
    for (const topic of topics) {
      const files = { "locales/en.json": webSource.replace('"Save"', `"Save ${String(round)} times"`) };
      topic.commit = await topic.app.branch(topic.branch, files);
    }
  }
  for (const topic of topics)
    topic.orders.push(await host.people.comment(topic.app.name, topic.number, "/interlinear sync"));
  for (let at = 0; host.hook.sender.held < DELIVERIES; at += 1) {
    const topic = topics[at % topics.length];
    if (topic === undefined) break;
    const { app, number } = topic;
    if (at % 2 === 0) await host.people.comment(app.name, number, `What about line ${String(at)}?`);
    else await host.people.edit(app.name, number, { title: `${topic.branch}, ${String(at)}` });
  }
}

function answersTo({ app, number }: Topic): readonly string[] {
  const ours = app.hosted.comments.filter(({ issue, user }) => issue === number && user === BOT);
  return ours.filter(({ body }) => body.includes("interlinear:answer")).map(({ body }) => body);
}

function reviewsOf({ app, number }: Topic): readonly string[] {
  const ours = app.hosted.comments.filter(({ issue, user }) => issue === number && user === BOT);
  return ours.filter(({ body }) => !body.includes("interlinear:answer")).map(({ body }) => body);
}

/** Translations in which the source text was changed to this, as the service's log has it: each of them once, if it was sent once. */
async function sourceChanges({ site }: BotWorld, { web }: BotRepository, text: string): Promise<readonly string[]> {
  const path = `/api/components/${web}/changes/?action=${String(SOURCE_CHANGED)}&page_size=200`;
  const { results } = await callService<{
    readonly results: readonly { readonly target: string; readonly translation: string }[];
  }>(site.service, "GET", path);
  return results.filter(({ target }) => target === text).map(({ translation }) => translation);
}

test(
  "kill -9 in the middle of 1,000 deliveries, again and again: nothing is lost and nothing is done twice",
  { timeout: (HANGING_SECONDS + 60) * 1_000 },
  async () => {
    await using world = await createBotWorld({
      isProcess: true,
      hangingSeconds: HANGING_SECONDS,
      repositories: NAMES,
      components: [webComponent],
      manner: { sideBySide: 8 },
    });
    const { bot, host, repositories } = world;
    for (const app of repositories) await app.push({ "README.md": "# First\n" });
    await world.settled();
    const topics = await openTopics(world);
    await world.settled();
    const earlier = host.hook.deliveries.slice(0, 20);
    host.hook.sender.hold();
    await fillBurst(world, topics);
    expect(host.hook.sender.held).toBeGreaterThanOrEqual(DELIVERIES);

    Object.assign(host.hook.sender.manner, { duplicateEach: 10, shuffled: true });
    for (const app of repositories) await app.translate("de", "title", "Guten Tag");
    for (const delivery of earlier) host.hook.tellAgain(delivery);
    const before = deliveriesOf(world);
    host.hook.sender.release();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const taken = Math.floor((DELIVERIES * (kill + Math.random())) / (KILLS + 1));
      await world.until("it is in the middle of it", () => isInTheMiddle(world, before + taken));
      // What is on its way is cut off or refused; GitHub has the rest wait, as it does when it is busy.
      host.hook.sender.pause();
      await bot.kill9();
      // It looks at once for what it missed.
      await bot.start();
      host.hook.sender.resume();
    }
    await host.hook.sender.idle();
    await world.until("the bot has each of them", () => undelivered(world).length === 0);
    await world.settled();

    expect(bot.rows("select * from delivery where state not in ('done', 'ignored')")).toEqual([]);
    const guids = new Set(host.hook.deliveries.map(({ guid }) => guid));
    const kept = bot.rows("select guid from delivery where source = 'github'").map(({ guid }) => String(guid));
    expect(new Set(kept)).toEqual(new Set([...guids].filter((guid) => kept.includes(guid))));
    expect(kept).toHaveLength(new Set(kept).size);
    expect(bot.rows("select id from run where state = 'running'")).toEqual([]);
    expect(bot.rows("select worker from process where how = 'lost'")).toHaveLength(KILLS);
    for (const app of repositories) {
      const last = `Push ${String(PUSHES_EACH)} of ${app.name}`;
      expect(await sourceOnService(world.site, app.web, "title"), app.name).toBe(last);
      const changes = await sourceChanges(world, app, last);
      expect(changes, app.name).toContainEqual(expect.stringMatching(/\/en\/$/));
      expect(new Set(changes).size, app.name).toBe(changes.length);
      await world.until(`${app.name} has its pull request`, () => app.ours().length === 1);
      expect(
        app.hosted.pulls.filter(({ head }) => head.startsWith("interlinear/")),
        app.name,
      ).toHaveLength(1);
      const proposed = await app.repository.remoteGit("show", "interlinear/main:locales/de.json");
      expect(proposed, app.name).toContain("Guten Tag");
    }
    for (const topic of topics) {
      const name = `${topic.app.name}#${String(topic.number)}`;
      expect(reviewsOf(topic), name).toHaveLength(1);
      expect(answersTo(topic), name).toHaveLength(1);
      const checks = topic.app.hosted.checkRuns.filter(({ commit }) => commit === topic.commit);
      expect(checks, name).toMatchObject([{ status: "completed" }]);
      for (const order of topic.orders) {
        const reactions = topic.app.hosted.reactions.filter(({ comment }) => comment === order);
        expect(reactions.map(({ content }) => content).toSorted(), name).toEqual(["eyes", "rocket"]);
      }
    }
    expect(host.violations).toEqual([]);
  },
);

function deliveriesOf({ bot }: BotWorld): number {
  return Number(bot.rows("select count(*) as many from delivery")[0]?.["many"]);
}

/** So many are taken in, and a run is under way, or nothing is left to run. */
function isInTheMiddle(world: BotWorld, taken: number): boolean {
  if (deliveriesOf(world) < taken) return false;
  return world.bot.rows("select id from run where state = 'running'").length > 0 || openDeliveries(world.bot) === 0;
}

/** Events that no attempt brought to the bot so far: it may have kept one and been killed before it could say so. */
function undelivered({ bot, host }: BotWorld): readonly string[] {
  const answered = host.hook.deliveries.filter(({ status }) => status === "OK").map(({ guid }) => guid);
  const kept = bot.rows("select guid from delivery where source = 'github'").map(({ guid }) => String(guid));
  const taken = new Set([...answered, ...kept]);
  return [...new Set(host.hook.deliveries.map(({ guid }) => guid))].filter((guid) => !taken.has(guid));
}
