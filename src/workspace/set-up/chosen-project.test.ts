import { expect, test } from "vitest";
import type { Account, Grant } from "../../service-client/examination.ts";
import { chosenProject } from "./chosen-project.ts";

function member(...projects: string[]): Account {
  const reach: Grant["reach"] = { kind: "listed", projects, components: [] };
  return { username: "bot-acme", isSuperuser: false, grants: [{ team: "Administration", permissions: [], reach }] };
}

test.each([
  ["the only one that the token's user belongs to", member("acme"), ["acme", "public"], "acme"],
  ["one that is called as the repository", member("acme", "shop"), ["acme", "shop"], "shop"],
  ["the only one that the token sees", { ...member(), grants: undefined }, ["acme"], "acme"],
  ["a new one, where there are several others", member("acme", "other"), ["acme", "other"], "shop"],
  ["a new one for who looks after all of them", { username: "admin", isSuperuser: true, grants: [] }, ["demo"], "shop"],
  ["a new one for whom the service does not name", undefined, ["demo"], "shop"],
])("a new mapping is for %s", (_what, account, visible, expected) => {
  expect(chosenProject({ account, visible, reading: [] }, "shop")).toBe(expected);
});

test.each([
  ["the only one that reads this repository", member("acme", "shop"), ["acme"], "acme"],
  ["that one for an administrator, too", { username: "admin", isSuperuser: true, grants: [] }, ["acme"], "acme"],
  ["the token's own one all the same", member("acme"), ["other"], "acme"],
  ["none of several that read this repository", member("acme", "other"), ["acme", "other"], "shop"],
])("among several projects a new mapping is for %s", (_what, account, reading, expected) => {
  expect(chosenProject({ account, visible: ["acme", "other", "shop"], reading }, "shop")).toBe(expected);
});
