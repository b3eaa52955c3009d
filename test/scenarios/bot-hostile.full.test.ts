import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBotWorld, type BotRepository } from "../support/bot-world.ts";
import { watchHealth } from "../support/health-watch.ts";
import { repeatedFolder } from "../support/repeated-folder.ts";
import { webComponent } from "../support/sample-components.ts";
import { webSource } from "../support/sample-files.ts";

/** A limit for what hangs. */
const HANGING_SECONDS = 3_600;
const MAPPING = ".github/interlinear.yml";

/** What a stranger proposes: a commit that is on no branch yet. */
interface Attack {
  readonly name: string;
  readonly commit: (app: BotRepository) => Promise<string>;
}

function files(name: string, made: () => Readonly<Record<string, string>>): Attack {
  return { name, commit: (app) => committed(app, made()) };
}

function source(name: string, made: () => string): Attack {
  return files(name, () => ({ "locales/en.json": made() }));
}

function trees(paths: string, width: number, levels: number): Attack {
  return {
    name: `a tree of ${paths} paths in a few kB`,
    commit: async ({ fork }) => repeatedFolder(await fork.clone(), { width, levels }),
  };
}

async function committed(app: BotRepository, made: Readonly<Record<string, string>>): Promise<string> {
  const fork = await app.fork.clone();
  await fork.git("checkout", "--quiet", "--force", "-B", "attack", `origin/${fork.branch}`);
  await fork.write(made);
  await fork.git("add", "--all", "--force");
  await fork.git("commit", "--quiet", "--message", "Improve the texts");
  const commit = await fork.git("rev-parse", "HEAD");
  await fork.git("checkout", "--quiet", "--force", fork.branch);
  return commit;
}

const texts = (count: number, text: (at: number) => string): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${String(at)}`, text(at)])));
const entries = (count: number, entry: (at: number) => string): string =>
  `version: 1\nservice: https://translate.example.org\ncomponents:\n${Array.from({ length: count }, (_, at) => entry(at)).join("")}`;

