import type { SigningKey } from "../git/signing.ts";
import type { CommitSettings } from "../mapping/binding.ts";

/** At a terminal, git signs with the key of whoever sits there; undefined where the mapping leaves signing to the forge. */
export function ownKey({ signing: format }: CommitSettings): SigningKey | undefined {
  return format === "forge" ? undefined : { format };
}
