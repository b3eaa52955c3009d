import { noteAccess } from "../../src/records/logs/access-log.ts";
import {
  replaceBoundFiles,
  type BoundFileState,
  type NewBoundFile,
} from "../../src/records/repositories/bound-files.ts";
import { noteBudget } from "../../src/records/runs/budgets.ts";
import { note } from "../../src/records/logs/event-log.ts";
import type { Records } from "../../src/records/records.ts";
import { keepRepository, setRepositoryState } from "../../src/records/repositories/repositories.ts";
import { beginRun, noteProgress, type RunKind, type TraceEntry } from "../../src/records/runs/runs.ts";
import { insertAll } from "../../src/store/bulk.ts";

/** What a team's bot has after some weeks: something is wrong here and there, as it is in life. */
export interface AdminScene {
  /** A run that runs, and stays so. */
  readonly running: number;
  /** A run that ended, with a trace and a summary. */
  readonly ended: number;
  readonly repository: number;
}

const WORKER = "bot-1:412:1767225600000";
const MINUTE = 60_000;
const languages = ["cs", "de", "fr", "ja", "pt_BR", "uk"];

interface SceneRepository {
  readonly name: string;
  readonly forge: string;
  readonly components: readonly string[];
  /** Component → state of one of its files. */
  readonly states?: Readonly<Record<string, BoundFileState>>;
}

const repositories: readonly SceneRepository[] = [
  {
    name: "acme/website",
    forge: "github",
    components: ["acme/website", "acme/glossary", "acme/emails"],
    states: { "acme/website": "conflict", "acme/emails": "behind" },
  },
  {
    name: "acme/mobile",
    forge: "github",
    components: ["acme/android", "acme/ios", "acme/store-listing"],
    states: { "acme/ios": "behind" },
  },
  {
    name: "acme/desktop",
    forge: "github",
    components: ["acme/desktop", "acme/installer"],
    states: { "acme/desktop": "ahead" },
  },
  { name: "acme/api-docs", forge: "github", components: ["acme/api-docs"] },
  { name: "acme/design-system", forge: "github", components: ["acme/components", "acme/icons"] },
  {
    name: "community/handbook",
    forge: "codeberg",
    components: ["community/handbook", "community/forms"],
    states: { "community/forms": "blocked" },
  },
  { name: "acme/billing", forge: "github", components: ["acme/billing"] },
];

const reasons: Readonly<Record<BoundFileState, string>> = {
  "in-step": "",
  behind: "3 translations wait in a pull request.",
  ahead: "2 new strings wait for the next run.",
  blocked: "The component is locked on the service.",
  conflict: "Both sides changed the text of cart.items.",
};

export async function adminScene(records: Records): Promise<AdminScene> {
  const ids = new Map<string, number>();
  for (const { name, forge, components, states = {} } of repositories) {
    const { id } = await keepRepository(records, { forge, name, defaultBranch: "main" });
    ids.set(name, id);
    await replaceBoundFiles(
      records,
      { repository: id, branch: "main" },
      components.flatMap((component) => filesOf(component, states[component])),
    );
  }
  const idOf = (name: string): number => ids.get(name) ?? 0;
  const unmapped = await keepRepository(records, {
    forge: "github",
    name: "acme/infrastructure",
    defaultBranch: "main",
  });
  await setRepositoryState(records, unmapped.id, "unmapped");
  await setRepositoryState(
    records,
    idOf("community/handbook"),
    "active",
    "The token of codeberg may not push to this repository.",
  );
  await setRepositoryState(records, idOf("acme/billing"), "paused");
  await times(records, [...ids.values()]);
  const ended = await endedRuns(records, idOf);
  const running = await beginRun(records, {
    repository: idOf("acme/website"),
    kind: "sync",
    cause: "schedule",
    branch: "main",
    worker: WORKER,
  });
  await noteProgress(records, running, { phase: "download", done: 5, total: 12, detail: "locales/fr.json" });
  await deliveries(records, idOf, ended);
  await logs(records, idOf, ended);
  await samples(records);
  await alerts(records);
  return { running, ended, repository: idOf("acme/website") };
}

