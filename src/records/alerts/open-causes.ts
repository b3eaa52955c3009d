import { causeOf } from "../problems/causes.ts";
import type { Failures } from "../problems/failures.ts";
import { codeOfWords } from "./code-of-words.ts";
import type { Budget } from "../runs/budgets.ts";
import type { AlertSettings } from "../settings/settings.ts";
import { silenceOf, type SilentChannel } from "./silent-channels.ts";
import type { TimesApart } from "./times-apart.ts";
import type { AlertKind, Severity } from "./alert-kinds.ts";

/** Files of a component that cannot move. */
export interface BlockedComponent {
  readonly repository: string;
  /** `acme/website` */
  readonly component: string;
  readonly reason: string;
  readonly time: string;
}

export interface DiskUse {
  readonly host: string;
  /** Bytes. */
  readonly used: number;
  readonly total: number;
}

export interface ExpiringToken {
  /** `the service “main”` */
  readonly of: string;
  /** Dotted path of its settings: `services.main`. */
  readonly place: string;
  /** `2026-12-31` */
  readonly day: string;
}

/** A server by its name in the settings. */
export interface Server {
  readonly name: string;
  /** `translate.example.org`, as budgets name it. */
  readonly host: string;
}

/** What the records, the settings and the machine show, as far as it may be an alert. */
export interface AlertFacts {
  readonly failedRuns: readonly Failures[];
  /** What is over waits for a replay alone, and is left out. */
  readonly givenUp: readonly Failures[];
  readonly blocked: readonly BlockedComponent[];
  readonly budgets: readonly Budget[];
  readonly silent: readonly SilentChannel[];
  readonly apart: readonly TimesApart[];
  readonly disk: DiskUse | undefined;
  readonly tokens: readonly ExpiringToken[];
  /** The service whose token a repository has; undefined: of none. */
  readonly serviceOf: (repository: string) => Server | undefined;
  /** @param name of a forge in the settings */
  readonly forgeHost: (name: string) => string;
  readonly present: Date;
}

/** What counts towards an alert, and where to look. */
export interface Evidence {
  /** One sign of it, in the words it came in. */
  readonly example: string;
  readonly remedy: string;
  /** Page that shows it, below the administration. */
  readonly path: string;
  readonly runs: number;
  readonly deliveries: number;
  /** By name. */
  readonly repositories: readonly string[];
}

/** Something that is wrong now: all signs that one person mends at one place. */
export interface OpenCause {
  /** The same as long as it is the same cause: `failing service main`. */
  readonly key: string;
  readonly kind: AlertKind;
  readonly severity: Severity;
  /** One line. */
  readonly title: string;
  /** The first sign of it, ISO 8601. */
  readonly since: string;
  readonly evidence: Evidence;
}

/** What is wrong now, one entry a cause, the gravest and oldest first. */
export function openCauses(facts: AlertFacts, rules: AlertSettings): readonly OpenCause[] {
  const causes = [
    ...failures(facts, rules),
    ...facts.tokens.flatMap((token) => expiry(token, facts.present, rules)),
    ...blockedComponents(facts.blocked),
    ...facts.silent.map((channel) => silence(channel, facts.present)),
    ...facts.apart.map(lateness),
    ...facts.budgets.flatMap((budget) => scarcity(budget, facts.present, rules)),
    ...(facts.disk === undefined ? [] : fullness(facts.disk, facts.present, rules)),
  ];
  const merged = [...Map.groupBy(causes, ({ key }) => key).values()].map((alike) => alike.reduce(joined));
  const gravity = ({ severity }: OpenCause): number => (severity === "error" ? 0 : 1);
  return merged.toSorted((one, other) => gravity(one) - gravity(other) || one.since.localeCompare(other.since));
}

/** Signs of two sorts are one cause: a run tells that the disk is full, and so does a look at it. */
function joined(one: OpenCause, other: OpenCause): OpenCause {
  const [first, second] = one.evidence.runs + one.evidence.deliveries > 0 ? [one, other] : [other, one];
  const severity: Severity = one.severity === "error" || other.severity === "error" ? "error" : "warning";
  return {
    ...second,
    severity,
    since: one.since < other.since ? one.since : other.since,
    evidence: { ...first.evidence, remedy: second.evidence.remedy },
  };
}

