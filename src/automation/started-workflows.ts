import type { Discussion, Identity } from "../forge/discussion.ts";
import type { StartedWorkflows } from "../report/pull-request/pull-request-notices.ts";
import { unlessRefused } from "./refusal.ts";

const GITHUB = "https://github.com";
/** Enterprise Cloud with data residency: `https://acme.ghe.com`. */
const GITHUB_CLOUD = /^https:\/\/[a-z0-9-]+\.ghe\.com$/;

/**
 * Whether a pull request that this identity opens starts workflows. The workflow's own token starts none on Enterprise Server,
 * and on github.com such that wait for a person's approval.
 */
export function startedWorkflows(
  kind: Identity["kind"],
  forge: Discussion["kind"],
  serverUrl: string,
): StartedWorkflows {
  if (kind !== "workflow") return "run";
  const isCloud = forge === "github" && (serverUrl === GITHUB || GITHUB_CLOUD.test(serverUrl));
  return isCloud ? "wait-for-approval" : "do-not-run";
}

/** The same for a token; undefined where the forge does not say whose it is. */
export async function workflowsOf(
  discussion: Pick<Discussion, "identity" | "kind">,
  serverUrl: string,
): Promise<StartedWorkflows | undefined> {
  const identity = await unlessRefused(discussion.identity(), () => undefined);
  return identity && startedWorkflows(identity.kind, discussion.kind, serverUrl);
}