function before(records: Pick<Records, "clock">, milliseconds: number): string {
  return new Date(records.clock.now().getTime() - milliseconds).toISOString();
}

function filesOf(component: string, state: BoundFileState | undefined): readonly NewBoundFile[] {
  const [, slug = component] = component.split("/");
  const source: NewBoundFile = {
    component,
    language: "en",
    path: `${slug}/locales/en.json`,
    isSource: true,
    state: "in-step",
    reason: "",
    url: "",
    translatedPercent: 100,
    pullRequest: "",
  };
  return [
    source,
    ...languages.map((language, index): NewBoundFile => {
      const own = state !== undefined && index < 2 ? state : "in-step";
      return {
        component,
        language,
        path: `${slug}/locales/${language}.json`,
        isSource: false,
        state: own,
        reason: reasons[own],
        url: `https://translate.example.org/projects/${component}/${language}/`,
        translatedPercent: own === "in-step" ? 100 - index * 1.4 : 87.5,
        pullRequest: own === "behind" ? "https://github.com/acme/website/pull/42" : "",
      };
    }),
  ];
}

async function times(records: Records, ids: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await records.database
      .updateTable("repository")
      .set({
        last_run: before(records, (index * 37 + 4) * MINUTE),
        next_run: before(records, -(index * 61 + 300) * MINUTE),
      })
      .where("id", "=", id)
      .execute();
  }
}

/** Names, and how long one takes: the third is the bottleneck. */
const steps: readonly (readonly [name: string, milliseconds: number])[] = [
  ["fetch", 700],
  ["observe", 1_400],
  ["upload", 9_200],
  ["commit", 1_900],
  ["download", 3_300],
  ["propose", 1_100],
];

const endpoints: readonly (readonly [name: string, milliseconds: number])[] = [
  ["POST /api/translations/{project}/{component}/{language}/file/", 2_300],
  ["GET /api/components/{project}/{component}/translations/", 420],
  ["GET /api/translations/{project}/{component}/{language}/file/", 610],
  ["POST /api/components/{project}/{component}/repository/", 880],
  ["PATCH /repos/{owner}/{repo}/pulls/{pull_number}", 350],
  ["POST /repos/{owner}/{repo}/check-runs", 190],
];

const works: readonly (readonly [RunKind, string, string])[] = [
  ["push", "push to main", "12 strings to the service; nothing came back."],
  ["sync", "schedule", "87 strings in 5 languages: pull request 42 updated."],
  ["review", "pull request 57", "3 strings added, 1 changed: 41 translations become stale."],
  ["pull", "the service", "4 strings in Czech: pull request 42 updated."],
  ["sync", "a person", "Everything was in step."],
];

const SUMMARY = `## 87 strings in 5 languages

| language | added | changed | removed | complete | |
|---|--:|--:|--:|:--|--:|
| Czech | 12 | 3 | | \`██████████\` | 100 % |
| German | 40 | | 1 | \`█████████░\` | 92 % |

**1 conflict**: changed here and on the service; the service's text was taken.

<details><summary>What was not done</summary>

\`locales/ja.json\` is in step.
</details>
`;