interface Diagnosis extends Pick<OpenCause, "key" | "kind" | "title"> {
  readonly remedy: string;
}

interface Sign {
  readonly of: "run" | "delivery";
  readonly failures: Failures;
  readonly what: Diagnosis;
}

function failures(facts: AlertFacts, { failures: enough }: AlertSettings): readonly OpenCause[] {
  const signsOf = (of: Sign["of"], all: readonly Failures[]): readonly Sign[] =>
    all.map((one) => ({ of, failures: one, what: diagnose(one, facts) }));
  const signs = [...signsOf("run", facts.failedRuns), ...signsOf("delivery", facts.givenUp)];
  const streaks = streaksOf(facts.failedRuns, enough);
  return [...Map.groupBy(signs, ({ what }) => what.key).values()].flatMap((alike) => {
    const ordered = alike.toSorted(
      (one, other) => one.failures.last.localeCompare(other.failures.last) || one.failures.id - other.failures.id,
    );
    const last = ordered.at(-1);
    if (last === undefined) return [];
    const { what } = last;
    const counted = (of: Sign["of"]): number =>
      alike.reduce((sum, sign) => sum + (sign.of === of ? sign.failures.count : 0), 0);
    const [runs, deliveries] = [counted("run"), counted("delivery")];
    const isCertain = what.kind === "token" || what.kind === "disk" || deliveries > 0;
    const isStreak = alike.some((sign) => sign.of === "run" && streaks.has(sign.failures.id));
    if (!isCertain && runs < enough && !isStreak) return [];
    const repositories = [...new Set(alike.map(({ failures: { repository } }) => repository))].toSorted();
    const isOfOne = repositories.length === 1 && what.key.startsWith("failing words");
    return [
      {
        ...what,
        title: isOfOne ? `${repositories[0] ?? ""}: ${what.title}` : what.title,
        severity: what.kind === "budget" ? "warning" : "error",
        since: alike.map(({ failures: { first } }) => first).toSorted()[0] ?? "",
        evidence: {
          example: last.failures.reason,
          remedy: what.remedy,
          path: last.of === "delivery" ? "/deliveries?state=dead" : `/runs/${String(last.failures.id)}`,
          runs,
          deliveries,
          repositories,
        },
      },
    ];
  });
}

/** Of a repository that failed so often in a row, whatever for, the last run. */
function streaksOf(runs: readonly Failures[], enough: number): ReadonlySet<number> {
  const streaks = Map.groupBy(runs, ({ repository, forge, kind }) => `${forge} ${repository} ${kind}`);
  return new Set(
    [...streaks.values()]
      .filter((streak) => streak.reduce((sum, { count }) => sum + count, 0) >= enough)
      .map((streak) => Math.max(...streak.map(({ id }) => id))),
  );
}

/** Codes that say who is to blame, whatever else the words say. */
const UNREACHABLE: ReadonlySet<string> = new Set(["IL-S04", "IL-S14"]);
const REFUSED: ReadonlySet<string> = new Set(["IL-S07"]);
const LIMITED: ReadonlySet<string> = new Set(["IL-S05"]);
const FORGE_REFUSED: ReadonlySet<string> = new Set(["IL-F01", "IL-F11"]);
const FULL = /no space left|disk (?:is|was|i\/o|quota)|database or disk is full|ENOSPC|EDQUOT/i;

