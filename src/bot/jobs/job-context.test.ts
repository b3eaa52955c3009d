import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "vitest";
import { startForgejo } from "../../../test/support/forgejo/forgejo.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { systemClock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { defaultSettings, type ForgejoSettings } from "../../records/settings/settings.ts";
import { Clones } from "../clones/clones.ts";
import { ForgeTokens } from "../tokens/forge-tokens.ts";
import { jobContext } from "./perform-job.ts";

const SERVICE = "https://translate.example.org";

function mapping(settings: string, service = SERVICE): string {
  return `version: 1
service: ${service}
${settings}components:
  - component: acme/website
    translations: locales/{language}.json
    source: locales/en.json
`;
}

it.each([
  ["its own account", "interlinear-bot/app", "opened"],
  ["its own account, in whatever case", "Interlinear-Bot/app", "opened"],
  ["its own account, of another repository", "interlinear-bot/other", "IL-B23"],
  ["its own account, which is none", "interlinear-bot/gone", "IL-B23"],
  ["somebody else", "victim/app", "IL-B23"],
  ["the repository's owner, whose others may not be this one's writers'", "acme/other", "IL-B23"],
])("a token of Forgejo, which may write elsewhere too, writes to a fork of %s: %s → %s", async (_, fork, outcome) => {
  await using repository = await createRepository({
    ".github/interlinear.yml": mapping(`pull-request:\n  fork: ${fork}\n`),
    "locales/en.json": "{}\n",
  });
  await using forgejo = await startForgejo({
    repository: "acme/app",
    bareRepository: repository.remotePath,
    fork: { repository: "interlinear-bot/app", bareRepository: repository.remotePath },
    otherForks: { "interlinear-bot/other": "acme/other" },
    settings: { scopes: { repository: "write", issue: "write", user: "read" } },
  });
  await using folder = await temporaryDirectory();
  const clones = new Clones({ folder: folder.path, clock: systemClock, logger: silentLogger });
  const clone = clones.rootOf(1);
  const forge: ForgejoSettings = {
    kind: "forgejo",
    serverUrl: forgejo.url,
    token: forgejo.token,
    webhookSecret: "",
    repositories: ["acme/*"],
  };
  const context = await jobContext(new ForgeTokens(), {
    settings: { ...defaultSettings, forges: { codeberg: forge } },
    repository: { forge: "codeberg", name: "acme/app", number: 1, defaultBranch: "main" },
    clone,
    logger: silentLogger,
  });
  await clones.upToDate(1, context.remote);
  const mappingCommit = await repository.git("rev-parse", "HEAD");

  const opened = context.openWorkspace({ mappingCommit, files: "mapping-commit", anonymous: true });

  const code = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : error);
  expect(await opened.then((workspace) => workspace[Symbol.asyncDispose]().then(() => "opened"), code)).toBe(outcome);
});

it.each([
  ["is asked where the settings have it, without a token for this repository", true, 1],
  ["is asked for nothing where they have not", false, 0],
])("a service that a mapping names %s", async (_, isKnown, count) => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : "")}`;
  await using repository = await createRepository({
    ".github/interlinear.yml": mapping("", url),
    "locales/en.json": "{}\n",
  });
  const forge: ForgejoSettings = {
    kind: "forgejo",
    serverUrl: "https://codeberg.example",
    token: "t",
    webhookSecret: "",
    repositories: ["acme/*"],
  };
  const services = isKnown ? { ours: { url, token: "svp_1", webhookSecret: "", repositories: ["other/*"] } } : {};
  const context = await jobContext(new ForgeTokens(), {
    settings: { ...defaultSettings, services, forges: { codeberg: forge } },
    repository: { forge: "codeberg", name: "acme/app", number: 1, defaultBranch: "main" },
    clone: repository.path,
    logger: silentLogger,
  });
  const mappingCommit = await repository.git("rev-parse", "HEAD");
  await using workspace = await context.openWorkspace({ mappingCommit, files: "mapping-commit", anonymous: true });

  const asked = workspace.service.components("acme");

  await expect(asked).rejects.toMatchObject(isKnown ? {} : { code: "IL-B21" });
  expect(requests > 0).toBe(count > 0);
  server.closeAllConnections();
  server.close();
});
