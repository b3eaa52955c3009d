import { createHmac } from "node:crypto";
import { sendMail } from "../../mail/send-mail.ts";
import type { SlackChannel, WebhookChannel } from "../../records/settings/settings.ts";
import { sendIssue } from "./issue-channel.ts";
import { notTaken, taken, type Message, type SendingWith, type Sent } from "./message.ts";
import { post } from "./post.ts";

/** Sends a message over a channel of the settings. Whatever goes wrong is told, not thrown. */
export async function sendMessage(name: string, message: Message, means: SendingWith): Promise<Sent> {
  const { settings, clock } = means;
  const channel = Object.hasOwn(settings.notifications, name) ? settings.notifications[name] : undefined;
  switch (channel?.kind) {
    case undefined:
      return notTaken("The channel is not in the settings any more.");
    case "webhook":
      return sendWebhook(channel, message, clock.now());
    case "slack":
      return sendSlack(channel, message);
    case "mail": {
      const { subject, text } = message.text;
      const outcomes = await Promise.all(channel.to.map((to) => sendMail(settings.mail, { to, subject, text })));
      const refused = outcomes.flatMap((outcome) => (outcome.delivered ? [] : [`${outcome.reason} ${outcome.remedy}`]));
      // Who has it already does not get it once more for those who have not.
      return refused.length === outcomes.length ? notTaken(refused[0] ?? "") : taken;
    }
    case "issue":
      return sendIssue(channel, message, means);
  }
}

const MOST_NAMES = 50;

async function sendWebhook({ url, secret }: WebhookChannel, message: Message, now: Date): Promise<Sent> {
  const { alert, phase, text, id } = message;
  const { runs, deliveries, repositories } = alert.evidence;
  const body = JSON.stringify({
    type: `alert.${phase}`,
    cause: alert.cause,
    kind: alert.kind,
    severity: alert.severity,
    title: alert.title,
    since: alert.since,
    resolved: alert.resolved ?? null,
    runs,
    deliveries,
    repositories: repositories.slice(0, MOST_NAMES),
    subject: text.subject,
    text: text.text,
    link: text.link,
  });
  const seconds = String(Math.floor(now.getTime() / 1000));
  return post(url, body, {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    ...(secret === "" ? {} : { "webhook-signature": signature(secret, `${id}.${seconds}.${body}`) }),
  });
}

/** As Standard Webhooks have it. */
function signature(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
}

function sendSlack({ url }: SlackChannel, { text: { subject, text } }: Message): Promise<Sent> {
  return post(url, JSON.stringify({ text: `*${slackText(subject)}*\n${slackText(text).trim()}` }));
}

/** Nobody is called by what a stranger wrote, and no link hides behind other words. */
function slackText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[*_~`@]/g, "$&\u200b");
}