/** What a failure comes of: as few causes as there are things to mend. */
function diagnose(
  { code: told, repository, forge, reason }: Failures,
  { serviceOf, forgeHost, disk }: AlertFacts,
): Diagnosis {
  const code = told === "" ? codeOfWords(reason) : told;
  const service = serviceOf(repository);
  const name = service?.name ?? "";
  if (FULL.test(reason)) return diskCause(disk?.host);
  if (service !== undefined && UNREACHABLE.has(code)) {
    return {
      key: `failing service ${name}`,
      kind: "failing",
      title: `The translation service “${name}” does not answer`,
      remedy: "See whether it runs, and whether this machine reaches it. The bot tries again by itself.",
    };
  }
  if (service !== undefined && REFUSED.has(code)) {
    return {
      key: `token service ${name}`,
      kind: "token",
      title: `The translation service “${name}” refuses the token`,
      remedy: "Make another token on the service, and give it in Settings → Translation services.",
    };
  }
  if (service !== undefined && LIMITED.has(code)) return budgetCause(service.host);
  if (FORGE_REFUSED.has(code)) {
    return {
      key: `token forge ${forge}`,
      kind: "token",
      title: `The forge “${forge}” refuses the token`,
      remedy: "Make another token or key there, and give it in Settings → Forges.",
    };
  }
  if (code === "IL-F06") return budgetCause(forgeHost(forge));
  if (code === "IL-F07") {
    return {
      key: `failing forge ${forge}`,
      kind: "failing",
      title: `The forge “${forge}” does not answer as it should`,
      remedy: "See its status page. The bot tries again by itself.",
    };
  }
  const { key, words } = causeOf(reason, repository);
  return {
    key: `failing words ${key}`,
    kind: "failing",
    title: words === "" ? "Runs fail without a word" : words,
    remedy: "The run says where it ended. Remove the cause, then replay what was given up: nothing is lost.",
  };
}

function budgetCause(host: string): Diagnosis {
  return {
    key: `budget ${host}`,
    kind: "budget",
    title: `The requests that ${host} allows are used up`,
    remedy:
      "Nothing is lost: the bot goes on when the limit is over. If it happens often, run less often, or ask for more.",
  };
}

function diskCause(host: string | undefined): Diagnosis {
  return {
    key: "disk",
    kind: "disk",
    title: `The disk ${host === undefined ? "" : `of ${host} `}is full`,
    remedy:
      "Make room where the data folder is. Webhooks are refused while it is full; the bot asks GitHub for them afterwards.",
  };
}

/** The bot cannot write what it keeps, or not read it. */
export function databaseCause(
  error: unknown,
  what: "read" | "write",
  present: Date,
  disk: DiskUse | undefined,
): OpenCause {
  const example = error instanceof Error ? error.message : String(error);
  const since = present.toISOString();
  const { key, kind, title, remedy } = FULL.test(example)
    ? diskCause(disk?.host)
    : {
        key: "database",
        kind: "database" as const,
        title: `The bot cannot ${what} its database`,
        remedy:
          "See whether another program holds the database, whether the disk is there, and whether PostgreSQL runs.",
      };
  return { key, kind, severity: "error", title, since, evidence: { example, remedy, path: "/health", ...nobody } };
}

function silence({ channel, messages, reason }: SilentChannel, present: Date): OpenCause {
  const waiting =
    messages === 1 ? "1 message waits for it, or was" : `${String(messages)} messages wait for it, or were`;
  return {
    key: silenceOf(channel),
    kind: "channel",
    severity: "error",
    title: `The channel “${channel}” takes no messages`,
    since: present.toISOString(),
    evidence: {
      example: messages === 0 ? "It has taken nothing since." : `${reason} ${waiting} given up.`,
      remedy:
        "Press “Try it” in Settings → Notifications, and correct its address or its server. Once it takes something, what waits is sent.",
      path: "/alerts",
      ...nobody,
    },
  };
}

const MINUTE_SECONDS = 60;

function lateness({ service, seconds, time }: TimesApart): OpenCause {
  const minutes = String(Math.round(Math.abs(seconds) / MINUTE_SECONDS));
  const how = seconds > 0 ? `come ${minutes} minutes late` : `come from ${minutes} minutes ahead`;
  return {
    key: `clock service ${service}`,
    kind: "clock",
    severity: "error",
    title: `Messages of the service “${service}” ${how}, and are refused`,
    since: time,
    evidence: {
      example: `The bot takes messages of the last five minutes; the last one came at ${time}.`,
      remedy:
        seconds > 0
          ? "Compare the clocks of both machines: “Try it” beside the service does. If they agree, the service is behind with its work. What was refused comes by the schedule."
          : "Set the clocks of both machines by a time server. What was refused comes by the schedule.",
      path: "/settings#services",
      ...nobody,
    },
  };
}

const DAY = 86_400_000;

