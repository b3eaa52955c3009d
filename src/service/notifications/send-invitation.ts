import { sendMail, type MailOutcome } from "../../mail/send-mail.ts";
import type { Service } from "../service.ts";
import { mailSettingName } from "./send-news.ts";
import { harmless } from "./news-mail.ts";

interface Invitation {
  readonly email: string;
  /** Names that people gave. */
  readonly project: string;
  readonly inviter: string;
  /** Signs in once. */
  readonly address: string;
}

/** Hands an invitation over by mail. @returns undefined: this service sends no mail */
export async function sendInvitation(
  { settings }: Pick<Service, "settings">,
  { email, project, inviter, address }: Invitation,
): Promise<MailOutcome | undefined> {
  if (settings.mail.host === "") return undefined;
  const [where, who] = [harmless(project), harmless(inviter)];
  const text = `${who} invites you to translate ${where} on ${settings.siteTitle}.

This address signs you in once, within a week. It is for you alone:

${address}

Your account was made for it. If you do not want it, do nothing: nobody writes to you again.
`;
  const headers = { "Content-Language": "en" };
  const message = { to: email, subject: `${who} invites you to translate ${where}`, text, headers };
  return sendMail(settings.mail, message, { nameOf: mailSettingName });
}
