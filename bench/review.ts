import { output } from "../test/support/command.ts";
import { gitEnvironment, type TestRepository } from "../test/support/repository.ts";
import { buildProgram } from "./built-program.ts";
import { jsonFile } from "./generated-project.ts";
import { largeRepository, partFolder } from "./large-repository.ts";
import { median, type Measurement } from "./row.ts";

const COMPONENTS = 1_000;
const CHANGED = [3, 500, 998];
const RUNS = 3;

/** Three source files of a thousand components change: what does a review of it cost? */
export async function review(components = COMPONENTS, changed = CHANGED): Promise<readonly Measurement[]> {
  await using repository = await largeRepository("https://service.test", "generated", { components, others: 0 });
  await changeSources(repository, changed);
  await using program = await buildProgram();
  const run = () => program.run(["review", "--base", "HEAD~1", "--json"], { cwd: repository.path, environment: {} });
  await run();
  const costs = [];
  while (costs.length < RUNS) costs.push(await run());
  return [
    {
      name: "CPU",
      unit: "ms",
      ours: median(costs.map(({ cpuMilliseconds }) => cpuMilliseconds)),
      peer: undefined,
      goal: { atMost: 700 },
    },
    {
      name: "peak memory",
      unit: "MB",
      ours: Math.round(median(costs.map(({ peakBytes }) => peakBytes)) / 1e6),
      peer: undefined,
      goal: { atMost: 130 },
    },
    { name: "processes of git", unit: "processes", ours: costs[0]?.started.length, peer: undefined },
  ];
}

/** One text of each is another one, in a commit of its own that touches nothing else. */
async function changeSources(repository: TestRepository, parts: readonly number[]): Promise<void> {
  const files = parts.map((part) => `${partFolder(part)}/en.json`);
  await repository.write(
    Object.fromEntries(
      files.map((file) => [file, jsonFile(5, (index) => (index === 2 ? "Another text" : `en: ${String(index)}`))]),
    ),
  );
  await output("git", ["add", "--", ...files], { cwd: repository.path, env: gitEnvironment() });
  await repository.git("commit", "--quiet", "--message", "Change three texts");
}
