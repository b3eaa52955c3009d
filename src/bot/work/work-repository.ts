import {
  endDeliveries,
  releaseDeliveries,
  takeDeliveries,
  type WaitingDelivery,
} from "../../records/deliveries/deliveries.ts";
import { note } from "../../records/logs/event-log.ts";
import { repositoryById, type RepositoryRecord } from "../../records/repositories/repositories.ts";
import { takeOverRuns } from "../../records/runs/runs.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { inTransaction } from "../../store/database.ts";
import { coalesced } from "./coalesced.ts";
import type { Piece } from "./piece.ts";
import { runPiece } from "./run-piece.ts";
import type { Work } from "./work.ts";

/**
 * Does what a repository's deliveries ask for that are due. One process alone does so at a time: whatever counts as being
 * done there was left by one that died.
 */
export async function workOnRepository(work: Work, id: number): Promise<void> {
  const { records } = work;
  const repository = await repositoryById(records, id);
  if (repository === undefined) return;
  for (const run of await takeOverRuns(records, id)) {
    const message = "It was interrupted: its process ended in the middle of it.";
    await note(records, { level: "warning", component: "runs", message, repository: id, run });
  }
  const settings = await work.settings();
  await records.jobs.workSideBySide(settings.limits.runsAtOnce);
  const deliveries = await takeDeliveries(records, id, settings.limits.deliveryAttempts);
  if (deliveries.length === 0) return;
  const unserved = unservedReason(repository);
  if (unserved !== undefined) {
    const all = deliveries.map((delivery) => delivery.id);
    await endDeliveries(records, all, { state: "ignored", reason: unserved });
    if (repository.state === "gone") await work.clones.discard(id);
    return;
  }
  await workOff(work, settings, repository, deliveries);
}

function unservedReason({ state, problem }: RepositoryRecord): string | undefined {
  if (state === "paused") return "Nothing is done for this repository until somebody lets it go on.";
  if (state === "gone") return problem === "" ? "The repository is gone." : problem;
  return undefined;
}

async function workOff(
  work: Work,
  settings: Settings,
  repository: RepositoryRecord,
  deliveries: readonly WaitingDelivery[],
): Promise<void> {
  const { records, ending, clones } = work;
  const { pieces, ignored } = coalesced(deliveries, repository);
  for (const { reason, deliveries: ids } of ignored) await endDeliveries(records, ids, { state: "ignored", reason });
  for (const [at, piece] of pieces.entries()) {
    if (ending.aborted) {
      await putBack(work, repository, pieces.slice(at));
      return;
    }
    await runPiece({ work, settings, repository, piece });
  }
  if (pieces.length > 0 && !ending.aborted) await clones.maintain(repository.id);
}

async function putBack({ records }: Work, { id }: RepositoryRecord, pieces: readonly Piece[]): Promise<void> {
  const deliveries = pieces.flatMap((piece) => piece.deliveries);
  await inTransaction(records.database, (queries) =>
    releaseDeliveries({ ...records, database: queries }, id, deliveries),
  );
}
