import { expect, it } from "vitest";
import { destinationOf, repositoryOn } from "./connection.ts";

it.each([
  ["https://github.com", "https://github.com/acme/app.git", "acme/app"],
  ["https://github.com", "git@github.com:acme/app.git", "acme/app"],
  ["https://github.com", "ssh://git@github.com:22/acme/app", "acme/app"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000/acme/app", "acme/app"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3001/acme/app", undefined],
  ["https://github.com", "https://github.com.evil.example/acme/app", undefined],
  ["https://github.com", "https://gitlab.com/acme/app", undefined],
  ["https://github.com", "https://github.com/acme/app/deeper", undefined],
  ["https://github.com", "https://github.com/acme/../other/app?x", "other/app"],
  ["https://github.com", "/srv/git/app.git", undefined],
  ["https://github.com", "", undefined],
])("at %s, %s is %s", (server, repo, repository) => {
  expect(repositoryOn(server, repo)).toBe(repository);
});

const connection = {
  kind: "github",
  url: "https://github.com",
  repositories: ["acme/*", "other/app"],
  sealedToken: "",
} as const;

it.each([
  ["https://github.com/Acme/website", "Acme/website"],
  ["https://github.com/other/app", "other/app"],
  ["https://github.com/other/app2", "The repository of this component is not among those that questions may go to."],
  ["https://github.com/acmes/app", "The repository of this component is not among those that questions may go to."],
  ["https://codeberg.org/acme/app", "The repository of this component is not on github.com."],
])("questions about strings of %s go to %s", (repo, expected) => {
  const found = destinationOf(connection, repo);
  expect("problem" in found ? found.problem : found.repository).toBe(expected);
});

it("without a connection they go nowhere", () => {
  expect(destinationOf(undefined, "https://github.com/acme/app")).toHaveProperty("problem");
});
