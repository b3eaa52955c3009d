import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { command } from "../../test/support/command.ts";
import { MAIL_PASSWORD, startMailServer } from "../../test/support/mail-server.ts";
import { createPrivateCertificate } from "../../test/support/private-certificate.ts";
import { sendMail, type MailSettings } from "./send-mail.ts";

const unset: MailSettings = { host: "", port: 587, security: "starttls", user: "", password: "", from: "" };
const message = { to: "jana@example.org", subject: "Dobrý den", text: "Všechno funguje.\n" };

describe("sendMail", () => {
  it("delivers a message and tells what the server said", async () => {
    await using server = await startMailServer();

    const outcome = await sendMail(server.settings, message);

    expect(outcome).toMatchObject({
      delivered: true,
      accepted: ["jana@example.org"],
      rejected: [],
      response: "250 Queued as 1",
    });
    const [received] = server.messages;
    expect(received).toMatchObject({ subject: "Dobrý den", text: "Všechno funguje.\n" });
    expect(received?.from?.text).toBe('"Interlinear" <bot@example.org>');
    expect(received?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(outcome.delivered && outcome.messageId).toBe(received?.messageId);
  });

  it("lets nobody write a header or another recipient by way of the subject or the address", async () => {
    await using server = await startMailServer();

    await sendMail(server.settings, { ...message, subject: "Hello\r\nBcc: eve@example.org\r\n\r\nText" });
    const several = await sendMail(server.settings, { ...message, to: "jana@example.org, eve@example.org" });
    const lines = await sendMail(server.settings, { ...message, to: "jana@example.org\r\nBcc: eve@example.org" });

    expect(server.messages).toHaveLength(1);
    expect(server.messages[0]?.bcc).toBeUndefined();
    expect(server.messages[0]?.subject).toBe("Hello⏎Bcc: eve@example.org⏎⏎Text");
    for (const outcome of [several, lines]) {
      expect(outcome).toMatchObject({ delivered: false, reason: "The recipient is no mail address." });
    }
  });

  it("says that the password is wrong, and not which it was, whatever the server repeats", async () => {
    await using server = await startMailServer();
    const password = "wrong horse battery";

    const outcome = await sendMail({ ...server.settings, password }, message);

    expect(outcome).toMatchObject({
      delivered: false,
      rejected: ["jana@example.org"],
      response: "535 No such user: bot with ***",
      reason: `127.0.0.1:${String(server.settings.port)} refused the user or the password.`,
    });
    expect(JSON.stringify(outcome)).not.toContain(password);
    expect(JSON.stringify(outcome)).not.toContain(MAIL_PASSWORD);
  });

  it("says whether the sender or the recipient is refused, in the server's words", async () => {
    await using pickySender = await startMailServer({ refusedSender: "Not your address" });
    await using pickyRecipient = await startMailServer({ refusedRecipient: "No such mailbox" });

    expect(await sendMail(pickySender.settings, message)).toMatchObject({
      delivered: false,
      response: "550 Not your address",
      reason: `127.0.0.1:${String(pickySender.settings.port)} refused the sender.`,
      remedy: expect.stringContaining("mail.from"),
    });
    expect(await sendMail(pickyRecipient.settings, message)).toMatchObject({
      delivered: false,
      response: "550 No such mailbox",
      reason: `127.0.0.1:${String(pickyRecipient.settings.port)} refused the recipient.`,
    });
  });

  it("sends nothing to a server whose certificate is its own", async () => {
    await using server = await startMailServer();

    const outcome = await sendMail({ ...server.settings, security: "starttls" }, message);

    expect(outcome).toMatchObject({ delivered: false, reason: expect.stringMatching(/certificate .* is not trusted/) });
    expect(server.messages).toEqual([]);
  });

  it.each([
    ["starttls", false],
    ["tls", true],
  ] as const)("sends with %s to a server whose certificate this machine knows", async (security, isSecure) => {
    await using certificate = await createPrivateCertificate("localhost");
    if (certificate === undefined) throw new Error("There is no openssl.");
    await using server = await startMailServer({ certificate, isSecure });
    const mail = { ...server.settings, host: "localhost", security };
    const program = `
      import { sendMail } from ${JSON.stringify(new URL("send-mail.ts", import.meta.url).href)};
      console.log(JSON.stringify(await sendMail(JSON.parse(process.env.MAIL), JSON.parse(process.env.MESSAGE))));`;

    const { output } = await command(process.execPath, ["--input-type=module", "-e", program], {
      cwd: ".",
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: certificate.authority,
        MAIL: JSON.stringify(mail),
        MESSAGE: JSON.stringify(message),
      },
    });

    expect(output).toContain('"delivered":true');
    expect(server.messages).toHaveLength(1);
  });

  it("says so where TLS from the first byte meets a server without", async () => {
    await using server = await startMailServer();

    expect(await sendMail({ ...server.settings, security: "tls" }, message)).toMatchObject({
      delivered: false,
      remedy: expect.stringContaining("465"),
    });
  });

  it("does not wait for a server that says nothing", async () => {
    await using server = await startMailServer({ isSilent: true });

    const outcome = await sendMail(server.settings, message, { milliseconds: 100 });

    expect(outcome).toMatchObject({ delivered: false, reason: expect.stringContaining("did not answer in time") });
  });

  it("does not wait for a server that says a letter now and then", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("220 slow\r\n");
      const timer = setInterval(() => socket.write("2"), 20);
      socket.on("close", () => {
        clearInterval(timer);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const mail = {
      ...unset,
      host: "127.0.0.1",
      port,
      security: "none",
      from: "bot@example.org",
    } as const;

    const outcome = await sendMail(mail, message, { milliseconds: 100 });

    server.close();
    expect(outcome).toMatchObject({ delivered: false, reason: expect.stringContaining("did not") });
  });

  it("says where nothing listens, and where no server is set", async () => {
    const mail = { ...unset, port: 1, host: "127.0.0.1", from: "bot@example.org" };

    expect(await sendMail(mail, message)).toMatchObject({
      reason: expect.stringContaining("127.0.0.1:1 cannot be reached"),
    });
    expect(await sendMail(unset, message)).toMatchObject({ reason: "No mail server is set." });
  });
});
