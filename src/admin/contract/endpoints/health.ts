import * as z from "zod";
import { eventComponents, eventLevels } from "../../../records/logs/event-log.ts";
import { endpoint, roles } from "../endpoint.ts";
import { identifier, mailAddress, moment, pageOf, paging, timestamp } from "../fields.ts";

const ofHealth = { tag: "health" } as const;

const share = z.number().min(0).max(1);
const bytes = z.int().min(0);
const milliseconds = z.number().min(0);

const Sample = z
  .strictObject({
    time: timestamp,
    worker: z.string().describe("The process that looked: `host:pid:start`."),
    cpu: share.describe("Share of all cores that was busy."),
    process_cpu: share.describe("Of this process alone."),
    memory_used: bytes,
    memory_total: bytes,
    process_memory: bytes.describe("What this process holds."),
    disk_used: bytes.describe("Of the disk that the data folder is on."),
    disk_total: bytes,
    loop_p50: milliseconds.describe("How late the event loop was: half of the time no more."),
    loop_p99: milliseconds,
    loop_max: milliseconds,
  })
  .meta({ id: "Sample" });
export type Sample = z.output<typeof Sample>;

const Event = z
  .strictObject({
    id: identifier,
    time: timestamp,
    level: z.enum(eventLevels),
    component: z.string().describe("Which part tells."),
    message: z.string(),
    repository: z.string().nullable().describe("`owner/name`"),
    run: identifier.nullable(),
    login: identifier.nullable().describe("Who caused it."),
    details: z.record(z.string(), z.unknown()).readonly(),
  })
  .meta({ id: "Event" });

const Access = z
  .strictObject({
    id: identifier,
    time: timestamp,
    login: identifier.nullable(),
    method: z.string(),
    path: z.string().describe("As declared: `/users/{login}`."),
    status: z.int(),
    milliseconds: z.int().min(0),
    address: z.string(),
    agent: z.string(),
  })
  .meta({ id: "Access" });

const since = moment.optional().describe("From this time on.");
const until = moment.optional().describe("Before this time.");

export const health = {
  hardware: endpoint({
    ...ofHealth,
    id: "health.hardware",
    method: "GET",
    path: "/health/hardware",
    summary: "access hardware logs",
    description:
      "What each process saw of its machine, every 10 seconds. Of longer times, neighbours are joined: shares, memory and the usual delay are averages, the rest the largest. Bytes and milliseconds.",
    query: () =>
      z.object({
        since: since.describe("From this time on; default an hour before `until`."),
        until: until.describe("Before this time; default now."),
        points: z.int().min(1).max(2000).default(120).describe("At most so many samples of each process."),
      }),
    responses: {
      200: () =>
        z
          .strictObject({
            since: timestamp,
            until: timestamp,
            newest: z.array(Sample).readonly().describe("The last look of each process that looked within 5 minutes."),
            samples: z.array(Sample).readonly().describe("The oldest first."),
          })
          .meta({ id: "Hardware" }),
    },
    roles,
  }),
  system: endpoint({
    ...ofHealth,
    id: "health.system",
    method: "GET",
    path: "/health/system",
    summary: "access system event logs",
    description: "What happened, the newest first.",
    query: () =>
      z.object({
        ...paging,
        level: z.enum(eventLevels).optional().describe("This level and graver ones."),
        component: z.enum(eventComponents).optional(),
        repository: z.string().max(300).optional().describe("`owner/name`"),
        run: identifier.optional(),
        login: identifier.optional().describe("Who caused it."),
        text: z.string().max(200).optional().describe("Part of the message or the details, in whatever case."),
        since,
        until,
      }),
    responses: { 200: () => pageOf(Event) },
    roles,
  }),
  access: endpoint({
    ...ofHealth,
    id: "health.access",
    method: "GET",
    path: "/health/access",
    summary: "access the access logs",
    description: "Who asked for what, how it ended and how long it took; the newest first.",
    query: () =>
      z.object({
        ...paging,
        method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]).optional(),
        path: z.string().max(500).optional().describe("How the path begins."),
        status: z.int().min(1).max(5).optional().describe("First digit of the status: 4 for all refusals."),
        login: identifier.optional(),
        since,
        until,
      }),
    responses: { 200: () => pageOf(Access) },
    roles: ["administrator", "operator"],
  }),
  sendTestMail: endpoint({
    ...ofHealth,
    id: "health.sendtestmail",
    method: "POST",
    path: "/health/sendtestmail",
    summary: "send a test e-mail",
    description:
      "Sends the test message over the mail server of the settings, and tells what that server said. 200 says that it was tried: `delivered` says what came of it.",
    body: () =>
      z
        .strictObject({ to: mailAddress.optional().describe("Default: the caller's own address.") })
        .meta({ id: "TestMail" }),
    responses: {
      200: () =>
        z
          .strictObject({
            delivered: z.boolean().describe("Whether the mail server took the message."),
            to: z.string(),
            accepted: z.array(z.string()).readonly(),
            rejected: z.array(z.string()).readonly(),
            response: z.string().describe('The server\'s own words; "" where it said none.'),
            message_id: z.string().nullable(),
            reason: z.string().nullable().describe("What went wrong."),
            remedy: z.string().nullable().describe("What to do about it."),
          })
          .meta({ id: "TestMailOutcome" }),
    },
    roles: ["administrator"],
  }),
};
