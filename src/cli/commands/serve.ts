import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { botVariables, firstSettingsFrom } from "../../server/bot-variables.ts";
import { keepSmallWhenIdle } from "../../server/idle-memory.ts";
import { startServer, type RunningServer } from "../../server/start-server.ts";
import { settingsFrom, settingVariables } from "../../server/settings.ts";
import type { RunningBot } from "../../server/start-bot.ts";
import { alignedRows } from "../../report/text-width.ts";
import type { Command, CommandContext } from "../command.ts";
import type { OptionValues } from "../options.ts";
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
  description: [
    "Serves the translation service's API on SQLite and git clones in one folder, until it is told to end. With the address of a PostgreSQL database in the environment variable DATABASE_URL (postgres://user:password@host/name) it uses that instead, and several servers may share it and the folder. The first start prints the tokens of an administrator and of the project's bot; they are shown once.",
    "With --bot it is the bot instead, and its administration at /admin/: it receives the webhooks of GitHub, Forgejo and the translation service, and keeps repositories and translations in step. The first start prints the administrator's password. With --bot --service both are on one listener.",
    `More settings are environment variables:\n${variableLines(settingVariables)}`,
    `The bot's settings are made in its administration. For a start without a person they come from environment variables, each of which is used only where nothing is set:\n${variableLines(botVariables)}`,
  ].join("\n\n"),
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
        hint: "Without --bot the service is what is served.",
      });
    }
    return serveService(options, context);
  },
};

async function serveService(
  options: OptionValues,
  { environment, directory, screen, logger, untilEnding }: CommandContext,
): Promise<0> {
  const ended = untilEnding();
  const { data, databaseUrl } = serviceData(options, { directory, environment });
  const project = options.text("project") ?? "demo";
  await using server = await startServer({
    data,
    databaseUrl,
    host: options.text("host") ?? "127.0.0.1",
    port: portOf(options),
    project,
    newAdminToken: options.flag("new-admin-token"),
    settings: settingsFrom(environment),
    logger,
  });
  if (screen.isJson) screen.printJson(documentOf(server, project));
  else screen.print(readyLines(server, project, databaseName(databaseUrl)));
  using _small = keepSmallWhenIdle();
  await ended;
  return 0;
}

async function serveBot(
  options: OptionValues,
  { environment, directory, screen, logger, untilEnding }: CommandContext,
): Promise<0> {
  const ended = untilEnding();
  const { data, databaseUrl } = serviceData(options, { directory, environment });
  const project = options.text("project") ?? "demo";
  const newAdminToken = options.flag("new-admin-token");
  // Nobody who serves translations alone should wait for the bot to be read.
  const { startBot } = await import("../../server/start-bot.ts");
  await using bot = await startBot({
    data,
    databaseUrl,
    key: environment["INTERLINEAR_BOT_KEY"],
    host: options.text("host") ?? "127.0.0.1",
    port: portOf(options),
    firstSettings: await firstSettingsFrom(environment, (path) => readFile(resolve(directory, path), "utf8")),
    ...(options.flag("service") ? { service: { project, newAdminToken, settings: settingsFrom(environment) } } : {}),
    logger,
  });
  if (screen.isJson) screen.printJson(botDocumentOf(bot, project));
  else screen.print(botLines(bot, project, databaseName(databaseUrl)));
  using _small = keepSmallWhenIdle();
  await ended;
  return 0;
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

function documentOf({ url, api, adminToken, botToken }: RunningServer, project: string): object {
  return { url, api, project, adminToken: adminToken ?? null, botToken: botToken ?? null };
}

function readyLines(
  { url, api, adminToken, botToken }: RunningServer,
  project: string,
  database: string,
): readonly string[] {
  return [
    `The service is ready: ${url}`,
    "",
    `  API          ${api}`,
    `  database     ${database}`,
    `  project      ${project}`,
    ...(adminToken === undefined ? [] : [`  admin token  ${adminToken}   (shown once)`]),
    ...(botToken === undefined
      ? []
      : [`  bot token    ${botToken}   (shown once; INTERLINEAR_TOKEN for this project)`]),
    "",
    "Ctrl-C ends it.",
  ];
}

function botDocumentOf({ url, adminUrl, webhooksUrl, administrator, service }: RunningBot, project: string): object {
  return {
    url,
    adminUrl,
    webhooksUrl,
    administrator: administrator ?? null,
    service:
      service === undefined
        ? null
        : {
            api: `${url}/api/`,
            project,
            adminToken: service.adminToken ?? null,
            botToken: service.botToken ?? null,
          },
  };
}

function botLines(
  { url, adminUrl, webhooksUrl, administrator, service }: RunningBot,
  project: string,
  database: string,
): readonly string[] {
  return [
    `The bot is ready: ${url}`,
    "",
    `  administration  ${adminUrl}`,
    ...(administrator === undefined
      ? []
      : [
          `  login           ${String(administrator.login)}`,
          `  password        ${administrator.password}   (shown once)`,
        ]),
    `  webhooks        ${webhooksUrl}/github, …/forgejo/NAME, …/service/NAME`,
    `  database        ${database}`,
    ...(service === undefined ? [] : serviceLines(service, url, project)),
    "",
    "Ctrl-C ends it.",
  ];
}

function serviceLines(
  { adminToken, botToken }: Pick<RunningServer, "adminToken" | "botToken">,
  url: string,
  project: string,
): readonly string[] {
  return [
    `  service's API   ${url}/api/`,
    `  its project     ${project}`,
    ...(adminToken === undefined ? [] : [`  its admin token ${adminToken}   (shown once)`]),
    ...(botToken === undefined ? [] : [`  its bot token   ${botToken}   (shown once)`]),
  ];
}
