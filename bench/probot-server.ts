/** A server of probot's with a handler that does nothing, for `bot-intake.ts`: `node probot-server.ts PACKAGE`, secret and key in the environment. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface ProbotModule {
  readonly createProbot: (options: object) => unknown;
  readonly createNodeMiddleware: (
    app: (robot: { on: (event: string, handler: () => Promise<void>) => void }) => void,
    options: object,
  ) => Promise<RequestListener>;
}

const [, , folder = ""] = process.argv;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
// oxlint-disable typescript/no-unsafe-type-assertion -- the peer is installed for the measurement alone
const address = pathToFileURL(join(folder, "node_modules", "probot", "lib", "index.js")).href;
const probot = (await import(address)) as ProbotModule;
// oxlint-enable typescript/no-unsafe-type-assertion
const key = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const secret = process.env["PROBOT_SECRET"] ?? "";
const middleware = await probot.createNodeMiddleware(
  (robot) => {
    robot.on("push", async () => undefined);
  },
  {
    webhooksPath: "/webhooks/github/github",
    probot: probot.createProbot({ overrides: { appId: 1, privateKey: key, secret, logLevel: "fatal" } }),
  },
);
const server = createServer(middleware);
server.listen(0, "127.0.0.1", () => {
  const own = server.address();
  if (own !== null && typeof own !== "string") console.log(`http://127.0.0.1:${String(own.port)}`);
});
