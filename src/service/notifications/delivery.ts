import { isMailAddress } from "../../mail/send-mail.ts";
import type { SubscriptionRecord } from "../identity/subscriptions.ts";
import type { Service } from "../service.ts";
import { frequency, summaries, type Kind } from "./kinds.ts";
import { oftenWords } from "./news-mail.ts";
import { mailProblem } from "./send-news.ts";

/** Whether a subscription's news come by mail, and a sentence that says how, or why not. */
export interface Delivery {
  readonly delivered: boolean;
  readonly delivery: string;
}

/** @param user whose subscriptions they are. @returns what becomes of each */
export async function deliveries(
  service: Service,
  user: number,
): Promise<(subscription: Pick<SubscriptionRecord, "notification" | "frequency">) => Delivery> {
  const reason = await nobodyIsTold(service, user);
  return ({ notification, frequency: often }) => {
    if (often === frequency.never) return { delivered: false, delivery: "Not wanted: the frequency is 0." };
    if (reason !== undefined) return { delivered: false, delivery: reason };
    if (often === frequency.instant && isSummary(notification)) {
      return { delivered: false, delivery: "It says how things stand, and comes daily, weekly or monthly (2, 3, 4)." };
    }
    return { delivered: true, delivery: `By mail, ${oftenWords(often)}.` };
  };
}

const isSummary = (notification: string): boolean => [...summaries].some((kind: Kind) => kind === notification);

async function nobodyIsTold(service: Service, user: number): Promise<string | undefined> {
  const { database, settings } = service;
  if (settings.mail.host === "") return "This server sends no mail: its operator set no mail server.";
  const row = await database
    .selectFrom("user")
    .leftJoin("refused_address as refused", (join) =>
      join.onRef("refused.user_id", "=", "user.id").onRef("refused.email", "=", "user.email"),
    )
    .select(["user.email", "user.is_active", "user.is_bot", "refused.response", "refused.time"])
    .where("user.id", "=", user)
    .executeTakeFirst();
  if (row === undefined || row.is_active !== 1) return "The account is not active.";
  if (row.is_bot === 1) return "Bots get no mail.";
  if (!isMailAddress(row.email)) return "The account has no mail address.";
  if (row.response !== null && row.time !== null) {
    return `The mail server refused the account's address (${row.time.slice(0, 10)}: ${row.response}). Give the account another one.`;
  }
  const problem = await mailProblem(service);
  return problem === undefined
    ? undefined
    : `No mail goes out since ${problem.since.slice(0, 16).replace("T", " ")} UTC: ${problem.reason} What is wanted waits.`;
}
