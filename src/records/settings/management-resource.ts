import * as z from "zod";
import { alertKinds } from "../alerts/alert-kinds.ts";
import { networkFault } from "../../network/networks.ts";
import {
  addressFault,
  cronFault,
  dayFault,
  hookAddressFault,
  hostFault,
  mailboxFault,
  mappingPathFault,
  patternFault,
  privateKeyFault,
  quietHoursFault,
  secretLineFault,
  senderFault,
  signingKeyFault,
} from "./checks.ts";

// The settings as the API shows and takes them. What a secret holds is taken and never shown.

type Check = (text: string) => string | undefined;

const LONGEST_LINE = 1_000;
const LONGEST_SECRET = 20_000;
const MOST_PATTERNS = 1_000;
const MOST_ENTRIES = 100;

function checked(text: z.ZodString, check: Check): z.ZodString {
  return text.superRefine((value, context) => {
    const fault = check(value);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });
}

/** A line that may be empty: then there is none. */
function optionalLine(check: Check): z.ZodString {
  return checked(z.string().max(LONGEST_LINE), (text) => (text === "" ? undefined : check(text)));
}

const shown = z.strictObject({ set: z.boolean() });

/** Of a secret that one may do without: an empty text is none. */
function orNone(check: Check): Check {
  return (text) => (text === "" ? undefined : check(text));
}

function writtenSecret(check: Check, description: string) {
  return z
    .union([checked(z.string().max(LONGEST_SECRET), check), z.null(), shown], {
      error: 'Expected the secret as text, null to remove it, or {"set": true}, as it was read, to keep it.',
    })
    .describe(`${description} A text is a new one, null removes it, and the object that was read keeps it.`);
}

function shownSecret(_: Check, description: string) {
  return shown.describe(`${description} Write-only: all that is shown is whether there is one.`);
}

/** Passwords hold what they hold. */
function passwordFault(text: string): string | undefined {
  return text === "" || /[\r\n\u0000]/.test(text) ? "Expected one line." : undefined;
}

const address = checked(z.string().max(LONGEST_LINE), addressFault);
const patterns = z
  .array(checked(z.string().max(LONGEST_LINE), patternFault))
  .max(MOST_PATTERNS)
  .describe("Patterns of `owner/name`: `acme/*`, `acme/{app,site}`, `*` for all.");

/** Name of a forge or a service; it stands in addresses of webhooks. */
export const entryName = z
  .string()
  .max(100)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, "Expected a name of lower case letters, digits, `.`, `_` and `-`.");

const tokenExpires = optionalLine(dayFault).describe(
  'Day that the token ends on, `2026-12-31`: an alert tells of it before; "": it does not end, or nobody knows.',
);

const schedulesShape = {
  default: optionalLine(cronFault).describe('Cron expression, UTC, for every repository; "": none.'),
  repositories: z
    .record(checked(z.string().max(LONGEST_LINE), patternFault), optionalLine(cronFault))
    .describe('Pattern of `owner/name` → cron expression, or "" for none; the most exact pattern counts.'),
};

const days = z.int().min(1).max(3_650);
const retentionShape = { events: days, access: days, runs: days, deliveries: days, samples: days };

const limitsShape = {
  runs_at_once: z.int().min(1).max(100).describe("Runs of one process side by side."),
  run_minutes: z.int().min(1).max(1_440).describe("A run that takes longer is ended and tried again."),
  delivery_attempts: z.int().min(1).max(50).describe("Tries of a delivery before it is dead."),
  delivery_bytes: z.int().min(65_536).max(104_857_600).describe("Longest webhook that is read."),
  session_hours: z.int().min(1).max(720),
  session_idle_minutes: z.int().min(1).max(10_080),
  failed_logins: z
    .int()
    .min(1)
    .max(100)
    .describe(
      "Failed sign-ins of one address at one account within a quarter of an hour; of one address at all accounts four times, and of all " +
        "addresses at one account twenty times as many, which keeps nobody out who signed in from there before.",
    ),
};

