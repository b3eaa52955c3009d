import { page, type Answer, type Call, type OperationRun } from "./world.ts";

/** Issues in a list; pull requests are among them. */
export const issues: Readonly<Record<string, OperationRun>> = {
  "GET /repos/{owner}/{repo}/issues": { area: "issue", run: list },
};

/** Several labels, with commas between: any of them. Names that there are none of are no filter. */
async function list(call: Call): Promise<Answer> {
  const { world, query } = call;
  const names = (query["labels"] ?? "").toLowerCase().split(",");
  const wanted = world.labels.filter(({ name }) => names.includes(name.toLowerCase())).map(({ id }) => id);
  const state = query["state"] ?? "open";
  const found = [...world.pulls, ...world.issues]
    .filter((issue) => state === "all" || issue.state === state)
    .filter(({ labels }) => wanted.length === 0 || wanted.some((id) => labels.includes(id)));
  const items = found.map(({ number, title, state: stateOf, labels }) => ({
    number,
    title,
    state: stateOf,
    labels: world.labels.filter(({ id }) => labels.includes(id)),
  }));
  return Promise.resolve(page(call, items));
}
