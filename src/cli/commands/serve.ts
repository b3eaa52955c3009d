import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { startServer, type RunningServer } from "../../server/start-server.ts";
import type { Command } from "../command.ts";
import type { OptionValues } from "../options.ts";

export const command: Command = {
  summary: "run the embedded translation service",
  description:
    "Serves the translation service's API on SQLite and git clones in one folder, until it is told to end. The first start prints the tokens of an administrator and of the project's bot; they are shown once.",
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
    data: {
      type: "string",
      value: "DIR",
      default: "interlinear-data",
      description: "folder of database and clones (default: interlinear-data)",
    },
    project: {
      type: "string",
      value: "SLUG",
      default: "demo",
      description: "a project that is there from the first start on, with a bot (default: demo)",
    },
    "new-admin-token": { type: "boolean", description: "give the administrator another token" },
  },
  run: async (options, { directory, screen, logger, untilEnding }) => {
    const ended = untilEnding();
    const project = options.text("project") ?? "demo";
    await using server = await startServer({
      data: resolve(directory, options.text("data") ?? "interlinear-data"),
      host: options.text("host") ?? "127.0.0.1",
      port: portOf(options),
      project,
      newAdminToken: options.flag("new-admin-token"),
      logger,
    });
    if (screen.isJson) screen.printJson(documentOf(server, project));
    else screen.print(readyLines(server, project));
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

function readyLines({ url, api, adminToken, botToken }: RunningServer, project: string): readonly string[] {
  return [
    `The service is ready: ${url}`,
    "",
    `  API          ${api}`,
    `  project      ${project}`,
    ...(adminToken === undefined ? [] : [`  admin token  ${adminToken}   (shown once)`]),
    ...(botToken === undefined
      ? []
      : [`  bot token    ${botToken}   (shown once; INTERLINEAR_TOKEN for this project)`]),
    "",
    "Ctrl-C ends it.",
  ];
}
