import { once } from "node:events";
import { callbackify } from "node:util";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import type { MailSettings } from "../../src/mail/send-mail.ts";

export const MAIL_PASSWORD = "post office 1";

/** A mail server on loopback that keeps what it takes. */
export interface MailServer extends AsyncDisposable {
  /** Settings that send over it: without TLS, with its user. */
  readonly settings: MailSettings;
  readonly port: number;
  readonly messages: readonly ParsedMail[];
}

interface MailServerOptions {
  /** Words that a sender is refused with. */
  readonly refusedSender?: string;
  /** Words that each recipient is refused with. */
  readonly refusedRecipient?: string;
  /** Address → words that it is refused with. */
  readonly refusedRecipients?: Readonly<Record<string, string>>;
  /** A certificate that others may know; without one it has its own. */
  readonly certificate?: { readonly key: string; readonly certificate: string };
  /** TLS from the first byte. */
  readonly isSecure?: boolean;
  /** What is waited for between a message that is there and the answer that it is taken. */
  readonly beforeAnswer?: () => Promise<undefined>;
  /** Says nothing at all to whoever connects. */
  readonly isSilent?: boolean;
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const messages: ParsedMail[] = [];
  const refusal = (words: string | undefined): Error | undefined =>
    words === undefined ? undefined : Object.assign(new Error(words), { responseCode: 550 });
  const take = callbackify(async (stream: SMTPServerDataStream) => {
    messages.push(await simpleParser(stream));
    await options.beforeAnswer?.();
    return `Queued as ${String(messages.length)}`;
  });
  const server = new SMTPServer({
    logger: false,
    ...(options.certificate !== undefined && { key: options.certificate.key, cert: options.certificate.certificate }),
    secure: options.isSecure === true,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    onConnect: (_, callback) => {
      if (options.isSilent !== true) callback();
    },
    onAuth: ({ username, password }, _, callback) => {
      if (username === "bot" && password === MAIL_PASSWORD) callback(null, { user: username });
      else callback(new Error(`No such user: bot with ${password ?? ""}`));
    },
    onMailFrom: (_, __, callback) => {
      callback(refusal(options.refusedSender));
    },
    onRcptTo: ({ address }, _, callback) => {
      callback(refusal(options.refusedRecipients?.[address] ?? options.refusedRecipient));
    },
    onData: (stream, _, callback) => {
      take(stream, callback);
    },
  });
  // Whoever does not trust the certificate hangs up.
  server.on("error", () => undefined);
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port.");
  return {
    messages,
    port: address.port,
    settings: {
      host: "127.0.0.1",
      port: address.port,
      security: "none",
      user: "bot",
      password: MAIL_PASSWORD,
      from: "Interlinear <bot@example.org>",
    },
    [Symbol.asyncDispose]: async () => {
      await new Promise<void>((done) => {
        server.close(() => {
          done();
        });
      });
    },
  };
}
