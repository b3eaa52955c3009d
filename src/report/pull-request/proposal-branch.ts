import type { PullRequestSettings } from "../../mapping/binding.ts";

/** What stands for `{group}` where there is one pull request for all. */
const ALL = "all";
/** A branch below the one without a group is impossible: git keeps them as folders and files. */
const GROUP_SUFFIX = "--{group}";
const GROUP_PART = "[A-Za-z0-9_.+=-]+";

type BranchPattern = Pick<PullRequestSettings, "branch">;

/** The branch of a base's pull request, or of one of its groups. */
export function proposalBranch({ branch }: BranchPattern, base: string, group?: string): string {
  const pattern = group === undefined || branch.includes("{group}") ? branch : `${branch}${GROUP_SUFFIX}`;
  const part = group === undefined ? ALL : branchPart(group);
  return pattern.replace(/\{base\}|\{group\}/g, (name) => (name === "{base}" ? basePart(base) : part));
}

/**
 * Whether a branch has a name that the setting gives, with any group or none: also those of another `group-by`.
 * @param base the base it is for; any, if left out
 */
export function isProposalBranch({ branch: pattern }: BranchPattern, branch: string, base?: string): boolean {
  const patterns = pattern.includes("{group}") ? [pattern] : [pattern, `${pattern}${GROUP_SUFFIX}`];
  return patterns.some((each) => branchExpression(each, base).test(branch));
}

function branchExpression(pattern: string, base: string | undefined): RegExp {
  const parts = pattern.split(/(\{base\}|\{group\})/).map((part) => {
    if (part === "{base}") return base === undefined ? ".+" : escaped(basePart(base));
    return part === "{group}" ? GROUP_PART : escaped(part);
  });
  return new RegExp(`^${parts.join("")}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Only a group stands after `--`: the base `main--de` has another branch than the German group of `main`. */
function basePart(base: string): string {
  return base.replace(/-(?=-)/g, hexadecimal("-"));
}

/** `acme/mobile/android` → `acme.mobile.android`, `sr@latin` → `sr+latin`; no two groups get the same name. */
function branchPart(group: string): string {
  return group
    .replace(/[^A-Za-z0-9_-]/gu, (character) => {
      if (character === "/") return ".";
      return character === "@" ? "+" : hexadecimal(character);
    })
    .replace(/\.lock$/, `${hexadecimal("/")}lock`); // git refuses such names
}

function hexadecimal(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replace(/../g, "=$&");
}
