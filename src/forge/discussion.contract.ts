import { describe, expect, it } from "vitest";
import type { TestRepository } from "../../test/support/repository.ts";
import type { CheckReport, Discussion, Permission, PullRequest } from "./discussion.ts";

export interface SeededPullRequest {
  readonly branch: string;
  readonly title?: string;
  readonly body?: string;
  readonly labels?: readonly string[];
  /** `owner/name` of the fork that it comes from, with the commit there. */
  readonly fork?: { readonly repository: string; readonly commit: string };
}

export interface SeenComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

/** A repository with a discussion over it. */
export interface DiscussionHost extends AsyncDisposable {
  readonly repository: TestRepository;
  readonly discussion: Discussion;
  /** Who the token speaks as. */
  readonly login: string;
  /** How often the forge was written so far by the discussion. */
  writes(): number;
  /** Opens a pull request as the token's account; its branch must be there. */
  open(pullRequest: SeededPullRequest): Promise<number>;
  close(pullRequest: number, how: "closed" | "merged"): void;
  /** Somebody comments. */
  comment(pullRequest: number, author: string, body: string): number;
  /** Oldest first. */
  comments(pullRequest: number): readonly SeenComment[];
  reactions(comment: number): readonly string[];
  /** Opens an issue that is no pull request. */
  openIssue(label: string): void;
  allow(login: string, permission: Exclude<Permission, "none">): void;
}

export type CreateDiscussionHost = () => Promise<DiscussionHost>;

const MARKER = "<!-- interlinear:review -->";
const FORK = { repository: "eva/site", commit: "e".repeat(40) };

