import { describe, expect, it } from "vitest";
import { refusedPush } from "./refused-push.ts";

describe("a refused push", () => {
  it("has the words of the remote, whatever is left of them without the frame", () => {
    expect(refusedPush("interlinear/main", "error:").message).toBe("the push of interlinear/main was refused: error:");
  });

  it.each([
    [
      "refusing to allow a GitHub App to create or update workflow `.github/workflows/x.yml` without `workflows` permission",
      "IL-F05",
    ],
    ["error: GH006: Protected branch update failed for refs/heads/main.", "IL-F04"],
    [
      "error: GH013: Repository rule violations found for refs/heads/x.\n- Commits must have verified signatures.",
      "IL-F04",
    ],
    ["(push declined due to repository rule violations)", "IL-F04"],
    ["error: GH007: Your push would publish a private email address.", "IL-F09"],
    ["[remote rejected] (pre-receive hook declined)", "IL-F09"],
    ["fatal: Authentication failed for 'https://example.org/o/r.git/'", "IL-F01"],
    ["git@example.org: Permission denied (publickey).", "IL-F01"],
    ["something nobody has heard of", "IL-F09"],
  ])("is explained: %s", (reason, code) => {
    const error = refusedPush("interlinear/main", reason);

    expect(error).toMatchObject({ code });
    expect(error.message).toContain(reason.slice(0, 20));
    expect(error.hint).not.toBe("");
  });

  it("begins with what the server says, not with the frame that Gitea puts around it", () => {
    const words = "error: branch interlinear/main is protected from force push";

    const { message } = refusedPush("interlinear/main", `error:\n${words}\nerror:\n\n[remote rejected]`);

    expect(message).toBe(`the push of interlinear/main was refused: ${words}\n[remote rejected]`);
  });

  it("is told without the credentials of the address", () => {
    const error = refusedPush("x", "fatal: unable to access 'https://user:secret@example.org/o/r.git/': 403");

    expect(error.message).not.toContain("secret");
    expect(error.message).toContain("https://example.org/o/r.git/");
  });
});
