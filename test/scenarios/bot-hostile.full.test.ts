import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBotWorld, FORGE, type BotWorld } from "../support/bot-world.ts";
import { watchHealth } from "../support/health-watch.ts";
import { hostileChanges, hostileComments } from "../support/hostile-changes.ts";
import { formatComponents, formatsFiles, hostileFormatChanges, mappingOfFormats } from "../support/hostile-formats.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { readThreadWatch, threadWatched } from "../support/thread-watch.ts";
import { fromGitHub, type Webhook } from "../support/webhooks.ts";

/** A limit for what hangs: reviews give way to whatever else the machine does, and took an hour at a load of 20. */
const HANGING_SECONDS = 3 * 3_600;
/** Those changes alone are played whose names it fits. */
const ONLY = new RegExp(process.env["HOSTILE_ONLY"] ?? "");
/** `2/5`: the second fifth of them. */
const [PART = 1, PARTS = 1] = (process.env["HOSTILE_PART"] ?? "1/1").split("/").map(Number);

function nth(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** What was made last before a time. */
function lastOf(times: readonly { readonly name: string; readonly at: number }[], time: number): string {
  return times.findLast(({ at }) => at <= time)?.name ?? "none";
}

async function folderSize(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files.map(
    async (file) => (await stat(join(file.parentPath, file.name)).catch(() => undefined))?.size ?? 0,
  );
  return sum(await Promise.all(sizes));
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
    await using folder = await temporaryDirectory();
    const threadFile = join(folder.path, "thread");
    await using world = await createBotWorld({
      isProcess: true,
      environment: threadWatched(threadFile),
      hangingSeconds: HANGING_SECONDS,
      repositories: ["acme/app", "other/tool"],
      components: formatComponents,
      files: () => formatsFiles,
      mapping: (name, service) => (name === "acme/app" ? mappingOfFormats(service) : undefined),
    });
    const { bot, host, app, repositories } = world;
    const [, other] = repositories;
    if (other === undefined) throw new Error("the world has one repository");
    await other.push({ "README.md": "# First\n" });
    await world.settled();
    using watch = await watchHealth({ url: bot.url, pid: bot.pid, webhook: webhookOfOther(world) });

    const begun = Date.now();
    const heads = new Map<string, string>();
    const times: { readonly name: string; readonly at: number }[] = [];
    const changes = [...[...hostileChanges, ...hostileFormatChanges].entries()].filter(
      ([at, { name }]) => ONLY.test(name) && at % PARTS === PART - 1,
    );
    for (const [at, { name, commit: made, branch = `attack-${String(at)}`, body }] of changes) {
      const commit = await made(app);
      times.push({ name, at: Date.now() });
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
    const seconds = readThreadWatch(threadFile).filter(({ at }) => at >= begun);
    const longest = seconds.toSorted((left, right) => right.longest - left.longest);
    const cloned = await folderSize(join(world.data, "repositories"));
    const said = Object.values(usual).map((value) => String(Math.round(value)));
    const [bot99 = "", webhook99 = "", idle99 = ""] = said;
    console.log(
      [
        `${String(answers.length)} questions: 99 % within ${bot99} ms, all within ${String(Math.round(nth(answers, 1)))} ms`,
        `${String(webhooks.length)} webhooks of another repository: 99 % within ${webhook99} ms, all within ${String(Math.round(nth(webhooks, 1)))} ms`,
        `a server that does nothing: 99 % within ${idle99} ms, all within ${String(Math.round(nth(idle, 1)))} ms`,
        `${String(Math.round(mostBytes / 1e6))} MB of memory, ${String(Math.round(cloned / 1e6))} MB of clones`,
        `its thread: ${(sum(seconds.map(({ taken }) => taken)) / 1_000).toFixed(1)} s of a processor; the longest stretches:`,
        ...longest.slice(0, 5).map((second) => `  ${String(second.longest)} ms, after ${lastOf(times, second.at)}`),
      ].join("\n"),
    );
    expect(mostBytes).toBeLessThan(350_000_000);
    expect(cloned).toBeLessThan(60_000_000);
    // Whatever else the machine does: for no longer than that does nobody have an answer.
    expect(longest[0]?.longest).toBeLessThan(100);
    // On a busy machine, nobody answers within that.
    expect(usual.bot).toBeLessThan(Math.max(100, 3 * usual.idle));
    expect(usual.webhook).toBeLessThan(Math.max(1_000, 3 * usual.idle));
  },
);
