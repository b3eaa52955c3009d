import type { AppPermission } from "../../forge/github/app-token.ts";

export interface ManifestWishes {
  /** `https://bot.example.org`: where GitHub reaches the bot. */
  readonly publicUrl: string;
  /** Name of the forge in the settings. */
  readonly forge: string;
  /** As GitHub shows it; nobody else's App may have it. */
  readonly name: string;
  /** Translations may touch files below `.github/workflows`, or branches that differ from the default one there. */
  readonly workflows?: boolean;
  /** Mappings name teams as reviewers, which takes a look at the organisation. */
  readonly teams?: boolean;
}

/** As GitHub takes it: the names are its own. */
export interface AppManifest {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly hook_attributes: { readonly url: string; readonly active: boolean };
  readonly redirect_url: string;
  readonly public: boolean;
  readonly request_oauth_on_install: boolean;
  readonly default_permissions: Readonly<
    Partial<Record<AppPermission | "metadata" | "merge_queues" | "members", "read" | "write">>
  >;
  readonly default_events: readonly string[];
}

/** Longest that GitHub takes. */
const NAME_LENGTH = 34;

/**
 * What the bot uses, and nothing else: branches and commits (contents), the pull request with translations, checks of reviews,
 * comments that speak to it and the label of a freeze (issues; `write` would make labels that the repository lacks), groups of
 * a merge queue that wait for the check (merge_queues). Commit statuses are not used where there are checks.
 */
export const neededPermissions: AppManifest["default_permissions"] = {
  metadata: "read",
  contents: "write",
  pull_requests: "write",
  checks: "write",
  issues: "read",
  merge_queues: "read",
};

/** Each needs a permission of those above. What an App is told about its installations, it is told unasked. */
const events = ["check_run", "delete", "issue_comment", "merge_group", "pull_request", "push", "repository"] as const;

/** The manifest that a GitHub App for the bot is made from. */
export function appManifest({ publicUrl, forge, name, workflows = false, teams = false }: ManifestWishes): AppManifest {
  const origin = publicUrl.replace(/\/+$/, "");
  return {
    name: name.slice(0, NAME_LENGTH).trim(),
    url: origin,
    description: "Keeps translation files and the translation service in step.",
    hook_attributes: { url: `${origin}/webhooks/github/${encodeURIComponent(forge)}`, active: true },
    redirect_url: `${origin}/admin/github-app/created`,
    public: false,
    request_oauth_on_install: false,
    default_permissions: {
      ...neededPermissions,
      ...(workflows ? { workflows: "write" as const } : {}),
      ...(teams ? { members: "read" as const } : {}),
    },
    default_events: events,
  };
}

/** Where GitHub takes a manifest: of a person, or of an organisation. */
export function newAppAddress(serverUrl: string, organization: string | undefined, state: string): string {
  const server = serverUrl.replace(/\/+$/, "");
  const owner =
    organization === undefined || organization === "" ? "" : `/organizations/${encodeURIComponent(organization)}`;
  return `${server}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`;
}
