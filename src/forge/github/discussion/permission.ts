import type { Permission } from "../../discussion.ts";
import type { GitHubRepository } from "../connection.ts";
import { explained, isStatus } from "../refusal.ts";

/** GitHub says `write` for `maintain` and `read` for `triage`; roles of an organization's own come as what they are based on. */
const PERMISSIONS: readonly Permission[] = ["admin", "write", "read"];

export async function permissionOf({ octokit, owner, repo }: GitHubRepository, username: string): Promise<Permission> {
  const attempt = { action: `show what ${username} may do`, permission: "metadata: read" };
  return explained(attempt, async () => {
    try {
      const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username });
      return PERMISSIONS.find((permission) => permission === data.permission) ?? "none";
    } catch (error) {
      if (isStatus(error, 404)) return "none";
      throw error;
    }
  });
}
