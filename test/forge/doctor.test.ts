import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { silentLogger } from "../../src/core/logger.ts";
import { examineForgejo } from "../../src/forge/forgejo/examination.ts";
import { judgeForge } from "../../src/workspace/doctor/judge-forge.ts";
import { ask, forge, tell, tokenWith } from "./lab.ts";

const dev = forge.tokenOf("dev");

async function repository(): Promise<string> {
  const name = `dev/doctor-${randomUUID().slice(0, 8)}`;
  await tell(dev, "POST", "/user/repos", { name: name.split("/")[1], auto_init: true, default_branch: "main" });
  await tell(dev, "PUT", `/repos/${name}/collaborators/bot`, { permission: "write" });
  return name;
}

const traces = async (name: string): Promise<readonly unknown[]> => {
  const places = ["/pulls?state=all", "/issues?state=all", "/labels", "/branches", "/commits/main/status"];
  const answers = await Promise.all(places.map((path) => ask(dev, "GET", `/repos/${name}${path}`)));
  return answers.map(({ body }) => (Array.isArray(body) ? body.length : body.total_count));
};

const problemsOf = async (name: string, token: string): Promise<readonly string[]> => {
  const place = { serverUrl: forge.url, repository: name, token, logger: silentLogger };
  const remarks = judgeForge(await examineForgejo(place, "interlinear/main"));
  return remarks.filter(({ level }) => level === "problem").map(({ message, remedy = "" }) => `${message}. ${remedy}`);
};

it("doctor plays each right and leaves no trace: nothing is wrong with the documented token", async () => {
  const name = await repository();
  const before = await traces(name);

  expect(await problemsOf(name, forge.documentedToken)).toEqual([]);
  expect(await traces(name)).toEqual(before);
});

it.each([
  ["write:repository", "comment on pull requests", "write:issue"],
  ["write:issue", "show the repository", "read:repository"],
  ["read:repository", "push branches and open pull requests", "write:repository"],
])("doctor names what a token with %s alone lacks: to %s", async (scope, right, missing) => {
  const name = await repository();
  const found = await problemsOf(name, await tokenWith([scope])).catch((error: unknown) => [
    error instanceof Error && "hint" in error ? `${error.message} ${String(error.hint)}` : String(error),
  ]);

  expect(found).toContainEqual(expect.stringMatching(new RegExp(`${right}.*${missing}`)));
});

it("doctor sees a rule that keeps our branches from being pushed, as an administrator", async () => {
  const name = await repository();
  await tell(dev, "POST", `/repos/${name}/branch_protections`, { rule_name: "interlinear/**", enable_push: false });

  const token = await tokenWith(["write:repository", "write:issue"], "dev");
  expect(await problemsOf(name, token)).toEqual([expect.stringContaining("the rule interlinear/** lets nobody push")]);
});
