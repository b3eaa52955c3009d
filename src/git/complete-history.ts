import { LocalError } from "../core/errors.ts";
import { gitText, runGit, withoutCredentials } from "./run.ts";

/**
 * Fetches the commits that a shallow clone lacks, without contents of files; does nothing in a whole clone.
 *
 * The commits at a shallow clone's border look as if they had added every file, so who changed one last, and whether
 * that was a commit of ours, would be told wrongly: a correction made in git would be taken for an old text.
 * @param environment what git needs besides, to reach the remote
 * @throws {LocalError} `IL-G07` where the commits cannot be had.
 */
export async function completeHistory(cwd: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  if (!(await isShallow(cwd))) return;
  const remote = await remoteOf(cwd);
  const fetched =
    remote === undefined
      ? undefined
      : await runGit(
          ["-c", "gc.auto=0", "-c", "maintenance.auto=false", "fetch", "--quiet", "--unshallow", ...WITHOUT, remote],
          { cwd, env: environment, allow: [0, 1, 128] },
        );
  // Another run in the same clone may have been quicker.
  if (!(await isShallow(cwd))) return;
  const isRemoteShallow = fetched?.code === 0;
  const words =
    fetched === undefined
      ? "it has no remote"
      : isRemoteShallow
        ? `its remote ${remote ?? ""} is a shallow clone itself`
        : withoutCredentials(fetched.stderr);
  throw new LocalError(
    `this clone is shallow, so which side changed a file is unknown, and the rest cannot be fetched: ${words}`,
    {
      code: "IL-G07",
      hint: isRemoteShallow
        ? "Run `git fetch --unshallow` in the remote first, or make a remote that has the whole history the one that this branch follows."
        : "Check out with fetch-depth: 0 (and filter: blob:none, which keeps it cheap), or run `git fetch --unshallow`.",
    },
  );
}

const WITHOUT = ["--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--filter=blob:none"];

export async function isShallow(cwd: string): Promise<boolean> {
  return (await gitText(["rev-parse", "--is-shallow-repository"], { cwd })) === "true";
}

/** The remote that the branch follows, else `origin`, else the only one there is. */
async function remoteOf(cwd: string): Promise<string | undefined> {
  const remotes = (await gitText(["remote"], { cwd })).split("\n").filter((name) => name !== "");
  const branch = await runGit(["symbolic-ref", "--quiet", "--short", "HEAD"], { cwd, allow: [0, 1] });
  const followed = await runGit(["config", "--get", `branch.${branch.stdout.toString("utf8").trim()}.remote`], {
    cwd,
    allow: [0, 1],
  });
  const wanted = followed.stdout.toString("utf8").trim();
  return [wanted, "origin", ...remotes].find((name) => remotes.includes(name));
}
