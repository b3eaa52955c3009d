import { expect, it } from "vitest";
import { startForgejo } from "../../../test/support/forgejo/forgejo.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { systemClock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { defaultSettings, type ForgejoSettings } from "../../records/settings/settings.ts";
import { Clones } from "../clones/clones.ts";
import { ForgeTokens } from "./forge-tokens.ts";
import { standOf } from "./stand.ts";

function mapping(fork: string): string {
  return `version: 1
service: https://translate.example.org
pull-request:
  fork: ${fork}
components:
  - component: acme/website
    translations: locales/{language}.json
    source: locales/en.json
`;
}

it.each([
  ["its own account", "interlinear-bot/app", "opened"],
  ["its own account, in whatever case", "Interlinear-Bot/app", "opened"],
  ["somebody else", "victim/app", "IL-B23"],
  ["the repository's owner, whose others may not be this one's writers'", "acme/other", "IL-B23"],
])("a token of Forgejo, which may write elsewhere too, writes to a fork of %s: %s → %s", async (_, fork, outcome) => {
  await using repository = await createRepository({
    ".github/interlinear.yml": mapping(fork),
    "locales/en.json": "{}\n",
  });
  await using forgejo = await startForgejo({ repository: "acme/app", bareRepository: repository.remotePath });
  await using folder = await temporaryDirectory();
  const clones = new Clones({ folder: folder.path, clock: systemClock, logger: silentLogger });
  const { root: clone, temporary } = clones.placeOf(1);
  const forge: ForgejoSettings = {
    kind: "forgejo",
    serverUrl: forgejo.url,
    token: forgejo.token,
    webhookSecret: "",
    repositories: ["acme/*"],
  };
  const stand = await standOf(new ForgeTokens(), {
    settings: { ...defaultSettings, forges: { codeberg: forge } },
    repository: { forge: "codeberg", name: "acme/app", number: 1, defaultBranch: "main" },
    clone,
    temporary,
    logger: silentLogger,
  });
  await clones.upToDate(1, stand.remote);
  const mappingCommit = await repository.git("rev-parse", "HEAD");

  const opened = stand.openWorkspace({ mappingCommit, files: "mapping-commit", anonymous: true });

  const code = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : error);
  expect(await opened.then((workspace) => workspace[Symbol.asyncDispose]().then(() => "opened"), code)).toBe(outcome);
});
