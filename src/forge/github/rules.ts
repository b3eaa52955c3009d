import picomatch from "picomatch";
import type { ProposedFile } from "../branch-state.ts";

/** Whether the token's owner may do what the rule forbids; undefined where GitHub does not say. */
export type Bypass = "always" | "never" | undefined;

/** A rule that applies to the branch. Unknown kinds never stand in the way. */
export interface BranchRule {
  /** `required_signatures` */
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly ruleset: { readonly id: number | undefined; readonly source: string };
}

/** What is about to be written. */
export interface IntendedWrite {
  readonly branch: string;
  /** `replace`: the branch loses commits, which needs a forced push. */
  readonly kind: "create" | "fast-forward" | "replace";
  readonly files: readonly ProposedFile[];
  /** Of the commit; what is known only once it is made may differ. Undefined where nothing is known of it yet. */
  readonly message: string | undefined;
  /** Who the commit is made under. */
  readonly author: { readonly kind: "bot" | "person"; readonly email: string | undefined };
  /** `forge`: GitHub, through its API; otherwise git, with a key. */
  readonly signing: "forge" | "ssh" | "gpg";
}

/** A rule that the write does not meet. */
export interface Obstacle {
  readonly rule: BranchRule;
  /** Finishes "the rule … of the ruleset … ": `forbids to force the branch, which …`. */
  readonly words: string;
  /** What to do about it besides leaving the branch out of the ruleset. */
  readonly remedy: string;
  /** GitHub certainly refuses, unless the rule may be bypassed. */
  readonly isCertain: boolean;
}

/** - `api`: Git data API · `graphql`: createCommitOnBranch, which signs what a person's token commits · `git`: a push */
export interface HowToCommit {
  readonly way: "api" | "graphql" | "git";
  readonly obstacles: readonly Obstacle[];
}

/** The way on which GitHub takes the commit, and the rules that are in the way whichever it is. */
export function howToCommit(rules: readonly BranchRule[], write: IntendedWrite): HowToCommit {
  const mustSign = rules.some(({ type }) => type === "required_signatures");
  const way = write.signing !== "forge" ? "git" : mustSign && write.author.kind === "person" ? "graphql" : "api";
  const obstacles = rules.flatMap((rule) => {
    const found = CHECKS[rule.type]?.(write, rule.parameters);
    return found === undefined ? [] : [{ rule, isCertain: true, ...found }];
  });
  return { way, obstacles };
}

/** Whose answer a rule's outcome depends on; only then it is asked for. */
export function asksForAuthor(rules: readonly BranchRule[]): boolean {
  return rules.some(({ type }) => type === "required_signatures" || type === "commit_author_email_pattern");
}

type Found = Pick<Obstacle, "words" | "remedy"> & { readonly isCertain?: boolean };
type Check = (write: IntendedWrite, parameters: Readonly<Record<string, unknown>>) => Found | undefined;

const MAKE_ANEW = "Merge or close the pull request and delete its branch: the next run makes a new one.";
const CHOOSE_BRANCH = "Choose another `pull-request.branch` in the mapping.";
const waitsForChecks: Check = ({ kind }, parameters) =>
  kind === "create" && parameters["do_not_enforce_on_create"] === true
    ? undefined
    : {
        words: "wants checks to pass before a commit is on the branch",
        remedy: CHOOSE_BRANCH,
        isCertain: false,
      };

