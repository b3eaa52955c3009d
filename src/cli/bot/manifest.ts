import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { appManifest, newAppAddress, type AppManifest } from "../../bot/manifest/app-manifest.ts";
import { gitHubApiOf } from "../../network/github-address.ts";
import { manifestPage } from "../../bot/manifest/manifest-page.ts";
import { beginAppRegistration } from "../../records/repositories/app-registration.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import type { CommandContext } from "../command.ts";
import type { OptionValues } from "../options.ts";
import { recordsBeside, wrong, type BotAction } from "./action.ts";

const GITHUB = "https://github.com";

export const manifest: BotAction = {
  words: "",
  summary: "print what GitHub makes the bot's App from, or write the page that does it (--html)",
  options: ["url", "org", "name", "forge", "server", "workflows", "teams", "html"],
  run: async (_, options, context) => {
    const html = options.text("html");
    const serverUrl = originOf(options.text("server") ?? GITHUB, "--server");
    const forge = forgeIn(options);
    if (html === undefined) {
      const made = manifestOf(options, forge, options.text("url") ?? EXAMPLE);
      if (options.text("url") === undefined) {
        context.logger.notice(`${EXAMPLE} stands for the bot's address: name it with --url.`);
      }
      return { lines: JSON.stringify(made, undefined, 2).split("\n"), document: made };
    }
    const page = await pageOf(options, context, { forge, serverUrl });
    const file = resolve(context.directory, html);
    await writeFile(file, page.text);
    return {
      lines: [
        `${html} makes the App of ${page.manifest.url}: open it within an hour, in a browser that is signed in at ${serverUrl}.`,
        `Then sign in at ${page.manifest.url}/admin/ as an administrator: GitHub hands the App's key over there.`,
      ],
      document: { file, manifest: page.manifest },
    };
  },
};

const EXAMPLE = "https://bot.example.org";

interface Place {
  readonly forge: string;
  readonly serverUrl: string;
}

/** What is sent off with the page is known to the bot: so it knows what comes back. */
async function pageOf(
  options: OptionValues,
  context: CommandContext,
  { forge, serverUrl }: Place,
): Promise<{ readonly text: string; readonly manifest: AppManifest }> {
  await using records = await recordsBeside(options, context);
  const { publicUrl } = await currentSettings(records);
  const url = options.text("url") ?? publicUrl;
  if (url === "") throw wrong("where GitHub reaches the bot is not known", "Name it: --url https://bot.example.org.");
  const made = manifestOf(options, forge, url);
  const state = await beginAppRegistration(records, {
    forge,
    serverUrl,
    apiUrl: gitHubApiOf(serverUrl),
    login: null,
  });
  return { text: await manifestPage(made, newAppAddress(serverUrl, options.text("org"), state)), manifest: made };
}

function manifestOf(options: OptionValues, forge: string, url: string): AppManifest {
  const organization = options.text("org");
  return appManifest({
    publicUrl: originOf(url, "--url"),
    forge,
    name: options.text("name") ?? `Interlinear${organization === undefined ? "" : ` of ${organization}`}`,
    workflows: options.flag("workflows"),
    teams: options.flag("teams"),
  });
}

function forgeIn(options: OptionValues): string {
  const name = options.text("forge") ?? "github";
  if (/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(name)) return name;
  throw wrong(`--forge is "${name}"`, "It takes lower case letters, digits, `.`, `_` and `-`.");
}

function originOf(text: string, option: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw wrong(`${option} is "${text}"`, "It takes an address such as https://bot.example.org.");
}
