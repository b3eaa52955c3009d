import { randomText } from "../../http-api/session-cookie.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { SIGN_IN_LINK } from "../pages/addresses.ts";
import { timestamp, type Service } from "../service.ts";
import { hashOf, issueToken } from "./tokens.ts";

const LIFE_MILLISECONDS = 15 * 60_000;

/** What the token of somebody who came by a link is called in lists. */
const NAME = "signed in by a link";

/** How long whoever is invited may take. */
export const INVITED_MILLISECONDS = 7 * 86_400_000;

/**
 * An address, below that of the service, which signs a user in once, within 15 minutes unless it is said otherwise: `/accounts/link/?code=…`. What is kept is
 * the code's hash.
 */
export async function issueSignInLink(
  { clock }: Pick<Service, "clock">,
  queries: Queries,
  user: number,
  milliseconds = LIFE_MILLISECONDS,
): Promise<string> {
  const code = randomText();
  const now = clock.now().getTime();
  const unused = queries.deleteFrom("sign_in_link").where("token_id", "is", null);
  await unused.where("expires", "<=", new Date(now).toISOString()).execute();
  await queries
    .insertInto("sign_in_link")
    .values({ hash: hashOf(code), user_id: user, expires: new Date(now + milliseconds).toISOString() })
    .execute();
  return `${SIGN_IN_LINK}?${new URLSearchParams({ code }).toString()}`;
}

/**
 * Uses a link up. The person gets a token, by which the session can be seen in lists and ended like any other; nobody is ever
 * shown it, and signing out ends it.
 * @returns the token; undefined for a code that nobody gave out, that was used, or that is too old
 */
export function useSignInLink(service: Service, code: string): Promise<string | undefined> {
  return inTransaction(service.database, async (queries) => {
    // Taken first: of two clicks at once only one finds it.
    const link = await queries
      .updateTable("sign_in_link")
      .set({ expires: "" })
      .where("hash", "=", hashOf(code))
      .where("expires", ">", timestamp(service))
      .returning(["hash", "user_id"])
      .executeTakeFirst();
    if (link === undefined) return undefined;
    const token = await issueToken(service, queries, { user: link.user_id, name: NAME });
    await queries
      .updateTable("sign_in_link")
      .set((row) => ({ token_id: row.selectFrom("token").select("id").where("hash", "=", hashOf(token)) }))
      .where("hash", "=", link.hash)
      .execute();
    return token;
  });
}

/** A token that a link gave ends with its session: nobody else could use it. */
export async function endTokenOfLink({ database }: Service, token: number): Promise<void> {
  const given = database.selectFrom("sign_in_link").select("token_id").where("token_id", "=", token);
  await database.deleteFrom("token").where("id", "=", token).where("id", "in", given).execute();
}
