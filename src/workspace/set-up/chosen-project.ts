import type { Account } from "../../service-client/examination.ts";

/** What is known of the projects on the service. */
export interface KnownProjects {
  readonly account: Account | undefined;
  /** Slugs of the projects that the token sees. */
  readonly visible: readonly string[];
  /** Of those with a component that reads this repository. */
  readonly reading: readonly string[];
}

/**
 * The project that a new mapping is for: the only one that the token's user belongs to, the only one that reads this repository, the
 * one that is named as the repository, the only one that the token sees. Otherwise one to be made.
 * @param repository the repository's name as a slug
 */
export function chosenProject({ account, visible, reading }: KnownProjects, repository: string): string {
  const [reader, ...otherReaders] = reading;
  const onlyReader = otherReaders.length === 0 ? reader : undefined;
  // Whoever sees the other users, or may do everything, looks after all projects: none of them is theirs.
  if (account === undefined || account.isSuperuser) return onlyReader ?? repository;
  const [only, ...others] = ownProjects(account);
  if (only !== undefined && others.length === 0) return only;
  if (onlyReader !== undefined) return onlyReader;
  if (visible.includes(repository)) return repository;
  return visible.length === 1 ? (visible[0] ?? repository) : repository;
}

/** Slugs of the projects that the token's user belongs to. */
export function ownProjects(account: Account | undefined): readonly string[] {
  return [...new Set((account?.grants ?? []).flatMap(({ reach }) => (reach.kind === "listed" ? reach.projects : [])))];
}
