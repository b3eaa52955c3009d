import { groupedByCause, type ProblemGroup } from "../../../records/problems/causes.ts";
import { currentProblems, type CurrentProblem } from "../../../records/problems/current-problems.ts";
import { listDeliveries } from "../../../records/deliveries/delivery-list.ts";
import type { Page } from "../../../records/page.ts";
import type { Records } from "../../../records/records.ts";
import { gridOf, type GridCell } from "../../../records/repositories/bound-files.ts";
import { listRepositories, type RepositoryRecord } from "../../../records/repositories/repositories.ts";
import { listRuns, type ListedRun } from "../../../records/runs/runs.ts";
import { currentSettings } from "../../../records/settings/current-settings.ts";

export interface OverviewData {
  readonly cells: readonly GridCell[];
  readonly repositories: Page<RepositoryRecord>;
  readonly lastRuns: Page<ListedRun>;
  readonly runsOfDay: number;
  readonly failedOfDay: number;
  readonly running: number;
  readonly dead: number;
  readonly waiting: number;
  readonly jobs: number;
  /** What is wrong now, by its cause. */
  readonly problems: readonly ProblemGroup<CurrentProblem>[];
  readonly isSetUp: SetUp;
}

/** What has to be there before anything can happen. */
export interface SetUp {
  readonly forge: boolean;
  readonly service: boolean;
  readonly mail: boolean;
}

const DAY = 86_400_000;
/** Of each list as many as are looked at. */
const MANY = { page: 1, size: 10_000 };
const FEW = { page: 1, size: 5 };
const NONE = { page: 1, size: 1 };

export async function readOverview(records: Records, now: Date): Promise<OverviewData> {
  const since = new Date(now.getTime() - DAY).toISOString();
  const settings = await currentSettings(records);
  const lengths = await records.jobs.lengths();
  return {
    cells: await gridOf(records),
    repositories: await listRepositories(records, {}, MANY),
    lastRuns: await listRuns(records, {}, FEW),
    runsOfDay: (await listRuns(records, { since }, NONE)).total,
    failedOfDay: (await listRuns(records, { since, state: "failed" }, NONE)).total,
    running: (await listRuns(records, { state: "running" }, NONE)).total,
    dead: (await listDeliveries(records, { state: "dead" }, NONE)).total,
    waiting: (await listDeliveries(records, { state: "waiting" }, NONE)).total,
    jobs: Object.values(lengths).reduce((sum, length) => sum + length, 0),
    problems: groupedByCause(await currentProblems(records)),
    isSetUp: {
      forge: Object.keys(settings.forges).length > 0,
      service: Object.keys(settings.services).length > 0,
      mail: settings.mail.host !== "",
    },
  };
}
