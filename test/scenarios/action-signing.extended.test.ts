import { join } from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { output } from "../support/command.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { gitEnvironment } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld, writes, type World } from "../support/world.ts";
import { expectNoSecrets } from "./round-trip.ts";

const COMMITTER = "Translations <translations@acme.example>";
const signedBranches = [{ branches: "interlinear/*", requires: "verified-signatures" as const }];

async function lastTrailer({ repository }: World): Promise<string | undefined> {
  return (await repository.remoteGit("log", "-1", "--format=%B", "interlinear/main")).split("\n").at(-1);
}

test("with `commit.signing: ssh` git signs with the key of the workflow's secret, of which nothing is shown or left", async () => {
  await using site = await embeddedSite();
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "id");
  await output("ssh-keygen", ["-q", "-t", "ed25519", "-N", "correct horse", "-C", "test", "-f", file]);
  const allowed = join(folder.path, "allowed");
  await writeFile(allowed, `translations@acme.example ${await readFile(`${file}.pub`, "utf8")}`);
  const key = await readFile(file, "utf8");
  await using world = await createWorld(site, {
    github: { servesGit: true },
    mapping: "commit: { signing: ssh, sign-off: true }\n",
  });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  const inputs = {
    "signing-key": key,
    "signing-passphrase": "correct horse",
    "committer-name": "Translations",
    "committer-email": "translations@acme.example",
  };

  const first = await world.run(await scheduled(world.repository), { inputs });

  expect(first.exitCode, first.log).toBe(0);
  expect(first.outputs).toMatchObject({ changed: "true", "pull-request-number": "1" });
  const settings = ["-c", "gpg.format=ssh", "-c", `gpg.ssh.allowedSignersFile=${allowed}`];
  const facts = await output("git", [...settings, "log", "-1", "--format=%G? %an <%ae>", "interlinear/main"], {
    cwd: world.repository.remotePath,
    env: gitEnvironment(),
  });
  expect(facts.trim()).toBe(`G ${COMMITTER}`);
  expect(await lastTrailer(world)).toBe(`Signed-off-by: ${COMMITTER}`);
  const shown = first.rawLog.split("\n").filter((line) => !line.startsWith("::add-mask::"));
  for (const secret of ["correct horse", ...key.trim().split("\n").slice(1, -1)]) {
    expect(shown.join("\n")).not.toContain(secret);
  }
  expectNoSecrets(world, first);

  world.forgetRequests();
  const second = await world.run(await scheduled(world.repository), { inputs });

  expect(second.exitCode, second.log).toBe(0);
  expect(second.outputs).toMatchObject({ changed: "false" });
  expect(writes(world)).toEqual({ service: [], github: [] });
});

test("without the key that the mapping asks for nothing is written, and the message says which input is missing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { mapping: "commit: { signing: gpg }\n" });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");

  const result = await world.run(await scheduled(world.repository));

  expect(result.exitCode, result.log).not.toBe(0);
  expect(result.log).toContain("signing-key");
  expect(writes(world).github).toEqual([]);
});

test("a personal token where a rule asks for signatures gets a commit that GitHub signs, and no branch besides", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    github: { settings: { tokenKind: "personal", login: "ana", rules: signedBranches } },
    mapping: "commit: { sign-off: true }\n",
  });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");

  const result = await world.run(await scheduled(world.repository));

  expect(result.exitCode, result.log).toBe(0);
  const tip = await world.repository.remoteGit("rev-parse", "interlinear/main");
  expect(world.github.world.verifications.get(tip)).toEqual({ verified: true, reason: "valid" });
  expect(await world.repository.remoteGit("for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe(
    "interlinear/main\nmain",
  );
  expect(await lastTrailer(world)).toMatch(/^Signed-off-by: ana <\d+\+ana@users\.noreply\.github\.com>$/);
  expect(writes(world).github.filter((line) => line.includes("graphql"))).toHaveLength(1);
});
