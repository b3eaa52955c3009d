import { expect, it } from "vitest";
import { commitIdentity } from "./commit-identity.ts";

const ada = { id: 7, username: "ada", full_name: "Ada L.", email: "ada@example.org" };
const identityOf = (user: Partial<typeof ada>, profile: object = {}) =>
  commitIdentity({ ...ada, ...user, profile: JSON.stringify(profile) });

it("names people in commits as they are known, or by what they have", () => {
  expect(identityOf({})).toEqual({ name: "Ada L.", email: "ada@example.org" });
  expect(identityOf({ full_name: "", email: "" })).toEqual({ name: "ada", email: "ada@users.noreply.invalid" });
});

it("takes the address they chose for commits, and hides who wants to be nobody", () => {
  const commit_email = "ada@users.example.org";

  expect(identityOf({}, { commit_email })).toEqual({ name: "Ada L.", email: commit_email });
  expect(identityOf({}, { commit_name: 1 })).toEqual({ name: "Ada L.", email: "ada@example.org" });
  expect(identityOf({}, { commit_name: 2 })).toEqual({ name: "Anonymous", email: "user-7@users.noreply.invalid" });
  expect(identityOf({}, { commit_name: 2, commit_email })).toEqual({ name: "Anonymous", email: commit_email });
});
