import { createHmac, randomUUID } from "node:crypto";
import { fetchOf } from "../../network/connections.ts";
import { secretsOf } from "../webhooks/senders.ts";
import { attention, bad, good, type Trial } from "./trial.ts";

const TIMEOUT_MILLISECONDS = 10_000;
const WHAT = "Webhook";

export interface Pinged {
  /** "": nobody said. */
  readonly publicUrl: string;
  readonly kind: "github" | "forgejo" | "service";
  /** In the settings. */
  readonly name: string;
  readonly secret: string;
  readonly now: Date;
}

/** Sends a signed message to our own address as others see it: it comes back to us, or something in between is wrong. */
export async function pingTrial({ publicUrl, kind, name, secret, now }: Pinged): Promise<Trial> {
  if (publicUrl === "") {
    return attention(WHAT, "Nobody said where this bot is reached from outside: set the public address in General.");
  }
  if (secret === "") {
    const late = kind === "service" ? "translations come by the schedule alone" : "nothing that happens there is heard";
    return attention(WHAT, `There is no webhook secret: ${late}.`);
  }
  const address = `${publicUrl}/webhooks/${kind}/${name}`;
  const body = JSON.stringify({ zen: "Interlinear tries its own address.", action: "ping" });
  // While a secret is changed there are two: either is right.
  const [key = secret] = secretsOf(secret);
  try {
    const answer = await fetchOf(address)(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...signatures(kind, key, body, now) },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const text = await answer.text();
    if (answer.status === 200 && isOurs(text)) {
      return good(WHAT, `A signed message to ${address} came back to this bot.`);
    }
    return bad(WHAT, `${address} answered ${String(answer.status)}. ${remedyOf(answer.status)}`);
  } catch (error) {
    const why =
      error instanceof Error && error.name === "TimeoutError"
        ? "did not answer in time"
        : "cannot be reached from here";
    return bad(
      WHAT,
      `${address} ${why}. Look at the public address in General, at the name's DNS entry and at the proxy.`,
    );
  }
}

/** What only this bot says to a message that it finds genuine and has nothing to do for. */
function isOurs(text: string): boolean {
  return text.includes("Here we are.") || text.includes("nothing to do");
}

function remedyOf(status: number): string {
  if (status === 401) return "It leads to a bot that has another secret for this name, or a proxy changes the body.";
  if (status === 404) return "The proxy does not pass /webhooks on, or the address leads elsewhere.";
  if (status >= 500)
    return "The proxy is there, and the bot behind it is not: look at the port that it passes requests on to.";
  return "The public address leads somewhere else.";
}

function signatures(kind: Pinged["kind"], secret: string, body: string, now: Date): Readonly<Record<string, string>> {
  const id = randomUUID();
  if (kind === "service") {
    const seconds = String(Math.floor(now.getTime() / 1_000));
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const digest = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
    return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${digest}` };
  }
  const digest = createHmac("sha256", secret).update(body).digest("hex");
  return kind === "github"
    ? { "x-github-event": "ping", "x-github-delivery": id, "x-hub-signature-256": `sha256=${digest}` }
    : { "x-forgejo-event": "ping", "x-forgejo-delivery": id, "x-forgejo-signature": digest };
}
