import type { Records } from "../records.ts";
import { mailText, mailTime, type MailText } from "../mail/mail-text.ts";
import type { Alert, AlertPhase } from "./alerts.ts";
import type { Evidence } from "./open-causes.ts";

/** What a message of an alert says: the same over every channel. */
export interface AlertText extends MailText {
  /** Page that shows it; "" where nobody knows the administration's address. */
  readonly link: string;
}

/** @param publicUrl where the administration is; "" where nobody said */
export async function alertText(
  records: Pick<Records, "database" | "logger">,
  alert: Alert,
  phase: AlertPhase,
  publicUrl: string,
): Promise<AlertText> {
  const { title, severity, kind, evidence, since, resolved } = alert;
  const server = publicUrl === "" ? "the bot" : publicUrl;
  const link = publicUrl === "" ? "" : `${publicUrl}/admin${phase === "open" ? evidence.path : "/alerts"}`;
  const about = { title, severity, kind, since: mailTime(since), link, server };
  if (phase === "open") {
    const { example, remedy } = evidence;
    const text = await mailText(records, "notification", { ...about, example, remedy, counts: countWords(evidence) });
    return { ...text, link };
  }
  const end = resolved ?? alert.seen;
  const text = await mailText(records, "notification-resolved", {
    ...about,
    until: mailTime(end),
    duration: durationWords(Date.parse(end) - Date.parse(since)),
    waiting: waitingWords(evidence.deliveries > 0 ? await deadDeliveries(records) : 0),
  });
  return { ...text, link };
}

/** `34 failed runs and 50 deliveries given up in 12 repositories`; "" where nothing counts. */
export function countWords({ runs, deliveries, repositories }: Evidence): string {
  const parts = [
    ...(runs === 0 ? [] : [runs === 1 ? "1 failed run" : `${String(runs)} failed runs`]),
    ...(deliveries === 0
      ? []
      : [deliveries === 1 ? "1 delivery given up" : `${String(deliveries)} deliveries given up`]),
  ];
  if (parts.length === 0) return "";
  const [only] = repositories;
  const where = repositories.length === 1 ? (only ?? "") : `${String(repositories.length)} repositories`;
  return `${parts.join(" and ")} in ${where}`;
}

async function deadDeliveries({ database }: Pick<Records, "database">): Promise<number> {
  const { dead } = await database
    .selectFrom("delivery")
    .select(({ fn }) => fn.countAll<number>().as("dead"))
    .where("state", "=", "dead")
    .executeTakeFirstOrThrow();
  return dead;
}

function waitingWords(dead: number): string {
  if (dead === 0) return "";
  return dead === 1
    ? "1 delivery was given up and waits for somebody to do it again: see Deliveries."
    : `${String(dead)} deliveries were given up and wait for somebody to do them again: see Deliveries.`;
}

const MINUTE = 60_000;

/** `4 h 28 min` */
function durationWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE));
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${String(hours)} h ${String(minutes % 60)} min`;
  return `${String(Math.floor(hours / 24))} days`;
}
