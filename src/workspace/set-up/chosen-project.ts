import type { Account } from "../../service-client/examination.ts";

/**
 * The project that a new mapping is for: the only one that the token's user belongs to, the one that is named as the
 * repository, the only one that the token sees. Otherwise one to be made.
 * @param visible slugs of the projects that the token sees
 * @param repository the repository's name as a slug
 */
export function chosenProject(account: Account | undefined, visible: readonly string[], repository: string): string {
  // Whoever sees the other users, or may do everything, looks after all projects: none of them is theirs.
  if (account === undefined || account.isSuperuser) return repository;
  const own = new Set((account.grants ?? []).flatMap(({ reach }) => (reach.kind === "listed" ? reach.projects : [])));
  const [only, ...others] = own;
  if (only !== undefined && others.length === 0) return only;
  if (visible.includes(repository)) return repository;
  return visible.length === 1 ? (visible[0] ?? repository) : repository;
}
