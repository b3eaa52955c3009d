import { createHmac, timingSafeEqual } from "node:crypto";
import { randomText } from "../../http-api/session-cookie.ts";
import { inTransaction } from "../../store/database.ts";
import { UNSUBSCRIBE } from "../pages/addresses.ts";
import type { Service } from "../service.ts";
import { frequency } from "./kinds.ts";
import { readSetting } from "./look.ts";

/** What codes are signed with: made once. */
const KEY = "news_key";

/** Mail of one person that comes so often. */
export interface Subscribed {
  readonly user: number;
  readonly frequency: number;
}

/** An address that ends such mail, below the service's. It needs no account to be signed in to, and does nothing else. */
export async function unsubscribeAddress(service: Service, subscribed: Subscribed): Promise<string> {
  const code = `${String(subscribed.user)}.${String(subscribed.frequency)}.${await signatureOf(service, subscribed)}`;
  return `${UNSUBSCRIBE}?${new URLSearchParams({ code }).toString()}`;
}

/** Whose mail a code ends; undefined for one that this server did not give out. */
export async function subscribedOf(service: Service, code: string): Promise<Subscribed | undefined> {
  const [, user, often, signature = ""] = /^(\d{1,10})\.([1-4])\.([\w-]{43})$/.exec(code) ?? [];
  if (user === undefined) return undefined;
  const subscribed = { user: Number(user), frequency: Number(often) };
  const expected = await signatureOf(service, subscribed);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? subscribed : undefined;
}

/** Sets the subscriptions that come so often, or all, to "never". */
export async function unsubscribe(
  { database }: Service,
  { user, frequency: often }: Subscribed,
  what: "these" | "all",
): Promise<void> {
  await inTransaction(database, async (queries) => {
    let subscriptions = queries
      .updateTable("subscription")
      .set({ frequency: frequency.never })
      .where("user_id", "=", user);
    let waiting = queries.deleteFrom("news_mail").where("user_id", "=", user).where("begun", "=", "");
    if (what === "these") {
      subscriptions = subscriptions.where("frequency", "=", often);
      waiting = waiting.where("frequency", "=", often);
    }
    await subscriptions.execute();
    await waiting.execute();
  });
}

/** Code of an address at which a program reads what is for a person, without an account to be signed in to. */
export async function feedCode(service: Service, user: number): Promise<string> {
  const signature = createHmac("sha256", await keyOf(service))
    .update(`feed ${String(user)}`)
    .digest("base64url");
  return `${String(user)}.${signature}`;
}

/** Whose feed a code reads; undefined for one that this server did not give out. */
export async function readerOfFeed(service: Service, code: string): Promise<number | undefined> {
  const [, user] = /^(\d{1,10})\.[\w-]{43}$/.exec(code) ?? [];
  if (user === undefined) return undefined;
  const expected = await feedCode(service, Number(user));
  const isRight = expected.length === code.length && timingSafeEqual(Buffer.from(expected), Buffer.from(code));
  return isRight ? Number(user) : undefined;
}

async function signatureOf(service: Service, { user, frequency: often }: Subscribed): Promise<string> {
  return createHmac("sha256", await keyOf(service))
    .update(`${String(user)} ${String(often)}`)
    .digest("base64url");
}

async function keyOf({ database }: Service): Promise<string> {
  const known = await readSetting(database, KEY);
  if (known !== undefined) return known;
  await database
    .insertInto("setting")
    .values({ name: KEY, value: randomText() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await readSetting(database, KEY)) ?? "";
}
