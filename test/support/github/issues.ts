import { complete } from "./contract.ts";
import { user } from "./pull-requests.ts";
import { page, type Answer, type Call, type Operations } from "./world.ts";

/** Issues in a list; pull requests are among them. */
export const issues: Operations = {
  "GET /repos/{owner}/{repo}/issues": { run: list },
};

/** Several labels, with commas between: all of them. */
function list(call: Call): Promise<Answer> {
  const { world, query } = call;
  const { apiUrl, owner, repo } = world;
  const wanted = (query["labels"] ?? "").toLowerCase().split(",").filter(Boolean);
  const state = query["state"] ?? "open";
  const pulls = world.pulls.map((pull) => ({ ...pull, isPull: true }));
  const found = [...pulls, ...world.issues.map((issue) => ({ ...issue, isPull: false }))].filter(
    (issue) =>
      (state === "all" || issue.state === state) &&
      wanted.every((label) => issue.labels.some((name) => name.toLowerCase() === label)),
  );
  const url = `${apiUrl}/repos/${owner}/${repo}`;
  const items = found.map(({ number, title, state: stateOf, labels, isPull }) => {
    const facts = { number, title, state: stateOf, labels: [...labels], user: user(world, owner) };
    const address = `${url}/pulls/${String(number)}`;
    const link = { url: address, html_url: address, diff_url: address, patch_url: address };
    return complete("issue", isPull ? { ...facts, pull_request: link } : facts, apiUrl);
  });
  return Promise.resolve(page(call, items));
}
