import { UserError } from "../../core/errors.ts";
import { keepSmallWhenIdle } from "../../server/idle-memory.ts";
import { startServer, type RunningServer } from "../../server/start-server.ts";
import { settingsFrom, settingVariables } from "../../server/settings.ts";
import type { Command } from "../command.ts";
import type { OptionValues } from "../options.ts";
import { dataOption, serviceData } from "../service-data.ts";

export const command: Command = {
  summary: "run the embedded translation service",
  description:
    "Serves the translation service's API on SQLite and git clones in one folder, until it is told to end. With the address of a PostgreSQL database in the environment variable DATABASE_URL (postgres://user:password@host/name) it uses that instead, and several servers may share it and the folder. The first start prints the tokens of an administrator and of the project's bot; they are shown once.\n\nMore settings are environment variables:\n" +
    Object.entries(settingVariables)
      .map(([name, meaning]) => `  ${name.padEnd(31)}  ${meaning}`)
      .join("\n"),
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
    project: {
      type: "string",
      value: "SLUG",
      default: "demo",
      description: "a project that is there from the first start on, with a bot (default: demo)",
    },
    "new-admin-token": { type: "boolean", description: "give the administrator another token" },
  },
  run: async (options, { environment, directory, screen, logger, untilEnding }) => {
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
    const database = databaseUrl === undefined ? "SQLite, in the data folder" : "PostgreSQL, of DATABASE_URL";
    if (screen.isJson) screen.printJson(documentOf(server, project));
    else screen.print(readyLines(server, project, database));
    using _small = keepSmallWhenIdle();
    await ended;
    return 0;
  },
};

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
