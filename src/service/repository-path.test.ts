import { expect, it } from "vitest";
import { publicRepository } from "./repository-path.ts";

it.each([
  ["https://bot:p@ss@example.org/a.git", "https://example.org/a.git"],
  ["https://token@example.org/a.git", "https://example.org/a.git"],
  ["ssh://git:secret@example.org/a.git", "ssh://git@example.org/a.git"],
  ["ssh://git@example.org/a.git", "ssh://git@example.org/a.git"],
  ["git@example.org:team/a.git", "git@example.org:team/a.git"],
  ["https://example.org/a@b.git", "https://example.org/a@b.git"],
  ["/srv/a@b.git", "/srv/a@b.git"],
])("shows %s as %s", (repo, shown) => {
  expect(publicRepository(repo)).toBe(shown);
});
