import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import type { SigningKey } from "../git/signing.ts";
import type { CommitSettings } from "../mapping/binding.ts";
import type { ActionInputs } from "./inputs.ts";

/**
 * The key that git signs with, where the mapping asks for one; it is not used otherwise.
 * @throws {UserError} `IL-A05` where the mapping asks for a key and none is given
 */
export function signingKey(
  { signing, committer }: Pick<ActionInputs, "signing" | "committer">,
  { signing: format }: CommitSettings,
): SigningKey | undefined {
  if (format === "forge") return undefined;
  if (signing === undefined) {
    throw new UserError(`the mapping says \`commit.signing: ${format}\`, and there is no key to sign with`, {
      code: "IL-A05",
      hint: "Give it as the input signing-key, from a secret; or let the forge sign: `commit.signing: forge`.",
    });
  }
  return { format, ...signing, ...defined({ committer }) };
}
