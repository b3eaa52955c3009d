import { generateKeyPairSync, randomBytes, type KeyPairKeyObjectResult } from "node:crypto";

const APP_ID = 7_001;

let pair: KeyPairKeyObjectResult | undefined;

/** Each world has one App, and none meets another's: one key does for all, which takes as long to make as a whole run. */
function keys(): KeyPairKeyObjectResult {
  pair ??= generateKeyPairSync("rsa", { modulusLength: 2048 });
  return pair;
}

/** The bot's GitHub App: as the stand-in for GitHub has it, and as the bot's environment tells of it. */
export function createBotGitHubApp(installed: "yes" | "no" = "yes") {
  const { publicKey, privateKey } = keys();
  const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  const webhookSecret = randomBytes(20).toString("hex");
  return {
    app: {
      id: APP_ID,
      clientId: "Iv1.7001",
      slug: "interlinear",
      publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
      permissions: { contents: "write", "pull-requests": "write", checks: "write", issues: "write" },
      installed,
    },
    /** PEM. */
    privateKey: pem,
    webhookSecret,
    environment: (serverUrl: string) => ({
      INTERLINEAR_BOT_GITHUB_APP_ID: String(APP_ID),
      INTERLINEAR_BOT_GITHUB_PRIVATE_KEY: pem,
      INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET: webhookSecret,
      INTERLINEAR_BOT_GITHUB_SERVER_URL: serverUrl,
    }),
  } as const;
}
