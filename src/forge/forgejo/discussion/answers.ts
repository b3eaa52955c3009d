import * as z from "zod";

const login = z.object({ login: z.string() }).nullish();
const labels = z
  .array(z.object({ name: z.string() }))
  .nullish()
  .transform((list) => (list ?? []).map(({ name }) => name));
const branch = z.object({ ref: z.string(), sha: z.string().default("") });

export const userAnswer = z.object({ id: z.number(), login: z.string() });

export const pullRequestAnswer = z.object({
  number: z.number(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().default(""),
  user: login,
  state: z.string(),
  merged: z.boolean().default(false),
  /** Older servers say it by the title alone. */
  draft: z.boolean().default(false),
  labels,
  base: branch,
  head: branch.extend({
    /** Name of the branch, also where it is gone. */
    label: z.string().default(""),
    repo: z.object({ full_name: z.string() }).nullish(),
  }),
});
export const pullRequestAnswers = z.array(pullRequestAnswer);

export const issueAnswers = z.array(z.object({ labels }));

export const commentAnswer = z.object({ id: z.number(), body: z.string(), html_url: z.string(), user: login });
export const commentAnswers = z.array(commentAnswer);

export const branchAnswer = z.object({ commit: z.object({ id: z.string() }) });

export const assigneeAnswers = z.array(z.object({ login: z.string() }));

/** What the token's owner may do. */
export const ownRightsAnswer = z.object({ permissions: z.object({ admin: z.boolean() }).nullish() });

export const permissionAnswer = z.object({ permission: z.string() });

export const statusAnswers = z.array(
  z.object({
    context: z.string(),
    status: z.string(),
    description: z.string().default(""),
    target_url: z.string().default(""),
  }),
);
