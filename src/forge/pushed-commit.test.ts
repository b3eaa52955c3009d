import { describe, expect, it } from "vitest";
import { createRepository } from "../../test/support/repository.ts";
import type { CommitText } from "./forge.ts";
import { writePushedCommit } from "./pushed-commit.ts";

const NOBODY = { name: "Interlinear", email: "interlinear@noreply.example.org" };
const TEXT: CommitText = {
  headline: "Update translations",
  body: "",
  trailers: [{ name: "Co-authored-by", value: "Ana <ana@example.org>" }],
  signOff: true,
};

describe("the sign-off of a commit that is pushed", () => {
  it.each([
    ["whom git's configuration names", ["Configured Bot", "bot@example.org"], "Configured Bot <bot@example.org>"],
    ["the fallback where it names nobody", undefined, "Interlinear <interlinear@noreply.example.org>"],
  ] as const)("names %s, as the last trailer", async (_, configured, signer) => {
    await using repository = await createRepository({ "de.json": "old\n" });
    const [name, email] = configured ?? ["", ""];
    await repository.git("config", "user.name", name);
    await repository.git("config", "user.email", email);

    const commit = await writePushedCommit(repository.path, {
      parent: await repository.git("rev-parse", "HEAD"),
      tree: await repository.git("rev-parse", "HEAD^{tree}"),
      text: TEXT,
      fallback: NOBODY,
    });

    const message = await repository.git("log", "-1", "--format=%B", commit);
    expect(message.split("\n").slice(-2)).toEqual([
      "Co-authored-by: Ana <ana@example.org>",
      `Signed-off-by: ${signer}`,
    ]);
    expect(await repository.git("log", "-1", "--format=%cn <%ce>", commit)).toBe(signer);
  });

  it("is left out where nobody asks for it", async () => {
    await using repository = await createRepository({ "de.json": "old\n" });

    const commit = await writePushedCommit(repository.path, {
      parent: await repository.git("rev-parse", "HEAD"),
      tree: await repository.git("rev-parse", "HEAD^{tree}"),
      text: { ...TEXT, signOff: false },
      fallback: NOBODY,
    });

    expect(await repository.git("log", "-1", "--format=%B", commit)).not.toContain("Signed-off-by");
  });
});
