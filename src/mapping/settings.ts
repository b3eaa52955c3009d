import { defined } from "../core/defined.ts";
import type { BranchSettings, CommitSettings, FreezeSettings, PullRequestSettings, ReviewSettings } from "./binding.ts";
import { mappingDefaults } from "./mapping-defaults.ts";
import type { Mapping } from "./schema.ts";

/** The mapping's settings that are not about single components, with their defaults. */

/** @param beside of a mapping that stands beside another: both would bring their translations on one branch otherwise */
export function pullRequestSettings(mapping: Mapping, beside?: string): PullRequestSettings {
  const settings = mapping["pull-request"] ?? {};
  const credit = settings["credit-translators"] ?? mappingDefaults.creditTranslators;
  const autoMerge = settings["auto-merge"];
  return {
    branch: settings.branch ?? (beside === undefined ? mappingDefaults.branch : `${mappingDefaults.branch}@${beside}`),
    ...defined({ title: settings.title, body: settings.body }),
    groupBy: settings["group-by"] ?? mappingDefaults.groupBy,
    labels: settings.labels ?? [],
    assignees: settings.assignees ?? [],
    reviewers: settings.reviewers ?? [],
    teamReviewers: settings["team-reviewers"] ?? [],
    reviewersByLanguage: settings["reviewers-by-language"] ?? {},
    ...defined({ milestone: settings.milestone }),
    draft: settings.draft ?? false,
    ...(autoMerge !== undefined && {
      autoMerge: {
        method: autoMerge.method,
        removals: autoMerge.removals ?? mappingDefaults.autoMergeRemovals,
      },
    }),
    ...defined({ fork: settings.fork }),
    creditTranslators: typeof credit === "boolean" ? (credit ? "noreply" : "off") : credit,
  };
}

export function commitSettings({ commit = {} }: Mapping): CommitSettings {
  return {
    ...defined({ message: commit.message }),
    signOff: commit["sign-off"] ?? false,
    signing: commit.signing ?? mappingDefaults.signing,
  };
}

export function reviewSettings({ review = {} }: Mapping): ReviewSettings {
  const failBelow = review["fail-below"] ?? mappingDefaults.failBelow;
  return {
    comment: review.comment ?? true,
    check: review.check ?? true,
    failBelow,
    passAbove: review["pass-above"] ?? failBelow,
    languages: review.languages ?? {},
    broken: review.broken ?? "fail",
    unknownKeys: review["unknown-keys"] ?? "report",
  };
}

export function branchSettings({ branches = [] }: Mapping): readonly BranchSettings[] {
  return branches.map(({ branch, component, category, create, remove }) => ({
    branch,
    ...defined({ component, category }),
    create: create ?? true,
    remove: remove ?? true,
  }));
}

export function freezeSettings({ freeze = {} }: Mapping): FreezeSettings {
  return { branches: freeze.branches ?? [], ...defined({ label: freeze.label }) };
}