/** What is true of every discussion, run against each adapter. */
export function discussionContract(name: string, createHost: CreateDiscussionHost): void {
  describe.concurrent(`${name} as a place of discussion`, () => {
    it("knows whom it speaks as", async () => {
      await using host = await createHost();

      expect((await host.discussion.identity()).login).toBe(host.login);
    });

    it("shows a pull request", async () => {
      await using host = await createHost();
      const commit = await branchOff(host, "feature/a");
      const number = await host.open({ branch: "feature/a", title: "New texts", body: "Why.", labels: ["i18n"] });

      const shown = await host.discussion.pullRequest(number);

      expect(shown).toEqual<PullRequest>({
        number,
        url: expect.stringContaining(`/acme/site/pull`),
        title: "New texts",
        body: "Why.",
        author: host.login,
        state: "open",
        isDraft: false,
        labels: ["i18n"],
        base: { branch: "main", commit: await host.repository.remoteGit("rev-parse", "main") },
        head: { branch: "feature/a", commit, repository: "acme/site" },
      });
      expect(await host.discussion.pullRequest(number + 1)).toBeUndefined();
    });

    it("tells a merged pull request from a closed one", async () => {
      await using host = await createHost();
      await branchOff(host, "a");
      await branchOff(host, "b");
      const [merged, closed] = [await host.open({ branch: "a" }), await host.open({ branch: "b" })];
      host.close(merged, "merged");
      host.close(closed, "closed");

      expect((await host.discussion.pullRequest(merged))?.state).toBe("merged");
      expect((await host.discussion.pullRequest(closed))?.state).toBe("closed");
    });

    it("finds the open pull requests of a commit, of a fork too, and nobody else's", async () => {
      await using host = await createHost();
      const commit = await branchOff(host, "own");
      await branchOff(host, "theirs");
      await branchOff(host, "other");
      await branchOff(host, "old");
      const own = await host.open({ branch: "own" });
      const forked = await host.open({ branch: "theirs", fork: FORK });
      await host.open({ branch: "other", fork: { repository: "mallory/site", commit: FORK.commit } });
      host.close(await host.open({ branch: "old", fork: FORK }), "closed");
      const numbersOf = async (head: string, repository: string): Promise<readonly number[]> =>
        (await host.discussion.pullRequestsOfHead(head, repository)).map(({ number }) => number);

      expect(await numbersOf(FORK.commit, "eva/site")).toEqual([forked]);
      expect(await numbersOf(FORK.commit, "Eva/Site")).toEqual([forked]);
      expect(await numbersOf(commit, "acme/site")).toEqual([own]);
      expect(await numbersOf(commit, "eva/site")).toEqual([]);
    });

    it("finds a fork's pull request behind a hundred others", async () => {
      await using host = await createHost();
      await branchOff(host, "theirs");
      const forked = await host.open({ branch: "theirs", fork: FORK });
      for (let at = 0; at < 105; at += 1) {
        const repository = `user${String(at)}/site`;
        await host.open({ branch: "theirs", fork: { repository, commit: FORK.commit } });
      }

      const found = await host.discussion.pullRequestsOfHead(FORK.commit, FORK.repository);

      expect(found.map(({ number }) => number)).toEqual([forked]);
    });

    it("says something once, brings it up to date in place, and takes it back", async () => {
      await using host = await createHost();
      const number = await openOne(host);
      const say = (body: string | undefined): Promise<{ outcome: string; url?: string }> =>
        host.discussion.stick(number, { marker: MARKER, body });

      expect(await say(undefined)).toEqual({ outcome: "nothing" });
      const created = await say("First.\n");
      const [comment] = host.comments(number);
      expect(created).toEqual({ outcome: "created", url: expect.stringContaining(String(comment?.id)) });
      expect(comment).toMatchObject({ author: host.login, body: `${MARKER}\nFirst.\n` });
      const before = host.writes();
      expect(await say("First.\n")).toEqual({ outcome: "unchanged", url: created.url });
      expect(host.writes()).toBe(before);
      expect(await say("Second.\n")).toEqual({ outcome: "updated", url: created.url });
      expect(host.comments(number)).toMatchObject([{ id: comment?.id, body: `${MARKER}\nSecond.\n` }]);
      expect(await say(undefined)).toEqual({ outcome: "deleted" });
      expect(host.comments(number)).toEqual([]);
    });

    it("says that all is settled where it said something before, and only there", async () => {
      await using host = await createHost();
      const number = await openOne(host);
      const comment = { marker: MARKER, settled: "All fine now." };

      expect(await host.discussion.stick(number, { ...comment, body: undefined })).toEqual({ outcome: "nothing" });
      await host.discussion.stick(number, { ...comment, body: "Missing: 3." });
      expect(await host.discussion.stick(number, { ...comment, body: undefined })).toMatchObject({
        outcome: "updated",
      });
      expect(await host.discussion.stick(number, { ...comment, body: undefined })).toMatchObject({
        outcome: "unchanged",
      });
      expect(host.comments(number)).toMatchObject([{ body: `${MARKER}\nAll fine now.` }]);
    });

    it("writes nothing where somebody saved the comment with other line ends", async () => {
      await using host = await createHost();
      const number = await openOne(host);
      host.comment(number, host.login, `${MARKER}\r\nOne.\r\n\r\nTwo.`);

      const again = await host.discussion.stick(number, { marker: MARKER, body: "One.\n\nTwo.\n" });

      expect(again.outcome).toBe("unchanged");
      expect(host.writes()).toBe(0);
    });

    it("is not taken in by a stranger's comment with its marker, nor by other comments of its own", async () => {
      await using host = await createHost();
      const number = await openOne(host);
      const planted = `${MARKER}\nAll is well, merge it.`;
      host.comment(number, "mallory", planted);
      host.comment(number, host.login, `Quoting:\n${MARKER}`);
      host.comment(number, host.login, "<!-- interlinear:other -->\nElse.");

      expect(await host.discussion.stick(number, { marker: MARKER, body: undefined })).toEqual({ outcome: "nothing" });
      expect(await host.discussion.stick(number, { marker: MARKER, body: "Ours." })).toMatchObject({
        outcome: "created",
      });
      expect(host.comments(number)).toHaveLength(4);
      expect(host.comments(number)[0]).toMatchObject({ author: "mallory", body: planted });
    });

    it("keeps the oldest of two of its own, as two runs at once may leave them", async () => {
      await using host = await createHost();
      const number = await openOne(host);
      const oldest = host.comment(number, host.login, `${MARKER}\nOld.`);
      host.comment(number, "ana", "Thanks!");
      host.comment(number, host.login, `${MARKER}\nNewer.`);

      expect(await host.discussion.stick(number, { marker: MARKER, body: "Newest." })).toMatchObject({
        outcome: "updated",
      });

      expect(host.comments(number)).toMatchObject([{ id: oldest, body: `${MARKER}\nNewest.` }, { author: "ana" }]);
    });

    it("finds its comment behind more than a hundred others", async () => {
      await using host = await createHost();
      const number = await openOne(host);
      for (let at = 0; at < 230; at += 1) host.comment(number, "ana", `Comment ${String(at)}`);
      await host.discussion.stick(number, { marker: MARKER, body: "Old." });

      expect(await host.discussion.stick(number, { marker: MARKER, body: "New." })).toMatchObject({
        outcome: "updated",
      });
      expect(host.comments(number)).toHaveLength(231);
    });

    it("cuts a comment that no forge would take", async () => {
      await using host = await createHost();
      const number = await openOne(host);
      const body = "未翻訳の文字列があります。\n".repeat(3_000);

      await host.discussion.stick(number, { marker: MARKER, body });

      const [comment] = host.comments(number);
      expect(Buffer.byteLength(comment?.body ?? "")).toBeLessThanOrEqual(65_536);
      expect(comment?.body).toMatch(/未翻訳の文字列があります。\n\n?… \(cut: .*\)\n$/);
      expect(await host.discussion.stick(number, { marker: MARKER, body })).toMatchObject({ outcome: "unchanged" });
    });

    it("reacts to a comment, a second time to the same effect", async () => {
      await using host = await createHost();
      const number = await openOne(host);
      const comment = host.comment(number, "ana", "/interlinear pull");

      await host.discussion.react(comment, "eyes");
      await host.discussion.react(comment, "eyes");
      await host.discussion.react(comment, "rocket");

      expect(host.reactions(comment)).toEqual(["eyes", "rocket"]);
    });

    it("tells what people may do", async () => {
      await using host = await createHost();
      host.allow("ana", "admin");
      host.allow("ben", "write");
      host.allow("cleo", "read");

      expect(await host.discussion.permission("ana")).toBe("admin");
      expect(await host.discussion.permission("ben")).toBe("write");
      expect(await host.discussion.permission("cleo")).toBe("read");
      expect(await host.discussion.permission("nobody")).toBe("none");
      expect(await host.discussion.permission("some-app[bot]")).toBe("none");
    });

    it("reports on a commit, remembers what it was told, and says the same only once", async () => {
      await using host = await createHost();
      const check = await report(host, { conclusion: "failure", memory: "de=97.5 fr=100 日本語" });
      const { commit, name: of } = check;
      expect(await host.discussion.lastReport(commit, of)).toBeUndefined();

      const { url } = await host.discussion.report(check);

      expect(await host.discussion.lastReport(commit, of)).toEqual({ conclusion: "failure", memory: check.memory });
      expect(await host.discussion.lastReport(commit, "Other")).toBeUndefined();
      const before = host.writes();
      expect((await host.discussion.report(check)).url).toBe(url);
      expect(host.writes()).toBe(before);
    });

    it("brings a report up to date", async () => {
      await using host = await createHost();
      const check = await report(host, { conclusion: "action_required", memory: "1" });
      const { commit, name: of } = check;
      const { memory: _, ...without } = check;

      await host.discussion.report(check);
      expect(await host.discussion.lastReport(commit, of)).toEqual({ conclusion: "action_required", memory: "1" });
      await host.discussion.report({ ...check, conclusion: "success", title: "Done", memory: "2" });
      expect(await host.discussion.lastReport(commit, of)).toEqual({ conclusion: "success", memory: "2" });
      await host.discussion.report({ ...without, conclusion: "failure" });
      expect(await host.discussion.lastReport(commit, of)).toEqual({ conclusion: "failure", memory: undefined });
    });

    it("knows whether anything open has a label: a pull request or an issue", async () => {
      await using host = await createHost();
      await branchOff(host, "a");
      const number = await host.open({ branch: "a", labels: ["string freeze"] });

      expect(await host.discussion.hasOpenLabelled("String Freeze")).toBe(true);
      expect(await host.discussion.hasOpenLabelled("freeze")).toBe(false);
      host.close(number, "closed");
      expect(await host.discussion.hasOpenLabelled("string freeze")).toBe(false);
      host.openIssue("string freeze");
      expect(await host.discussion.hasOpenLabelled("string freeze")).toBe(true);
    });

    it("knows where a branch is", async () => {
      await using host = await createHost();
      await branchOff(host, "release/1.0-ü#");

      const tip = (branch: string) => host.repository.remoteGit("rev-parse", `refs/heads/${branch}`);
      expect(await host.discussion.branchTip("release/1.0-ü#")).toBe(await tip("release/1.0-ü#"));
      expect(await host.discussion.branchTip("release/1.0")).toBeUndefined();
      expect(await host.discussion.branchTip("main")).toBe(await tip("main"));
      expect(await host.discussion.branchTip("absent")).toBeUndefined();
    });
  });
}

/** A report on the tip of the base. */
export async function report(
  { repository }: Pick<DiscussionHost, "repository">,
  more: Partial<CheckReport> = {},
): Promise<CheckReport> {
  return {
    name: "Interlinear",
    commit: await repository.remoteGit("rev-parse", "main"),
    conclusion: "success",
    title: "3 texts are not translated",
    summary: "| language | missing |\n|---|---|\n| de | 3 |\n",
    annotations: [],
    ...more,
  };
}

/** A pull request with nothing said yet. */
export async function openOne(host: DiscussionHost): Promise<number> {
  await branchOff(host, "feature");
  return host.open({ branch: "feature" });
}

/** Pushes a branch with a commit of its own. */
export async function branchOff({ repository }: Pick<DiscussionHost, "repository">, branch: string): Promise<string> {
  await repository.git("checkout", "--quiet", "-b", branch, "main");
  await repository.git("commit", "--quiet", "--allow-empty", "--message", `On ${branch}`);
  await repository.git("push", "--quiet", "origin", `HEAD:refs/heads/${branch}`);
  const commit = await repository.git("rev-parse", "HEAD");
  await repository.git("checkout", "--quiet", "main");
  return commit;
}
