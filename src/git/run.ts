import { LocalError, UserError } from "../core/errors.ts";
import { inheritedEnvironment } from "../core/inherited-environment.ts";
import { startGit, type GitEnding, type GitFailure, type StartedGit } from "./start-git.ts";

export interface GitRun {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In parts where there is much of it: they are not put together first. */
  readonly input?: Uint8Array | string | readonly (Uint8Array | string)[];
  readonly signal?: AbortSignal;
  /** Hears of git's output as it comes; {@link GitOutput.stdout} is empty then. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Exit codes that are answers, not failures; default only 0. */
  readonly allow?: readonly number[];
}

export interface GitOutput {
  readonly code: number;
  readonly stdout: Buffer<ArrayBuffer>;
  readonly stderr: string;
}

/** No prompt, no lock for the convenience of others, English messages, and nothing that is only for us. */
export function gitEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...inheritedEnvironment(), GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C", ...more };
}

/** Takes user and password out of every address in a text. */
export function withoutCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^/@\s'"]+@/gi, "$1");
}

/**
 * Runs the real git: arguments as a list, no shell, no prompt, output as bytes (a file need not be UTF-8), English messages.
 * Why not `@actions/exec`: docs/adr/0001.
 * @throws {LocalError} `IL-G01` with git's own words when the exit code is not allowed, or git is missing.
 */
export async function runGit(args: readonly string[], run: GitRun): Promise<GitOutput> {
  const { input, signal } = run;
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  const { code, killedBy } = await new Promise<GitEnding>((resolve, reject) => {
    const fail = ({ message, hint }: GitFailure): void => {
      signal?.removeEventListener("abort", callOff);
      reject(new LocalError(message, { code: "IL-G01", hint }));
    };
    const callOff = (): void => {
      git?.kill();
      fail({ message: `git ${commandIn(args)} was called off`, hint: "Run it again." });
    };
    let git: StartedGit | undefined;
    if (signal?.aborted === true) {
      callOff();
      return;
    }
    git = startGit({
      args,
      cwd: run.cwd,
      env: gitEnvironment(run.env),
      input: input === undefined ? [] : typeof input === "string" || input instanceof Uint8Array ? [input] : input,
      onOutput: run.onOutput ?? ((chunk) => stdout.push(chunk)),
      onErrorOutput: (chunk) => stderr.push(chunk),
      onEnd: (ending) => {
        signal?.removeEventListener("abort", callOff);
        resolve(ending);
      },
      onFailure: fail,
    });
    signal?.addEventListener("abort", callOff, { once: true });
  });
  const output = { code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString("utf8").trim() };
  if (killedBy !== null || !(run.allow ?? [0]).includes(code)) {
    const missing = /^fatal: '([^']+)' does not appear to be a git repository/m.exec(output.stderr)?.[1];
    if (missing !== undefined) {
      const shown = withoutCredentials(missing);
      if (/[/\\:]/.test(missing)) {
        throw new UserError(`there is no repository at ${shown}, the address of the remote`, {
          code: "IL-G11",
          hint: "Correct the address (`git remote set-url origin ADDRESS`; `git remote -v` shows what is set).",
        });
      }
      throw new UserError(`there is no remote "${shown}"`, {
        code: "IL-G11",
        hint: `Add it (\`git remote add ${shown} ADDRESS\`), or name the one there is with \`--remote\`: \`git remote\` lists them.`,
      });
    }
    throw failed(args, { code, killedBy }, withoutCredentials(output.stderr));
  }
  return output;
}

function commandIn(args: readonly string[]): string {
  return args.find((argument) => /^[a-z]/.test(argument) && !argument.includes("=")) ?? "";
}

function failed(args: readonly string[], { code, killedBy }: GitEnding, words: string): LocalError {
  const command = commandIn(args);
  const said = words === "" ? "" : `: ${words}`;
  if (killedBy !== null) {
    return new LocalError(`git ${command} was ended by ${killedBy}${said}`, {
      code: "IL-G01",
      hint: "Somebody, or a machine without memory left, ended it. Run again.",
    });
  }
  return new LocalError(`git ${command} failed (${String(code)})${said}`, {
    code: "IL-G01",
    hint: words === "" ? "Run it there yourself: it said nothing." : "See git's message above.",
  });
}

export async function gitText(args: readonly string[], run: GitRun): Promise<string> {
  return (await runGit(args, run)).stdout.toString("utf8").trimEnd();
}
