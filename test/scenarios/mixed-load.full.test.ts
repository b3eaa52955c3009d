import { expect, test } from "vitest";
import { startCli } from "../support/cli.ts";
import { mixedLoad } from "../support/mixed-load.ts";
import { createRepository } from "../support/repository.ts";
import { createComponent, unitsOf } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const STRINGS = 6000;
const LOAD = { connections: 100, milliseconds: 60_000 };

test("a hundred connections that read, search and save for a minute are all answered", async () => {
  await using folder = await temporaryDirectory();
  const keys = Array.from({ length: STRINGS }, (_, index) => `key_${String(index)}`);
  const english = JSON.stringify(Object.fromEntries(keys.map((key) => [key, `Text of ${key}`])));
  await using upstream = await createRepository({ "app/en.json": `${english}\n`, "app/cs.json": "{}\n" });
  await using program = startCli(["serve", "--port", "0", "--data", folder.path], {
    cwd: folder.path,
    environment: { INTERLINEAR_API_RATELIMIT_USER: "off" },
  });
  const ready = await program.line((line) => line.startsWith("The service is ready: "));
  const url = ready.replace("The service is ready: ", "");
  await program.line((line) => line.startsWith("Ctrl-C"));
  const server = { url, adminToken: /admin token +(\S+)/.exec(program.output())?.[1] ?? "" };
  await createComponent(server, "demo", {
    name: "App",
    slug: "app",
    file_format: "json",
    filemask: "app/*.json",
    template: "app/en.json",
    repo: upstream.remoteUrl,
    branch: upstream.branch,
  });
  const units = (await unitsOf(server, "demo/app", "cs")).map(({ id }) => id);

  const { times, errors } = await mixedLoad(
    { urls: [url], adminToken: server.adminToken, translation: "demo/app/cs", units },
    LOAD,
  );

  expect(units).toHaveLength(STRINGS);
  expect(errors).toEqual([]);
  expect(times.length).toBeGreaterThan(LOAD.connections);
});
