import type { Caller } from "../identity/permissions.ts";
import { hiddenComponents } from "../identity/visible.ts";
import type { Service } from "../service.ts";

/** Whoever asks without a person: an add-on. */
export const nobody: Caller = { user: undefined, scope: undefined, grants: [] };

/**
 * Origins, `project/component`, of entries that are not for the caller: those of restricted components that they do not see.
 * @param own of a component whose texts are for it all the same
 */
export async function hiddenOrigins(service: Service, caller: Caller, own?: number): Promise<readonly string[]> {
  const hidden = (await hiddenComponents(service, caller)).filter((id) => id !== own);
  if (hidden.length === 0) return [];
  const rows = await service.database
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["project.slug", "component.path"])
    .where("component.id", "in", hidden)
    .execute();
  return rows.map(({ slug, path }) => `${slug}/${path}`);
}
