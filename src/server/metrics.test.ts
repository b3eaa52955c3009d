import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { startBot } from "./start-bot.ts";

const TOKEN = "0123456789abcdef";

function ask(url: string, authorization?: string): Promise<Response> {
  return fetch(`${url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
}

it("tells metrics to whoever has the token, and nothing to anybody else", async () => {
  await using folder = await temporaryDirectory();
  await using bot = await startBot({ data: folder.path, metricsToken: TOKEN });

  const answers = await Promise.all([
    ask(bot.url),
    ask(bot.url, "Bearer 0123456789abcdee"),
    ask(bot.url, `Basic ${TOKEN}`),
    ask(bot.url, `Bearer ${TOKEN}`),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
  const [first, , , last] = answers;
  expect(first?.headers.get("www-authenticate")).toBe('Bearer realm="metrics"');
  expect(await first?.text()).not.toContain("interlinear_");
  const text = await last?.text();
  expect(text).toContain('interlinear_deliveries{state="dead"} 0\n');
  expect(text).not.toContain(TOKEN);
});

it("tells nobody where no token was set, and how to set one", async () => {
  await using folder = await temporaryDirectory();
  await using bot = await startBot({ data: folder.path });

  const answer = await ask(bot.url, "Bearer ");

  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ message: expect.stringContaining("INTERLINEAR_METRICS_TOKEN") });
});

const monitoring = join(import.meta.dirname, "../../docs/monitoring");

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

it("tells each metric that the documents' alerts and dashboard ask for", async () => {
  await using folder = await temporaryDirectory();
  await using bot = await startBot({ data: folder.path, metricsToken: TOKEN });
  const text = await (await ask(bot.url, `Bearer ${TOKEN}`)).text();
  const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const rules: Rules = parse(readFileSync(join(monitoring, "alerts.yml"), "utf8"));
  const dashboard: Dashboard = JSON.parse(readFileSync(join(monitoring, "dashboard.json"), "utf8"));
  const questions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];

  const asked = questions.flatMap((question) => question.match(/\binterlinear_\w+/g) ?? []);

  expect(questions.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !told.has(name.replace(/_bucket$/, "")))).toEqual([]);
});
