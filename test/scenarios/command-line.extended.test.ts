import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCli } from "../support/cli.ts";
import { callService } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

test("serve says in one line where it is and how to get in, answers, and stops cleanly on SIGTERM", async () => {
  await using folder = await temporaryDirectory();
  const data = join(folder.path, "data");
  await using serve = startCli(["serve", "--port", "0", "--host", "127.0.0.1", "--data", data, "--json"], {
    cwd: folder.path,
  });

  const announced: Record<string, string> = JSON.parse(await serve.line((line) => line.startsWith("{")));

  expect(announced).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/?$/),
    api: expect.stringMatching(/\/api\/$/),
    adminToken: expect.stringMatching(/^svu_/),
    botToken: expect.stringMatching(/^svp_/),
  });
  const { url = "", adminToken = "", botToken = "" } = announced;
  for (const token of [adminToken, botToken]) {
    expect(await callService({ url, adminToken: token }, "GET", "/api/projects/")).toMatchObject({ count: 1 });
  }
  expect(await serve.stop("SIGTERM")).toBe(0);
  expect(serve.output().trim().split("\n")).toHaveLength(1);
});

const isElsewhere = process.platform !== "linux";

test.skipIf(isElsewhere)(
  "the process that was started serves, with settings by which it gives memory back",
  async () => {
    await using folder = await temporaryDirectory();
    await using serve = startCli(["serve", "--port", "0", "--data", join(folder.path, "data")], { cwd: folder.path });

    await serve.line((line) => line.startsWith("The service is ready"));

    const environment = await readFile(`/proc/${String(serve.process.pid)}/environ`, "utf8");
    expect(environment.split("\0")).toContain("MALLOC_ARENA_MAX=2");
  },
);
