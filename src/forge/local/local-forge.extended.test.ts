import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createRepository } from "../../../test/support/repository.ts";
import { silentLogger } from "../../core/logger.ts";
import { commitOnBranch, forgeContract, mergeBaseIntoBranch, proposal, type ForgeHost } from "../forge.contract.ts";
import type { Forge } from "../forge.ts";
import { createLocalForge } from "./local-forge.ts";

async function createHost(files: Parameters<typeof createRepository>[0]): Promise<ForgeHost> {
  const repository = await createRepository(files);
  await repository.remoteGit("config", "core.logAllRefUpdates", "always");
  const fileOf = (branch: string): string =>
    join(repository.path, ".git/interlinear", `${branch.replaceAll("/", "-")}.md`);
  return {
    repository,
    forge: createLocalForge({ directory: repository.path, logger: silentLogger }),
    writes: async () =>
      (await repository.remoteGit("log", "--walk-reflogs", "--all", "--format=%H")).split("\n").length,
    pullRequest: async (branch) => {
      const content = await readFile(fileOf(branch), "utf8").catch(() => undefined);
      const [, title = "", body = ""] = /^# (.*)\n\n([\s\S]*)\n$/.exec(content ?? "") ?? [];
      return content === undefined ? undefined : { title, body };
    },
    edit: async (branch, change) => {
      await writeFile(fileOf(branch), change(await readFile(fileOf(branch), "utf8")));
    },
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

forgeContract("a plain remote", createHost);

describe("the forge over a plain remote", () => {
  it("keeps the texts of branches apart whose names differ by a slash only", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const plain = await proposal(host, { "de.json": "new\n" });
    const branches = ["interlinear/main/app-web", "interlinear/main/app/web", "interlinear/main-app/web"];

    const urls = [];
    for (const branch of branches.slice(1)) {
      urls.push((await host.forge.propose({ ...plain, branch })).pullRequest?.url);
    }

    expect(new Set(urls).size).toBe(2);
    expect(await host.forge.delivered("interlinear/main/app-web", plain.base)).toBeUndefined();
    const open = await host.forge.openProposals("main", (branch) => branches.includes(branch));
    expect(open.map(({ branch }) => branch).toSorted()).toEqual(branches.slice(1).toSorted());
  });

  it("says where the folder of the texts cannot be read, and takes one that is not there for empty", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const { path: directory } = host.repository;
    const openIn = (outputDirectory: string) =>
      createLocalForge({ directory, logger: silentLogger, outputDirectory }).openProposals("main", () => true);

    expect(await openIn(join(directory, "nowhere"))).toEqual([]);
    await expect(openIn(join(directory, "de.json"))).rejects.toThrow("ENOTDIR");
  });

  it("asks the remote for branches only where it keeps the text of a pull request, in a linked working tree too", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const { repository } = host;
    const linked = join(repository.path, ".git", "linked");
    await repository.git("worktree", "add", "--quiet", "--detach", linked);
    const openIn = (directory: string, remote?: string) =>
      createLocalForge({ directory, logger: silentLogger, ...(remote !== undefined && { remote }) }).openProposals(
        "main",
        () => true,
      );

    expect(await openIn(repository.path, "/nowhere")).toEqual([]);

    const { branch } = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    await expect(openIn(repository.path, "/nowhere")).rejects.toThrow("/nowhere");
    for (const directory of [repository.path, linked]) expect(await openIn(directory)).toMatchObject([{ branch }]);
  });

  it("touches neither index nor working tree nor configuration", async () => {
    await using host = await createHost({ "de.json": "old\n", "en.json": "1\n" });
    const { repository, forge } = host;
    await repository.write({ "en.json": "staged\n" });
    await repository.git("add", "en.json");
    await repository.write({ "en.json": "not staged\n", "new.txt": "untracked" });
    const state = async (): Promise<readonly unknown[]> =>
      Promise.all([
        readFile(join(repository.path, ".git/index"), "base64"),
        readFile(join(repository.path, ".git/config"), "utf8"),
        repository.git("status", "--porcelain"),
        // A push also notes where the remote is now, as every push does.
        repository.git("for-each-ref", "refs/heads", "refs/tags"),
        repository.git("symbolic-ref", "HEAD"),
      ]);
    const before = await state();

    await forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(await state()).toEqual(before);
    expect(await readdir(join(repository.path, ".git"))).toContain("interlinear");
  });

  it("writes the pull request as Markdown with its labels where it is told to", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const folder = await mkdtemp(join(host.repository.path, "out-"));
    const forge = createLocalForge({ directory: host.repository.path, outputDirectory: folder, logger: silentLogger });
    const proposed = await proposal(host, { "de.json": "new\n" });
    const labels = ["translations", "bot"];

    const { pullRequest } = await forge.propose({ ...proposed, pullRequest: { ...proposed.pullRequest, labels } });

    const file = fileURLToPath(pullRequest?.url ?? "");
    expect(file.startsWith(folder)).toBe(true);
    expect(await readFile(file, "utf8")).toBe("# Translations\n\nLabels: translations, bot\n\nWhat changed.\n");
  });

  it("lists what a forge would set, to be done by hand", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const proposed = await proposal(host, { "de.json": "new\n" });
    const settings = {
      assignees: ["ana"],
      reviewers: ["ben"],
      teamReviewers: ["core"],
      milestone: 3,
      draft: true,
      autoMerge: "merge",
    } as const;

    await host.forge.propose({ ...proposed, pullRequest: { ...proposed.pullRequest, ...settings } });

    expect((await host.pullRequest("interlinear/main"))?.body).toBe(
      "Assignees: ana\n\nReviewers: ben, team core\n\nMilestone: 3\n\nDraft: yes\n\nWhat changed.",
    );
  });

  it("commits as the user that git knows, and as Interlinear where it knows none", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const authors = (): Promise<string> =>
      host.repository.remoteGit("log", "-1", "--format=%an <%ae>, %cn <%ce>", "interlinear/main");
    const saved = { global: process.env.GIT_CONFIG_GLOBAL, system: process.env.GIT_CONFIG_NOSYSTEM };
    process.env.GIT_CONFIG_GLOBAL = devNull;
    process.env.GIT_CONFIG_NOSYSTEM = "1";
    try {
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      const nobody = "Interlinear <interlinear@users.noreply.localhost>";
      expect(await authors()).toBe(`${nobody}, ${nobody}`);

      await host.repository.git("config", "user.name", "Uma User");
      await host.repository.git("config", "user.email", "uma@example.org");
      await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));
      expect(await authors()).toBe("Uma User <uma@example.org>, Uma User <uma@example.org>");
    } finally {
      for (const [name, value] of [
        ["GIT_CONFIG_GLOBAL", saved.global],
        ["GIT_CONFIG_NOSYSTEM", saved.system],
      ] as const) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it("reads again when the branch moved between reading and pushing, and sees whose commit came", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    // Somebody else's push wins the race: it comes when ours is about to start.
    const hook = join(host.repository.path, ".git/hooks/pre-push");
    const marker = join(host.repository.path, ".git/raced");
    const theirs = await host.repository.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "Their commit");
    await writeFile(
      hook,
      `#!/bin/sh\n[ -e '${marker}' ] && exit 0\ntouch '${marker}'\ngit push --quiet --no-verify --force origin ${theirs}:refs/heads/interlinear/main\n`,
      { mode: 0o755 },
    );

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "newest\n" }));

    expect(delivery).toMatchObject({ outcome: "left-alone", commit: theirs });
    expect(delivery.notes[0]).toContain("Their commit");
  });

  it("explains a push that the server refuses", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await writeFile(
      join(host.repository.remotePath, "hooks/pre-receive"),
      "#!/bin/sh\necho 'error: GH013: Repository rule violations found for refs/heads/interlinear/main.' >&2\necho '- Commits must have verified signatures.' >&2\nexit 1\n",
      { mode: 0o755 },
    );

    const refused = host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    await expect(refused).rejects.toMatchObject({ code: "IL-F04", hint: expect.stringContaining("signing") });
    await expect(refused).rejects.toThrow("Commits must have verified signatures");
  });

  it("works in a shallow clone", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await host.repository.write({ "en.json": "2\n" });
    await host.repository.publish("Second");
    const clone = join(host.repository.path, "shallow");
    await host.repository.git("clone", "--quiet", "--depth=1", host.repository.remoteUrl, clone);
    const forge = createLocalForge({ directory: clone, logger: silentLogger });
    const first = await proposal(host, { "de.json": "new\n" });

    expect((await forge.propose(first)).outcome).toBe("created");
    expect((await forge.propose(first)).outcome).toBe("unchanged");
    await host.repository.write({ "en.json": "3\n" });
    await host.repository.publish("Third");
    const again = join(host.repository.path, "shallow-again");
    await host.repository.git("clone", "--quiet", "--depth=1", host.repository.remoteUrl, again);
    const later = createLocalForge({ directory: again, logger: silentLogger });
    expect((await later.propose(await proposal(host, { "de.json": "new\n" }))).outcome).toBe("unchanged");
    expect((await later.propose(await proposal(host, { "de.json": "newer\n" }))).outcome).toBe("updated");
  });

  it("takes a merge of the base for its own in a shallow clone, and nothing that came in besides", async () => {
    await using host = await createHost({ "de.json": "old\n", "en.json": "1\n" });
    await host.repository.write({ "en.json": "2\n" });
    await host.repository.publish("Second");
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    await host.repository.write({ "en.json": "3\n" });
    await host.repository.publish("Third");
    const shallow = async (name: string): Promise<Forge> => {
      const clone = join(host.repository.path, name);
      await host.repository.git("clone", "--quiet", "--depth=1", host.repository.remoteUrl, clone);
      return createLocalForge({ directory: clone, logger: silentLogger });
    };
    await mergeBaseIntoBranch(host);
    const proposed = await proposal(host, { "de.json": "new\n" });

    expect((await (await shallow("one")).propose(proposed)).outcome).toBe("unchanged");

    await commitOnBranch(host, "Theirs", { "en.json": "theirs\n" });
    const after = await (await shallow("two")).propose(proposed);
    expect(after.outcome).toBe("left-alone");
    expect(after.notes[0]).toMatch(/\("?\w{7} "Theirs" by [^;]*\)/);
  });
});
