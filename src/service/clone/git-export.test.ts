import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { serviceApp } from "../app.ts";

let test: SampleService;
let server: ReturnType<typeof serve>;
let origin: string;

beforeAll(async () => {
  test = await openSampleService();
  origin = await new Promise((resolve) => {
    server = serve({ fetch: serviceApp(test.service).fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      resolve(`127.0.0.1:${String(port)}`);
    });
  });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await test[Symbol.asyncDispose]();
});

const environment = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_GLOBAL: "/dev/null" };

async function clone(address: string, folder: string): Promise<void> {
  await promisify(execFile)("git", ["clone", "--quiet", `http://${address}`, folder], { env: environment });
}

it("lets everybody clone a public component's repository, with what is committed here", async () => {
  await using folder = await temporaryDirectory();
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "commit" } });
  const { json } = await test.request("GET", "/api/components/demo/app/");

  await clone(`${origin}${new URL(json.git_export).pathname}`, join(folder.path, "a"));

  const { stdout } = await promisify(execFile)("git", ["log", "-1", "--format=%an"], { cwd: join(folder.path, "a") });
  expect(stdout).toBe("Jana Nováková\n");
  expect(existsSync(join(folder.path, "a", "locales", "cs.json"))).toBe(true);
});

it("wants a token for a private one", async () => {
  await using folder = await temporaryDirectory();
  await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });

  const stranger = clone(`${origin}/git/demo/app/`, join(folder.path, "a"));
  await expect(stranger).rejects.toThrow(/could not read Username|Authentication failed/);
  await expect(clone(`x:wrong@${origin}/git/demo/app/`, join(folder.path, "b"))).rejects.toThrow(
    /Authentication failed/,
  );
  await clone(`bot:${test.botToken}@${origin}/git/demo/app/`, join(folder.path, "c"));

  expect(existsSync(join(folder.path, "c", "locales"))).toBe(true);
  await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 0 } });
});

it("takes nothing in, and shows nothing that is not there", async () => {
  const ask = async (path: string) => (await test.request("GET", path)).status;

  expect(await ask("/git/demo/app/info/refs?service=git-receive-pack")).toBe(403);
  expect(await ask("/git/demo/none/info/refs?service=git-upload-pack")).toBe(404);
  expect(await ask("/git/demo/server/info/refs?service=git-upload-pack")).toBe(404);
  expect((await test.request("POST", "/git/demo/app/git-receive-pack", { body: "" })).status).toBe(404);
});
