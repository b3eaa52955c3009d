import type { Queries } from "../../store/database.ts";
import { profileOf, storedProfile } from "./profile.ts";

/**
 * Who contributes to a project watches it from then on, unless their profile says they do not want that.
 * @param known their profile a moment ago
 */
export async function watchProject(
  queries: Queries,
  user: number | undefined,
  project: number,
  known?: string,
): Promise<void> {
  if (user === undefined) return;
  if (known !== undefined && !becomesWatched(known, project)) return;
  const stored = await storedProfile(queries, user);
  if (stored === undefined) return;
  if (!becomesWatched(stored, project)) return;
  const { watched } = profileOf(stored);
  const profile = JSON.stringify({ ...JSON.parse(stored), watched: [...watched, project] });
  await queries.updateTable("user").set({ profile }).where("id", "=", user).execute();
}

function becomesWatched(stored: string, project: number): boolean {
  const { auto_watch: isWanted, watched } = profileOf(stored);
  return isWanted && !watched.includes(project);
}
