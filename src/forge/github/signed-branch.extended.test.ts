import type { GitHub } from "../../../test/support/github/server.ts";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { startGitHub } from "../../../test/support/github/github.ts";
import type { Settings } from "../../../test/support/github/world.ts";
import { createRepository, gitEnvironment, type TestRepository } from "../../../test/support/repository.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { silentLogger, type Logger } from "../../core/logger.ts";
import { proposal } from "../forge.contract.ts";
import type { Forge, Proposal } from "../forge.ts";
import { createGitHubForge } from "./github-forge.ts";

interface Host extends AsyncDisposable {
  readonly repository: TestRepository;
  readonly github: GitHub;
  readonly forge: Forge;
  readonly key: string;
  readonly allowed: string;
  readonly log: readonly string[];
}

async function createHost(settings: Partial<Settings> = {}): Promise<Host> {
  const folder = await temporaryDirectory();
  const file = join(folder.path, "id");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", file]);
  const allowed = join(folder.path, "allowed");
  writeFileSync(allowed, `bot@example.org ${readFileSync(`${file}.pub`, "utf8")}`);
  const key = readFileSync(file, "utf8");
  const repository = await createRepository({ "de.json": "old\n", "run.sh": "#!/bin/sh\n" });
  const github = await startGitHub({
    repository: "acme/site",
    bareRepository: repository.remotePath,
    servesGit: true,
    settings: { tokenKind: "personal", login: "ana", ...settings },
  });
  const log: string[] = [];
  const write = (message: string): unknown => log.push(message);
  const logger: Logger = { ...silentLogger, debug: write, info: write, warning: write };
  const { apiUrl, serverUrl, token } = github;
  return {
    repository,
    github,
    key,
    allowed,
    log,
    forge: createGitHubForge({
      repository: "acme/site",
      apiUrl,
      serverUrl,
      token,
      logger,
      tempo: { spaced: false, second: 1 },
      clock: { now: () => new Date(), sleep: () => Promise.resolve() },
      signing: {
        directory: repository.path,
        key: { format: "ssh", key, committer: { name: "Translations", email: "bot@example.org" } },
      },
    }),
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function change(host: Host, content = "new\n"): Promise<Proposal> {
  const proposed = await proposal(host, { "de.json": content });
  const script = { path: "run.sh", content: Buffer.from("#!/bin/sh\n# new\n"), mode: "100755" as const };
  return {
    ...proposed,
    files: [...proposed.files, script],
    commit: { ...proposed.commit, signOff: true },
  };
}

function verify({ repository, allowed }: Host, commit: string): string {
  const settings = ["-c", "gpg.format=ssh", "-c", `gpg.ssh.allowedSignersFile=${allowed}`];
  return execFileSync("git", [...settings, "log", "-1", "--format=%G? %GS", commit], {
    cwd: repository.remotePath,
    env: gitEnvironment(),
  }).toString("utf8");
}

function rule(type: string): Settings["rules"][number] {
  return { branches: "interlinear/main", requires: { type } };
}

describe.concurrent("a branch on GitHub that git signs", () => {
  it("holds one commit that git verifies, with executable files, a sign-off and a pull request", async () => {
    await using host = await createHost({ rules: [rule("required_signatures")] });

    const { commit = "", outcome, pullRequest } = await host.forge.propose(await change(host));

    const { repository } = host;
    expect(outcome).toBe("created");
    expect(pullRequest).toMatchObject({ number: 1, outcome: "created" });
    expect(verify(host, commit).trim()).toBe("G bot@example.org");
    expect(await repository.remoteGit("rev-parse", "interlinear/main")).toBe(commit);
    expect(await repository.remoteGit("ls-tree", commit, "run.sh")).toMatch(/^100755 /);
    expect(await repository.remoteGit("log", "-1", "--format=%an <%ae>|%(trailers:key=Signed-off-by)", commit)).toBe(
      "Translations <bot@example.org>|Signed-off-by: Translations <bot@example.org>",
    );
    expect(host.github.writes().map(({ operation }) => operation)).toEqual([
      "git push",
      "POST /repos/{owner}/{repo}/pulls",
    ]);
  });

  it("is known again, and made anew in place", async () => {
    await using host = await createHost();
    await host.forge.propose(await change(host));
    const before = host.github.writes().length;

    expect(await host.forge.propose(await change(host))).toMatchObject({ outcome: "unchanged" });
    expect(host.github.writes()).toHaveLength(before);
    const { commit = "", outcome } = await host.forge.propose(await change(host, "newer\n"));
    expect(outcome).toBe("updated");
    expect(verify(host, commit).trim()).toBe("G bot@example.org");
    expect(await host.forge.delivered("interlinear/main", (await change(host)).base)).toMatchObject({ commit });
  });

  it("is not pushed where a rule forbids it, which is said before", async () => {
    await using host = await createHost({ rules: [rule("creation")] });

    await expect(host.forge.propose(await change(host))).rejects.toMatchObject({
      code: "IL-F04",
      message: expect.stringContaining("nothing was written to interlinear/main"),
    });
    expect(host.github.writes()).toEqual([]);
  });

  it("shows neither key nor token, in a log or an error", async () => {
    await using host = await createHost({ permissions: { contents: "read", "pull-requests": "write" } });

    const error: unknown = await host.forge.propose(await change(host)).catch((thrown: unknown) => thrown);

    const secrets = [...host.key.split("\n").slice(1, 3), host.github.token, "eC1hY2Nlc3Mt"];
    expect(error).toMatchObject({ message: expect.stringContaining("the push of interlinear/main was refused") });
    const told = `${inspect(error, { depth: 9 })}${host.log.join("\n")}`;
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
    expect(await host.repository.git("config", "--list", "--local")).not.toMatch(/signing|extraheader/i);
  });
});
