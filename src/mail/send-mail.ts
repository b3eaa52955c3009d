import { oneLine } from "../core/one-line.ts";
import { Redactor } from "../core/redaction.ts";

/** The mail server that messages go over. */
export interface MailSettings {
  /** "": no mail is sent. */
  readonly host: string;
  readonly port: number;
  readonly security: "tls" | "starttls" | "none";
  readonly user: string;
  readonly password: string;
  /** `Interlinear <bot@example.org>` */
  readonly from: string;
}

export interface MailMessage {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same for programs that show HTML. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What became of a message, in the mail server's own words where it said any. */
export type MailOutcome = MailDelivered | MailFailed;

export interface MailDelivered {
  readonly delivered: true;
  /** Recipients that the server took. */
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  /** `250 2.0.0 Ok: queued as 4Z1` */
  readonly response: string;
  readonly messageId: string;
}

export interface MailFailed {
  readonly delivered: false;
  readonly accepted: readonly [];
  readonly rejected: readonly string[];
  /** What the server said, "" where it said nothing. */
  readonly response: string;
  /** One sentence. */
  readonly reason: string;
  /** What to do about it. */
  readonly remedy: string;
  /**
   * `address`: there is none, or the server refuses it for good, and any other message too. `recipient`: this message to this
   * recipient was refused, others may be taken. `server`: nothing goes out.
   */
  readonly fault: "address" | "recipient" | "server";
}

export interface SendingOptions {
  /** How long each step may take. */
  readonly milliseconds?: number;
  /** What a setting is called where the operator makes it. */
  readonly nameOf?: (setting: keyof MailSettings) => string;
}

/** Somebody waits for it in front of a page. */
const USUAL_MILLISECONDS = 10_000;

/** Sends one message over the mail server of the settings. Whatever goes wrong is told, not thrown. */
export async function sendMail(
  mail: MailSettings,
  { to, subject, text, html, headers }: MailMessage,
  { milliseconds = USUAL_MILLISECONDS, nameOf = (setting) => `mail.${setting}` }: SendingOptions = {},
): Promise<MailOutcome> {
  if (mail.host === "") {
    return failed(to, {
      reason: "No mail server is set.",
      remedy: `Set \`${nameOf("host")}\` and \`${nameOf("from")}\` in the settings.`,
    });
  }
  if (!isMailAddress(to)) {
    const remedy = "Write one address alone: jana@example.org.";
    return failed(to, { reason: "The recipient is no mail address.", remedy, fault: "address" });
  }
  // Loaded where mail is sent: most processes never do.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: mail.host,
    port: mail.port,
    secure: mail.security === "tls",
    requireTLS: mail.security === "starttls",
    ignoreTLS: mail.security === "none",
    ...(mail.user === "" ? {} : { auth: { user: mail.user, pass: mail.password } }),
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    dnsTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sent = await transport.sendMail({
      from: mail.from,
      to: { name: "", address: to },
      subject: oneLine(subject),
      text,
      ...(html !== undefined && { html }),
      headers: { "Auto-Submitted": "auto-generated", ...headers },
      // A server that sends a byte now and then is never silent.
      signal: AbortSignal.timeout(milliseconds * 3),
    });
    const { accepted, rejected, response, messageId } = sent;
    return { delivered: true, accepted, rejected, response: oneLine(response.trim()), messageId };
  } catch (error) {
    return outcomeOf(error, mail, to, nameOf);
  } finally {
    transport.close();
  }
}

export function isMailAddress(text: string): boolean {
  return /^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+$/.test(text);
}

interface Explanation {
  readonly reason: string;
  readonly remedy: string;
  readonly fault?: MailFailed["fault"];
}

function failed(to: string, { reason, remedy, fault = "server" }: Explanation, response = ""): MailFailed {
  return { delivered: false, accepted: [], rejected: [to], response, reason, remedy, fault };
}

