import { expect, it } from "vitest";
import { squashed, type HistoryCommit } from "./squashed-history.ts";

function commit(author: string, ...paths: readonly string[]): HistoryCommit {
  const files = paths.map((path) => ({ path, mode: "100644", blob: `${author}-${path}` }));
  return { author: { name: author, email: author }, authored: "", message: author, files };
}

function byAuthor(history: readonly HistoryCommit[]): readonly string[] {
  return squashed(history, ({ author }) => author.email).map(
    ({ key, files }) => `${key}: ${[...files.keys()].join(" ")}`,
  );
}

it("puts an author's commits together past those of others that touch other files", () => {
  const history = [commit("jana", "cs"), commit("petr", "de"), commit("jana", "fr")];

  expect(byAuthor(history)).toEqual(["jana: cs fr", "petr: de"]);
});

it("keeps the order where a file went from one to the other", () => {
  const history = [commit("jana", "cs"), commit("petr", "cs"), commit("jana", "cs", "fr")];

  expect(byAuthor(history)).toEqual(["jana: cs", "petr: cs", "jana: cs fr"]);
});

it("parts a commit by its files, keeping the last version of each", () => {
  const history = [commit("jana", "cs", "de"), commit("petr", "cs")];

  const groups = squashed(history, (_, path) => path);

  expect(groups.map(({ key, files }) => [key, files.get(key)?.blob])).toEqual([
    ["cs", "petr-cs"],
    ["de", "jana-de"],
  ]);
});
