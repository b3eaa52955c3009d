import type { Queries } from "../../store/database.ts";
import { profileOf, storedProfile } from "./profile.ts";

/** Who contributes to a project watches it from then on, unless their profile says they do not want that. */
export async function watchProject(queries: Queries, user: number | undefined, project: number): Promise<void> {
  if (user === undefined) return;
  const stored = await storedProfile(queries, user);
  if (stored === undefined) return;
  const { auto_watch: isWanted, watched } = profileOf(stored);
  if (!isWanted || watched.includes(project)) return;
  const profile = JSON.stringify({ ...JSON.parse(stored), watched: [...watched, project] });
  await queries.updateTable("user").set({ profile }).where("id", "=", user).execute();
}
