import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { Hono, type Context } from "hono";
import type { StoredDelivery } from "../../records/deliveries/deliveries.ts";
import type { Records } from "../../records/records.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { MessageTimes } from "./message-times.ts";
import { OwnUsers } from "./own-users.ts";
import { Refusals } from "./refused-webhooks.ts";
import { forgeSender, onlyGitHub, serviceSender, type HeaderOf, type Sender } from "./senders.ts";

/** What the bot's ears need. */
export interface IntakeSurroundings {
  readonly records: Records;
  /** As they are now. */
  readonly settings: () => Promise<Settings>;
  /** Default: those of the services' tokens. */
  readonly ownUsers?: OwnUsers;
  /** Told of each webhook that was not taken in for a reason of ours. */
  readonly refused?: () => void;
  /** Told when a repository's turn comes. */
  readonly expected?: (turn: Date) => void;
}

/** The same answer whether the sender is unknown or its signature is wrong: who guesses learns no name. */
const REFUSED = "The signature of this webhook is not one of a sender that this address is for.";
const RETRY_SECONDS = "30";

/**
 * Takes webhooks in; to be mounted at `/webhooks`. What is right is kept and answered at once, with 202 and its number, or
 * with 200 where it was known already or there is nothing to keep.
 */
export function webhookApp(bot: IntakeSurroundings): Hono {
  const intake = new Intake(bot);
  const app = new Hono();
  app.post("/github", (context) =>
    intake.receive(context, (settings) => forgeSender(settings, "github", onlyGitHub(settings) ?? "")),
  );
  app.post("/github/:name", (context) =>
    intake.receive(context, (settings) => forgeSender(settings, "github", context.req.param("name"))),
  );
  app.post("/forgejo/:name", (context) =>
    intake.receive(context, (settings) => forgeSender(settings, "forgejo", context.req.param("name"))),
  );
  app.post("/service/:name", (context) =>
    intake.receive(context, (settings) => serviceSender(settings, context.req.param("name"), intake.ownUsers)),
  );
  app.onError((error, context) => {
    bot.refused?.();
    const { logger, absence } = bot.records;
    if (!absence.met(error)) logger.error(`A webhook could not be kept: ${error.message}`);
    context.header("retry-after", RETRY_SECONDS);
    return context.json({ message: "The webhook could not be kept. Send it again." }, 503);
  });
  return app;
}

class Intake {
  readonly #bot: IntakeSurroundings;
  readonly #refusals: Refusals;
  readonly #times: MessageTimes;
  readonly #memory = new BodyMemory();
  readonly ownUsers: OwnUsers;

  constructor(bot: IntakeSurroundings) {
    this.#bot = bot;
    this.ownUsers = bot.ownUsers ?? new OwnUsers(bot.records.clock);
    this.#refusals = new Refusals(bot.records);
    this.#times = new MessageTimes(bot.records);
  }

  async receive(context: Context, senderIn: (settings: Settings) => Sender): Promise<Response> {
    const { records, settings } = this.#bot;
    const current = await settings();
    const sender = senderIn(current);
    const header: HeaderOf = (name) => context.req.header(name);
    const proof = sender.proofIn(header);
    if (proof === undefined) return this.#refuse(context, sender);
    const read = await readBody(sentBody(context), current.limits.deliveryBytes, this.#memory);
    if (read === "busy") this.#bot.refused?.();
    if (typeof read === "string") return unreadable(context, read, current.limits.deliveryBytes);
    using body = read;
    const proven = proof(body.bytes, records.clock.now());
    await this.#times.note(sender.service, proven);
    if (proven !== true) return await this.#refuse(context, sender, proven === false ? undefined : proven.secondsApart);
    const parsed = parseBody(body.bytes, header("content-type") ?? "");
    if (parsed === undefined) {
      return context.json({ message: "Send JSON in UTF-8, or a form whose field payload holds it." }, 400);
    }
    const taken = await sender.take(records, header, parsed.payload);
    if (typeof taken === "object" && taken.turn !== undefined) this.#bot.expected?.(taken.turn);
    return answer(context, taken);
  }

  async #refuse(context: Context, { name }: Sender, secondsApart?: number): Promise<Response> {
    await this.#refusals.count(name ?? "an unknown sender", secondsApart);
    return context.json({ message: REFUSED }, 401);
  }
}