function expiry({ of, place, day }: ExpiringToken, present: Date, { tokenDays }: AlertSettings): readonly OpenCause[] {
  const end = Date.parse(day);
  const left = Math.ceil((end - present.getTime()) / DAY);
  if (!Number.isFinite(end) || left > tokenDays) return [];
  const isOver = left <= 0;
  const days = left === 1 ? "1 day" : `${String(left)} days`;
  return [
    {
      key: `expiry ${place}`,
      kind: "token",
      severity: isOver ? "error" : "warning",
      title: isOver ? `The token of ${of} ended on ${day}` : `The token of ${of} ends on ${day}`,
      since: new Date(Math.min(present.getTime(), end - tokenDays * DAY)).toISOString(),
      evidence: {
        example: isOver ? "What needs it fails." : `${days} are left.`,
        remedy: "Make another token there, and give it in the settings with its day.",
        path: `/settings#${place.split(".")[0] ?? ""}`,
        ...nobody,
      },
    },
  ];
}

const nobody = { runs: 0, deliveries: 0, repositories: [] } as const;

/** Texts that break the app are for translators to mend. */
const FOR_TRANSLATORS = /^held back/;
const MOST_NAMED = 5;

function blockedComponents(blocked: readonly BlockedComponent[]): readonly OpenCause[] {
  // Where the service failed in the middle of a run, that is the cause.
  const broken = blocked.filter(
    ({ reason }) => !FOR_TRANSLATORS.test(reason) && codeOfWords(reason) === "" && !FULL.test(reason),
  );
  const causes = Map.groupBy(broken, ({ reason, component }) => causeOf(reason, component).key);
  return [...causes].map(([key, alike]) => {
    const components = [...new Set(alike.map(({ component }) => component))].toSorted();
    const named = components.slice(0, MOST_NAMED).join(", ");
    const more = components.length > MOST_NAMED ? ` and ${String(components.length - MOST_NAMED)} more` : "";
    const many = components.length === 1 ? "1 component is" : `${String(components.length)} components are`;
    const reason = alike[0]?.reason ?? "";
    return {
      key: `component ${key}`,
      kind: "component",
      severity: "warning",
      title: `${many} blocked: ${named}${more}`,
      since: alike.map(({ time }) => time).toSorted()[0] ?? "",
      evidence: {
        example: reason,
        remedy: "The files say what has to be done first, in git or on the service.",
        path: "/maps?state=blocked",
        ...nobody,
        repositories: [...new Set(alike.map(({ repository }) => repository))].toSorted(),
      },
    };
  });
}

function scarcity(
  { name, allowed, remaining, resets, time }: Budget,
  present: Date,
  { budgetPercent }: AlertSettings,
): readonly OpenCause[] {
  const isOver = resets !== null && Date.parse(resets) <= present.getTime();
  // Without a word on when it is over, what was said an hour ago says nothing.
  const isOld = resets === null && present.getTime() - Date.parse(time) > 3_600_000;
  if (allowed <= 0 || isOver || isOld || remaining / allowed > budgetPercent / 100) return [];
  const until = resets === null ? "" : ` until ${resets.slice(0, 16).replace("T", " ")} UTC`;
  return [
    {
      // Of GitHub's, one for each account: whoever looks after one looks after all.
      key: `budget ${name.split(" ", 1)[0] ?? name}`,
      kind: "budget",
      severity: "warning",
      title: `${name} allows ${String(remaining)} of ${String(allowed)} requests${until}`,
      since: time,
      evidence: {
        example: `${String(remaining)} of ${String(allowed)} requests are left${until}.`,
        remedy: "Bottlenecks shows who asks so much. Nothing is lost: the bot goes on when the limit is over.",
        path: "/bottlenecks",
        ...nobody,
      },
    },
  ];
}

const NEARLY_ALL = 0.98;

function fullness({ host, used, total }: DiskUse, present: Date, { diskPercent }: AlertSettings): readonly OpenCause[] {
  const share = total <= 0 ? 0 : used / total;
  if (share < diskPercent / 100) return [];
  const { key, kind, remedy } = diskCause(host);
  const percent = String(Math.floor(share * 100));
  const left = (Math.max(0, total - used) / 1e9).toFixed(1);
  return [
    {
      key,
      kind,
      severity: share >= NEARLY_ALL ? "error" : "warning",
      title: `The disk of ${host} is ${percent} % full`,
      since: present.toISOString(),
      evidence: { example: `${left} GB are left.`, remedy, path: "/health", ...nobody },
    },
  ];
}
