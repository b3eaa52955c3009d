import { createHmac, randomUUID } from "node:crypto";
import { systemClock, type Clock } from "../../../src/core/clock.ts";
import { HookSender, type Manner } from "../hook-sender.ts";

/** Where an App wants to be told of events. */
export interface HookAddress {
  readonly url: string;
  readonly secret: string;
  /** Those that it subscribed to; what happens to its installations it is told of in any case. */
  readonly events: readonly string[];
}

export interface Webhook {
  readonly event: string;
  readonly action: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly installation: number | null;
  readonly repository: number | null;
}

/** One attempt to deliver, as `GET /app/hook/deliveries` shows it. */
export interface HookDelivery extends Webhook {
  readonly id: number;
  /** The same in all attempts. */
  readonly guid: string;
  readonly deliveredAt: string;
  readonly isRedelivery: boolean;
  /** Seconds. */
  readonly duration: number;
  /** `OK`, or what went wrong. */
  readonly status: string;
  /** 0 without an answer. */
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

const HOOK_ID = 5_001;

/** Tells an App of what happens: once, within ten seconds, and never again unless it is asked to. */
export class Hook {
  /** Undefined: nobody is told. */
  address: HookAddress | undefined;
  /** All attempts, the oldest first. */
  readonly deliveries: HookDelivery[] = [];
  readonly sender: HookSender;
  readonly #appId: number;
  readonly #clock: Pick<Clock, "now">;
  #lastId = 10_000;

  constructor(
    { id, clock = systemClock }: { readonly id: number; readonly clock?: Pick<Clock, "now"> },
    address: HookAddress | undefined,
    manner: Partial<Manner> = {},
  ) {
    this.#appId = id;
    this.#clock = clock;
    this.address = address;
    this.sender = new HookSender(manner);
  }

  isToldOf(event: string): boolean {
    return this.address !== undefined && (event.startsWith("installation") || this.address.events.includes(event));
  }

  tell(webhook: Webhook): void {
    if (!this.isToldOf(webhook.event)) return;
    const guid = randomUUID();
    this.sender.add(() => this.#attempt(webhook, guid, false));
  }

  /** Another attempt of one that was made. */
  tellAgain({ event, action, payload, installation, repository, guid }: HookDelivery): void {
    this.sender.add(() => this.#attempt({ event, action, payload, installation, repository }, guid, true));
  }

  async #attempt(webhook: Webhook, guid: string, isRedelivery: boolean): Promise<void> {
    const { address } = this;
    if (address === undefined) return;
    const body = JSON.stringify(webhook.payload);
    const headers = this.#headers(webhook.event, guid, address.secret, body);
    const deliveredAt = this.#clock.now().toISOString();
    const begin = Date.now();
    const outcome = await post(address.url, headers, body, this.sender.manner.timeoutMilliseconds);
    this.deliveries.push({
      ...webhook,
      id: (this.#lastId += 1),
      guid,
      deliveredAt,
      isRedelivery,
      duration: (Date.now() - begin) / 1_000,
      headers,
      ...outcome,
    });
  }

  #headers(event: string, guid: string, secret: string, body: string): Record<string, string> {
    const signed = (algorithm: "sha1" | "sha256"): string =>
      `${algorithm}=${createHmac(algorithm, secret).update(body).digest("hex")}`;
    return {
      accept: "*/*",
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/0fabeef",
      "x-github-delivery": guid,
      "x-github-event": event,
      "x-github-hook-id": String(HOOK_ID),
      "x-github-hook-installation-target-id": String(this.#appId),
      "x-github-hook-installation-target-type": "integration",
      "x-hub-signature": signed("sha1"),
      "x-hub-signature-256": signed("sha256"),
    };
  }
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMilliseconds: number,
): Promise<Pick<HookDelivery, "status" | "statusCode">> {
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    await answer.body?.cancel();
    const status = answer.ok ? "OK" : `Invalid HTTP Response: ${String(answer.status)}`;
    return { status, statusCode: answer.status };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return { status: isLate ? "timed out" : "failed to connect to host", statusCode: 0 };
  }
}
