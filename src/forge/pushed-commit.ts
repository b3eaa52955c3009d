import { configuredCommitter, identityEnvironment, writeCommit, type Identity } from "../git/commit-writing.ts";
import { withSigningKey, type SigningKey } from "../git/signing.ts";
import { commitMessage } from "./commit-message.ts";
import type { CommitText } from "./forge.ts";

export interface PushedCommit {
  readonly parent: string;
  readonly tree: string;
  readonly text: CommitText;
  /** Who commits where git's configuration names nobody. */
  readonly fallback: Identity;
  /** Left out: signed where git's configuration asks for it. */
  readonly signing?: SigningKey | undefined;
}

/** Writes the commit that a push brings, signed and signed off as asked, and returns its id. */
export async function writePushedCommit(
  cwd: string,
  { parent, tree, text, fallback, signing }: PushedCommit,
): Promise<string> {
  const message = (signer: Identity): string => commitMessage(text, tree, signer);
  if (signing === undefined) {
    const signer = text.signOff === true ? ((await configuredCommitter(cwd)) ?? fallback) : fallback;
    return writeCommit(cwd, { tree, parent, message: message(signer), fallback });
  }
  return withSigningKey(cwd, signing, ({ environment, committer }) =>
    writeCommit(cwd, {
      tree,
      parent,
      message: message(committer),
      fallback: committer,
      environment: { ...environment, ...identityEnvironment(committer) },
    }),
  );
}
