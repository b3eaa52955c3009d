import type { RunningBot } from "../../server/start-bot.ts";
import type { RunningServer } from "../../server/start-server.ts";

/** What a started service tells, as one JSON document. */
export function serviceDocument(
  { url, api, adminToken, botToken, signInLink }: RunningServer,
  project: string,
): object {
  return {
    url,
    api,
    project,
    adminToken: adminToken ?? null,
    signInLink: signInLink ?? null,
    botToken: botToken ?? null,
  };
}

/** The same for people. */
export function serviceLines(
  { url, api, adminToken, botToken, signInLink }: RunningServer,
  project: string,
  database: string,
): readonly string[] {
  return [
    `The service is ready: ${url}`,
    "",
    `  API          ${api}`,
    `  database     ${database}`,
    `  project      ${project}`,
    `  translate    ${url}/projects/${project}/`,
    ...(signInLink === undefined ? [] : [`  sign in      ${signInLink}   (once, within 15 minutes)`]),
    ...(adminToken === undefined ? [] : [`  admin token  ${adminToken}   (shown once)`]),
    ...(botToken === undefined
      ? []
      : [`  bot token    ${botToken}   (shown once; INTERLINEAR_TOKEN for this project)`]),
    "",
    "Ctrl-C ends it.",
  ];
}

/** What a started bot tells, as one JSON document. */
export function botDocument(
  { url, adminUrl, webhooksUrl, administrator, service }: RunningBot,
  project: string,
): object {
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

/** The same for people. */
export function botLines(
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
    ...(service === undefined ? [] : embeddedLines(service, url, project)),
    "",
    "Ctrl-C ends it.",
  ];
}

function embeddedLines(
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