const days0 = z.int().min(0).max(365);
const percentage = z.int().min(1).max(100);

const alertsShape = {
  failures: z
    .int()
    .min(1)
    .max(100)
    .describe(
      "So many failed runs of one cause, or in a row in one repository, are an alert. A delivery that is given up is one at once.",
    ),
  disk_percent: percentage.describe("An alert when so much of the disk is used."),
  budget_percent: percentage.describe("An alert when a server allows no more than this share of its requests."),
  token_days: days0.describe("An alert so many days before a token ends."),
  settle_minutes: z.int().min(0).max(1_440).describe("Minutes without a sign of a cause before it counts as over."),
  quiet_hours: optionalLine(quietHoursFault).describe(
    'Hours, UTC, in which nothing is sent: `22:00-06:00`. What is still wrong is told when they end. "": none.',
  ),
};

const channelRules = {
  least: z.enum(["warning", "error"]).describe("Lesser alerts are not told here."),
  kinds: z.array(z.enum(alertKinds)).max(alertKinds.length).describe("Which alerts are told here; none named: all."),
};

const mailChannel = {
  kind: z.literal("mail"),
  to: z
    .array(checked(z.string().max(LONGEST_LINE), mailboxFault))
    .min(1, "Name at least one address.")
    .max(20)
    .describe("Mail addresses."),
  ...channelRules,
};

const issueChannel = {
  kind: z.literal("issue"),
  forge: z.string().max(100).describe("Name of a forge of these settings."),
  repository: checked(z.string().max(LONGEST_LINE), (text) =>
    /^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/.test(text) ? undefined : "Expected one repository: owner/name.",
  ).describe("Repository that issues are opened in, `owner/name`."),
  ...channelRules,
};

/** Parts that hold secrets, as they are read or written. */
function shapesWith<Secret extends z.ZodType>(secret: (check: Check, description: string) => Secret) {
  const service = {
    url: address.describe("Address of the translation service. A mapping that names another one gets no token."),
    token: secret(secretLineFault, "Token of the service."),
    webhook_secret: secret(orNone(signingKeyFault), "Signs the service's webhooks (Standard Webhooks), base64."),
    repositories: patterns,
    token_expires: tokenExpires,
  };

  const gitHub = {
    kind: z.literal("github"),
    server_url: address.describe("`https://github.com`, or that of a GitHub Enterprise server."),
    api_url: address.describe("`https://api.github.com`"),
    app_id: checked(z.string().max(100), (text) =>
      /^[A-Za-z0-9._-]+$/.test(text) ? undefined : "Expected the number or the client id of the App.",
    ).describe("Number or client id of the App."),
    private_key: secret(privateKeyFault, "Private key of the App (PEM)."),
    webhook_secret: secret(passwordFault, "Signs the forge's webhooks."),
  };

  const forgejo = {
    kind: z.literal("forgejo"),
    server_url: address.describe("`https://codeberg.org`"),
    token: secret(secretLineFault, "Token of the bot's account."),
    webhook_secret: secret(passwordFault, "Signs the forge's webhooks."),
    repositories: patterns,
    token_expires: tokenExpires,
  };

  const mail = {
    host: optionalLine(hostFault).describe('SMTP server; "": no mail is sent.'),
    port: z.int().min(1).max(65_535),
    security: z
      .enum(["tls", "starttls", "none"])
      .describe("`tls` from the first byte (465), `starttls` (587), or `none` on a trusted network alone."),
    user: z
      .string()
      .max(LONGEST_LINE)
      .regex(/^[^\r\n\u0000]*$/, "Expected one line."),
    password: secret(passwordFault, "Password of the SMTP server."),
    from: optionalLine(senderFault).describe("Sender: `Interlinear <bot@example.org>`."),
  };

  const webhook = {
    kind: z.literal("webhook"),
    url: secret(hookAddressFault, "Address that messages are sent to, as JSON."),
    secret: secret(orNone(signingKeyFault), "Signs the messages (Standard Webhooks), base64."),
    ...channelRules,
  };

  const slack = {
    kind: z.literal("slack"),
    url: secret(hookAddressFault, "Address of an incoming webhook of Slack, or of who takes the same."),
    ...channelRules,
  };

  return { service, gitHub, forgejo, mail, webhook, slack };
}

