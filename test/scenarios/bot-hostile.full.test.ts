import { expect, test } from "vitest";
import { createBotWorld, FORGE, type BotWorld } from "../support/bot-world.ts";
import { watchHealth } from "../support/health-watch.ts";
import { hostileChanges, hostileComments } from "../support/hostile-changes.ts";
import { webComponent } from "../support/sample-components.ts";
import { fromGitHub, type Webhook } from "../support/webhooks.ts";

/** A limit for what hangs. */
const HANGING_SECONDS = 3_600;
/** Those changes alone are played whose names it fits. */
const ONLY = new RegExp(process.env["HOSTILE_ONLY"] ?? "");

function nth(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** What GitHub sends when somebody pushes to a branch of the second repository that nothing follows. */
function webhookOfOther({ host, repositories: [, other] }: BotWorld): Webhook {
  const pushed = host.hook.deliveries.findLast(
    ({ event, repository }) => event === "push" && repository === other?.hosted.id,
  );
  const { secret = "" } = host.hook.address ?? {};
  const payload = { ...pushed?.payload, ref: "refs/heads/elsewhere" };
  return fromGitHub("push", payload, { secret, path: `/github/${FORGE}` });
}

test(
  "pull requests made to hurt cost themselves alone: others are served meanwhile, and each hears what became of it",
  { timeout: (HANGING_SECONDS + 60) * 1_000 },
  async () => {
    await using world = await createBotWorld({
      isProcess: true,
      hangingSeconds: HANGING_SECONDS,
      repositories: ["acme/app", "other/tool"],
      components: [webComponent],
    });
    const { bot, host, app, repositories } = world;
    const [, other] = repositories;
    if (other === undefined) throw new Error("the world has one repository");
    await other.push({ "README.md": "# First\n" });
    await world.settled();
    using watch = await watchHealth({ url: bot.url, pid: bot.pid, webhook: webhookOfOther(world) });

    const heads = new Map<string, string>();
    const changes = hostileChanges.filter(({ name }) => ONLY.test(name));
    for (const [at, { name, commit: made, branch = `attack-${String(at)}`, body }] of changes.entries()) {
      const commit = await made(app);
      heads.set(name, commit);
      const fork = await app.fork.clone();
      await fork.git("push", "--quiet", "--force", "origin", `${commit}:refs/heads/${branch}`);
      const pull = { title: name, head: `eve:${branch}`, base: "main", by: "eve" };
      const number = await host.people.open(app.name, body === undefined ? pull : { ...pull, body });
      const comment = hostileComments[at];
      if (comment !== undefined) await host.people.comment(app.name, number, comment, at % 2 === 0 ? "eve" : "dana");
      if (at % 4 === 0) await other.push({ "README.md": `# Meanwhile ${String(at)}\n` });
    }
    await world.settled();
    const { answers, idle, webhooks, failures, mostBytes } = await watch.stop();

    const unanswered = [...heads].filter(
      ([, commit]) => !app.hosted.checkRuns.some((run) => run.commit === commit && run.status === "completed"),
    );
    expect(unanswered.map(([name]) => name)).toEqual([]);
    expect(bot.rows("select state, attempts, reason from delivery where state = 'dead' or attempts > 1")).toEqual([]);
    expect(bot.rows("select outcome from run where state = 'failed'")).toEqual([]);
    expect(failures).toBe(0);
    const usual = { bot: nth(answers, 0.99), webhook: nth(webhooks, 0.99), idle: nth(idle, 0.99) };
    const said = Object.values(usual).map((value) => String(Math.round(value)));
    const [bot99 = "", webhook99 = "", idle99 = ""] = said;
    console.log(
      [
        `${String(answers.length)} questions: 99 % within ${bot99} ms, all within ${String(Math.round(nth(answers, 1)))} ms`,
        `${String(webhooks.length)} webhooks of another repository: 99 % within ${webhook99} ms, all within ${String(Math.round(nth(webhooks, 1)))} ms`,
        `a server that does nothing: 99 % within ${idle99} ms, all within ${String(Math.round(nth(idle, 1)))} ms`,
        `${String(Math.round(mostBytes / 1e6))} MB`,
      ].join("\n"),
    );
    expect(mostBytes).toBeLessThan(350_000_000);
    // On a busy machine, nobody answers within that.
    expect(usual.bot).toBeLessThan(Math.max(100, 3 * usual.idle));
    expect(usual.webhook).toBeLessThan(Math.max(1_000, 3 * usual.idle));
  },
);
