import { InterlinearError, RemoteError } from "../../core/errors.ts";
import type { ForgeErrorCode } from "../errors.ts";

/** What is left of an octokit error once everything that could hold a secret is gone. */
export interface Refusal {
  /** 500 also stands for a connection that failed, as octokit has it. */
  readonly status: number;
  /** GitHub's own words. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
}

/** What GitHub said no to; undefined for any other kind of error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  return { status: error.status, message: wordsIn(error.message), headers: headersOf(error) };
}

const MOST_WORDS = 1_000;

/** Without the documentation's address. A page in HTML, as proxies and an overloaded GitHub answer, has no words for us. */
function wordsIn(message: string): string {
  if (/^\s*</.test(message)) return "";
  const words = message.replace(/ - https?:\/\/\S+$/, "");
  return words.length <= MOST_WORDS ? words : `${words.slice(0, MOST_WORDS)}…`;
}

export function isStatus(error: unknown, ...statuses: readonly number[]): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && statuses.includes(refusal.status);
}

export function saysAny(error: unknown, pattern: RegExp): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && pattern.test(refusal.message);
}

/** The request may have been carried out although no answer came. */
export function isUncertain(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && refusal.status >= 500;
}

/** The same may be granted in a while: GitHub is overloaded, or there were too many requests. */
export function isPassing({ status, message, headers }: Refusal): boolean {
  return status >= 500 || isRateLimit(status, message, headers);
}

export interface Attempt {
  /** Finishes "GitHub refused to …": `write the branch interlinear/main`. */
  readonly action: string;
  /** What the token needs for it: `contents: write`. */
  readonly permission: string;
  /** A later step of the same permission: a refusal then has another reason than the permission. */
  readonly afterWrite?: boolean;
}

/** Runs a request and explains its refusal. */
export async function explained<Answer>(attempt: Attempt, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    throw explain(attempt, error);
  }
}

/** The error a person can act on. Octokit's error is not kept as the cause: it holds the request. */
export function explain(attempt: Attempt, error: unknown): Error {
  const refusal = refusalOf(error);
  if (error instanceof InterlinearError || refusal === undefined) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const { code, hint } = diagnose(attempt, refusal);
  const words = refusal.message === "" ? "" : `: ${refusal.message.trim()}`;
  return new RemoteError(`GitHub refused to ${attempt.action} (${String(refusal.status)})${words}`, {
    code,
    hint,
    status: refusal.status,
    ...(code === "IL-F06" ? openAgain(refusal.headers) : {}),
  });
}

interface Diagnosis {
  readonly code: ForgeErrorCode;
  readonly hint: string;
}

function diagnose({ permission, afterWrite }: Attempt, { status, message, headers }: Refusal): Diagnosis {
  if (status === 401) {
    return { code: "IL-F01", hint: "The token is wrong or expired, or it is for another server." };
  }
  if (isRateLimit(status, message, headers)) {
    return { code: "IL-F06", hint: `Run again ${waitingTime(headers)}; what was done already is kept.` };
  }
  if (/without `?workflows?`? (?:permission|scope)|refusing to allow/i.test(message)) return WORKFLOW_FILES;
  if (
    /repository rule violations|protected branch|must be made through a pull request|verified signatures/i.test(message)
  ) {
    return {
      code: "IL-F04",
      hint: /signatures/i.test(message)
        ? "The rule asks for signed commits: use GITHUB_TOKEN or an App's token, whose commits GitHub signs."
        : "Leave the branch out of the rule, or let the token's owner bypass it (Settings → Rules).",
    };
  }
  if (status === 403 && /resource not accessible/i.test(message)) {
    if (afterWrite === true) return WORKFLOW_FILES;
    const accepted = headers["x-accepted-github-permissions"];
    const needed = accepted === undefined ? permission : `${permission} (GitHub asks for: ${String(accepted)})`;
    const where = /by personal access token/i.test(message)
      ? "add it to the token under Settings → Developer settings → Fine-grained tokens → Repository permissions"
      : "add it to `permissions:` of the job, or to the App";
    return { code: "IL-F02", hint: `The token needs ${needed}: ${where}.` };
  }
  const classic = classicHint(headers);
  if (status === 403) {
    return { code: "IL-F02", hint: classic ?? `The token needs ${permission}.` };
  }
  // A classic token without the scope `workflow` is told that nothing is there.
  if (status === 404 && afterWrite === true) return WORKFLOW_FILES;
  if (status === 404) {
    return {
      code: "IL-F03",
      hint:
        classic === undefined
          ? `GitHub hides what a token may not see: check the repository's name, and that the token has ${permission}.`
          : `GitHub hides what a token may not see: check the repository's name. ${classic}`,
    };
  }
  if (status === 409 && /empty/i.test(message)) return { code: "IL-F10", hint: "Push a first commit." };
  if (status >= 500) return { code: "IL-F07", hint: "Run again; whatever was written already is found and finished." };
  return { code: "IL-F07", hint: "See GitHub's words above." };
}

/** GitHub tells the scopes of classic tokens alone, in a header; undefined for other tokens. */
function classicHint({ "x-oauth-scopes": scopes }: Refusal["headers"]): string | undefined {
  if (scopes === undefined) return undefined;
  const names: readonly string[] = String(scopes).match(/[a-z][\w:]*/g) ?? [];
  if (names.includes("repo")) {
    return "The token has the scope `repo`: its owner may not do this, or has to authorize the token for the organisation (single sign-on).";
  }
  return (
    "A classic token has no permissions but scopes: give it `repo` (Settings → Developer settings → Tokens (classic)). " +
    (names.length === 0 ? "It has none." : `It has: ${names.join(", ")}.`)
  );
}

const WORKFLOW_FILES: Diagnosis = {
  code: "IL-F05",
  hint:
    "Workflow files are in the way: either the change touches `.github/workflows/`, or the base branch's workflow files differ from the " +
    "default branch's. Bring the base branch up to date, or use an App's token with `workflows: write`; GITHUB_TOKEN cannot have it.",
};

function isRateLimit(status: number, message: string, headers: Refusal["headers"]): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return /rate limit|abuse detection/i.test(message) || String(headers["x-ratelimit-remaining"]) === "0";
}

function openAgain(headers: Refusal["headers"]): { readonly notBefore?: Date } {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  if (Number.isFinite(seconds)) return { notBefore: new Date(Date.now() + seconds * 1_000) };
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  return Number.isFinite(reset) && reset > 0 ? { notBefore: new Date(reset * 1_000) } : {};
}

function waitingTime(headers: Refusal["headers"]): string {
  const after = headers["retry-after"];
  if (after !== undefined) return `in ${String(after)} s`;
  const reset = Number(headers["x-ratelimit-reset"]);
  return Number.isFinite(reset) && reset > 0 ? `after ${new Date(reset * 1_000).toISOString()}` : "in a few minutes";
}

function headersOf(error: object): Refusal["headers"] {
  if (!("response" in error) || typeof error.response !== "object" || error.response === null) return {};
  const { response } = error;
  if (!("headers" in response) || typeof response.headers !== "object" || response.headers === null) return {};
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