/** Servers repeat what they were sent, and a password may be in it. */
function outcomeOf(error: unknown, mail: MailSettings, to: string, nameOf: NameOf): MailFailed {
  const redactor = new Redactor();
  redactor.add(mail.password);
  redactor.add(Buffer.from(`\0${mail.user}\0${mail.password}`).toString("base64"));
  const clean = (text: string): string => oneLine(redactor.redact(text).trim()).slice(0, 500);
  const { code, command } = { code: textOf(error, "code"), command: textOf(error, "command") };
  const message = error instanceof Error ? error.message : String(error);
  const response = clean(textOf(error, "response"));
  return failed(to, explanationOf({ code, command, response, message: clean(message) }, mail, nameOf), response);
}

function textOf(error: unknown, name: string): string {
  const value: unknown = typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === "string" ? value : "";
}

type NameOf = NonNullable<SendingOptions["nameOf"]>;

interface Failure {
  readonly code: string;
  readonly command: string;
  readonly response: string;
  readonly message: string;
}

/** What a failure means to whoever keeps the settings, by nodemailer's code for it. */
function explanationOf(
  { code, command, response, message }: Failure,
  { host, port, security }: MailSettings,
  nameOf: NameOf,
): Explanation {
  const server = `${host}:${String(port)}`;
  const isCertificate = /certificate|self-signed|altnames|CERT_/i.test(message);
  if (code === "EAUTH" || code === "ENOAUTH") {
    return {
      reason: `${server} refused the user or the password.`,
      remedy: `Correct \`${nameOf("user")}\` and \`${nameOf("password")}\`; some servers want a password made for programs.`,
    };
  }
  if (code === "EENVELOPE") {
    return command === "MAIL FROM"
      ? {
          reason: `${server} refused the sender.`,
          remedy: `Set \`${nameOf("from")}\` to an address that this user may send from.`,
        }
      : {
          reason: `${server} refused the recipient.`,
          remedy: "Look at the address; where it is right, the server does not carry mail there for this user.",
          fault: isRefusedForGood(response) ? "address" : "recipient",
        };
  }
  if (isCertificate) {
    return {
      reason: `The certificate of ${server} is not trusted: ${message}.`,
      remedy:
        "Let the server show a certificate for this name of an authority that this machine knows; `NODE_EXTRA_CA_CERTS` names a file with one's own.",
    };
  }
  if (code === "ETLS" || /wrong version number|STARTTLS/i.test(message)) {
    return {
      reason: `There is no TLS with ${server} as \`${nameOf("security")}\` (${security}) wants it: ${message}.`,
      remedy: "`tls` usually goes with port 465, `starttls` with port 587.",
    };
  }
  if (code === "EDNS" || /ENOTFOUND|EAI_AGAIN/.test(message)) {
    return { reason: `There is no server named ${host}.`, remedy: `Correct \`${nameOf("host")}\`.` };
  }
  if (code === "ETIMEDOUT" || /timeout|timed out/i.test(message)) {
    return {
      reason: `${server} did not answer in time.`,
      remedy: `Look at \`${nameOf("host")}\` and \`${nameOf("port")}\`, and whether a firewall is in between; port 465 wants \`tls\`.`,
    };
  }
  if (["ESOCKET", "ECONNECTION", "ECONNREFUSED"].includes(code)) {
    return {
      reason: `${server} cannot be reached: ${message}.`,
      remedy: `Look at \`${nameOf("host")}\` and \`${nameOf("port")}\`, and whether the server runs.`,
    };
  }
  const words = {
    reason: `${server} did not take the message: ${message}.`,
    remedy: "The server's own words say why.",
  };
  return code === "EMESSAGE" ? { ...words, fault: "recipient" } : words;
}

/** A policy, or a server that does not relay, says nothing about the address (RFC 3463, 5.7.x). */
function isRefusedForGood(response: string): boolean {
  return response.startsWith("5") && !/^5\d\d[ -]5\.7\./.test(response) && !/relay/i.test(response);
}
