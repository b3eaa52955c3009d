import picomatch from "picomatch";
import * as z from "zod";
import type { ForgeExamination, TriedRight } from "../examination.ts";
import type { ApiAnswer, ApiCall, ForgejoRepository } from "./connection.ts";
import { refused } from "./refusal.ts";

interface Trial {
  readonly right: string;
  readonly scope: string;
  readonly call: Pick<ApiCall, "method" | "path"> & { readonly body?: object };
}

const NO_COMMIT = "0".repeat(40);

/**
 * Each right that a run needs, asked for in a way that cannot be carried out: the servers look at the token's scopes and its
 * owner's access first, and only then find that there is no text, no such commit, no colour, nothing to merge.
 */
function trials(defaultBranch: string): readonly Trial[] {
  const same = { head: defaultBranch, base: defaultBranch, title: "A trial of rights, which opens nothing" };
  return [
    {
      right: "push branches and open pull requests",
      scope: "write:repository",
      call: { method: "POST", path: "/pulls", body: same },
    },
    {
      right: "comment on pull requests",
      scope: "write:issue",
      call: { method: "POST", path: "/issues/0/comments", body: { body: "" } },
    },
    {
      right: "set a commit's status",
      scope: "write:repository",
      call: { method: "POST", path: `/statuses/${NO_COMMIT}`, body: { context: "Interlinear", state: "success" } },
    },
    {
      right: "make labels",
      scope: "write:issue",
      call: { method: "POST", path: "/labels", body: { name: "interlinear", color: "no colour" } },
    },
    {
      right: "see who may give orders",
      scope: "read:repository",
      call: { method: "GET", path: "/assignees" },
    },
  ];
}

/** Leaves no trace on the server. */
export async function tryRights(
  { request }: ForgejoRepository,
  { defaultBranch, isForkOfAnother }: { readonly defaultBranch: string; readonly isForkOfAnother: boolean },
): Promise<readonly TriedRight[]> {
  const tried: TriedRight[] = [];
  for (const { right, scope, call } of trials(defaultBranch)) {
    tried.push(judged(right, scope, await request({ ...call, repeatable: false })));
  }
  if (!isForkOfAnother) return tried;
  // The bot pushes to no fork but its own account's.
  const whose = await request({ method: "GET", path: "/user", isOfServer: true, repeatable: true });
  return [...tried, judged("tell whose it is, which `pull-request.fork` needs", "read:user", whose)];
}

function judged(right: string, scope: string, answer: ApiAnswer): TriedRight {
  const { status, message } = answer;
  if (status === 0) throw refused({ action: `say whether the token may ${right}`, scope }, answer);
  if (status !== 401 && status !== 403) return { right, isGranted: true };
  return {
    right,
    isGranted: false,
    words: message,
    remedy: `Give the token the scope ${scope}, and its owner write access to the repository.`,
  };
}

const rules = z.array(
  z.object({
    rule_name: z.string(),
    enable_push: z.boolean().default(false),
    enable_force_push: z.boolean().default(true),
    require_signed_commits: z.boolean().default(false),
  }),
);
const branch = z.object({ protected: z.boolean(), user_can_push: z.boolean() });

/** What protects the branch that translations are pushed to; rules are shown to administrators, a branch's own to everybody. */
export async function protectionOf(
  { request }: ForgejoRepository,
  name: string,
): Promise<ForgeExamination["obstacles"]> {
  const listed = await request({ method: "GET", path: "/branch_protections", repeatable: true });
  const known = listed.status === 200 ? rules.safeParse(listed.body).data : undefined;
  if (known !== undefined) {
    return known
      .filter(({ rule_name: rule }) => rule === name || picomatch.isMatch(name, rule))
      .flatMap((rule) => {
        const why = obstacleIn(rule);
        return why === undefined ? [] : [obstacle(`the rule ${rule.rule_name} ${why}`)];
      });
  }
  const path = `/branches/${encodeURIComponent(name)}`;
  const shown = await request({ method: "GET", path, repeatable: true });
  const data = shown.status === 200 ? branch.safeParse(shown.body).data : undefined;
  if (data?.protected !== true || data.user_can_push) return [];
  return [obstacle(`${name} is protected, and the token's owner may not push to it`)];
}

function obstacleIn(rule: z.infer<typeof rules>[number]): string | undefined {
  if (!rule.enable_push) return "lets nobody push to the branches that translations come on";
  if (!rule.enable_force_push) return "lets nobody force-push to the branches that translations come on";
  return rule.require_signed_commits ? "asks for signed commits" : undefined;
}

function obstacle(message: string): ForgeExamination["obstacles"][number] {
  const remedy =
    "Leave the branch out of the rule (Settings → Branches), or let the token's owner push and force-push.";
  return { message, remedy, isCertain: true };
}
