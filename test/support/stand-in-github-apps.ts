import { generateKeyPairSync } from "node:crypto";
import type { GitHubApps } from "../../src/admin/github-app/github-apps.ts";
import { gitHubApps } from "../../src/server/github-apps.ts";

/** What the bot really asks GitHub for, and a GitHub that makes an App for whatever code. */
export function standInGitHubApps(): GitHubApps {
  return {
    ...gitHubApps,
    made: async () => {
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      return {
        id: 17,
        name: "Interlinear of Acme",
        url: "https://github.com/apps/interlinear-of-acme",
        privateKey: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
        webhookSecret: "hook",
      };
    },
  };
}
