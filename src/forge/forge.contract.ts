import { describe, expect, it } from "vitest";
import type { TestRepository } from "../../test/support/repository.ts";
import { variants } from "../../test/support/samples.ts";
import { blobId } from "../git/blob-id.ts";
import { REBASE_BOX, type FileChange, type Forge, type Proposal } from "./forge.ts";

/** A repository with a forge over it. */
export interface ForgeHost extends AsyncDisposable {
  /** The working tree and the bare remote that the forge writes to. */
  readonly repository: TestRepository;
  readonly forge: Forge;
  /** How often the remote was written so far, by anybody. */
  writes(): Promise<number>;
  /** Title and body of the open pull request of a branch. */
  pullRequest(branch: string): Promise<{ readonly title: string; readonly body: string } | undefined>;
  /** A person edits the open pull request's text. */
  edit(branch: string, change: (body: string) => string): Promise<void>;
}

export type CreateForgeHost = (files: Readonly<Record<string, string | Uint8Array>>) => Promise<ForgeHost>;

const BRANCH = "interlinear/main";

/** What every forge does, run against each adapter. */
export function forgeContract(name: string, createHost: CreateForgeHost): void {
  describe.concurrent(`${name} as a forge`, () => {
    it("creates a branch with one commit and a pull request", async () => {
      await using host = await createHost({ "de.json": "old\n", "en.json": "source\n" });
      const { repository, forge } = host;

      const delivery = await forge.propose(await proposal(host, { "de.json": "new\n", "locale/fr.json": "neuf\n" }));

      const tip = await repository.remoteGit("rev-parse", BRANCH);
      expect(delivery).toMatchObject({ outcome: "created", branch: BRANCH, commit: tip, notes: [] });
      expect(delivery.pullRequest?.outcome).toBe("created");
      expect(await repository.remoteGit("rev-parse", `${BRANCH}^`)).toBe(await repository.git("rev-parse", "HEAD"));
      expect(await contentAt(host, "de.json")).toBe("new");
      expect(await contentAt(host, "locale/fr.json")).toBe("neuf");
      expect(await contentAt(host, "en.json")).toBe("source");
      const message = await repository.remoteGit("log", "-1", "--format=%B", BRANCH);
      const tree = await repository.remoteGit("rev-parse", `${BRANCH}^{tree}`);
      expect(message).toBe(
        `Update translations\n\nFrom the service.\n\nInterlinear-Tree: ${tree}\nCo-authored-by: Ana <ana@example.org>`,
      );
      expect(await host.pullRequest(BRANCH)).toMatchObject({ title: "Translations", body: "What changed." });
    });

    it("writes nothing when the same is proposed again", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const proposed = await proposal(host, { "de.json": "new\n" });
      const { commit } = await host.forge.propose(proposed);
      const before = await host.writes();

      const again = await host.forge.propose(proposed);

      expect(again).toMatchObject({ outcome: "unchanged", commit, pullRequest: { outcome: "unchanged" }, notes: [] });
      expect(await host.writes()).toBe(before);
    });

    it.each(variants(["fix/#12", "a%2Fb", "übersetzung/日本"]))(
      "writes, finds and withdraws the branch %s",
      async (branch) => {
        await using host = await createHost({ "de.json": "old\n" });
        const proposed = { ...(await proposal(host, { "de.json": "new\n" })), branch };

        const first = await host.forge.propose(proposed);

        expect(first).toMatchObject({ outcome: "created", branch, notes: [] });
        expect(await host.repository.remoteGit("rev-parse", `refs/heads/${branch}`)).toBe(first.commit);
        expect(await host.forge.propose(proposed)).toMatchObject({ outcome: "unchanged" });
        expect(await host.forge.openProposals("main", (other) => other === branch)).toHaveLength(1);
        expect(await host.forge.withdraw(branch, proposed.base, "Done.")).toMatchObject({
          outcome: "closed",
          notes: [],
        });
        expect(await host.repository.remoteGit("for-each-ref", "--format=%(refname)", "refs/heads")).toBe(
          "refs/heads/main",
        );
      },
    );

    it.each([
      ["a new branch", undefined],
      ["one that is there", "before\n"],
    ])("lets two runs at once bring the same to %s, with one commit and one pull request", async (_, before) => {
      await using host = await createHost({ "de.json": "old\n" });
      if (before !== undefined) await host.forge.propose(await proposal(host, { "de.json": before }));
      const proposed = await proposal(host, { "de.json": "new\n" });

      const [one, other] = await Promise.all([host.forge.propose(proposed), host.forge.propose(proposed)]);

      expect(one.pullRequest?.url).toBe(other.pullRequest?.url);
      expect([one.commit, other.commit]).toContain(await host.repository.remoteGit("rev-parse", BRANCH));
      expect(await contentAt(host, "de.json")).toBe("new");
      expect(await host.repository.remoteGit("rev-list", "--count", `main..${BRANCH}`)).toBe("1");
      expect(await host.forge.openProposals("main", (branch) => branch === BRANCH)).toHaveLength(1);
    });

    it("leaves the branch as it is when only other files of the base moved on", async () => {
      await using host = await createHost({ "de.json": "old\n", "code.ts": "1\n" });
      const { commit } = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await host.repository.write({ "code.ts": "2\n" });
      await host.repository.publish("Code");
      const before = await host.writes();

      const again = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

      expect(again).toMatchObject({ outcome: "unchanged", commit });
      expect(await host.writes()).toBe(before);
    });

    it("makes the branch anew when the base changed a file of it", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await host.repository.write({ "de.json": "old, edited\n" });
      const base = await host.repository.publish("Edit");

      const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

      expect(delivery).toMatchObject({ outcome: "updated", pullRequest: { outcome: "unchanged" } });
      expect(await host.repository.remoteGit("rev-parse", `${BRANCH}^`)).toBe(base);
      expect(await host.repository.remoteGit("rev-list", "--count", `main..${BRANCH}`)).toBe("1");
    });

    it("replaces its own commit when the content changed, and takes out what is no longer proposed", async () => {
      await using host = await createHost({ "de.json": "old\n", "fr.json": "old\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n", "fr.json": "new\n" }));

      const delivery = await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));

      expect(delivery).toMatchObject({ outcome: "updated" });
      expect(await contentAt(host, "de.json")).toBe("newer");
      expect(await contentAt(host, "fr.json")).toBe("old");
      expect(await host.repository.remoteGit("rev-list", "--count", `main..${BRANCH}`)).toBe("1");
    });

    it("makes the branch anew when the service's file is another one though the content is the same", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const first = await proposal(host, { "de.json": "new\n" });
      const memory = { name: "Interlinear-Service", value: `${"a".repeat(40)} de.json` };
      await host.forge.propose(first);

      const remembered = { ...first, commit: { ...first.commit, trailers: [memory] } };

      expect(await host.forge.propose(remembered)).toMatchObject({ outcome: "updated" });
      expect(await host.forge.propose(remembered)).toMatchObject({ outcome: "unchanged" });
    });

    it("leaves a branch alone that holds somebody else's commit, and says whose", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      const theirs = await commitOnBranch(host, "Fix a typo", { "de.json": "better\n" });
      const before = await host.writes();

      const delivery = await host.forge.propose(await proposal(host, { "de.json": "newest\n" }));

      expect(delivery).toMatchObject({ outcome: "left-alone", commit: theirs });
      expect(delivery.notes).toHaveLength(1);
      expect(delivery.notes[0]).toContain("Fix a typo");
      expect(delivery.notes[0]).toContain("Dana Developer");
      expect(await host.repository.remoteGit("rev-parse", BRANCH)).toBe(theirs);
      expect(await host.writes()).toBe(before);
    });

    it("leaves a branch alone whose commit somebody amended", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await commitOnBranch(host, undefined, { "de.json": "amended\n" });

      const delivery = await host.forge.propose(await proposal(host, { "de.json": "newest\n" }));

      expect(delivery.outcome).toBe("left-alone");
      expect(await contentAt(host, "de.json")).toBe("amended");
    });

    it("starts again on a branch that was merged and not deleted", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const { commit = "" } = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await host.repository.git("fetch", "--quiet", "origin", BRANCH);
      await host.repository.git("merge", "--quiet", "--no-ff", "--message", "Merge", commit);
      await host.repository.git("push", "--quiet", "origin", "HEAD:main");

      const delivery = await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));

      expect(delivery.outcome).toBe("updated");
      expect(await contentAt(host, "de.json")).toBe("newer");
      expect(await host.repository.remoteGit("rev-list", "--count", `main..${BRANCH}`)).toBe("1");
    });

    it("creates the branch again after it was deleted", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await host.repository.remoteGit("update-ref", "-d", `refs/heads/${BRANCH}`);

      const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

      expect(delivery).toMatchObject({ outcome: "created" });
      expect(await contentAt(host, "de.json")).toBe("new");
    });

    it("carries 250 files in one commit", async () => {
      await using host = await createHost({ "en.json": "source\n" });
      const files = Object.fromEntries(
        Array.from({ length: 250 }, (_, at) => [`locale/l${String(at)}/messages.json`, `of ${String(at)}\n`]),
      );

      await host.forge.propose(await proposal(host, files));

      const listed = await host.repository.remoteGit("ls-tree", "-r", "--name-only", BRANCH);
      expect(listed.split("\n").toSorted()).toEqual(["en.json", ...Object.keys(files)].toSorted());
      expect(await host.repository.remoteGit("rev-list", "--count", `main..${BRANCH}`)).toBe("1");
      expect(await contentAt(host, "locale/l249/messages.json")).toBe("of 249");
    });

    it("keeps every byte: binary content, a byte order mark, CRLF, no final newline", async () => {
      await using host = await createHost({ "en.json": "source\n" });
      const contents = {
        "image.mo": new Uint8Array([0xde, 0x12, 0x04, 0x95, 0, 0, 0xff, 0xfe, 0x0a]),
        "bom.json": new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"a":"ü"}\r\n')]),
        "latin1.properties": new Uint8Array([0x61, 0x3d, 0xfc]),
        "nul.txt": Buffer.from("a\0b"),
        "plain.txt": Buffer.from("line\r\nno end"),
        "empty.txt": new Uint8Array(),
      };

      await host.forge.propose(await proposal(host, contents));

      for (const [path, content] of Object.entries(contents)) {
        expect([path, await blobAt(host, path)]).toEqual([path, blobId(content)]);
      }
    });

    it("deletes files, and takes the deletion of a missing one for done", async () => {
      await using host = await createHost({ "gone.json": "x\n", "dir/deep/gone.json": "x\n", "stays.json": "x\n" });
      const proposed = await proposal(host, {
        "gone.json": null,
        "dir/deep/gone.json": null,
        "never-was.json": null,
        "new.json": "n\n",
      });

      await host.forge.propose(proposed);

      expect(await host.repository.remoteGit("ls-tree", "-r", "--name-only", BRANCH)).toBe("new.json\nstays.json");
      expect(await host.forge.propose(proposed)).toMatchObject({ outcome: "unchanged" });
    });

    it("keeps the executable bit", async () => {
      await using host = await createHost({ "tool.po": "old\n" });
      await host.repository.git("update-index", "--chmod=+x", "tool.po");
      await host.repository.git("commit", "--quiet", "--message", "Mode");
      await host.repository.git("push", "--quiet", "origin", "HEAD:main");
      const proposed = await proposal(host, {});
      const files: FileChange[] = [{ path: "tool.po", content: Buffer.from("new\n"), mode: "100755" }];

      await host.forge.propose({ ...proposed, files });

      expect(await host.repository.remoteGit("ls-tree", BRANCH, "tool.po")).toMatch(/^100755 blob /);
      expect(await host.forge.propose({ ...proposed, files })).toMatchObject({ outcome: "unchanged" });
    });

    it("refreshes the pull request's text and nothing else when only the text changed", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const first = await proposal(host, { "de.json": "new\n" });
      const { commit } = await host.forge.propose(first);
      const text = { title: "Translations: 2 languages", body: "More.\n\nÜber 日本", labels: [] };

      const delivery = await host.forge.propose({ ...first, pullRequest: text });

      expect(delivery).toMatchObject({ outcome: "unchanged", commit, pullRequest: { outcome: "updated" } });
      expect(await host.pullRequest(BRANCH)).toMatchObject({ title: text.title, body: text.body });
    });

    it("writes paths with spaces, quotes and letters beyond ASCII", async () => {
      await using host = await createHost({ "en.json": "source\n" });
      const paths = ["lang/日本語/ünï.json", 'quo"te.json', "with space.json", "-dash.json", "star*[a].json"];
      const proposed = await proposal(host, Object.fromEntries(paths.map((path) => [path, `of ${path}\n`])));

      await host.forge.propose(proposed);

      for (const path of paths) expect(await contentAt(host, path)).toBe(`of ${path}`);
      expect(await host.forge.propose(proposed)).toMatchObject({ outcome: "unchanged" });
    });

    it("refuses a base commit that is nowhere", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const proposed = await proposal(host, { "de.json": "new\n" });
      const base = { branch: "main", commit: "1".repeat(40) };

      await expect(host.forge.propose({ ...proposed, base })).rejects.toMatchObject({ code: "IL-F03" });
      expect(await host.repository.remoteGit("branch", "--list", BRANCH)).toBe("");
    });

    it("tells what an open pull request of ours holds already", async () => {
      await using host = await createHost({ "de.json": "old\n", "fr.json": "old\n" });
      const proposed = await proposal(host, { "de.json": "new\n", "it.json": "nuovo\n" });
      const trailers = [{ name: "Interlinear-Service", value: `${"a".repeat(40)} de.json` }];
      const { base } = proposed;
      expect(await host.forge.delivered(BRANCH, base)).toBeUndefined();
      const { commit, pullRequest } = await host.forge.propose({
        ...proposed,
        commit: { ...proposed.commit, trailers },
      });
      const before = await host.writes();

      const delivered = await host.forge.delivered(BRANCH, base);

      expect(delivered).toMatchObject({ commit, pullRequest: { url: pullRequest?.url } });
      expect(delivered?.files).toEqual(
        new Map([
          ["de.json", { service: "a".repeat(40), from: blobId(Buffer.from("old\n")) }],
          ["it.json", { service: blobId(Buffer.from("nuovo\n")), from: undefined }],
        ]),
      );
      expect(await host.writes()).toBe(before);
      await commitOnBranch(host, "Fix", { "de.json": "better\n" });
      expect(await host.forge.delivered(BRANCH, base)).toBeUndefined();
    });

    it("makes the branch anew without others' commits where it is told to, says which they were, and then rests", async () => {
      await using host = await createHost({ "de.json": "old\n", "en.json": "source\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      const theirs = await commitOnBranch(host, "Fix a typo", { "de.json": "better\n" });
      const proposed = { ...(await proposal(host, { "de.json": "newest\n" })), overwrite: true };

      const delivery = await host.forge.propose(proposed);

      expect(delivery.outcome).toBe("updated");
      expect(delivery.notes).toHaveLength(1);
      expect(delivery.notes[0]).toContain(`${theirs} "Fix a typo" by Dana Developer`);
      expect(await contentAt(host, "de.json")).toBe("newest");
      expect(await host.repository.remoteGit("rev-list", "--count", `main..${BRANCH}`)).toBe("1");
      const before = await host.writes();
      expect(await host.forge.propose(proposed)).toMatchObject({ outcome: "unchanged", notes: [] });
      expect(await host.writes()).toBe(before);
    });

    it("does the same for a ticked box in the pull request's text, and unticks it", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const first = await withBox(host, { "de.json": "new\n" });
      await host.forge.propose(first);
      await commitOnBranch(host, "Fix a typo", { "de.json": "better\n" });
      expect((await host.forge.propose(first)).outcome).toBe("left-alone");
      await host.edit(BRANCH, (body) => body.replace("- [ ]", "- [x]"));

      const delivery = await host.forge.propose(first);

      expect(delivery).toMatchObject({ outcome: "updated", pullRequest: { outcome: "updated" } });
      expect(await contentAt(host, "de.json")).toBe("new");
      expect((await host.pullRequest(BRANCH))?.body).toContain("- [ ]");
    });

    it("puts its own commit on the base as it is now where it is told to, and only then", async () => {
      await using host = await createHost({ "de.json": "old\n", "code.ts": "1\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await host.repository.write({ "code.ts": "2\n" });
      const base = await host.repository.publish("Code");
      const proposed = await proposal(host, { "de.json": "new\n" });
      expect((await host.forge.propose(proposed)).outcome).toBe("unchanged");

      expect(await host.forge.propose({ ...proposed, overwrite: true })).toMatchObject({
        outcome: "updated",
        notes: [],
      });
      expect(await host.repository.remoteGit("rev-parse", `${BRANCH}^`)).toBe(base);
    });

    it("takes a merge of the base into the branch for its own, as the button of a forge makes it", async () => {
      await using host = await createHost({ "de.json": "old\n", "code.ts": "1\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await host.repository.write({ "code.ts": "2\n" });
      await host.repository.publish("Code");
      const merge = await mergeBaseIntoBranch(host);

      const same = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      const other = await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));

      expect(same).toMatchObject({ outcome: "unchanged", commit: merge });
      expect(other).toMatchObject({ outcome: "updated", notes: [] });
      expect(await contentAt(host, "code.ts")).toBe("2");
    });

    it("leaves a branch alone whose merge of the base changed something besides", async () => {
      await using host = await createHost({ "de.json": "old\n", "code.ts": "1\n" });
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await host.repository.write({ "code.ts": "2\n" });
      await host.repository.publish("Code");
      await mergeBaseIntoBranch(host, { "code.ts": "3\n" });

      expect((await host.forge.propose(await proposal(host, { "de.json": "newer\n" }))).outcome).toBe("left-alone");
    });

    it("tells which of its pull requests are open", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const proposed = await proposal(host, { "de.json": "new\n" });
      const isOurs = (branch: string): boolean => branch.startsWith("interlinear/");
      expect(await host.forge.openProposals("main", isOurs)).toEqual([]);
      const { pullRequest } = await host.forge.propose(proposed);
      await host.forge.propose({ ...proposed, branch: "interlinear/main-de" });
      await host.forge.propose({ ...proposed, branch: "other" });

      const open = await host.forge.openProposals("main", isOurs);

      expect(open.map(({ branch }) => branch).toSorted()).toEqual([BRANCH, "interlinear/main-de"]);
      expect(open.find(({ branch }) => branch === BRANCH)).toMatchObject({
        url: pullRequest?.url,
        title: "Translations",
        body: expect.stringContaining("What changed."),
      });
    });

    it("withdraws a pull request that is not needed any more, once", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const proposed = await proposal(host, { "de.json": "new\n" });
      const { pullRequest } = await host.forge.propose(proposed);

      const branch = (): Promise<string> => host.repository.remoteGit("branch", "--list", BRANCH);
      const found: string[] = [];
      const look = async (): Promise<void> => void found.push(await branch());

      const withdrawn = await host.forge.withdraw(BRANCH, proposed.base, "Nothing is left to bring.", look);

      expect(found).toEqual([expect.stringContaining(BRANCH)]);
      expect(withdrawn).toMatchObject({ outcome: "closed", pullRequest: { url: pullRequest?.url }, notes: [] });
      expect(await host.pullRequest(BRANCH)).toBeUndefined();
      expect(await branch()).toBe("");
      const before = await host.writes();
      expect(await host.forge.withdraw(BRANCH, proposed.base, "Again.", look)).toEqual({
        outcome: "nothing-open",
        branch: BRANCH,
        notes: [],
      });
      expect(await host.writes()).toBe(before);
      expect(found).toHaveLength(1);
      expect(await host.forge.propose(proposed)).toMatchObject({ outcome: "created" });
    });

    it("makes its branch anew after somebody forced the base elsewhere: what lay below was nobody's work on it", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const { repository } = host;
      await repository.write({ "other.json": "dropped\n" });
      await repository.publish("Dropped later");
      await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
      await repository.git("reset", "--quiet", "--hard", "HEAD~1");
      await repository.write({ "other.json": "kept\n" });
      await repository.git("add", "--all");
      await repository.git("commit", "--quiet", "--message", "Another way");
      await repository.git("push", "--quiet", "--force", "origin", "HEAD:main");

      const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

      expect(delivery).toMatchObject({ outcome: "updated", notes: [] });
      expect(await repository.remoteGit("rev-parse", `${BRANCH}^`)).toBe(await repository.git("rev-parse", "HEAD"));
      expect(await contentAt(host, "other.json")).toBe("kept");
    });

    it("withdraws nothing that somebody else has worked on", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const proposed = await proposal(host, { "de.json": "new\n" });
      await host.forge.propose(proposed);
      const theirs = await commitOnBranch(host, "Fix a typo", { "de.json": "better\n" });

      const withdrawn = await host.forge.withdraw(BRANCH, proposed.base, "Nothing is left to bring.");

      expect(withdrawn.outcome).toBe("left-alone");
      expect(withdrawn.notes[0]).toContain("Fix a typo");
      expect(await host.pullRequest(BRANCH)).toBeDefined();
      expect(await host.repository.remoteGit("rev-parse", BRANCH)).toBe(theirs);
    });

    it("never withdraws the base itself", async () => {
      await using host = await createHost({ "de.json": "old\n" });
      const { base } = await proposal(host, { "de.json": "new\n" });

      expect(await host.forge.withdraw("main", base, "No.")).toMatchObject({ outcome: "nothing-open" });
      expect(await host.repository.remoteGit("rev-parse", "main")).toBe(base.commit);
    });

    it("knows the addresses of the repository", async () => {
      await using host = await createHost({ "de.json": "old\n" });

      expect((await host.forge.repositoryUrls()).length).toBeGreaterThan(0);
    });
  });
}

