import { gitHubApiOf } from "../network/github-address.ts";
import { UserError } from "../core/errors.ts";
import type { Settings } from "../records/settings/settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a start without a person brings along, and what it takes: used where the administration has nothing yet. */
export const botVariables = {
  INTERLINEAR_BOT_KEY: "what secrets are sealed with, 32 bytes in base64; by default bot.key in the data folder",
  INTERLINEAR_METRICS_TOKEN: "what whoever reads /metrics has to send; without it nobody may",
  INTERLINEAR_BOT_PUBLIC_URL: "where people and forges reach the bot, https://bot.example.org",
  INTERLINEAR_BOT_GITHUB_APP_ID: "number or client id of the GitHub App",
  INTERLINEAR_BOT_GITHUB_PRIVATE_KEY: "its private key (PEM)",
  INTERLINEAR_BOT_GITHUB_PRIVATE_KEY_FILE: "the file that holds it",
  INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET: "what its webhooks are signed with",
  INTERLINEAR_BOT_GITHUB_SERVER_URL: "address of a GitHub Enterprise server, https://github.com by default",
  INTERLINEAR_BOT_FORGEJO_URL: "address of a Forgejo or Gitea, https://codeberg.org",
  INTERLINEAR_BOT_FORGEJO_TOKEN: "token of the bot's account there",
  INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET: "what its webhooks are signed with",
  INTERLINEAR_BOT_REPOSITORIES: "whose repositories the service's and Forgejo's tokens are for: acme/*,other/app",
  INTERLINEAR_SERVICE_URL: "address of the translation service",
  INTERLINEAR_TOKEN: "its token",
  INTERLINEAR_BOT_SERVICE_WEBHOOK_SECRET: "what its webhooks are signed with, in base64",
} as const;

type Variable = keyof typeof botVariables;

/**
 * Settings from environment variables; empty ones count as not set.
 * @param readFile text of a file that a variable names
 * @throws {UserError} `IL-E06` where one lacks another
 */
export async function firstSettingsFrom(
  environment: Environment,
  readFile: (path: string) => Promise<string>,
): Promise<Partial<Settings>> {
  const text = (name: Variable): string => environment[name]?.trim() ?? "";
  const needed = (name: Variable, because: Variable): string => {
    if (text(name) !== "") return text(name);
    throw new UserError(`${because} is set, and ${name} is not`, {
      code: "IL-E06",
      hint: `${name} says ${botVariables[name]}.`,
    });
  };
  const publicUrl = text("INTERLINEAR_BOT_PUBLIC_URL");
  const service = serviceIn(text, needed);
  const gitHub = await gitHubIn(text, needed, readFile);
  const forgejo = forgejoIn(text, needed);
  const forges = { ...(gitHub && { github: gitHub }), ...(forgejo && { forgejo }) };
  return {
    ...(publicUrl === "" ? {} : { publicUrl }),
    ...(service !== undefined && { services: { service } }),
    ...(Object.keys(forges).length === 0 ? {} : { forges }),
  };
}

type Read = (name: Variable) => string;
type Need = (name: Variable, because: Variable) => string;

function serviceIn(text: Read, needed: Need): Settings["services"][string] | undefined {
  const url = text("INTERLINEAR_SERVICE_URL");
  if (url === "") return undefined;
  return {
    url,
    token: needed("INTERLINEAR_TOKEN", "INTERLINEAR_SERVICE_URL"),
    webhookSecret: text("INTERLINEAR_BOT_SERVICE_WEBHOOK_SECRET"),
    repositories: patternsIn(needed("INTERLINEAR_BOT_REPOSITORIES", "INTERLINEAR_SERVICE_URL")),
  };
}

async function gitHubIn(
  text: Read,
  needed: Need,
  readFile: (path: string) => Promise<string>,
): Promise<Settings["forges"][string] | undefined> {
  const appId = text("INTERLINEAR_BOT_GITHUB_APP_ID");
  if (appId === "") return undefined;
  const file = text("INTERLINEAR_BOT_GITHUB_PRIVATE_KEY_FILE");
  const privateKey =
    file === ""
      ? needed("INTERLINEAR_BOT_GITHUB_PRIVATE_KEY", "INTERLINEAR_BOT_GITHUB_APP_ID")
      : await readKey(file, readFile);
  const serverUrl = text("INTERLINEAR_BOT_GITHUB_SERVER_URL") || "https://github.com";
  return {
    kind: "github",
    serverUrl,
    apiUrl: gitHubApiOf(serverUrl),
    appId,
    privateKey,
    webhookSecret: needed("INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET", "INTERLINEAR_BOT_GITHUB_APP_ID"),
  };
}

async function readKey(file: string, readFile: (path: string) => Promise<string>): Promise<string> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UserError("INTERLINEAR_BOT_GITHUB_PRIVATE_KEY_FILE names a file that cannot be read", {
      code: "IL-E06",
      hint: "It names the PEM file that GitHub gave.",
      cause: error,
    });
  }
}

function forgejoIn(text: Read, needed: Need): Settings["forges"][string] | undefined {
  const serverUrl = text("INTERLINEAR_BOT_FORGEJO_URL");
  if (serverUrl === "") return undefined;
  return {
    kind: "forgejo",
    serverUrl,
    token: needed("INTERLINEAR_BOT_FORGEJO_TOKEN", "INTERLINEAR_BOT_FORGEJO_URL"),
    webhookSecret: needed("INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET", "INTERLINEAR_BOT_FORGEJO_URL"),
    repositories: patternsIn(needed("INTERLINEAR_BOT_REPOSITORIES", "INTERLINEAR_BOT_FORGEJO_URL")),
  };
}

function patternsIn(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}
