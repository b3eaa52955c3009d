import type { Queries } from "../../store/database.ts";
import { profileOf } from "./profile.ts";

/** Who contributes to a project watches it from then on, unless their profile says they do not want that. */
export async function watchProject(queries: Queries, user: number | undefined, project: number): Promise<void> {
  if (user === undefined) return;
  const row = await queries.selectFrom("user").select("profile").where("id", "=", user).executeTakeFirst();
  if (row === undefined) return;
  const { auto_watch: isWanted, watched } = profileOf(row.profile);
  if (!isWanted || watched.includes(project)) return;
  const profile = JSON.stringify({ ...JSON.parse(row.profile), watched: [...watched, project] });
  await queries.updateTable("user").set({ profile }).where("id", "=", user).execute();
}
