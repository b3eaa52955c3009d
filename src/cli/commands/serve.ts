import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { botVariables, firstSettingsFrom } from "../../server/bot-variables.ts";
import { startServer } from "../../server/start-server.ts";
import { settingsFrom, settingVariables } from "../../server/settings.ts";
import { alignedRows } from "../../report/words/text-width.ts";
import type { Command, CommandContext } from "../command.ts";
import type { OptionValues } from "../options.ts";
import { botDocument, botLines, serviceDocument, serviceLines } from "../serve/ready.ts";
import { dataOption, serviceData } from "../service-data.ts";

const left = { align: "left" } as const;

function variableLines(variables: Readonly<Record<string, string>>): string {
  return alignedRows(
    Object.entries(variables).map(([name, meaning]) => [`  ${name}`, meaning]),
    [left, left],
  ).join("\n");
}

export const command: Command = {
  summary: "run the embedded translation service, or the bot with its administration",
  // Not before somebody asks: how wide a text is shown is looked up by a table, which a start would wait for.
  get description() {
    return [
      "Serves the translation service's API on SQLite and git clones in one folder, until it is told to end. With the address of a PostgreSQL database in the environment variable DATABASE_URL (postgres://user:password@host/name) it uses that instead, and several servers may share it and the folder. The first start prints the tokens of an administrator and of the project's bot; they are shown once.",
      "With --bot it is the bot instead, and its administration at /admin/: it receives the webhooks of GitHub, Forgejo and the translation service, and keeps repositories and translations in step. The first start prints the administrator's password. With --bot --service both are on one listener.",
      `More settings are environment variables:\n${variableLines(settingVariables)}`,
      `The bot's settings are made in its administration. For a start without a person they come from environment variables, each of which is used only where nothing is set:\n${variableLines(botVariables)}`,
    ].join("\n\n");
  },
  options: {
    port: {
      type: "string",
      value: "PORT",
      default: "8000",
      description: "port (default: 8000, where wlc looks; 0: any free one)",
    },
    host: {
      type: "string",
      value: "ADDRESS",
      default: "127.0.0.1",
      description: "address to listen on (default: 127.0.0.1, reachable from this machine alone)",
    },
    ...dataOption,
    bot: { type: "boolean", description: "run the bot and its administration" },
    service: { type: "boolean", description: "with --bot: the embedded service too" },
    project: {
      type: "string",
      value: "SLUG",
      default: "demo",
      description: "a project that is there from the first start on, with a bot (default: demo)",
    },
    "new-admin-token": { type: "boolean", description: "give the administrator another token" },
  },
  run: async (options, context) => {
    if (options.flag("bot")) return serveBot(options, context);
    if (options.flag("service")) {
      throw new UserError("--service means something with --bot alone", {
        code: "IL-C02",
        hint: "Without --bot, `serve` starts the service.",
      });
    }
    return serveService(options, context);
  },
};

async function serveService(options: OptionValues, context: CommandContext): Promise<0> {
  const { environment, screen, untilEnding } = context;
  const ended = untilEnding();
  const start = startOf(options, context);
  const project = projectOf(options);
  await keepOutOfGit(start.data);
  await using server = await startServer({ ...start, ...embeddedService(options, environment) });
  if (screen.isJson) screen.printJson(serviceDocument(server, project));
  else screen.print(serviceLines(server, project, databaseName(start.databaseUrl)));
  using _life = await context.liveLong?.(server);
  await ended;
  return 0;
}

async function serveBot(options: OptionValues, context: CommandContext): Promise<0> {
  const { environment, directory, screen, untilEnding } = context;
  const ended = untilEnding();
  const start = startOf(options, context);
  const project = projectOf(options);
  await keepOutOfGit(start.data);
  // Nobody who serves translations alone should wait for the bot to be read.
  const { startBot } = await import("../../server/start-bot.ts");
  await using bot = await startBot({
    ...start,
    key: environment["INTERLINEAR_BOT_KEY"],
    metricsToken: metricsTokenOf(environment),
    performJob: context.performJob,
    firstSettings: await firstSettingsFrom(environment, (path) => readFile(resolve(directory, path), "utf8")),
    ...(options.flag("service") ? { service: embeddedService(options, environment) } : {}),
  });
  if (screen.isJson) screen.printJson(botDocument(bot, project));
  else screen.print(botLines(bot, project, databaseName(start.databaseUrl)));
  using _life = await context.liveLong?.(bot.service);
  await bot.close(await ended);
  return 0;
}

const SHORTEST_TOKEN = 16;

function metricsTokenOf({ INTERLINEAR_METRICS_TOKEN }: CommandContext["environment"]): string | undefined {
  const token = INTERLINEAR_METRICS_TOKEN?.trim() ?? "";
  if (token === "") return undefined;
  if (token.length >= SHORTEST_TOKEN && !/\s/.test(token)) return token;
  throw new UserError("INTERLINEAR_METRICS_TOKEN can be guessed, or no header can carry it.", {
    code: "IL-C02",
    hint: `Take ${String(SHORTEST_TOKEN)} characters or more without spaces, as \`openssl rand -hex 24\` prints them.`,
  });
}

/** A folder that is made here may lie in somebody's repository: its clones and its hashes of tokens are none of that one's. */
async function keepOutOfGit(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, ".gitignore"),
    "# Made by interlinear serve: nothing in here belongs into a repository.\n*\n",
  );
}

/** What both are started with. */
function startOf(options: OptionValues, context: CommandContext) {
  const { logger, clock } = context;
  return {
    ...serviceData(options, context),
    host: options.text("host") ?? "127.0.0.1",
    port: portOf(options),
    logger,
    clock,
  };
}

function embeddedService(options: OptionValues, environment: CommandContext["environment"]) {
  return {
    project: projectOf(options),
    newAdminToken: options.flag("new-admin-token"),
    settings: settingsFrom(environment),
  };
}

function projectOf(options: OptionValues): string {
  return options.text("project") ?? "demo";
}

function databaseName(databaseUrl: string | undefined): string {
  return databaseUrl === undefined ? "SQLite, in the data folder" : "PostgreSQL, of DATABASE_URL";
}

function portOf(options: OptionValues): number {
  const text = options.text("port") ?? "";
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UserError(`--port is "${text}"`, { code: "IL-C02", hint: "It takes a number from 0 to 65535." });
}
