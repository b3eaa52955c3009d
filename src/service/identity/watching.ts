import type { Queries } from "../../store/database.ts";
import { writeTogether, type Write } from "../../store/together.ts";
import { profileOf, storedProfile } from "./profile.ts";

/** Who contributes to a project watches it from then on, unless their profile says they do not want that. */
export async function watchProject(queries: Queries, user: number, project: number): Promise<void> {
  await writeTogether(queries, await watching(queries, user, project));
}

/**
 * The same, to be written with what else there is.
 * @param known their profile a moment ago
 */
export async function watching(
  queries: Queries,
  user: number | undefined,
  project: number,
  known?: string,
): Promise<Write[]> {
  if (user === undefined) return [];
  if (known !== undefined && !becomesWatched(known, project)) return [];
  const stored = await storedProfile(queries, user);
  if (stored === undefined || !becomesWatched(stored, project)) return [];
  const { watched } = profileOf(stored);
  const profile = JSON.stringify({ ...JSON.parse(stored), watched: [...watched, project] });
  // Where somebody changes the profile in this moment, the next contribution sees to it.
  return [queries.updateTable("user").set({ profile }).where("id", "=", user).where("profile", "=", stored)];
}

function becomesWatched(stored: string, project: number): boolean {
  const { auto_watch: isWanted, watched } = profileOf(stored);
  return isWanted && !watched.includes(project);
}
