import { RemoteError } from "../../core/errors.ts";
import type { ServiceChange, TranslationService } from "../../service-client/translation-service.ts";
import type { Feed } from "./standpoint.ts";

type News = Awaited<ReturnType<TranslationService["recentChanges"]>>;

/** The newest entries of a project's list of changes, as far as they are wanted; undefined where the service does not tell. */
export async function recent(
  service: Pick<TranslationService, "recentChanges">,
  project: string,
  isWanted: (change: ServiceChange) => boolean,
): Promise<News> {
  try {
    return await service.recentChanges(project, isWanted);
  } catch (error) {
    if (error instanceof RemoteError) return undefined;
    throw error;
  }
}

/**
 * All that came since an entry was the newest, the newest first; undefined where one came late, among the older ones, where another
 * entry has its id (the service was restored from a backup), or where the service does not tell.
 * @param shown the beginning of the list, where somebody has just asked for it
 */
export async function newsSince(
  service: Pick<TranslationService, "recentChanges">,
  { project, id, timestamp, count }: Feed,
  shown?: NonNullable<News>,
): Promise<readonly ServiceChange[] | undefined> {
  const end = shown?.entries.findIndex((change) => change.id <= id) ?? -1;
  const found =
    shown === undefined || end === -1
      ? await recent(service, project, (change) => change.id >= id)
      : { count: shown.count, entries: shown.entries.slice(0, end + 1) };
  const known = found?.entries.at(-1);
  const news = found?.entries.slice(0, -1) ?? [];
  const isAll = known?.id === id && known.timestamp === timestamp && found?.count === count + news.length;
  return isAll ? news : undefined;
}
