import { LocalError, RemoteError } from "../../core/errors.ts";
import { withoutCredentials } from "../../git/run.ts";
import type { ForgeErrorCode } from "../errors.ts";
import { refusedPush, type PushRefusal } from "../refused-push.ts";
import type { ApiAnswer } from "./connection.ts";

export interface Attempt {
  /** Finishes "The server refused to …": `list pull requests`. */
  readonly action: string;
  /** Scope that a personal token needs for it: `write:issue`. */
  readonly scope: string;
}

/** The server's own words, for a note. */
export function wordsOf({ status, message }: ApiAnswer): string {
  return message === "" ? `it answered ${String(status)}` : message;
}

/** The same may be granted in a while: there is no answer, the server is overloaded, or there were too many requests. */
export function isPassing({ status }: ApiAnswer): boolean {
  return status === 0 || status === 429 || status >= 500;
}

interface Diagnosis {
  readonly code: ForgeErrorCode;
  readonly hint: string;
}

/** The error a person can act on, for an answer that is no yes. */
export function refused({ action, scope }: Attempt, { status, message }: ApiAnswer): RemoteError {
  const words = message === "" ? "" : `: ${message}`;
  const what =
    status === 0
      ? `the server did not answer when asked to ${action}`
      : `the server refused to ${action} (${String(status)})`;
  return new RemoteError(`${what}${words}`, { ...diagnose(status, scope), status });
}

function diagnose(status: number, scope: string): Diagnosis {
  switch (status) {
    case 401:
      return TOKEN_HINT;
    case 403:
      return {
        code: "IL-F02",
        hint: `The token needs the scope ${scope}, and its owner write access to the repository.`,
      };
    case 404:
      return {
        code: "IL-F03",
        hint: `A server hides what a token may not see: check the repository's name, that somebody has pushed to it (an empty one has no pull requests), that pull requests are enabled there, and the token's scope ${scope}.`,
      };
    case 423:
      return { code: "IL-F04", hint: "The repository is archived: nothing can be written to it." };
    case 429:
      return { code: "IL-F06", hint: "Run again later; what was done already is kept." };
    default:
      return {
        code: "IL-F07",
        hint:
          status === 0 || status >= 500
            ? "Run again; whatever was written already is found and finished."
            : "See the server's words above.",
      };
  }
}

const TOKEN_HINT: Diagnosis = {
  code: "IL-F01",
  hint: "The forge's token (of the action: the input `github-token`) is wrong, expired or revoked, or it is for another server.",
};
const ACCESS_HINT: Diagnosis = {
  code: "IL-F02",
  hint: "The token needs the scope write:repository (in a workflow: `permissions: contents: write`), and its owner write access to the repository's code.",
};

/** What the hooks of Forgejo and Gitea say; after `Gitea:` or `Forgejo:` on lines of their own. */
const PUSH_REFUSALS: readonly PushRefusal[] = [
  {
    pattern: /is protected from unverified commit/i,
    code: "IL-F04",
    hint: "The branch's protection asks for signed commits: set up signing (`git config commit.gpgSign true`), or leave the branch out of the rule (Settings → Branches).",
  },
  {
    pattern: /is protected from (?:force push|changing file)|not allowed to (?:force-)?push to protected branch/i,
    code: "IL-F04",
    hint: "Leave the branch out of the protection rule (Settings → Branches), or let the token's owner push and force-push to it.",
  },
  { pattern: /is archived|mirror repository is read-only/i, code: "IL-F04", hint: "Nothing can be pushed to it." },
  { pattern: /could not read (?:username|password)|authentication failed|\b401\b/i, ...TOKEN_HINT },
  { pattern: /permission denied for writing|\b403\b/i, ...ACCESS_HINT },
];

export function refusedForgejoPush(branch: string, reason: string): RemoteError {
  return refusedPush(branch, reason, PUSH_REFUSALS);
}

/** What git says when the server does not let it read. */
const READ_REFUSALS: readonly (Diagnosis & { readonly pattern: RegExp })[] = [
  { pattern: /could not read (?:username|password)|authentication failed|error: 401/i, ...TOKEN_HINT },
  { pattern: /error: 403/i, code: "IL-F02", hint: "The token needs the scope read:repository." },
  {
    pattern: /repository '[^']*' not found|error: 404/i,
    code: "IL-F03",
    hint: "Check the repository's name, and that the token may read it.",
  },
  {
    pattern: /unable to access 'https?:/i,
    code: "IL-F07",
    hint: "Check the server's address and that git reaches it: the branch is read and pushed by HTTPS.",
  },
];

/** Runs git against the server, and explains what it failed for where the server is why. */
export async function explainingGit<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LocalError) || error.code !== "IL-G01") throw error;
    const known = READ_REFUSALS.find(({ pattern }) => pattern.test(error.message));
    if (known === undefined) throw error;
    throw new RemoteError(`the server's repository cannot be read: ${withoutCredentials(error.message)}`, {
      code: known.code,
      hint: known.hint,
    });
  }
}
