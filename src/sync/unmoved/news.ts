import { RemoteError } from "../../core/errors.ts";
import type { ServiceChange, TranslationService } from "../../service-client/translation-service.ts";

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

/** All that came to a list that had so many entries; undefined where one came late, among the older ones. */
export function allSince(news: News, count: number): readonly ServiceChange[] | undefined {
  return news !== undefined && news.count === count + news.entries.length ? news.entries : undefined;
}