const CHECKS: Readonly<Record<string, Check>> = {
  required_signatures: ({ kind, signing, author, files }) => {
    const isSpecial = ({ mode, content }: ProposedFile): boolean => mode !== "100644" && content !== null;
    const special = signing === "forge" && author.kind === "person" ? files.find(isSpecial) : undefined;
    if (special !== undefined) {
      return {
        words: `asks for signed commits, and GitHub cannot sign one of a personal token that holds ${special.path}, which is executable or a link`,
        remedy: "Use an App's token or GITHUB_TOKEN, or set `commit.signing: ssh` (or `gpg`) and give `signing-key`.",
      };
    }
    return kind === "create"
      ? undefined
      : {
          words: "asks for signed commits, and the base branch may have others that the branch gets now",
          remedy: MAKE_ANEW,
          isCertain: false,
        };
  },
  non_fast_forward: ({ kind }) =>
    kind === "replace"
      ? {
          words: "forbids force pushes, and the branch has to be made anew on the current base",
          remedy: MAKE_ANEW,
        }
      : undefined,
  creation: ({ kind }) =>
    kind === "create" ? { words: "lets nobody create the branch", remedy: CHOOSE_BRANCH } : undefined,
  update: ({ kind }) =>
    kind === "create" ? undefined : { words: "lets nobody change the branch", remedy: CHOOSE_BRANCH },
  pull_request: () => ({ words: "takes changes of the branch by pull request only", remedy: CHOOSE_BRANCH }),
  merge_queue: () => ({ words: "takes changes of the branch by the merge queue only", remedy: CHOOSE_BRANCH }),
  required_linear_history: ({ kind }) =>
    kind === "create"
      ? undefined
      : {
          words: "forbids merge commits, and the base branch may have some that the branch gets now",
          remedy: MAKE_ANEW,
          isCertain: false,
        },
  required_status_checks: waitsForChecks,
  required_deployments: waitsForChecks,
  workflows: waitsForChecks,
  code_scanning: waitsForChecks,
  branch_name_pattern: ({ kind, branch }, parameters) =>
    kind === "create" ? mismatch(parameters, branch, `the branch's name ${branch}`, CHOOSE_BRANCH) : undefined,
  commit_message_pattern: ({ message }, parameters) =>
    mismatch(
      parameters,
      message,
      message === undefined ? "the commit's message" : `the commit's message "${message.split("\n", 1)[0] ?? ""}"`,
      "Set `commit.message` in the mapping to a template that does.",
    ),
  commit_author_email_pattern: ({ author: { email } }, parameters) =>
    mismatch(
      parameters,
      email,
      `the author's address ${email ?? "of the token's owner"}`,
      "Use the token of somebody whose address does, or sign with git and give `committer-email`.",
    ),
  committer_email_pattern: ({ signing, author: { email } }, parameters) =>
    mismatch(
      parameters,
      signing === "forge" ? undefined : email,
      `the committer's address${signing === "forge" || email === undefined ? "" : ` ${email}`}`,
      "Commits that GitHub signs have noreply@github.com there; sign with git and give `committer-email`.",
    ),
  max_file_size: ({ files }, { max_file_size: megabytes }) => {
    const limit = Number(megabytes) * 1024 * 1024;
    const found = files.find(({ content }) => content !== null && content.length > limit);
    return (
      found && {
        words: `takes files up to ${String(megabytes)} MB, and ${found.path} is larger`,
        remedy: "Leave the file out of the mapping, or divide it.",
      }
    );
  },
  max_file_path_length: ({ files }, { max_file_path_length: limit }) =>
    restrictedFile(files, (path) => path.length > Number(limit), `takes paths up to ${String(limit)} characters`),
  file_path_restriction: ({ files }, { restricted_file_paths: patterns }) =>
    restrictedFile(files, picomatch(textsOf(patterns), { dot: true }), "lets nobody change some paths"),
  file_extension_restriction: ({ files }, { restricted_file_extensions: extensions }) =>
    restrictedFile(
      files,
      (path) => textsOf(extensions).some((extension) => path.endsWith(`.${extension.replace(/^\*?\./, "")}`)),
      "takes no files of some kinds",
    ),
};

function restrictedFile(
  files: readonly ProposedFile[],
  isRestricted: (path: string) => boolean,
  words: string,
): Found | undefined {
  const found = files.find(({ path }) => isRestricted(path));
  return found && { words: `${words}, and ${found.path} is one of them`, remedy: "Leave it out of the mapping." };
}

/** A text that is not known, or a pattern that is written for another engine, may meet the rule or not. */
function mismatch(
  { operator, pattern, negate }: Readonly<Record<string, unknown>>,
  text: string | undefined,
  subject: string,
  remedy: string,
): Found | undefined {
  const wanted = typeof pattern === "string" ? pattern : "";
  const matches = text === undefined ? undefined : matchesPattern(operator, wanted, text);
  if (matches !== undefined && matches !== (negate === true)) return undefined;
  const relation = OPERATORS[String(operator)] ?? "match";
  const words = `wants ${subject} ${negate === true ? "not " : ""}to ${relation} "${wanted}"`;
  return { words, remedy, isCertain: matches !== undefined };
}

const OPERATORS: Readonly<Record<string, string>> = {
  starts_with: "start with",
  ends_with: "end with",
  contains: "contain",
  regex: "match",
};

function matchesPattern(operator: unknown, pattern: string, text: string): boolean | undefined {
  switch (operator) {
    case "starts_with":
      return text.startsWith(pattern);
    case "ends_with":
      return text.endsWith(pattern);
    case "contains":
      return text.includes(pattern);
    default:
      // GitHub's engine is another one, and ours may take for ever: what it means is left to GitHub.
      return undefined;
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
