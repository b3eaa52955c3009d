import type { BranchRule, RuleDetails, Ruleset } from "./records.ts";
import { violation } from "./refusal.ts";
import { page, type Answer, type Call, type Settings, type World } from "./world.ts";

const RULESET: Ruleset = { id: 42, name: "Guarded", source: "Repository", bypass: "never", isHidden: false };

/** Works for branches that do not exist yet; does not say who may bypass a rule. */
export async function branchRules(call: Call): Promise<Answer> {
  const { owner, repo, settings } = call.world;
  const branch = call.parameters["branch"] ?? "";
  const rules = settings.rules.filter((rule) => covers(rule, branch));
  const answers = rules.map((rule) => {
    const { id, source } = rulesetOf(rule);
    return {
      ...detailsOf(rule),
      ruleset_id: id,
      ruleset_source_type: source,
      ruleset_source: source === "Repository" ? `${owner}/${repo}` : owner,
    };
  });
  return Promise.resolve(page(call, answers));
}

export async function getRuleset({ world, parameters }: Call): Promise<Answer> {
  const id = Number(parameters["ruleset_id"]);
  const found = world.settings.rules.map(rulesetOf).find((ruleset) => ruleset.id === id && !ruleset.isHidden);
  if (found === undefined) return Promise.resolve({ status: 404, body: { message: "Not Found" } });
  const { name, source, bypass } = found;
  const body = {
    id,
    name,
    target: "branch",
    source_type: source,
    source: world.owner,
    enforcement: "active",
    current_user_can_bypass: bypass,
  };
  return Promise.resolve({ status: 200, body });
}

/**
 * Refuses what a ruleset forbids. Of a new branch only commits count that no other branch has, of a moved one all that it
 * did not have.
 */
export async function checkRulesets(
  world: World,
  branch: string,
  sha: string,
  previous: string | undefined,
): Promise<void> {
  for (const rule of world.settings.rules) {
    if (!covers(rule, branch) || rulesetOf(rule).bypass === "always") continue;
    const complaint = await complaintOf(world, detailsOf(rule), { branch, sha, previous });
    if (complaint !== undefined) throw violation(complaint);
  }
}

interface Move {
  readonly branch: string;
  readonly sha: string;
  readonly previous: string | undefined;
}

async function complaintOf(
  { git, verifications }: World,
  { type, parameters = {} }: RuleDetails,
  { branch, sha, previous }: Move,
): Promise<string | undefined> {
  const brought = await git.brought(sha, previous);
  const commits = await Promise.all(brought.map((id) => git.commit(id)));
  const added = await Promise.all(commits.map(({ parents: [parent], sha: id }) => git.differences(parent ?? id, id)));
  const files = added.flat().map(({ filename }) => filename);
  switch (type) {
    case "required_signatures":
      return brought.every((id) => verifications.get(id)?.verified === true)
        ? undefined
        : "Commits must have verified signatures.";
    case "pull_request":
      return "Changes must be made through a pull request.";
    case "creation":
      return previous === undefined ? "Cannot create ref due to creations being restricted." : undefined;
    case "update":
      return previous === undefined ? undefined : "Cannot update this protected ref.";
    case "non_fast_forward":
      return previous === undefined || (await git.isAncestor(previous, sha))
        ? undefined
        : "Cannot force-push to this branch";
    case "branch_name_pattern":
      return previous !== undefined || fits(parameters, branch) ? undefined : "Branch name must match a given pattern.";
    case "commit_message_pattern":
      return commits.every(({ message }) => fits(parameters, message))
        ? undefined
        : "Commit message must match a given pattern.";
    case "commit_author_email_pattern":
      return commits.every(({ author: { email } }) => fits(parameters, email))
        ? undefined
        : "Author email must match a given pattern.";
    case "file_path_restriction": {
      const restricted: readonly unknown[] = Array.isArray(parameters["restricted_file_paths"])
        ? parameters["restricted_file_paths"]
        : [];
      return files.some((file) => restricted.includes(file)) ? "File path is restricted." : undefined;
    }
    default:
      return undefined;
  }
}

function fits(parameters: Readonly<Record<string, unknown>>, text: string): boolean {
  const pattern = String(parameters["pattern"]);
  const matches = {
    starts_with: text.startsWith(pattern),
    ends_with: text.endsWith(pattern),
    contains: text.includes(pattern),
    regex: parameters["operator"] === "regex" && new RegExp(pattern, "m").test(text),
  };
  return Object.entries(matches).some(([name, is]) => name === parameters["operator"] && is !== parameters["negate"]);
}

/** The rules of a type on a branch. */
export function rulesOn({ rules }: Pick<Settings, "rules">, branch: string, type: string): readonly RuleDetails[] {
  return rules
    .filter((rule) => covers(rule, branch))
    .map(detailsOf)
    .filter((rule) => rule.type === type);
}

function detailsOf({ requires }: BranchRule): RuleDetails {
  if (requires === "verified-signatures") return { type: "required_signatures" };
  return requires === "pull-request" ? { type: "pull_request" } : requires;
}

function rulesetOf({ ruleset }: BranchRule): Ruleset {
  return { ...RULESET, ...ruleset };
}

export function covers({ branches }: BranchRule, branch: string): boolean {
  return new RegExp(`^${branches.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(branch);
}
