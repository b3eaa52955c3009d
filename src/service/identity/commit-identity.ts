import { profileOf } from "./profile.ts";
import type { UserRecord } from "./users.ts";

/** Value of a profile's `commit_name` for nobody's name; 0 and 1, as the site has it and the full name, are one here. */
export const ANONYMOUS = 2;

/** How somebody is called in commits: by the address they chose for it, and not at all if they want that. */
export function commitIdentity(user: Pick<UserRecord, "id" | "username" | "full_name" | "email" | "profile">): {
  readonly name: string;
  readonly email: string;
} {
  const { commit_email: chosen, commit_name: kind } = profileOf(user.profile);
  const isNobody = kind === ANONYMOUS;
  const known = chosen === "" ? user.email : chosen;
  const mailbox = isNobody ? `user-${String(user.id)}` : user.username;
  const email = known === "" || (isNobody && chosen === "") ? `${mailbox}@users.noreply.invalid` : known;
  if (isNobody) return { name: "Anonymous", email };
  return { name: user.full_name === "" ? user.username : user.full_name, email };
}
