import { describe, expect, it } from "vitest";
import { firstSettingsFrom } from "./bot-variables.ts";

const noFile = (): Promise<string> => Promise.reject(new Error("no file"));

describe("settings of a bot from environment variables", () => {
  it("are none where no variable is set, or all are empty", async () => {
    expect(await firstSettingsFrom({}, noFile)).toEqual({});
    expect(await firstSettingsFrom({ INTERLINEAR_SERVICE_URL: " ", INTERLINEAR_TOKEN: "t" }, noFile)).toEqual({});
  });

  it("name the GitHub App, its key from a file", async () => {
    const environment = {
      INTERLINEAR_BOT_PUBLIC_URL: "https://bot.example.org",
      INTERLINEAR_BOT_GITHUB_APP_ID: "17",
      INTERLINEAR_BOT_GITHUB_PRIVATE_KEY_FILE: "/run/secrets/app.pem",
      INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET: "hook",
    };

    expect(await firstSettingsFrom(environment, async (path) => `key of ${path}`)).toEqual({
      publicUrl: "https://bot.example.org",
      forges: {
        github: {
          kind: "github",
          serverUrl: "https://github.com",
          apiUrl: "https://api.github.com",
          appId: "17",
          privateKey: "key of /run/secrets/app.pem",
          webhookSecret: "hook",
        },
      },
    });
  });

  it("know where the API of an Enterprise server is", async () => {
    const environment = {
      INTERLINEAR_BOT_GITHUB_APP_ID: "17",
      INTERLINEAR_BOT_GITHUB_PRIVATE_KEY: "key",
      INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET: "hook",
      INTERLINEAR_BOT_GITHUB_SERVER_URL: "https://git.acme.org/",
    };

    expect(await firstSettingsFrom(environment, noFile)).toMatchObject({
      forges: { github: { apiUrl: "https://git.acme.org/api/v3" } },
    });
  });

  it("name a service and a Forgejo, and whose repositories their tokens are for", async () => {
    const environment = {
      INTERLINEAR_SERVICE_URL: "https://translate.example.org",
      INTERLINEAR_TOKEN: "wlp_1",
      INTERLINEAR_BOT_REPOSITORIES: "acme/*, other/app",
      INTERLINEAR_BOT_FORGEJO_URL: "https://codeberg.org",
      INTERLINEAR_BOT_FORGEJO_TOKEN: "f",
      INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET: "h",
    };
    const repositories = ["acme/*", "other/app"];

    expect(await firstSettingsFrom(environment, noFile)).toEqual({
      services: { service: { url: "https://translate.example.org", token: "wlp_1", webhookSecret: "", repositories } },
      forges: {
        forgejo: { kind: "forgejo", serverUrl: "https://codeberg.org", token: "f", webhookSecret: "h", repositories },
      },
    });
  });

  it.each([
    [{ INTERLINEAR_SERVICE_URL: "https://t" }, "INTERLINEAR_TOKEN"],
    [{ INTERLINEAR_SERVICE_URL: "https://t", INTERLINEAR_TOKEN: "t" }, "INTERLINEAR_BOT_REPOSITORIES"],
    [{ INTERLINEAR_BOT_GITHUB_APP_ID: "1" }, "INTERLINEAR_BOT_GITHUB_PRIVATE_KEY"],
    [
      { INTERLINEAR_BOT_GITHUB_APP_ID: "1", INTERLINEAR_BOT_GITHUB_PRIVATE_KEY_FILE: "/no" },
      "INTERLINEAR_BOT_GITHUB_PRIVATE_KEY_FILE",
    ],
    [
      { INTERLINEAR_BOT_GITHUB_APP_ID: "1", INTERLINEAR_BOT_GITHUB_PRIVATE_KEY: "k" },
      "INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET",
    ],
    [{ INTERLINEAR_BOT_FORGEJO_URL: "https://f" }, "INTERLINEAR_BOT_FORGEJO_TOKEN"],
  ])("of which one is missing say which: %j", async (environment, name) => {
    await expect(firstSettingsFrom(environment, noFile)).rejects.toMatchObject({
      code: "IL-E06",
      message: expect.stringContaining(name),
    });
  });
});
