import { createServer } from "node:net";
import { expect, it } from "vitest";
import { remoteBranch } from "./clone.ts";

it("gives up on a remote that takes the connection and never answers", async () => {
  const silent = createServer();
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, "127.0.0.1", () => {
      const address = silent.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });

  await expect(remoteBranch(`git://127.0.0.1:${String(port)}/a.git`, 300)).rejects.toThrow(
    "The remote did not answer in time.",
  );
  silent.close();
});

it("says what git says of a remote that is none", async () => {
  await expect(remoteBranch("/nowhere/at/all")).rejects.toThrow("does not appear to be a git repository");
});
