import { oneLine } from "../../core/one-line.ts";
import { renderTemplate, unknownVariable, type TemplateFault } from "../../report/template/template.ts";
import type { Records } from "../records.ts";
import { builtInTemplates, type MailKind } from "../templates/template-kinds.ts";
import { templateFor } from "../templates/templates.ts";

/** What a mail's template can say, by kind; each with a value to try it with. */
export const mailSamples = {
  "mail-password-reset": {
    /** Whom it goes to. */
    name: "Jana Nováková",
    /** The number to sign in by. */
    login: "12",
    /** Address that sets the password, once. */
    link: "https://bot.example.org/admin/password/Zm9yIHNob3c",
    /** Until when. */
    expires: "2026-01-31 12:00 UTC",
    /** Where the administration is. */
    server: "https://bot.example.org",
  },
  "mail-test": {
    name: "Jana Nováková",
    server: "https://bot.example.org",
    /** The mail server that it goes through. */
    host: "mail.example.org",
    /** When it was sent. */
    time: "2026-01-31 12:00 UTC",
  },
  notification: {
    /** What is wrong, in one line. */
    title: "The translation service “main” does not answer",
    /** `error` or `warning`. */
    severity: "error",
    /** `failing`, `token`, `component`, `budget`, `disk` or `database`. */
    kind: "failing",
    /** One sign of it, in the words it came in. */
    example: "The service did not answer: connection refused.",
    /** What counts towards it; "" where nothing does. */
    counts: "34 failed runs and 50 deliveries given up in 12 repositories",
    since: "2026-01-31 01:12 UTC",
    remedy: "See whether it runs, and whether this machine reaches it. The bot tries again by itself.",
    /** Page that shows it. */
    link: "https://bot.example.org/admin/alerts",
    server: "https://bot.example.org",
  },
  "notification-resolved": {
    title: "The translation service “main” does not answer",
    severity: "error",
    kind: "failing",
    since: "2026-01-31 01:12 UTC",
    until: "2026-01-31 05:40 UTC",
    duration: "4 h 28 min",
    /** What a person has to do still; "" where nothing is. */
    waiting: "50 deliveries wait to be done again: Deliveries → dead.",
    link: "https://bot.example.org/admin/alerts",
    server: "https://bot.example.org",
  },
} satisfies Record<MailKind, Readonly<Record<string, string>>>;

export type MailVariables<Kind extends MailKind> = Readonly<Record<keyof (typeof mailSamples)[Kind], string>>;

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A mail in the words of its template; in the built-in ones where that one fails. */
export async function mailText<Kind extends MailKind>(
  records: Pick<Records, "database" | "logger">,
  kind: Kind,
  variables: MailVariables<Kind>,
): Promise<MailText> {
  const own = await templateFor(records, kind, "");
  if (own !== undefined) {
    const rendered = renderMail(own, variables);
    if ("subject" in rendered) return rendered;
    records.logger.warning(
      `The template "${kind}" could not be filled in: ${rendered.fault.message}. The built-in text was sent.`,
    );
  }
  const standard = renderMail(builtInTemplates[kind].body, variables);
  if ("subject" in standard) return standard;
  throw new Error(`The built-in text of ${kind} cannot be filled in: ${standard.fault.message}`);
}

/** A moment for people. @param time ISO 8601 in UTC */
export function mailTime(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`;
}

/** Names that a mail's template may use. */
export function mailVariables(kind: MailKind): readonly string[] {
  return Object.keys(mailSamples[kind]);
}

/** A mail's template, filled in with made-up values; or what is wrong with it, also where it is not reached by chance. */
export function trialMail(kind: MailKind, body: string): MailText | { readonly fault: TemplateFault } {
  const rendered = renderMail(body, mailSamples[kind]);
  const unknown = "subject" in rendered ? unknownVariable(body, mailVariables(kind)) : undefined;
  return unknown === undefined
    ? rendered
    : { fault: { message: `"${unknown}" is no variable`, piece: unknown, unknownVariable: true } };
}

const SUBJECT = /^Subject:[ \t]*(?<subject>[^\r\n]*)(?:\r?\n(?:[ \t]*\r?\n)?|$)/;

function renderMail(
  body: string,
  variables: Readonly<Record<string, string>>,
): MailText | { readonly fault: TemplateFault } {
  const rendered = renderTemplate("plain", body, variables);
  if ("fault" in rendered) return rendered;
  const head = SUBJECT.exec(rendered.text);
  const subject = oneLine(head?.groups?.["subject"] ?? "").trim();
  if (head === null || subject === "") {
    return { fault: { message: 'the first line has to be the subject: "Subject: …"' } };
  }
  const text = rendered.text.slice(head[0].length).trim();
  return text === "" ? { fault: { message: "the message came out empty" } } : { subject, text: `${text}\n` };
}
