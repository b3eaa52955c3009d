import { z } from "zod";
import { databaseText, repositoryName } from "./event-origin.ts";

/** A repository that an installation has, or had. */
export interface InstalledRepository {
  readonly name: string;
  readonly number: number;
}

/** What GitHub tells of an App's installation. */
export interface InstallationEvent {
  /** `there`: it works, perhaps again. */
  readonly kind: "there" | "suspended" | "removed";
  /** GitHub's. */
  readonly number: number;
  readonly account: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly added: readonly InstalledRepository[];
  readonly removed: readonly InstalledRepository[];
}

const id = z.int().positive();
const repositories = z
  .array(z.unknown())
  .catch([])
  .transform((list) =>
    list.flatMap((item) => {
      const { data } = z.object({ id, full_name: repositoryName }).safeParse(item);
      return data === undefined ? [] : [{ name: data.full_name, number: data.id }];
    }),
  );
const account = z
  .object({ login: z.string().min(1).max(100) })
  .optional()
  .catch(undefined);
const event = z.object({
  action: z.string(),
  account,
  installation: z.object({
    id,
    account,
    permissions: z.record(z.string(), z.string()).optional().catch(undefined),
  }),
  repositories,
  repositories_added: repositories,
  repositories_removed: repositories,
});

const NAMES: ReadonlySet<string> = new Set(["installation", "installation_repositories", "installation_target"]);

/** Whether an event is about an installation of the App rather than about a repository. */
export function isInstallationEvent(name: string): boolean {
  return NAMES.has(name);
}

/** Undefined where the payload does not tell enough. */
export function readInstallationEvent(name: string, raw: unknown): InstallationEvent | undefined {
  const { data } = event.safeParse(raw);
  if (data === undefined) return undefined;
  const { action, installation } = data;
  const { permissions } = installation;
  // Only an account that is renamed is told of beside the installation.
  const login = installation.account?.login ?? data.account?.login;
  if (login === undefined) return undefined;
  const isWhole = name === "installation";
  return {
    kind: isWhole && action === "deleted" ? "removed" : isWhole && action === "suspend" ? "suspended" : "there",
    number: installation.id,
    account: databaseText(login),
    ...(permissions === undefined ? {} : { permissions }),
    added: [...data.repositories, ...data.repositories_added],
    removed: data.repositories_removed,
  };
}