function unreadable(context: Context, why: "too-long" | "busy" | "broken", longest: number): Response {
  if (why === "too-long") return context.json({ message: `At most ${String(longest)} bytes are taken.` }, 413);
  if (why === "broken") return context.json({ message: "The body ended before its time." }, 400);
  context.header("retry-after", RETRY_SECONDS);
  return context.json({ message: "Too many large webhooks come at the same time." }, 503);
}

/** @param taken undefined: the headers do not say what it is; text: why there is nothing to keep */
function answer(context: Context, taken: StoredDelivery | string | undefined): Response {
  if (taken === undefined) {
    return context.json({ message: "The headers name no event, or no id of this delivery." }, 400);
  }
  if (typeof taken === "string") return context.json({ message: taken }, 200);
  return context.json({ delivery: taken.id }, taken.outcome === "known" ? 200 : 202);
}

/** Bytes that all requests together may have us hold: so many times the most that one may send. */
const BODIES_AT_ONCE = 4;

/** Forges give an answer that takes longer up. */
const BODY_MILLISECONDS = 30_000;

/** What bodies that are being read or looked at take of the memory. */
export class BodyMemory {
  #held = 0;

  get held(): number {
    return this.#held;
  }

  /** @returns whether there is room for them */
  take(bytes: number, longest: number): boolean {
    if (this.#held + bytes > longest * BODIES_AT_ONCE) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

interface RequestBody extends Disposable {
  readonly bytes: Uint8Array;
}

/** A body that comes. */
export interface SentBody {
  /** As the sender says; undefined where they do not. */
  readonly length: number | undefined;
  readonly parts: Readable | ReadableStream<Uint8Array> | null;
}

/** Node's own stream where there is one: making a web stream of it cost as much as all that is done with the webhook. */
function sentBody({ req, env }: Context): SentBody {
  const length = req.header("content-length");
  const surroundings: unknown = env;
  const isOfListener = typeof surroundings === "object" && surroundings !== null && "incoming" in surroundings;
  const incoming = isOfListener ? surroundings.incoming : undefined;
  return {
    length: length === undefined ? undefined : Number(length),
    parts: incoming instanceof IncomingMessage ? incoming : req.raw.body,
  };
}

/**
 * The whole body of a request.
 * @param longest bytes that are taken
 * @returns `too-long`; `busy` where others' bodies take all the room there is; `broken` where it ended before its time,
 *   or does not end: whoever sends a little now and then is not to hold the room for all others
 */
export async function readBody(
  { length = 0, parts }: SentBody,
  longest: number,
  memory: BodyMemory,
  milliseconds = BODY_MILLISECONDS,
): Promise<RequestBody | "too-long" | "busy" | "broken"> {
  if (length > longest) return "too-long";
  let held = 0;
  const release = (): void => memory.give(held);
  const chunks: Uint8Array[] = [];
  const late = AbortSignal.timeout(milliseconds);
  try {
    for await (const chunk of untilAborted(parts, late)) {
      if (held + chunk.length > longest || !memory.take(chunk.length, longest)) {
        const refusal = held + chunk.length > longest ? "too-long" : "busy";
        release();
        return refusal;
      }
      held += chunk.length;
      chunks.push(chunk);
    }
  } catch {
    release();
    return "broken";
  }
  return { bytes: Buffer.concat(chunks), [Symbol.dispose]: release };
}

/** A stream's parts. Who reads no further leaves the rest to the listener. @throws when the signal comes, though nothing else does */
async function* untilAborted(body: SentBody["parts"], signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  if (body instanceof Readable) {
    const end = (): void => void body.destroy();
    signal.addEventListener("abort", end, { once: true });
    try {
      const parts: AsyncIterable<unknown> = body.iterator({ destroyOnReturn: false });
      for await (const part of parts) if (part instanceof Uint8Array) yield part;
    } finally {
      signal.removeEventListener("abort", end);
    }
    return;
  }
  if (body === null) return;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    // Nothing is cancelled where somebody only reads no further: the connection would end with it.
    reader.releaseLock();
  }
}

const strictText = new TextDecoder("utf-8", { fatal: true });

/** What a body of JSON holds, or the `payload` of a form; undefined where it is neither. */
export function parseBody(bytes: Uint8Array, contentType: string): { readonly payload: unknown } | undefined {
  const [type = ""] = contentType.toLowerCase().split(";", 1);
  try {
    const text = strictText.decode(bytes);
    if (type.trim() === "application/json") return { payload: JSON.parse(text) };
    const field = type.trim() === "application/x-www-form-urlencoded" ? new URLSearchParams(text).get("payload") : null;
    return field === null ? undefined : { payload: JSON.parse(field) };
  } catch {
    return undefined;
  }
}
