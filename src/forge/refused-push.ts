import { RemoteError } from "../core/errors.ts";
import { withoutCredentials } from "../git/run.ts";
import type { ForgeErrorCode } from "./errors.ts";

/** What a server says, and what to do about it. */
export interface PushRefusal {
  readonly pattern: RegExp;
  readonly code: ForgeErrorCode;
  readonly hint: string;
}

/** What servers say when they refuse a push, most telling first. The texts are GitHub's where they carry a GH number. */
const REFUSALS: readonly PushRefusal[] = [
  {
    pattern: /refusing to allow .* to create or update workflow|without `?workflows?`? (?:permission|scope)/i,
    code: "IL-F05",
    hint: "The branch's workflow files differ from the default branch's: bring the base branch up to date, or push with a token that may change workflows.",
  },
  {
    pattern: /must have verified signatures/i,
    code: "IL-F04",
    hint: "A rule asks for signed commits: set up signing (`git config commit.gpgSign true`), or exempt the branch from the rule.",
  },
  {
    pattern: /GH013|repository rule violations/i,
    code: "IL-F04",
    hint: "Leave the branch out of the ruleset, or let the pusher bypass it (Settings → Rules).",
  },
  {
    pattern: /GH006|protected branch/i,
    code: "IL-F04",
    hint: "Leave the branch out of branch protection, or allow force pushes to it.",
  },
  {
    pattern: /GH007|private email address/i,
    code: "IL-F09",
    hint: "Commit with the account's noreply address (`git config user.email`).",
  },
  {
    pattern: /pre-receive hook declined|hook declined/i,
    code: "IL-F09",
    hint: "A hook on the server refuses the push; its words are above.",
  },
  {
    pattern:
      /authentication failed|could not read (?:username|password)|permission denied|\b403\b|access denied|not authorized/i,
    code: "IL-F01",
    hint: "Check that git may push to the remote: `git push --dry-run` with the same account.",
  },
];

/**
 * The error for a push that the remote refused, in its own words and with what to do about it.
 * @param particular what this kind of server says, looked at before what any may say
 */
export function refusedPush(branch: string, reason: string, particular: readonly PushRefusal[] = []): RemoteError {
  const known = [...particular, ...REFUSALS].find(({ pattern }) => pattern.test(reason));
  return new RemoteError(`the push of ${branch} was refused: ${withoutCredentials(withoutFrame(reason))}`, {
    code: known?.code ?? "IL-F09",
    hint: known?.hint ?? "See the remote's words above.",
  });
}

/** Gitea puts lines with nothing but `error:` around what it says: whoever shows one line would show that. */
function withoutFrame(reason: string): string {
  const lines = reason.split("\n");
  return lines.filter((line) => !/^(?:error:)?\s*$/.test(line)).join("\n") || reason;
}
