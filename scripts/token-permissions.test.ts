import { expect, test } from "vitest";
import { tokenPermissions } from "./token-permissions.ts";

test("a person's token needs each permission that a call of the sources needs, at the level of the most demanding one", async () => {
  const found = await tokenPermissions();
  const levels = Object.fromEntries(found.map(([name = "", level]) => [name, level]));
  const calls = (name: string): string => found.find(([title]) => title === name)?.[2] ?? "";

  expect(levels).toEqual({
    Contents: "write",
    "Pull requests": "write",
    Issues: "read",
    "Commit statuses": "write",
    Metadata: "read",
    Administration: "read",
  });
  expect(calls("Commit statuses")).toBe("`POST …/statuses/{sha}`");
  expect(calls("Administration")).toBe("`GET …/actions/permissions/workflow`");
  expect(calls("Pull requests")).toContain("`POST …/issues/{issue_number}/comments`");
  expect(calls("Contents")).not.toContain("GET ");
  expect(JSON.stringify(found)).not.toContain("check-runs");
});
