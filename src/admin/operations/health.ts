import { listAccess } from "../../records/logs/access-log.ts";
import { listEvents, note } from "../../records/logs/event-log.ts";
import { listSamples, newestSamples, type Sample } from "../../records/machine/samples.ts";
import { mailText, mailTime } from "../../records/mail/mail-text.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { present } from "../../records/records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import { health, type Sample as ShownSample } from "../contract/endpoints/health.ts";
import { publicOrigin } from "../../http-api/request.ts";
import { operation } from "../http/operation.ts";
import { invalid } from "../../http-api/refusal.ts";

const HOUR_MILLISECONDS = 3_600_000;
/** Who did not look for so long does not run any more. */
const NEWEST_MILLISECONDS = 300_000;

const hardware = operation(health.hardware, async ({ admin: { records }, query }) => {
  const now = records.clock.now().getTime();
  // The look of this very moment is in it.
  const until = query.until === undefined ? new Date(now + 1).toISOString() : utcOf(query.until);
  const since =
    query.since === undefined ? new Date(Date.parse(until) - HOUR_MILLISECONDS).toISOString() : utcOf(query.since);
  if (since >= until) throw invalid("since", "Expected a time before `until`.");
  const newest = await newestSamples(records, new Date(now - NEWEST_MILLISECONDS).toISOString());
  const samples = await listSamples(records, { since, until, points: query.points });
  return { since, until, newest: newest.map(shownSample), samples: samples.map(shownSample) };
});

const system = operation(health.system, async ({ admin: { records }, query }) => {
  const { page, size, since, until, ...filter } = query;
  return listEvents(records, { ...filter, ...windowOf({ since, until }) }, { page, size });
});

const access = operation(health.access, async ({ admin: { records }, query }) => {
  const { page, size, since, until, status, ...filter } = query;
  return listAccess(records, { ...filter, statusClass: status, ...windowOf({ since, until }) }, { page, size });
});

const sendTestMail = operation(health.sendTestMail, async ({ admin: { records }, caller, body, request }) => {
  const { mail, publicUrl } = await currentSettings(records);
  const to = body.to ?? caller.email;
  const message = await mailText(records, "mail-test", {
    name: caller.name,
    server: publicOrigin(request, publicUrl) ?? "the bot",
    host: mail.host,
    time: mailTime(present(records)),
  });
  const outcome = await sendMail(mail, { to, ...message });
  const { delivered, accepted, rejected, response } = outcome;
  await note(records, {
    level: delivered ? "notice" : "warning",
    component: "mail",
    message: delivered ? "A test message was sent" : `A test message was not sent: ${outcome.reason}`,
    login: caller.login,
    details: { to, response },
  });
  return {
    delivered,
    to,
    accepted,
    rejected,
    response,
    message_id: delivered ? outcome.messageId : null,
    reason: delivered ? null : outcome.reason,
    remedy: delivered ? null : outcome.remedy,
  };
});

function windowOf({ since, until }: { readonly since?: string | undefined; readonly until?: string | undefined }) {
  return {
    since: since === undefined ? undefined : utcOf(since),
    until: until === undefined ? undefined : utcOf(until),
  };
}

/** As times are kept: then texts compare as times do. */
function utcOf(time: string): string {
  return new Date(time).toISOString();
}

function shownSample(sample: Sample): ShownSample {
  return {
    time: sample.time,
    worker: sample.worker,
    cpu: sample.cpu,
    process_cpu: sample.processCpu,
    memory_used: sample.memoryUsed,
    memory_total: sample.memoryTotal,
    process_memory: sample.processMemory,
    disk_used: sample.diskUsed,
    disk_total: sample.diskTotal,
    loop_p50: sample.loopP50,
    loop_p99: sample.loopP99,
    loop_max: sample.loopMax,
  };
}

export const healthOperations = { hardware, system, access, sendTestMail };