/** A proposal on top of what is checked out. */
export async function proposal(
  { repository }: Pick<ForgeHost, "repository">,
  contents: Readonly<Record<string, string | Uint8Array | null>>,
): Promise<Proposal> {
  return {
    base: { branch: "main", commit: await repository.git("rev-parse", "HEAD") },
    branch: BRANCH,
    files: Object.entries(contents).map(([path, content]) => ({
      path,
      content: typeof content === "string" ? Buffer.from(content) : content,
      mode: "100644",
    })),
    commit: {
      headline: "Update translations",
      body: "From the service.",
      trailers: [{ name: "Co-authored-by", value: "Ana <ana@example.org>" }],
    },
    pullRequest: { title: "Translations", body: "What changed.", labels: [] },
  };
}

/** A proposal whose text has the box that lets the next run make the branch anew. */
async function withBox(host: ForgeHost, contents: Readonly<Record<string, string>>): Promise<Proposal> {
  const proposed = await proposal(host, contents);
  const body = `What changed.\n\n- [ ] ${REBASE_BOX} Make this branch anew\n`;
  return { ...proposed, pullRequest: { ...proposed.pullRequest, body } };
}

/** What "Update branch" does; with `files`, somebody slipped something in. */
export async function mergeBaseIntoBranch(
  { repository }: Pick<ForgeHost, "repository">,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  await repository.git("fetch", "--quiet", "origin", BRANCH);
  await repository.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
  await repository.git("merge", "--quiet", "--no-ff", "--message", `Merge branch 'main' into ${BRANCH}`, "main");
  if (Object.keys(files).length > 0) {
    await repository.write(files);
    await repository.git("commit", "--quiet", "--all", "--amend", "--no-edit");
  }
  await repository.git("push", "--quiet", "origin", `HEAD:refs/heads/${BRANCH}`);
  const commit = await repository.git("rev-parse", "HEAD");
  await repository.git("checkout", "--quiet", "main");
  return commit;
}

/** Somebody else's commit on the branch; without a message it amends the last one. */
export async function commitOnBranch(
  { repository }: Pick<ForgeHost, "repository">,
  message: string | undefined,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  await repository.git("fetch", "--quiet", "origin", BRANCH);
  await repository.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
  await repository.write(files);
  await repository.git(
    "commit",
    "--quiet",
    "--all",
    ...(message === undefined ? ["--amend", "--no-edit"] : ["--message", message]),
  );
  await repository.git("push", "--quiet", "--force", "origin", `HEAD:refs/heads/${BRANCH}`);
  const commit = await repository.git("rev-parse", "HEAD");
  await repository.git("checkout", "--quiet", "main");
  return commit;
}

function contentAt({ repository }: ForgeHost, path: string): Promise<string> {
  return repository.remoteGit("cat-file", "blob", `${BRANCH}:${path}`);
}

function blobAt({ repository }: ForgeHost, path: string): Promise<string> {
  return repository.remoteGit("rev-parse", `${BRANCH}:${path}`);
}
