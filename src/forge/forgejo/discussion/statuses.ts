import type * as z from "zod";
import { reportIn, statusOf } from "../../commit-status.ts";
import type { CheckReport, Discussion } from "../../discussion.ts";
import type { ForgejoRepository } from "../connection.ts";
import { statusAnswers } from "./answers.ts";
import { ask, pages } from "./asking.ts";

type StatusAnswer = z.infer<typeof statusAnswers>[number];

/** Writes nothing where the newest status says the same. */
export async function reportStatus(forgejo: ForgejoRepository, check: CheckReport): ReturnType<Discussion["report"]> {
  const { name: context, commit } = check;
  const { state, description, targetUrl } = statusOf(
    check,
    `${forgejo.serverUrl}/${forgejo.fullName}/commit/${commit}`,
  );
  const last = await newestStatus(forgejo, commit, context);
  const isSaid = last?.status === state && last.description === description && last.target_url === targetUrl;
  if (!isSaid) {
    const attempt = { action: `set a status of commit ${commit}`, scope: "write:repository" };
    const body = { context, state, description, target_url: targetUrl };
    await ask(forgejo, attempt, { method: "POST", path: `/statuses/${commit}`, body, repeatable: true });
  }
  return { url: targetUrl };
}

export async function lastStatus(
  forgejo: ForgejoRepository,
  commit: string,
  name: string,
): ReturnType<Discussion["lastReport"]> {
  const last = await newestStatus(forgejo, commit, name);
  return last === undefined ? undefined : reportIn(last.status, last.target_url);
}

async function newestStatus(
  forgejo: ForgejoRepository,
  commit: string,
  context: string,
): Promise<StatusAnswer | undefined> {
  const attempt = { action: `list the statuses of commit ${commit}`, scope: "read:repository" };
  const call = { path: `/statuses/${commit}`, query: { sort: "highestindex" } };
  for await (const page of pages(forgejo, attempt, call, statusAnswers)) {
    const found = page.find((status) => status.context === context);
    if (found !== undefined) return found;
  }
  return undefined;
}
