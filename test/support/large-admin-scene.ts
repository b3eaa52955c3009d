import type { BoundFileState } from "../../src/records/repositories/bound-files.ts";
import type { Records } from "../../src/records/records.ts";
import { insertAll } from "../../src/store/bulk.ts";

/** How much a bot of many teams has; each figure but the first two is of all repositories. */
export interface LargeSize {
  readonly repositories: number;
  readonly componentsOfEach: number;
  readonly languages: readonly string[];
  readonly runs: number;
  readonly timingsOfRun: number;
  readonly deliveries: number;
  readonly events: number;
}

export const manyTeams: LargeSize = {
  repositories: 500,
  componentsOfEach: 20,
  languages: ["cs", "de", "es", "fr", "ja", "pt_BR", "uk"],
  runs: 10_000,
  timingsOfRun: 20,
  deliveries: 20_000,
  events: 10_000,
};

const BATCH = 20_000;
const DAY = 86_400_000;

/** Writes rows as weeks of work leave them: most in step, here and there something wrong. @returns the first repository */
export async function largeAdminScene(records: Records, size: LargeSize): Promise<number> {
  const now = records.clock.now().getTime();
  const before = (share: number): string => new Date(now - share * 7 * DAY).toISOString();
  const ids = await insertRepositories(records, size, before);
  const repositoryOf = (index: number): number => ids[index % ids.length] ?? 0;
  await inBatches(size.repositories * size.componentsOfEach, BATCH / (size.languages.length + 1), (from, to) =>
    insertFiles(records, size, repositoryOf, { from, to, seen: before(0.1) }),
  );
  await insertRuns(records, size, repositoryOf, before);
  await inBatches(size.deliveries, BATCH, (from, to) => {
    const rows = range(from, to).map((index) => ({
      source: "github",
      sender: "github",
      guid: `guid-${String(index)}`,
      event: "push",
      action: "",
      attempts: 0,
      repository_id: repositoryOf(index),
      payload: "{}",
      received: before(1 - index / size.deliveries),
      state: index % 400 === 7 ? "dead" : "done",
      reason: index % 400 === 7 ? "The service answered 502 three times." : "",
      due: before(1 - index / size.deliveries),
    }));
    return insertAll(records.database, rows, (batch) => records.database.insertInto("delivery").values([...batch]));
  });
  await inBatches(size.events, BATCH, (from, to) => {
    const rows = range(from, to).map((index) => ({
      time: before(1 - index / size.events),
      level: index % 50 === 3 ? "error" : "info",
      component: "runs",
      message: `${String(index)} strings went to the service.`,
      details: "{}",
      repository_id: repositoryOf(index),
    }));
    return insertAll(records.database, rows, (batch) => records.database.insertInto("event").values([...batch]));
  });
  return repositoryOf(0);
}

/** What the repositories are called: `team-7/product-407`. */
function nameOf(index: number): string {
  return `team-${String(index % 40)}/product-${String(index)}`;
}

async function insertRepositories(
  { database }: Records,
  { repositories }: LargeSize,
  before: (share: number) => string,
): Promise<readonly number[]> {
  const rows = range(0, repositories).map((index) => ({
    forge: "github",
    name: nameOf(index),
    default_branch: "main",
    state: "active",
    problem: index % 60 === 9 ? "The token may not push to this repository." : "",
    last_run: before(index / repositories),
    next_run: before(-index / repositories),
    created: before(1),
  }));
  await insertAll(database, rows, (batch) => database.insertInto("repository").values([...batch]));
  const found = await database.selectFrom("repository").select("id").orderBy("id").execute();
  return found.map(({ id }) => id);
}

/** Of the components from one number to before another one. */
async function insertFiles(
  { database }: Records,
  { componentsOfEach, languages }: LargeSize,
  repositoryOf: (index: number) => number,
  { from, to, seen }: { readonly from: number; readonly to: number; readonly seen: string },
): Promise<void> {
  const rows = range(from, to).flatMap((index) => {
    const [repository, number] = [Math.floor(index / componentsOfEach), index % componentsOfEach];
    const component = `${nameOf(repository)}-part-${String(number)}`;
    return ["en", ...languages].map((language) => {
      const isSource = language === "en";
      const state = isSource ? "in-step" : stateOf(index);
      return {
        repository_id: repositoryOf(repository),
        branch: "main",
        component,
        language,
        path: `part-${String(number)}/locales/${language}.json`,
        is_source: isSource ? 1 : 0,
        state,
        reason: state === "in-step" ? "" : "3 translations wait in a pull request.",
        url: `https://translate.example.org/projects/${component}/${language}/`,
        translated_percent: 97.5,
        pull_request: state === "behind" ? "https://github.com/acme/app/pull/42" : "",
        last_sync: seen,
      };
    });
  });
  await insertAll(database, rows, (batch) => database.insertInto("bound_file").values([...batch]));
}

function stateOf(index: number): BoundFileState {
  if (index % 997 === 5) return "conflict";
  if (index % 499 === 3) return "blocked";
  return index % 31 === 2 ? "behind" : "in-step";
}

const steps = ["fetch", "observe", "upload", "commit", "download", "propose"];
const endpoints = [
  "POST /api/translations/{translation}/file/",
  "GET /api/components/{component}/",
  "PATCH /pulls/{n}",
];

async function insertRuns(
  { database }: Records,
  { runs, timingsOfRun, repositories, componentsOfEach }: LargeSize,
  repositoryOf: (index: number) => number,
  before: (share: number) => string,
): Promise<void> {
  const rows = range(0, runs).map((index) => ({
    repository_id: repositoryOf(index),
    kind: "sync",
    cause: "schedule",
    branch: "main",
    state: index % 90 === 4 ? "failed" : "done",
    outcome: "12 strings went to the service.",
    started: before(1 - index / runs),
    finished: before(1 - index / runs),
    milliseconds: 4_000 + (index % 700) * 13,
    progress: "{}",
    summary: "**12** strings",
    trace: "[]",
    requests: 24,
    worker: "bot-1",
  }));
  await insertAll(database, rows, (batch) => database.insertInto("run").values([...batch]));
  const found = await database.selectFrom("run").select(["id", "started"]).orderBy("id").execute();
  await inBatches(runs, BATCH / timingsOfRun, async (from, to) => {
    const timings = found.slice(from, to).flatMap(({ id, started }, place) =>
      range(0, timingsOfRun).map((number) => {
        const [kind, names] = (
          [
            ["step", steps],
            ["endpoint", endpoints],
          ] as const
        )[number % 3] ?? [
          "component",
          [`${nameOf((from + place) % repositories)}-part-${String(number % componentsOfEach)}`],
        ];
        const name = names[Math.floor(number / 3) % names.length] ?? "";
        return {
          run_id: id,
          time: started,
          kind,
          name,
          milliseconds: 90 + ((id * 31 + number * 7) % 3_000),
          failed: 0,
        };
      }),
    );
    await insertAll(database, timings, (batch) => database.insertInto("timing").values([...batch]));
  });
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

async function inBatches(
  total: number,
  size: number,
  insert: (from: number, to: number) => Promise<void>,
): Promise<void> {
  const step = Math.max(1, Math.floor(size));
  for (let from = 0; from < total; from += step) await insert(from, Math.min(total, from + step));
}
