import { isMailAddress, sendMail, type MailFailed, type MailMessage, type MailSettings } from "../../mail/send-mail.ts";
import { inTransaction } from "../../store/database.ts";
import { timestamp, type Service } from "../service.ts";
import { Composer } from "./compose.ts";
import { readSetting } from "./look.ts";
import { newsHtml, newsSubject, newsText } from "./news-mail.ts";

/** So many mails one look sends; the next one goes on. */
const AT_ONCE = 500;
/** Handed over so long ago and nobody knows how it ended: whoever did it died. */
const LOST_MILLISECONDS = 15 * 60_000;
const MINUTE_MILLISECONDS = 60_000;
const LONGEST_PAUSE_MINUTES = 240;
const GIVEN_UP_MILLISECONDS = 5 * 86_400_000;

/** Since when no mail goes out, and why. */
const PROBLEM = "news_problem";

export interface MailProblem {
  readonly since: string;
  readonly reason: string;
}

/** What a setting of mail is called where the operator makes it. */
export const mailSettingName = (setting: keyof MailSettings): string => `INTERLINEAR_MAIL_${setting.toUpperCase()}`;

/**
 * Sends the news that wait. A mail is marked before it is handed over and gone when the server took it: a process that dies in
 * between sends nothing twice, and the next one says that it may be lost.
 */
export async function sendNews(service: Service): Promise<void> {
  await dropInterrupted(service);
  const composer = new Composer(service);
  for (let sent = 0; sent < AT_ONCE; sent += 1) {
    const mail = await nextMail(service);
    if (mail === undefined) return;
    const goesOn = await sendOne(service, composer, mail);
    if (!goesOn) return;
  }
}

type WaitingMail = NonNullable<Awaited<ReturnType<typeof nextMail>>>;

