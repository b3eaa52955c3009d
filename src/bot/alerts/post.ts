import { Outward, OutwardRefusal } from "../../network/outward.ts";
import { isLinkLocal } from "../../network/outward-address.ts";
import { notTaken, taken, type Sent } from "./message.ts";

const TIMEOUT_MILLISECONDS = 10_000;
const MOST_BYTES = 1_000;
/** Chats of a team may be in its own network; link-local addresses are never anybody's chat. */
const outward = new Outward({ reach: (_, address) => !isLinkLocal(address), allowPlain: true });

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
    const { status, text } = await outward.send(address, {
      headers: { "content-type": "application/json", ...headers },
      body,
      milliseconds: TIMEOUT_MILLISECONDS,
      mostBytes: MOST_BYTES,
    });
    if (status >= 200 && status < 300) return taken;
    const word = /^[a-z]+(?:_[a-z]+)+$/.exec(text.trim())?.[0];
    return notTaken(
      `${url.host} answered ${String(status)}${word === undefined ? "" : ` (${word})`}.${remedyOf(status)}`,
    );
  } catch (error) {
    if (error instanceof OutwardRefusal) return notTaken(error.message);
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
