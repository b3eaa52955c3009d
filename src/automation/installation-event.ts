import * as z from "zod";
import { repositoryName } from "./event.ts";

/** Where and for what a GitHub App is installed, as an event tells. */
export interface InstallationEvent {
  readonly action: string;
  readonly installation: {
    /** GitHub's number. */
    readonly number: number;
    /** Login of the person or organization. */
    readonly account: string;
    readonly isSuspended: boolean;
    /** Permission → level, as `pull_requests` → `write`. */
    readonly permissions: Readonly<Record<string, string>>;
  };
  /** The App is not installed there any more. */
  readonly isGone: boolean;
  readonly added: readonly NamedRepository[];
  readonly removed: readonly NamedRepository[];
}

export interface NamedRepository {
  /** The forge's number, which outlasts a rename. */
  readonly number: number;
  /** `owner/name` */
  readonly name: string;
}

/** What happened to a repository itself. */
export type RepositoryEvent =
  /** Also a transfer to another owner. */
  | { readonly kind: "renamed"; readonly number: number; readonly from: string; readonly to: string }
  | { readonly kind: "deleted"; readonly number: number; readonly name: string }
  | { readonly kind: "default-branch"; readonly number: number; readonly name: string; readonly branch: string };

const number = z.number().int().positive();
/** One that cannot be read is left out, not the others with it. */
const repositories = z
  .array(z.object({ id: number, full_name: repositoryName }).nullable().catch(null))
  .default([])
  .catch([])
  .transform((found) => found.flatMap((each) => (each === null ? [] : [{ number: each.id, name: each.full_name }])));

const installationWebhook = z.object({
  action: z.string(),
  installation: z.object({
    id: number,
    account: z.object({ login: z.string() }),
    suspended_at: z.string().nullish().catch(undefined),
    permissions: z.record(z.string(), z.string()).catch({}),
  }),
  repositories,
  repositories_added: repositories,
  repositories_removed: repositories,
});

/**
 * Reads the payload of `installation` and `installation_repositories`.
 * @returns undefined for anything else
 */
export function readInstallationEvent(raw: unknown): InstallationEvent | undefined {
  const { data } = installationWebhook.safeParse(raw);
  if (data === undefined) return undefined;
  const { action, installation, repositories: all, repositories_added: added, repositories_removed: removed } = data;
  const isGone = action === "deleted";
  const wasSuspended = typeof installation.suspended_at === "string";
  return {
    action,
    installation: {
      number: installation.id,
      account: installation.account.login,
      isSuspended: action === "suspend" || (wasSuspended && action !== "unsuspend"),
      permissions: installation.permissions,
    },
    isGone,
    added: isGone ? [] : [...all, ...added],
    removed: isGone ? [...all, ...removed] : removed,
  };
}

const login = z.object({ login: z.string() });
const former = z.object({ from: z.string() });
const repositoryWebhook = z.object({
  action: z.string(),
  repository: z.object({
    id: number,
    full_name: repositoryName,
    default_branch: z.string().optional().catch(undefined),
  }),
  changes: z
    .object({
      repository: z.object({ name: former }).optional().catch(undefined),
      owner: z
        .object({ from: z.object({ user: login.nullish(), organization: login.nullish() }) })
        .optional()
        .catch(undefined),
      default_branch: former.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/**
 * Reads the payload of `repository`.
 * @returns undefined for anything else, and for what does not matter here
 */
export function readRepositoryEvent(raw: unknown): RepositoryEvent | undefined {
  const { data } = repositoryWebhook.safeParse(raw);
  if (data === undefined) return undefined;
  const { action, repository, changes } = data;
  const { id, full_name: to, default_branch: branch } = repository;
  const [owner = "", own = ""] = to.split("/");
  switch (action) {
    case "renamed": {
      const before = changes?.repository?.name.from;
      return before === undefined ? undefined : renamed(id, `${owner}/${before}`, to);
    }
    case "transferred": {
      const before = changes?.owner?.from.user ?? changes?.owner?.from.organization;
      return before === undefined || before === null ? undefined : renamed(id, `${before.login}/${own}`, to);
    }
    case "deleted":
      return { kind: "deleted", number: id, name: to };
    case "edited": {
      const isMoved = changes?.default_branch !== undefined && branch !== undefined;
      return isMoved ? { kind: "default-branch", number: id, name: to, branch } : undefined;
    }
    default:
      return undefined;
  }
}

function renamed(of: number, from: string, to: string): RepositoryEvent | undefined {
  return repositoryName.safeParse(from).success ? { kind: "renamed", number: of, from, to } : undefined;
}