async function nextMail(service: Service) {
  return service.database
    .selectFrom("news_mail")
    .selectAll()
    .where("begun", "=", "")
    .where("run_after", "<=", timestamp(service))
    .orderBy("run_after")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** @returns whether the next one may be tried */
async function sendOne(service: Service, composer: Composer, mail: WaitingMail): Promise<boolean> {
  const { database, settings } = service;
  const { user_id: user, frequency, after_change: after, until_change: until } = mail;
  const composed = await composer.compose({ user, frequency, after, until });
  if (composed === undefined) {
    await database.deleteFrom("news_mail").where("id", "=", mail.id).where("until_change", "=", until).execute();
    return true;
  }
  const claimed = await database
    .updateTable("news_mail")
    .set({ begun: timestamp(service) })
    .where("id", "=", mail.id)
    .where("begun", "=", "")
    .where("until_change", "=", until)
    .executeTakeFirst();
  // Somebody else has it, or it has more to tell now.
  if (claimed.numUpdatedRows === 0n) return true;
  const { reader, mail: news } = composed;
  const outcome = await sendMail(settings.mail, messageOf(reader.email, news), { nameOf: mailSettingName });
  if (outcome.delivered) {
    await database.deleteFrom("news_mail").where("id", "=", mail.id).execute();
    await noteProblem(service, undefined);
    return true;
  }
  if (outcome.fault === "address") {
    await noteRefused(service, { id: user, username: reader.username, email: reader.email }, outcome);
    return true;
  }
  await postpone(service, mail, outcome);
  return outcome.fault === "recipient";
}

function messageOf(to: string, news: Parameters<typeof newsText>[0]): MailMessage {
  return {
    to,
    subject: newsSubject(news),
    text: newsText(news),
    html: newsHtml(news),
    headers: {
      "Content-Language": "en",
      "List-Unsubscribe": `<${news.unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

async function dropInterrupted(service: Service): Promise<void> {
  const lost = await service.database
    .deleteFrom("news_mail")
    .where("begun", "<>", "")
    .where("begun", "<=", new Date(service.clock.now().getTime() - LOST_MILLISECONDS).toISOString())
    .returning("user_id")
    .execute();
  for (const { user_id: user } of lost) {
    service.logger.warning(
      `A process ended while it handed a mail to user ${String(user)} over: it may be lost, and is not sent again.`,
    );
  }
}

/** Where the whole server is away, nothing else is tried for a while either. */
async function postpone(service: Service, mail: WaitingMail, outcome: MailFailed): Promise<void> {
  const { database, clock, logger } = service;
  const now = clock.now().getTime();
  const isOfServer = outcome.fault === "server";
  if (isOfServer) await noteProblem(service, outcome);
  if (now - Date.parse(mail.made) > GIVEN_UP_MILLISECONDS) {
    await database.deleteFrom("news_mail").where("id", "=", mail.id).execute();
    logger.warning(`A mail to user ${String(mail.user_id)} is given up after five days: ${outcome.reason}`);
    return;
  }
  const attempts = mail.attempts + 1;
  const pause = Math.min(2 ** Math.min(attempts, 10), LONGEST_PAUSE_MINUTES) * MINUTE_MILLISECONDS;
  const later = new Date(now + pause).toISOString();
  await inTransaction(database, async (queries) => {
    await queries
      .updateTable("news_mail")
      .set({ begun: "", attempts, run_after: later })
      .where("id", "=", mail.id)
      .execute();
    if (!isOfServer) return;
    const due = queries.updateTable("news_mail").set({ attempts, run_after: later });
    await due.where("begun", "=", "").where("run_after", "<", later).execute();
  });
}

async function noteProblem(service: Service, outcome: MailFailed | undefined): Promise<void> {
  const { database, logger } = service;
  const known = await readSetting(database, PROBLEM);
  if (outcome === undefined) {
    if (known === undefined) return;
    await database.deleteFrom("setting").where("name", "=", PROBLEM).execute();
    logger.notice("Mail goes out again.");
    return;
  }
  const { reason, remedy } = outcome;
  const earlier: MailProblem | undefined = known === undefined ? undefined : JSON.parse(known);
  if (earlier?.reason === reason) return;
  logger.warning(`No mail goes out: ${reason} ${remedy}`);
  const value = JSON.stringify({ since: earlier?.since ?? timestamp(service), reason } satisfies MailProblem);
  await database
    .insertInto("setting")
    .values({ name: PROBLEM, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function mailProblem({ database }: Service): Promise<MailProblem | undefined> {
  const known = await readSetting(database, PROBLEM);
  return known === undefined ? undefined : JSON.parse(known);
}

/** Nothing more goes to an address that was refused for good, until the user has another one; administrators are told. */
async function noteRefused(
  service: Service,
  user: { readonly id: number; readonly username: string; readonly email: string },
  { reason, response }: MailFailed,
): Promise<void> {
  const { database, settings, logger } = service;
  const words = response === "" ? reason : response;
  await inTransaction(database, async (queries) => {
    await queries.deleteFrom("news_mail").where("user_id", "=", user.id).execute();
    const values = { email: user.email, response: words, time: timestamp(service) };
    await queries
      .insertInto("refused_address")
      .values({ user_id: user.id, ...values })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
      .execute();
  });
  const sentence = `Mail to the user “${user.username}” is refused for good: ${words}. Nothing more is sent there until the account has another address.`;
  logger.warning(sentence);
  const administrators = await database
    .selectFrom("user")
    .select(["id", "email"])
    .where("is_superuser", "=", 1)
    .where("is_active", "=", 1)
    .where("id", "<>", user.id)
    .where("id", "not in", database.selectFrom("refused_address").select("user_id"))
    .execute();
  for (const { email } of administrators.filter((each) => isMailAddress(each.email))) {
    const subject = `[${settings.siteTitle}] Mail to ${user.username} is refused`;
    const text = `${sentence}\n\nThe account: ${settings.siteUrl}/user/${encodeURIComponent(user.username)}/\n`;
    const told = await sendMail(settings.mail, { to: email, subject, text }, { nameOf: mailSettingName });
    if (!told.delivered) logger.warning(`An administrator could not be told by mail: ${told.reason}`);
  }
}
