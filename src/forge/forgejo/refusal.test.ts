import { describe, expect, it } from "vitest";
import { LocalError } from "../../core/errors.ts";
import { explainingGit, refused, refusedForgejoPush } from "./refusal.ts";

describe("a push that Forgejo or Gitea refuses", () => {
  it.each([
    ["Gitea: Not allowed to push to protected branch interlinear/main", "IL-F04", "Settings → Branches"],
    ["Forgejo: Not allowed to force-push to protected branch interlinear/main", "IL-F04", "force-push"],
    ["Gitea: branch interlinear/main is protected from force push", "IL-F04", "force-push"],
    ["Gitea: branch interlinear/main is protected from changing file de.json", "IL-F04", "Settings → Branches"],
    ["Gitea: branch interlinear/main is protected from unverified commit 1234567", "IL-F04", "commit.gpgSign"],
    ["This repo is archived. You can view files and clone it, but cannot push", "IL-F04", "Nothing can be pushed"],
    [
      "User permission denied for writing.\n[remote rejected] (pre-receive hook declined)",
      "IL-F02",
      "write:repository",
    ],
    [
      "fatal: unable to access 'https://git.example/acme/app.git/': The requested URL returned error: 403",
      "IL-F02",
      "contents: write",
    ],
    ["fatal: could not read Username for 'https://git.example': terminal prompts disabled", "IL-F01", "expired"],
    ["some hook of the house\n[remote rejected] (pre-receive hook declined)", "IL-F09", "hook"],
  ])("is explained: %s", (reason, code, hint) => {
    const error = refusedForgejoPush("interlinear/main", reason);

    expect(error).toMatchObject({ code, hint: expect.stringContaining(hint) });
    expect(error.message).toContain(reason.split("\n")[0]);
  });
});

describe("a read that the server refuses to git", () => {
  it.each([
    ["fatal: could not read Username for 'https://git.example': terminal prompts disabled", "IL-F01"],
    ["fatal: Authentication failed for 'https://git.example/acme/app.git/'", "IL-F01"],
    ["fatal: unable to access 'https://git.example/acme/app.git/': The requested URL returned error: 403", "IL-F02"],
    ["fatal: repository 'https://git.example/acme/app.git/' not found", "IL-F03"],
    ["fatal: unable to access 'https://git.example/acme/app.git/': Could not resolve host: git.example", "IL-F07"],
    ["fatal: unable to access '.git/config': Permission denied", "IL-G01"],
  ])("is explained: %s", async (words, code) => {
    const failing = explainingGit(() =>
      Promise.reject(new LocalError(`git ls-remote failed (128): ${words}`, { code: "IL-G01" })),
    );

    await expect(failing).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });
});

describe("an answer that is no yes", () => {
  it.each([
    [0, "IL-F07", "did not answer"],
    [401, "IL-F01", "(401): its words"],
    [403, "IL-F02", "(403): its words"],
    [404, "IL-F03", "(404): its words"],
    [422, "IL-F07", "(422): its words"],
    [423, "IL-F04", "(423): its words"],
    [429, "IL-F06", "(429): its words"],
    [503, "IL-F07", "(503): its words"],
  ])("with status %i is explained", (status, code, words) => {
    const answer = { status, body: undefined, message: "its words", hasMore: false, retryAfter: undefined };
    const error = refused({ action: "list pull requests", scope: "read:repository" }, answer);

    expect(error).toMatchObject({ code, status, message: expect.stringContaining(words) });
    expect(error.message).toContain("list pull requests");
    expect(error.hint).not.toBe("");
  });
});
