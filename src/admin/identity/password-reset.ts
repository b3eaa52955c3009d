import { note } from "../../records/logs/event-log.ts";
import { mailText, mailTime } from "../../records/mail/mail-text.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { present, type Records } from "../../records/records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import { inTransaction } from "../../store/database.ts";
import { countTry, forgetTriesAt } from "./attempts.ts";
import { operatorByLogin, type Operator } from "./operators.ts";
import { passwordProblem } from "../../http-api/password-policy.ts";
import { hashPassword } from "../../http-api/passwords.ts";
import { endSessionsOf } from "./sessions.ts";
import { hashOf, newToken } from "./tokens.ts";

/** Why somebody is to set a password. */
export type Occasion = "reset" | "invitation";

/** So long a link works. */
const LINK_MINUTES: Readonly<Record<Occasion, number>> = { reset: 60, invitation: 3 * 24 * 60 };

/** So many messages one user gets within a quarter of an hour, whoever asks for them. */
const MESSAGES = 3;

export interface Mailing {
  /** Whether the mail server took the message. */
  readonly accepted: boolean;
  /** What it said, or why it was not asked. */
  readonly response: string;
}

/** Mails somebody a link that sets a password. @param origin undefined: nobody said where people reach this server */
export async function mailPasswordLink(
  records: Records,
  { login, name, email, active }: Operator,
  { occasion, origin }: { readonly occasion: Occasion; readonly origin: string | undefined },
): Promise<Mailing> {
  if (!active) return refused("The user is not active.");
  if (origin === undefined) return refused("Set `public_url` in the settings: links in mails begin with it.");
  const { mail } = await currentSettings(records);
  if (mail.host === "") return refused("Set `mail.host` and `mail.from` in the settings: there is no mail server.");
  if ((await countTry(records, [{ subject: `mail ${String(login)}`, tries: MESSAGES }])) > 0) {
    return refused("The user was sent several messages just now.");
  }
  const { token, expires } = await newLink(records, login, LINK_MINUTES[occasion]);
  const message = await mailText(records, "mail-password-reset", {
    name,
    login: String(login),
    link: `${origin}/admin/password/${token}`,
    expires: mailTime(expires),
    server: origin,
  });
  const outcome = await sendMail(mail, { to: email, ...message });
  if (outcome.delivered) return { accepted: true, response: outcome.response };
  const { reason, remedy, response } = outcome;
  const details = { response, remedy };
  await note(records, { level: "warning", component: "mail", message: reason, login, details });
  return refused(response === "" ? reason : response);
}

function refused(response: string): Mailing {
  return { accepted: false, response };
}

/** Keeps the hash of a new link's token. */
async function newLink(
  records: Records,
  login: number,
  minutes: number,
): Promise<{ readonly token: string; readonly expires: string }> {
  const { text: token, hash } = newToken();
  const now = present(records);
  const expires = new Date(records.clock.now().getTime() + minutes * 60_000).toISOString();
  await records.database.deleteFrom("password_reset").where("expires", "<=", now).execute();
  await records.database.insertInto("password_reset").values({ id: hash, login, created: now, expires }).execute();
  return { token, expires };
}

/** Whose password a link sets; undefined: it was used, is too old, or there never was such a link. */
export async function passwordResetTarget(
  { database, clock }: Pick<Records, "database" | "clock">,
  token: string,
): Promise<Operator | undefined> {
  const link = await database
    .selectFrom("password_reset")
    .select("login")
    .where("id", "=", hashOf(token))
    .where("expires", ">", present({ clock }))
    .executeTakeFirst();
  const target = link === undefined ? undefined : await operatorByLogin(database, link.login);
  return target?.active === true ? target : undefined;
}

export type ResetOutcome =
  | { readonly outcome: "done"; readonly login: number }
  /** Used, too old, or never there. */
  | { readonly outcome: "no link" }
  /** In words; the link still works. */
  | { readonly outcome: "bad password"; readonly problem: string };

/** Sets the password that a link is for: the user's other links and all sessions end. */
export async function resetPassword(records: Records, token: string, password: string): Promise<ResetOutcome> {
  const target = await passwordResetTarget(records, token);
  if (target === undefined) return { outcome: "no link" };
  const problem = passwordProblem(password, target);
  if (problem !== undefined) return { outcome: "bad password", problem };
  const { login } = target;
  const hash = await hashPassword(password);
  const isDone = await inTransaction(records.database, async (queries) => {
    const { numDeletedRows } = await queries
      .deleteFrom("password_reset")
      .where("id", "=", hashOf(token))
      .executeTakeFirst();
    // Somebody else used it while this password was hashed.
    if (numDeletedRows === 0n) return false;
    await queries.deleteFrom("password_reset").where("login", "=", login).execute();
    await queries.updateTable("operator").set({ password: hash }).where("login", "=", login).execute();
    await forgetTriesAt({ database: queries }, login);
    await endSessionsOf(queries, login);
    return true;
  });
  if (!isDone) return { outcome: "no link" };
  await note(records, { level: "notice", component: "users", message: "A password was set by a mailed link", login });
  return { outcome: "done", login };
}
