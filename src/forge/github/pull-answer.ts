interface Login {
  readonly login: string;
}

/** What is read of GitHub's answers about a pull request, of one as of a list's. */
export interface PullAnswer {
  readonly number: number;
  readonly node_id: string;
  readonly html_url: string;
  readonly title: string;
  readonly body: string | null;
  readonly draft?: boolean | undefined;
  readonly user: Login | null;
  readonly labels: readonly { readonly name: string }[];
  readonly assignees?: readonly Login[] | null | undefined;
  readonly requested_reviewers?: readonly Login[] | null | undefined;
  readonly requested_teams?: readonly { readonly slug: string }[] | null | undefined;
  readonly milestone: { readonly number: number; readonly title: string } | null;
  readonly head: Side & { readonly sha: string };
  readonly base: Side;
  readonly comments?: number;
  readonly auto_merge: { readonly enabled_by: Login; readonly merge_method: string } | null;
}

export interface Side {
  readonly ref: string;
  // GitHub answers null for the repository of a fork that is gone.
  readonly repo: { readonly full_name: string } | null;
}
