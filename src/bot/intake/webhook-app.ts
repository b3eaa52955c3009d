import { Hono, type Context } from "hono";
import type { StoredDelivery } from "../../records/deliveries/deliveries.ts";
import type { Settings } from "../../records/settings/settings.ts";
import type { IntakeSurroundings } from "./intake-surroundings.ts";
import { OwnUsers } from "./own-users.ts";
import { Refusals } from "./refusals.ts";
import { BodyMemory, parseBody, readBody } from "./request-body.ts";
import { forgeSender, onlyGitHub, serviceSender, type Sender } from "./senders.ts";
import type { HeaderOf } from "./signature.ts";

/** The same words whether the sender is unknown or its signature is wrong: who guesses learns no name. */
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
    bot.records.logger.error(`A webhook could not be kept: ${error.message}`);
    context.header("retry-after", RETRY_SECONDS);
    return context.json({ message: "The webhook could not be kept. Send it again." }, 503);
  });
  return app;
}

class Intake {
  readonly #bot: IntakeSurroundings;
  readonly #refusals: Refusals;
  readonly #memory = new BodyMemory();
  readonly ownUsers: OwnUsers;

  constructor(bot: IntakeSurroundings) {
    this.#bot = bot;
    this.ownUsers = bot.ownUsers ?? new OwnUsers(bot.records.clock);
    this.#refusals = new Refusals(bot.records);
  }

  async receive(context: Context, senderIn: (settings: Settings) => Sender): Promise<Response> {
    const { records, settings } = this.#bot;
    const current = await settings();
    const sender = senderIn(current);
    const header: HeaderOf = (name) => context.req.header(name);
    const proof = sender.proofIn(header);
    if (proof === undefined) return this.#refuse(context, sender);
    const read = await readBody(context.req.raw, current.limits.deliveryBytes, this.#memory);
    if (typeof read === "string") return unreadable(context, read, current.limits.deliveryBytes);
    using body = read;
    if (!proof(body.bytes, records.clock.now())) return await this.#refuse(context, sender);
    const parsed = parseBody(body.bytes, header("content-type") ?? "");
    if (parsed === undefined) {
      return context.json({ message: "Send JSON in UTF-8, or a form whose field payload holds it." }, 400);
    }
    return answer(context, await sender.take(records, header, parsed.payload));
  }

  async #refuse(context: Context, { name }: Sender): Promise<Response> {
    await this.#refusals.count(name ?? "an unknown sender");
    return context.json({ message: REFUSED }, name === undefined ? 404 : 401);
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
