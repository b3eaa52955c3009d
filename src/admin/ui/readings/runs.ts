import { defined } from "../../../core/defined.ts";
import type { Page, PageRequest } from "../../../records/page.ts";
import type { Records } from "../../../records/records.ts";
import { listRuns, type ListedRun, type RunState } from "../../../records/runs/runs.ts";

export interface RunQuery {
  readonly repository?: number | undefined;
  readonly kind?: string | undefined;
  readonly state?: RunState | undefined;
}

export function readRuns(
  records: Pick<Records, "database">,
  query: RunQuery,
  page: PageRequest,
): Promise<Page<ListedRun>> {
  const { repository, kind, state } = query;
  return listRuns(
    records,
    {
      ...defined({ repository, kind, state }),
    },
    page,
  );
}