async function endedRuns(records: Records, idOf: (name: string) => number): Promise<number> {
  const names = repositories.map(({ name }) => name).filter((name) => name !== "acme/billing");
  const timings: { run_id: number; time: string; kind: string; name: string; milliseconds: number; failed: number }[] =
    [];
  let last = 0;
  for (let index = 46; index >= 0; index -= 1) {
    const repository = names[index % names.length] ?? "";
    const [kind, cause, outcome] = works[index % works.length] ?? (["sync", "schedule", ""] as const);
    const isFailed = index % 19 === 7;
    const factor = 0.6 + ((index * 7) % 11) / 9;
    const trace = traceOf(repository, factor, isFailed);
    const milliseconds = trace.reduce((end, step) => Math.max(end, step.begin + step.milliseconds), 0);
    const started = before(records, (index * 29 + 6) * MINUTE);
    const finished = new Date(Date.parse(started) + milliseconds).toISOString();
    const { id } = await records.database
      .insertInto("run")
      .values({
        repository_id: idOf(repository),
        kind,
        cause,
        branch: "main",
        pull_request: kind === "review" ? 57 : null,
        state: isFailed ? "failed" : "done",
        outcome: isFailed ? "The service answered 502 three times." : outcome,
        started,
        finished,
        milliseconds,
        progress: "{}",
        summary: isFailed ? "" : SUMMARY,
        trace: JSON.stringify(trace),
        requests: 8 + (index % 13),
        worker: WORKER,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    last = id;
    const timing = (name: string, took: number, of: string, failed = false): void => {
      timings.push({
        run_id: id,
        time: finished,
        kind: of,
        name,
        milliseconds: Math.round(took),
        failed: failed ? 1 : 0,
      });
    };
    for (const step of trace) timing(step.name, step.milliseconds, "step", step.outcome === "failed");
    for (const [name, took] of endpoints)
      timing(name, took * factor, "endpoint", isFailed && name.startsWith("POST /api/tr"));
    for (const component of repositories.find(({ name }) => name === repository)?.components ?? [])
      timing(component, 4_000 * factor + component.length * 90, "component");
  }
  await insertAll(records.database, timings, (batch) => records.database.insertInto("timing").values([...batch]));
  return last;
}

function traceOf(repository: string, factor: number, isFailed: boolean): readonly TraceEntry[] {
  const component = repositories.find(({ name }) => name === repository)?.components[0] ?? "";
  let begin = 0;
  return steps.slice(0, isFailed ? 3 : steps.length).map(([name, usual], index): TraceEntry => {
    const milliseconds = Math.round(usual * factor);
    const entry = {
      name,
      component: index > 1 ? component : "",
      begin,
      milliseconds,
      outcome: isFailed && index === 2 ? "failed" : "done",
      detail: isFailed && index === 2 ? "502 Bad Gateway" : "",
    };
    begin += Math.round(milliseconds * (index === 2 ? 0.7 : 1));
    return entry;
  });
}

async function deliveries(records: Records, idOf: (name: string) => number, run: number): Promise<void> {
  const rows = Array.from({ length: 34 }, (_, index) => {
    const state =
      index === 3 || index === 11
        ? "dead"
        : index === 0
          ? "waiting"
          : index === 1
            ? "running"
            : index % 9 === 5
              ? "ignored"
              : "done";
    const [source, event, action] =
      (
        [
          ["github", "push", ""],
          ["github", "pull_request", "synchronize"],
          ["service", "translation.completed", ""],
          ["schedule", "run", "sync"],
        ] as const
      )[index % 4] ?? (["github", "push", ""] as const);
    const received = before(records, (index * 21 + 2) * MINUTE);
    return {
      source,
      sender: source === "schedule" ? "" : source === "service" ? "main" : "github",
      guid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      event,
      action,
      repository_id: idOf(repositories[index % repositories.length]?.name ?? ""),
      payload: "{}",
      received,
      state,
      attempts: state === "dead" ? 5 : index === 0 ? 1 : 0,
      reason:
        state === "dead"
          ? "The service answered 502 three times."
          : state === "ignored"
            ? "The push touched no bound file."
            : "",
      due: state === "waiting" ? before(records, -4 * MINUTE) : received,
      finished: state === "done" || state === "dead" ? received : null,
      run_id: state === "done" ? run : null,
    };
  });
  await insertAll(records.database, rows.toReversed(), (batch) =>
    records.database.insertInto("delivery").values([...batch]),
  );
}

async function logs(records: Records, idOf: (name: string) => number, run: number): Promise<void> {
  await note(records, {
    level: "info",
    component: "process",
    message: "The bot started.",
    details: { worker: WORKER },
  });
  await note(records, {
    level: "info",
    component: "runs",
    message: "12 strings went to the service.",
    repository: idOf("acme/website"),
    run,
  });
  await note(records, {
    level: "warning",
    component: "deliveries",
    message: "A webhook had a wrong signature and was refused.",
  });
  await note(records, {
    level: "error",
    component: "deliveries",
    message: "A delivery was given up: The service answered 502 three times.",
    repository: idOf("acme/mobile"),
    details: { delivery: 31 },
  });
  await note(records, {
    level: "notice",
    component: "settings",
    message: "The settings were changed: mail.host.",
    login: 1,
    details: { fields: [{ field: "mail.host", from: "", to: "smtp.example.org" }] },
  });
  const calls: readonly (readonly [string, string, number])[] = [
    ["GET", "/login", 200],
    ["GET", "/users", 200],
    ["PATCH", "/management", 200],
    ["GET", "/login", 401],
    ["POST", "/users", 403],
  ];
  for (const [index, [method, path, status]] of calls.entries()) {
    await noteAccess(records, {
      login: status === 401 ? null : 1,
      method,
      path,
      status,
      milliseconds: 3 + index * 9,
      address: "192.0.2.17",
      agent: "Mozilla/5.0 Firefox/150.0",
    });
  }
  const resets = before(records, -23 * MINUTE);
  await noteBudget(records, { name: "github.com acme", allowed: 15_000, remaining: 11_240, resets });
  await noteBudget(records, { name: "translate.example.org", allowed: 5_000, remaining: 412, resets });
}

/** One that is open, one that is over, and what was sent of them. */
async function alerts({ database, clock }: Records): Promise<void> {
  const evidence = {
    example: "The service could not list the components of acme (503): Service Unavailable",
    remedy: "See whether it runs, and whether this machine reaches it. The bot tries again by itself.",
    path: "/runs?state=failed",
    runs: 34,
    deliveries: 50,
    repositories: repositories.map(({ name }) => name),
  };
  const full = {
    example: "1.2 GB are left.",
    remedy: "Make room where the data folder is.",
    path: "/health",
    runs: 0,
    deliveries: 0,
    repositories: [],
  };
  const at = (minutes: number): string => before({ clock }, minutes * MINUTE);
  const rows = [
    {
      cause: "disk",
      kind: "disk",
      severity: "warning",
      title: "The disk of bot-1 is 96 % full",
      evidence: JSON.stringify(full),
      since: at(900),
      resolved: at(780),
    },
    {
      cause: "failing service main",
      kind: "failing",
      severity: "error",
      title: "The translation service “main” does not answer",
      evidence: JSON.stringify(evidence),
      since: at(94),
      resolved: null,
    },
  ];
  for (const row of rows) {
    const { since } = row;
    const { id } = await database
      .insertInto("alert")
      .values({ ...row, seen: at(1), told: since })
      .returning("id")
      .executeTakeFirstOrThrow();
    const message = { alert_id: id, phase: "open", attempts: 1, reference: "", due: since };
    const sent = { ...message, channel: "chat", state: "sent", reason: "", sent: since };
    const waiting = {
      ...message,
      channel: "pager",
      state: "waiting",
      reason: "pager.example.org answered 503.",
      due: at(-4),
      sent: null,
    };
    await database
      .insertInto("alert_message")
      .values(row.resolved === null ? [sent, waiting] : [sent, { ...sent, phase: "resolved", sent: row.resolved }])
      .execute();
  }
}

async function samples(records: Records): Promise<void> {
  const GIGABYTE = 1e9;
  const rows = Array.from({ length: 330 }, (_, index) => {
    const wave = Math.sin(index / 17) + Math.sin(index / 5) / 3;
    const burst = index > 210 && index < 240 ? 0.45 : 0;
    return {
      time: before(records, (330 - index) * 10_000),
      worker: WORKER,
      cpu: 0.22 + wave * 0.08 + burst,
      process_cpu: 0.08 + wave * 0.04 + burst / 2,
      memory_used: Math.round((3.4 + wave * 0.12 + burst) * GIGABYTE),
      memory_total: 8 * GIGABYTE,
      process_memory: Math.round((0.21 + wave * 0.02 + burst / 9) * GIGABYTE),
      disk_used: Math.round((21 + index / 900) * GIGABYTE),
      disk_total: 80 * GIGABYTE,
      loop_p50: 1.1 + wave * 0.2,
      loop_p99: 4.2 + wave + burst * 20,
      loop_max: 11 + wave * 3 + burst * 60,
    };
  });
  await insertAll(records.database, rows, (batch) => records.database.insertInto("sample").values([...batch]));
}
