import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { VERSION } from "../core/version.ts";
import { openConnections } from "./connections.ts";
import type { HttpMethod } from "./http-request.ts";
import { bareHost, isLoopbackAddress, type Reach } from "./outward-address.ts";
import { proxyFor } from "./proxy.ts";

/** @returns the addresses that a name stands for now; none where nobody knows it */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface OutwardOptions {
  readonly reach: Reach;
  /** Whether plain http may go to other machines than this one. */
  readonly allowPlain?: boolean;
  /** What `reach` is decided by, where a person could do something about it: the end of a sentence. */
  readonly remedy?: string;
  readonly resolve?: Resolve;
}

export interface OutwardRequest {
  readonly method?: HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it, the answer's body included. */
  readonly milliseconds: number;
  /** Of the answer's body; what is beyond is not read. */
  readonly mostBytes: number;
}

export interface OutwardAnswer {
  /** 3xx as well: no redirection is followed, it could lead anywhere, inside too. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Nothing was sent, since the address may not be asked. Its message is a sentence for people, and names no more than the host. */
export class OutwardRefusal extends Error {
  override readonly name = "OutwardRefusal";
}

/**
 * Requests to addresses that people wrote: only where they may lead, whatever a name stands for when it is connected to. Where
 * the environment names a proxy, what a name stands for is for the proxy to judge; addresses are refused here.
 */
export class Outward {
  readonly #options: OutwardOptions;
  readonly #resolve: Resolve;

  constructor(options: OutwardOptions) {
    this.#options = options;
    this.#resolve = options.resolve ?? addressesOf;
  }

  /**
   * Why an address is not asked, in a sentence; a name that nobody knows yet is no reason. For who takes the address into
   * settings: {@link Outward.send} looks again.
   */
  async fault(address: string): Promise<string | undefined> {
    const written = this.#writtenFault(address);
    if (written !== undefined) return written;
    const url = new URL(address);
    if (isIP(bareHost(url)) !== 0 || proxyFor(url, process.env) !== undefined) return undefined;
    const found = await this.#resolve(url.hostname).catch(() => []);
    return found.every((each) => this.#options.reach(url.hostname, each)) ? undefined : this.#inside(url.host);
  }

  /** @throws {OutwardRefusal} and, as they come, errors of the connection and of the time that is over */
  async send(
    address: string,
    { method = "POST", headers = {}, body, milliseconds, mostBytes }: OutwardRequest,
  ): Promise<OutwardAnswer> {
    const fault = this.#writtenFault(address);
    if (fault !== undefined) throw new OutwardRefusal(fault);
    const url = new URL(address);
    const connections = openConnections(address, { connections: 1, lookup: this.#lookup(url.host) });
    try {
      const answer = await connections.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { "user-agent": `Interlinear/${VERSION}`, ...headers },
        body: body ?? null,
        signal: AbortSignal.timeout(milliseconds),
      });
      const text = await firstBytes(answer.body, mostBytes);
      return { status: answer.statusCode, headers: answer.headers, text };
    } finally {
      await connections.destroy();
    }
  }

  /** What can be told from the address as it stands there. */
  #writtenFault(address: string): string | undefined {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol)) return "Enter an address that begins with https://.";
    if (url.username !== "" || url.password !== "") return "Enter an address without user and password.";
    const host = bareHost(url);
    if (url.protocol === "http:" && this.#options.allowPlain !== true && !isThisMachine(host)) {
      return "Enter an address that begins with https://. Plain http is for this machine alone.";
    }
    return isIP(host) === 0 || this.#options.reach(host, host) ? undefined : this.#inside(url.host);
  }

  #inside(host: string): string {
    const { remedy } = this.#options;
    return `${host} is not on the internet, but an address of a private network or of this machine: nothing is sent there.${remedy === undefined ? "" : ` ${remedy}`}`;
  }

  /** Looks a name up when it is connected to: it may stand for something else than a moment before. */
  #lookup(host: string): LookupFunction {
    const found = callbackify(async (hostname: string) => {
      const addresses = await this.#resolve(hostname);
      if (!addresses.every((each) => this.#options.reach(hostname, each))) throw new OutwardRefusal(this.#inside(host));
      if (addresses.length === 0) throw Object.assign(new Error(`${host} is not known`), { code: "ENOTFOUND" });
      return addresses.map((address) => ({ address, family: isIP(address) }));
    });
    return (hostname, { all }, done) => {
      found(hostname, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error !== null || first === undefined) done(error, "");
        else if (all === true) done(null, addresses);
        else done(null, first.address, first.family);
      });
    };
  }
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host);
}

async function addressesOf(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

async function firstBytes(body: AsyncIterable<unknown>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most).toString("utf8");
}
