import { nearest } from "../../mapping/nearest.ts";
import { isMilestone } from "../pull-request-state.ts";
import type { GitHubRepository } from "./connection.ts";
import { tolerated } from "./tolerated.ts";

/** Puts the pull request into the open milestone of that title or number; a note where that cannot be. */
export async function setMilestone(
  github: GitHubRepository,
  pullRequest: number,
  wanted: string | number,
): Promise<readonly string[]> {
  const { octokit, owner, repo } = github;
  const milestone = typeof wanted === "number" ? { number: wanted } : await findMilestone(github, wanted);
  if ("note" in milestone) return [milestone.note];
  const set = await tolerated(github, "set the milestone", () =>
    octokit.rest.issues.update({ owner, repo, issue_number: pullRequest, milestone: milestone.number }),
  );
  if ("refusal" in set) return [`GitHub did not set the milestone "${String(wanted)}": ${set.refusal}`];
  // Without write access it is left out, and nothing said.
  if (set.answer.data.milestone?.number === milestone.number) return [];
  return [`GitHub did not set the milestone "${String(wanted)}": the token needs write access to the repository.`];
}

async function findMilestone(
  github: GitHubRepository,
  title: string,
): Promise<{ readonly number: number } | { readonly note: string }> {
  const { octokit, owner, repo } = github;
  const listed = await tolerated(github, "list milestones", () =>
    octokit.paginate(octokit.rest.issues.listMilestones, { owner, repo, state: "open", per_page: 100 }),
  );
  if ("refusal" in listed) return { note: `GitHub did not list the milestones for "${title}": ${listed.refusal}` };
  const found = listed.answer.find((milestone) => isMilestone(title, milestone));
  if (found !== undefined) return { number: found.number };
  const close = nearest(
    title,
    listed.answer.map((milestone) => milestone.title),
  );
  const guess = close === undefined ? "Create it under Issues → Milestones." : `Is "${close}" meant?`;
  return { note: `There is no open milestone "${title}". ${guess}` };
}
