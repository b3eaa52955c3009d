import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { VERSION } from "../../core/version.ts";
import { openConnections } from "../../network/connections.ts";
import { proxyFor } from "../../network/proxy.ts";
import { notTaken, taken, type Sent } from "./message.ts";

const TIMEOUT_MILLISECONDS = 10_000;
const MOST_BYTES = 1_000;

/**
 * Sends JSON to an address of the settings. No redirection is followed, it could lead anywhere; addresses of the machine's own
 * network alone (where clouds keep credentials) are not asked. What it answers is not repeated, but for a word as Slack says them.
 */
export async function post(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const url = new URL(address);
  try {
    if (proxyFor(url, process.env) === undefined && (await leadsToOwnNetwork(url.hostname))) {
      return notTaken(`${url.host} is an address of the machine's own network: nothing is sent there.`);
    }
    const connections = openConnections(address, { connections: 1 });
    try {
      const answer = await connections.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": `Interlinear/${VERSION}`, ...headers },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      const said = await firstBytes(answer.body);
      if (answer.statusCode >= 200 && answer.statusCode < 300) return taken;
      const word = /^[a-z]+(?:_[a-z]+)+$/.exec(said.trim())?.[0];
      return notTaken(
        `${url.host} answered ${String(answer.statusCode)}${word === undefined ? "" : ` (${word})`}.${remedyOf(answer.statusCode)}`,
      );
    } finally {
      await connections.destroy();
    }
  } catch (error) {
    const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const why = isLate
      ? "did not answer in time"
      : `could not be reached${typeof code === "string" ? ` (${code})` : ""}`;
    // Addresses of webhooks are secrets: their host is not.
    return notTaken(`${url.host} ${why}.`);
  }
}

function remedyOf(status: number): string {
  if (status >= 300 && status < 400) return " Give the address that it leads to.";
  if ([401, 403, 404, 410].includes(status)) return " The address may be an old one: make another webhook there.";
  return "";
}

async function firstBytes(body: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += chunk instanceof Uint8Array ? Buffer.from(chunk).toString("utf8") : "";
    if (text.length > MOST_BYTES) break;
  }
  return text.slice(0, MOST_BYTES);
}

async function leadsToOwnNetwork(hostname: string): Promise<boolean> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const found = isIP(bare) === 0 ? await lookup(bare, { all: true }) : [{ address: bare }];
  return found.some(({ address }) => isLinkLocal(address));
}

/** Link-local addresses, and those that stand for every address of this machine. */
export function isLinkLocal(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, "");
  return plain.startsWith("169.254.") || /^fe[89ab]/.test(plain) || plain.startsWith("0.") || plain === "::";
}
