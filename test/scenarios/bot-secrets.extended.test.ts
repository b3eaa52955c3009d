import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createBotWorld, type BotWorld } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";
import { filesBelow } from "./bot-review.ts";

const PAGES = ["", "maps", "runs", "bottlenecks", "logs", "templates", "settings", "users"];
const OPERATIONS = [
  "/management",
  "/health/system",
  "/health/access",
  "/health/hardware",
  "/maps",
  "/templates",
  "/users",
  "/bottlenecks",
  "/search?q=acme",
];

/** How often a process is looked at: its arguments stay what they are. */
const LOOKS = 10;

/** Each form that a secret may be written in. */
function formsOf(secret: string): readonly string[] {
  return [
    secret,
    Buffer.from(secret).toString("base64"),
    Buffer.from(`x-access-token:${secret}`).toString("base64"),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ].filter((form) => form.length > 8);
}

function expectNone(world: BotWorld, text: string, where: string, more: readonly string[] = []): void {
  const tokens = [...world.host.app.tokens.keys()];
  for (const secret of [...world.secrets, ...tokens, ...more]) {
    for (const form of formsOf(secret)) {
      if (text.includes(form)) throw new Error(`${where} holds a secret: ${form.slice(0, 6)}…`);
    }
  }
}

/** Arguments of all processes on this machine that the bot may have started, again and again. */
async function watchArguments(world: BotWorld, until: Promise<unknown>): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  // A process has its parent's arguments until it has its own.
  const looks = new Map<string, number>();
  const watch = { isOver: false };
  const end = (): void => void (watch.isOver = true);
  void until.then(end, end);
  while (!watch.isOver) {
    for (const entry of await readdir("/proc")) {
      const times = (looks.get(entry) ?? 0) + 1;
      if (!/^\d+$/.test(entry) || times > LOOKS) continue;
      looks.set(entry, times);
      seen.add((await readFile(`/proc/${entry}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " "));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return seen;
}

test.skipIf(process.platform !== "linux")(
  "after a full cycle no secret is in the clear: not in files, logs, pages, answers or arguments of processes",
  async () => {
    await using world = await createBotWorld({ isProcess: true });
    const { app, bot, data, host } = world;
    const cycle = async (): Promise<void> => {
      await app.push({ "locales/en.json": webSource.replace('"Hello"', '"Hello there"') });
      await world.settled();
      await app.translate("de", "title", "Guten Tag");
      await world.until("there is a pull request", () => app.ours().length === 1);
      await host.people.comment(app.name, app.ours()[0]?.number ?? 0, "/interlinear sync");
      await world.settled();
      await app.branch("patch", { "locales/en.json": webSource.replace('"Save"', '"Store"') }, "fork");
      await world.settled();
    };
    const running = cycle();
    const commands = await watchArguments(world, running);
    await running;
    const admin = await world.signIn();
    const { password = "" } = bot.administrator ?? {};

    for (const command of commands) expectNone(world, command, "a process's arguments");
    expect([...commands].some((command) => command.includes("git"))).toBe(true);
    for (const page of PAGES) {
      const { status, text } = await admin.page(page);
      expect(status, page).toBe(200);
      expectNone(world, text, `the page /admin/${page}`, [password]);
    }
    for (const operation of OPERATIONS) {
      const { status, text } = await admin.call("GET", operation);
      expect(status, operation).toBe(200);
      expectNone(world, text, operation, [password, ...admin.secrets]);
    }
    // The first administrator's password is printed once, at the start.
    expectNone(world, bot.output(), "the log", admin.secrets);
    await bot.stop();
    for (const path of await filesBelow(data)) {
      const content = (await readFile(path)).toString("latin1");
      expectNone(world, content, path, [password, ...admin.secrets.slice(1)]);
    }
  },
);
