import { copyFile, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { actionOutput, bundle } from "../scripts/bundle.ts";
import { root, runNode } from "../scripts/stage.ts";
import { command } from "../test/support/command.ts";
import { embeddedSite } from "../test/support/embedded-site.ts";
import { scheduled } from "../test/support/events.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { createWorld } from "../test/support/world.ts";
import { median, type Measurement } from "./row.ts";

const PAIRS = 11;
const LEAN = "node_modules/.cache/interlinear/lean-action";

/** Milliseconds of CPU, of this process and its threads, without its children. */
type Run = () => Promise<number>;

/** A module that every Node loads first here, and that leaves behind what the process has used until its end. */
async function cpuMeter(folder: string): Promise<{ readonly NODE_OPTIONS: string; readonly read: Run }> {
  const [meter, used] = [join(folder, "meter.mjs"), join(folder, "used.json")];
  await writeFile(
    meter,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(${JSON.stringify(used)}, JSON.stringify(process.cpuUsage())));`,
  );
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(meter).href}`,
    read: async () => {
      const { user, system }: NodeJS.CpuUsage = JSON.parse(await readFile(used, "utf8"));
      await rm(used);
      return (user + system) / 1_000;
    },
  };
}

/** One after the other in turn, so that what else the machine does meets all of them. @returns medians */
async function inTurn<Name extends string>(runs: Readonly<Record<Name, Run>>): Promise<Record<Name, number>> {
  const seen = new Map<string, number[]>(Object.keys(runs).map((name) => [name, []]));
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const [name, run] of Object.entries<Run>(runs)) seen.get(name)?.push(await run());
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those that were given
  return Object.fromEntries([...seen].map(([name, times]) => [name, Number(median(times).toFixed(1))])) as Record<
    Name,
    number
  >;
}

/** What a start costs: of the action where there is nothing to do, of the command line, and of the least there is beside them. */
export async function start(): Promise<readonly Measurement[]> {
  await using folder = await temporaryDirectory();
  for (const script of ["scripts/build.ts", "scripts/build-package.ts"]) {
    const { exitCode, output } = await runNode([script]);
    if (exitCode !== 0) throw new Error(output);
  }
  await bundle({ index: "bench/lean-action.ts" }, LEAN, actionOutput);
  await mkdir(join(folder.path, "bin"));
  const launcher = join(folder.path, "bin", "interlinear.mjs");
  await copyFile(join(root, "bin", "interlinear.mjs"), launcher);
  await symlink(join(root, "lib"), join(folder.path, "lib"), "junction");

  const { NODE_OPTIONS, read } = await cpuMeter(folder.path);
  const node = async (...args: readonly string[]): Promise<number> => {
    const { exitCode, output } = await command(process.execPath, args, {
      env: { PATH: process.env.PATH, NODE_OPTIONS },
    });
    if (exitCode !== 0) throw new Error(output);
    return read();
  };
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const schedule = await scheduled(world.repository);
  const step = async (event: "schedule" | "merge_group"): Promise<number> => {
    const { exitCode, outputs, log } = await world.run(
      { ...schedule, event },
      { isProcess: true, environment: { NODE_OPTIONS } },
    );
    if (exitCode !== 0 || outputs["changed"] !== "false") throw new Error(log);
    return read();
  };
  await step("schedule");

  const cpu = await inTurn({
    node: () => node("-e", "0"),
    lean: () => node(join(root, LEAN, "index.js")),
    version: () => node(launcher, "--version"),
    nothing: () => step("merge_group"),
    inStep: () => step("schedule"),
  });
  const unit = "ms of CPU";
  return [
    {
      name: "action, an event that asks for nothing; a lean bundle",
      ours: cpu.nothing,
      peer: cpu.lean,
      unit,
      goal: { timesPeer: 1.5 },
    },
    { name: "action, a sync that finds all in step; a lean bundle", ours: cpu.inStep, peer: cpu.lean, unit },
    { name: "interlinear --version; node -e 0", ours: cpu.version, peer: cpu.node, unit, goal: { timesPeer: 1.5 } },
  ];
}