const publicUrl = optionalLine(addressFault).describe(
  'Where people and forges reach this server; "": as a request names it.',
);
const MOST_PROXIES = 100;
const trustedProxies = z
  .array(checked(z.string().max(LONGEST_LINE), networkFault))
  .max(MOST_PROXIES)
  .describe(
    "Proxies on other machines whose `X-Forwarded-For` counts: addresses and networks, `10.0.0.0/8`. One on this machine counts anyway.",
  );
const mapping = checked(z.string().max(LONGEST_LINE), mappingPathFault).describe("Repository path of the mapping.");
const theme = z.enum(["system", "light", "dark"]);

function entries<Entry extends z.ZodType>(entry: Entry) {
  return z
    .record(entryName, entry)
    .refine((record) => Object.keys(record).length <= MOST_ENTRIES, `At most ${String(MOST_ENTRIES)} of them.`);
}

function wholeWith<Secret extends z.ZodType>(secret: (check: Check, description: string) => Secret) {
  const { service, gitHub, forgejo, mail, webhook, slack } = shapesWith(secret);
  return z.strictObject({
    public_url: publicUrl,
    trusted_proxies: trustedProxies,
    mapping,
    services: entries(z.strictObject(service)),
    forges: entries(z.discriminatedUnion("kind", [z.strictObject(gitHub), z.strictObject(forgejo)])),
    mail: z.strictObject(mail),
    schedules: z.strictObject(schedulesShape),
    retention: z.strictObject(retentionShape).describe("Days that something is kept."),
    limits: z.strictObject(limitsShape),
    notifications: entries(
      z.discriminatedUnion("kind", [
        z.strictObject(webhook),
        z.strictObject(slack),
        z.strictObject(mailChannel),
        z.strictObject(issueChannel),
      ]),
    ).describe("Who is told what is wrong."),
    alerts: z.strictObject(alertsShape).describe("What counts as an alert."),
    theme,
  });
}

/** What is read. */
export const managementShown = wholeWith(shownSecret).meta({ id: "Management" });
export type ManagementShown = z.output<typeof managementShown>;

/** What a PUT takes: all of it. */
export const managementWritten = wholeWith(writtenSecret);
export type ManagementWritten = z.output<typeof managementWritten>;

type Patchable<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>> };

/** Any of the fields; null has its usual value set. */
function patchable<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Patchable<Shape>, z.core.$strict> {
  const fields = Object.entries(shape).map(([name, field]) => [name, z.nullable(field).optional()]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, each with its own field
  return z.strictObject(Object.fromEntries(fields) as Patchable<Shape>);
}

function patchableEntries<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.record(entryName, patchable(shape).nullable().describe("null removes it."));
}

const written = shapesWith(writtenSecret);

/** What a PATCH takes: a JSON merge patch (RFC 7396). */
export const managementPatch = patchable({
  public_url: publicUrl,
  trusted_proxies: trustedProxies,
  mapping,
  services: patchableEntries(written.service),
  forges: patchableEntries({ ...written.gitHub, ...written.forgejo, kind: z.enum(["github", "forgejo"]) }),
  mail: patchable(written.mail),
  schedules: patchable({
    ...schedulesShape,
    repositories: z.record(
      z.string().max(LONGEST_LINE),
      optionalLine(cronFault).nullable().describe("null removes it."),
    ),
  }),
  retention: patchable(retentionShape),
  limits: patchable(limitsShape),
  notifications: patchableEntries({
    ...written.webhook,
    ...written.slack,
    ...mailChannel,
    ...issueChannel,
    kind: z.enum(["webhook", "slack", "mail", "issue"]),
  }),
  alerts: patchable(alertsShape),
  theme,
});

export type ManagementPatch = z.output<typeof managementPatch>;
