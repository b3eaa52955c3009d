import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { silentLogger } from "../../core/logger.ts";
import { openRecords } from "../../records/open-records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import { runCli } from "../run-cli.ts";

/** Serves until what was printed was looked at. */
async function serve(
  directory: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  look: (printed: string) => Promise<void> = async () => undefined,
) {
  const printed = { stdout: "", stderr: "" };
  const ready = Promise.withResolvers<string>();
  const code = await runCli(["serve", ...args, "--port", "0", "--data", "data"], {
    environment,
    directory,
    stdout: {
      write: (text) => {
        printed.stdout += text;
        if (args.includes("--json") || text.includes("Ctrl-C")) ready.resolve(printed.stdout);
      },
    },
    stderr: { write: (text) => void (printed.stderr += text) },
    untilEnding: async () => {
      await look(await ready.promise);
      return undefined;
    },
  });
  return { code, ...printed };
}

/** A forge that knows none of those who ask it. */
async function startRefusingForge(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_request, response) => response.writeHead(401).end("{}"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe("interlinear serve --bot", () => {
  it("prints where everything is, and the administrator's password at the first start alone", async () => {
    await using folder = await temporaryDirectory();

    const first = await serve(folder.path, ["--bot"]);
    const second = await serve(folder.path, ["--bot"]);

    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/administration {2}http:\/\/127\.0\.0\.1:\d+\/admin\/\n/);
    expect(first.stdout).toMatch(/login {11}1\n {2}password {8}[a-z0-9-]{29} {3}\(shown once\)\n/);
    expect(first.stdout).toMatch(/webhooks {8}http:\/\/127\.0\.0\.1:\d+\/webhooks\/github, /);
    expect(second.code).toBe(0);
    expect(second.stdout).not.toContain("password");
  });

  it("has the service beside it on demand, and prints one document with --json", async () => {
    await using folder = await temporaryDirectory();
    let status = 0;

    const { stdout } = await serve(folder.path, ["--bot", "--service", "--json"], {}, async (printed) => {
      const { service }: { service: { api: string; botToken: string } } = JSON.parse(printed);
      const authorization = `Token ${service.botToken}`;
      status = (await fetch(`${service.api}projects/demo/`, { headers: { authorization } })).status;
    });

    expect(status).toBe(200);
    expect(JSON.parse(stdout)).toMatchObject({ administrator: { login: 1 }, service: { project: "demo" } });
  });

  it("takes its first settings from environment variables, secrets and all", async () => {
    await using folder = await temporaryDirectory();
    // The bot asks it as soon as it is up.
    await using forge = await startRefusingForge();
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = privateKey.export({ type: "pkcs1", format: "pem" });
    await writeFile(join(folder.path, "app.pem"), pem);

    const { code } = await serve(folder.path, ["--bot"], {
      INTERLINEAR_BOT_GITHUB_APP_ID: "17",
      INTERLINEAR_BOT_GITHUB_SERVER_URL: forge.url,
      INTERLINEAR_BOT_GITHUB_PRIVATE_KEY_FILE: "app.pem",
      INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET: "hook",
    });

    expect(code).toBe(0);
    await using records = await openRecords({ data: join(folder.path, "data"), logger: silentLogger });
    expect((await currentSettings(records)).forges["github"]).toMatchObject({
      appId: "17",
      privateKey: pem,
      webhookSecret: "hook",
    });
  });

  it("does not begin with settings that are wrong, and shows no secret", async () => {
    await using folder = await temporaryDirectory();

    const { code, stderr } = await serve(folder.path, ["--bot"], {
      INTERLINEAR_BOT_GITHUB_APP_ID: "17",
      INTERLINEAR_BOT_GITHUB_PRIVATE_KEY: "no key at all",
      INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET: "hook",
    });

    expect(code).toBe(2);
    expect(stderr).toContain("forges.github.private_key");
    expect(stderr).not.toContain("no key at all");
  });

  it("knows --service with --bot alone", async () => {
    await using folder = await temporaryDirectory();

    const { code, stderr } = await serve(folder.path, ["--service"]);

    expect([code, stderr]).toEqual([2, expect.stringContaining("--service means something with --bot alone")]);
  });
});
