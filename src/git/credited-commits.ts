import { logRecords, recordOptions } from "./log-records.ts";
import { runGit } from "./run.ts";

/** A commit of ours, with everybody it names as an author besides. */
export interface CreditedCommit {
  /** As they stand in the trailers. */
  readonly people: readonly { readonly name: string; readonly email: string }[];
  readonly paths: readonly string[];
}

/** Where the history is to begin: after a commit, or at a time. */
export type Since = { readonly kind: "commit"; readonly id: string } | { readonly kind: "time"; readonly from: Date };

/** `git merge --squash` indents the messages it collects. */
const PERSON = /^[ \t]*Co-authored-by:[ \t]*(.+?)[ \t]*<([^<>\n]+)>[ \t]*$/gim;

/** Commits that brought translations and are reachable from HEAD, newest first: they carry trailers of ours. */
export async function creditedCommits(cwd: string, since?: Since): Promise<readonly CreditedCommit[]> {
  const { stdout } = await runGit(
    [
      "log",
      ...recordOptions(["%ct", "%B"]),
      "--name-only",
      "--no-renames",
      "--grep=^[[:space:]]*Interlinear-[A-Z]",
      "HEAD",
      ...(since?.kind === "commit" ? [`^${since.id}`] : []),
      "--",
    ],
    { cwd },
  );
  // Git's own `--since` ends at the first older commit, and a rebase leaves newer ones behind it.
  const from = since?.kind === "time" ? since.from.getTime() / 1000 : Number.NEGATIVE_INFINITY;
  return logRecords(stdout.toString("utf8"), 2)
    .filter(({ fields: [time] }) => Number(time) >= from)
    .map(({ fields: [, message = ""], files }) => ({
      people: [...message.matchAll(PERSON)].map(([, name = "", email = ""]) => ({ name, email })),
      paths: files,
    }));
}
