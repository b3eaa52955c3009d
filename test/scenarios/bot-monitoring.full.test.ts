import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { createBotWorld } from "../support/bot-world.ts";
import { command } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { webSource } from "../support/sample-files.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { installedProgram } from "../support/tools.ts";

const TOKEN = "the-token-of-the-metrics";
const documents = join(import.meta.dirname, "../../docs");

const answer = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
});
const alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ labels: z.record(z.string(), z.string()), state: z.string() })) }),
});
const dashboards = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

/** The document's configuration, for another address, another file of the token, and every second. */
async function configure(folder: string, address: string): Promise<string> {
  const document = await readFile(join(documents, "metrics.md"), "utf8");
  const [, written = ""] = /```yaml\n# prometheus\.yml\n([\s\S]*?)```/.exec(document) ?? [];
  const config = written
    .replace("127.0.0.1:8000", address)
    .replace("/etc/prometheus/interlinear.token", join(folder, "token"))
    .replace("scrape_interval: 30s", "scrape_interval: 1s")
    .replace(/interlinear-alerts\.yml.*/, join(folder, "alerts.yml"));
  const file = join(folder, "prometheus.yml");
  await writeFile(file, `global: { evaluation_interval: 1s }\n${config}`);
  await writeFile(join(folder, "token"), TOKEN);
  const rules = await readFile(join(documents, "monitoring/alerts.yml"), "utf8");
  // Who waits for an hour here would find the same.
  await writeFile(join(folder, "alerts.yml"), rules.replaceAll(/for: \d+[mh]/g, "for: 0s"));
  return file;
}

const promtool = await installedProgram("promtool", ["--version"]);
const prometheus = await installedProgram("prometheus", ["--version"]);
const missing = promtool.missing ?? prometheus.missing;

test.skipIf(missing !== undefined)(
  "Prometheus takes the documents' configuration, its alerts fire in a bad hour, and each panel of the dashboard shows something",
  { timeout: 3_600_000 },
  async () => {
    await using world = await createBotWorld({
      // Prometheus knows no time but the machine's.
      isProcess: true,
      repositories: ["acme/app", "acme/shop"],
      serviceTells: false,
      environment: { INTERLINEAR_METRICS_TOKEN: TOKEN },
      hangingSeconds: 3_000,
    });
    await using folder = await temporaryDirectory();
    const { bot, site, repositories, host } = world;
    const config = await configure(folder.path, new URL(bot.url).host);
    const checks = await command(promtool.path ?? "", ["check", "config", config]);
    expect(checks.exitCode, checks.output).toBe(0);
    const read = await fetch(`${bot.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const linted = await command(promtool.path ?? "", ["check", "metrics"], { input: await read.text() });
    expect(linted.output.trim()).toBe("");

    const url = `http://127.0.0.1:${String(await freePort())}`;
    const server = spawn(
      prometheus.path ?? "",
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder.path, "data")}`,
        `--web.listen-address=${new URL(url).host}`,
      ],
      { stdio: "ignore" },
    );
    const ended = once(server, "exit");
    await using stack = new AsyncDisposableStack();
    stack.defer(async () => {
      server.kill();
      await ended;
    });
    const ask = async (expression: string) => {
      const asked = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`).catch(() => undefined);
      return asked === undefined ? [] : answer.parse(await asked.json()).data.result;
    };
    const firing = async (): Promise<readonly string[]> => {
      const asked = await fetch(`${url}/api/v1/alerts`);
      const { data } = alerts.parse(await asked.json());
      return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels["alertname"] ?? "");
    };

    const admin = await world.signIn();
    await admin.change({ limits: { delivery_attempts: 1 }, alerts: { disk_percent: 100 } });
    await world.until("it is scraped", async () => (await ask("up == 1")).length === 1);
    for (const one of repositories) await one.push({ "locales/en.json": webSource.replace("Hello", "Hi") });
    await host.hook.sender.idle();
    await world.settled();
    site.proxy.decide(() => ({
      instead: {
        status: 401,
        message: "Invalid token.",
        headers: { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "20" },
      },
    }));
    for (const one of repositories) await one.push({ "locales/en.json": webSource.replace("Hello", "Good day") });
    await host.hook.sender.idle();
    await world.settled();

    const expected = ["InterlinearDeliveriesAreDead", "InterlinearRepositoriesHaveProblems", "InterlinearRunsFail"];
    await world.until("the alerts fire", async () => {
      const names = await firing();
      return expected.every((name) => names.includes(name));
    });
    const { panels } = dashboards.parse(
      JSON.parse(await readFile(join(documents, "monitoring/dashboard.json"), "utf8")),
    );
    // A growth needs a second look of Prometheus at what it saw for the first time just now.
    await world.until("each panel shows something", async () => {
      const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => ask(expr)));
      return (await Promise.all(asked)).every((answers) => answers.length > 0);
    });
    await bot.stop();
    await world.until("somebody hears that it is away", async () => (await firing()).includes("InterlinearIsAway"));
    const rules: { readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[] } = parse(
      await readFile(join(documents, "monitoring/alerts.yml"), "utf8"),
    );
    for (const { expr } of rules.groups.flatMap((group) => group.rules)) {
      const asked = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expr)}`);
      expect(asked.status, expr).toBe(200);
    }
  },
);
