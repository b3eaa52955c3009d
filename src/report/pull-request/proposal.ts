import { defined } from "../../core/defined.ts";
import type { Proposal } from "../../forge/forge.ts";
import type { ResolvedMapping } from "../../mapping/binding.ts";
import { chosenTemplate, type TextTemplates } from "../template/text-templates.ts";
import { mayMerge } from "./auto-merge.ts";
import { commitText } from "./commit-message.ts";
import type { GroupedHarvest } from "./grouping.ts";
import { proposalBranch } from "./proposal-branch.ts";
import { pullRequestText, templateLine } from "./pull-request.ts";
import type { StartedWorkflows } from "./pull-request-notices.ts";

export type ProposalSettings = Pick<ResolvedMapping, "pullRequest" | "commit" | "review">;

/** What a proposal's texts may link to. */
export interface ProposalContext {
  /** Address of a line of a file in the commit that is proposed. */
  readonly linkTo?: ((path: string, line: number) => string) | undefined;
  /** The workflow run, if this is one. */
  readonly runUrl?: string | undefined;
  readonly workflows?: StartedWorkflows | undefined;
  /** Where the pull request is; undefined where it is a file. */
  readonly forge?: "github" | "forgejo" | undefined;
  /** For what the mapping does not set. */
  readonly templates?: TextTemplates | undefined;
}

export interface Drafted {
  readonly proposal: Proposal;
  /** What went wrong with templates. */
  readonly notes: readonly string[];
}

/** The commit and the pull request of a run, or of one of its groups, in words. */
export function proposalOf(
  harvest: GroupedHarvest,
  base: Proposal["base"],
  settings: ProposalSettings,
  { linkTo, runUrl, workflows, forge, templates }: ProposalContext = {},
): Drafted {
  const { result, files, trailers, group } = harvest;
  const { pullRequest, commit, review } = settings;
  const branch = proposalBranch(pullRequest, base.branch, group?.key);
  const { autoMerge } = pullRequest;
  const merging = autoMerge === undefined ? undefined : mayMerge(harvest, { autoMerge, review });
  const context = { base: base.branch, branch, runUrl, group };
  const { title, body, notes } = pullRequestText(result, {
    ...context,
    templates: { title: pullRequest.title, body: pullRequest.body },
    handedIn: templates,
    linkTo,
    workflows,
    forge,
    merging,
  });
  const own = chosenTemplate({ name: "commit.message", template: commit.message }, templates?.commitMessage);
  const headline = own && templateLine(own, result, context);
  const headlineNotes = headline !== undefined && "note" in headline ? [headline.note] : [];
  return {
    proposal: {
      base,
      branch,
      files,
      commit: commitText(result, trailers, {
        group,
        signOff: commit.signOff,
        headline: headline !== undefined && "text" in headline ? headline.text : undefined,
      }),
      pullRequest: {
        title,
        body,
        labels: pullRequest.labels,
        assignees: pullRequest.assignees,
        reviewers: reviewersOf(harvest, settings),
        teamReviewers: pullRequest.teamReviewers,
        draft: pullRequest.draft,
        ...defined({ milestone: pullRequest.milestone }),
        ...(merging?.method !== undefined && { autoMerge: merging.method }),
      },
    },
    notes: [...notes, ...headlineNotes],
  };
}

/** Those of everything, then those of the languages that changed; nobody twice. */
function reviewersOf({ result }: GroupedHarvest, { pullRequest }: ProposalSettings): readonly string[] {
  const { reviewers, reviewersByLanguage } = pullRequest;
  const languages = [...new Set(result.files.map(({ language }) => language))].toSorted();
  const byLanguage = languages.flatMap((language) =>
    Object.hasOwn(reviewersByLanguage, language) ? (reviewersByLanguage[language] ?? []) : [],
  );
  return [...new Set([...reviewers, ...byLanguage])];
}