const ATTACKS: readonly Attack[] = [
  trees("100,000", 46, 3),
  trees("a million", 100, 3),
  trees("ten million", 215, 3),
  {
    name: "a mapping of 1,500 entries over 46,000 paths",
    commit: async (app) => {
      const fork = await app.fork.clone();
      const below = await repeatedFolder(fork, { width: 36, levels: 3 });
      await fork.git("checkout", "--quiet", "--force", "--detach");
      await fork.git("read-tree", fork.branch);
      await fork.git("read-tree", "--prefix=n/", `${below}^{tree}`);
      const mapping = entries(
        1_500,
        (at) =>
          `  - component: a/c${String(at)}\n    source: n/**/*${String(at)}*/**/n*/{name}\n    translations: n/**/{language}/x${String(at)}\n`,
      );
      await writeFile(join(fork.path, "mapping.yml"), mapping);
      const blob = await fork.git("hash-object", "-w", "mapping.yml");
      await fork.git("update-index", "--add", "--cacheinfo", `100644,${blob},${MAPPING}`);
      const tree = await fork.git("write-tree");
      const commit = await fork.git("commit-tree", tree, "-p", fork.branch, "-m", "Map it");
      await fork.git("read-tree", fork.branch);
      await fork.git("checkout", "--quiet", "--force", fork.branch);
      return commit;
    },
  },
  files("a mapping whose aliases multiply", () => ({
    [MAPPING]: `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, at) => `a${String(at + 1)}: &a${String(at + 1)} [*a${String(at)}, *a${String(at)}]\n`).join("")}`,
  })),
  files("a mapping of 100,000 brackets", () => ({ [MAPPING]: `components: ${"[".repeat(100_000)}` })),
  files("a mapping of 20 MB", () => ({
    [MAPPING]: entries(
      200_000,
      (at) => `  - component: a/c${String(at)}\n    source: s${String(at)}.json\n    translations: t/{language}.json\n`,
    ),
  })),
  source("a source of 300,000 strings", () => texts(300_000, (at) => `Text ${String(at)} with {name} and %s`)),
  source("a source with one text of 60 MB", () => JSON.stringify({ title: "Hello {name} ".repeat(4_600_000) })),
  source("a source of 100,000 nested objects", () => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  source("a text of 200,000 opened braces", () => JSON.stringify({ title: "{n, plural, other {".repeat(50_000) })),
  source("a text of 500,000 placeholders", () => JSON.stringify({ title: "%s {a} ".repeat(250_000) })),
  source("a text of two million blanks before its end", () =>
    JSON.stringify({ title: `Hello${" ".repeat(2_000_000)}!` }),
  ),
  source("a text of a million opened tags", () => JSON.stringify({ title: "<a ".repeat(1_000_000) })),
  source("a key of 20 MB", () => JSON.stringify({ ["k".repeat(20_000_000)]: "Hello" })),
  source("a source that is no text", () => "\0\u{FFFF}".repeat(2_000_000)),
  source("200,000 names that are said twice", () => `{${'"a": "b",'.repeat(200_000)}"a": "c"}`),
  files("5,000 languages that nobody speaks", () =>
    Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`locales/x-l${String(at)}.json`, '{"title": "x"}'])),
  ),
  files("40,000 files with long names", () =>
    Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`${"n".repeat(200)}${String(at)}.txt`, ""])),
  ),
  files("a translation of 40 MB", () => ({
    "locales/de.json": texts(400_000, (at) => `Text ${"x".repeat(60)} ${String(at)}`),
  })),
  files("code of 60 MB that asks for keys", () => ({
    "src/app.ts": 't("no.such.key");\n'.repeat(3_500_000),
    "locales/en.json": webSource.replace('"Hello"', '"Hi"'),
  })),
  source("100,000 texts of Markdown and mentions", () =>
    texts(100_000, () => "@everyone [x](http://x) <img src=x> ```"),
  ),
  {
    name: "a source that is a link to itself",
    commit: async (app) => {
      const fork = await app.fork.clone();
      const link = join(fork.path, "link");
      await writeFile(link, "en.json");
      await fork.git("checkout", "--quiet", "--force", "-B", "attack", `origin/${fork.branch}`);
      const blob = await fork.git("hash-object", "-w", "--no-filters", "link");
      await fork.git("update-index", "--cacheinfo", `120000,${blob},locales/en.json`);
      await fork.git("commit", "--quiet", "--message", "Link it");
      const commit = await fork.git("rev-parse", "HEAD");
      await fork.git("reset", "--quiet", "--hard");
      await fork.git("checkout", "--quiet", "--force", fork.branch);
      return commit;
    },
  },
];

function nth(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
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
    const watch = await watchHealth({ url: bot.url, pid: bot.pid });

    const heads = new Map<string, string>();
    for (const [at, { name, commit: made }] of ATTACKS.entries()) {
      const commit = await made(app);
      heads.set(name, commit);
      const branch = `attack-${String(at)}`;
      const fork = await app.fork.clone();
      await fork.git("push", "--quiet", "--force", "origin", `${commit}:refs/heads/${branch}`);
      await host.people.open(app.name, { title: name, head: `eve:${branch}`, base: "main", by: "eve" });
      if (at % 4 === 0) await other.push({ "README.md": `# Meanwhile ${String(at)}\n` });
    }
    await world.settled();
    const { answers, idle, failures, mostBytes } = await watch.stop();

    const unanswered = [...heads].filter(
      ([, commit]) => !app.hosted.checkRuns.some((run) => run.commit === commit && run.status === "completed"),
    );
    expect(unanswered.map(([name]) => name)).toEqual([]);
    expect(bot.rows("select state, attempts, reason from delivery where state = 'dead' or attempts > 1")).toEqual([]);
    expect(bot.rows("select outcome from run where state = 'failed'")).toEqual([]);
    expect(failures).toBe(0);
    const usual = { bot: nth(answers, 0.99), idle: nth(idle, 0.99) };
    const said = [usual.bot, usual.idle, nth(answers, 1), mostBytes / 1e6].map((value) => String(Math.round(value)));
    const [bot99 = "", idle99 = "", worst = "", megabytes = ""] = said;
    console.log(
      `${String(answers.length)} questions: 99 % within ${bot99} ms (of a server that does nothing ${idle99}), all within ${worst} ms; ${megabytes} MB`,
    );
    expect(mostBytes).toBeLessThan(350_000_000);
    // On a busy machine, nobody answers within that.
    expect(usual.bot).toBeLessThan(Math.max(100, 3 * usual.idle));
  },
);
