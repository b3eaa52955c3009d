import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleProgram } from "../scripts/bundle.ts";
import { root } from "../scripts/stage.ts";
import { command } from "../test/support/command.ts";
import { NOTES_STARTED } from "../test/support/loaded-by-node.ts";
import { gitEnvironment } from "../test/support/repository.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";

/** What one process cost, without its children. */
export interface ProcessCost {
  readonly cpuMilliseconds: number;
  /** The most memory that it had at once. */
  readonly peakBytes: number;
  /** First arguments of the processes that it started. */
  readonly started: readonly string[];
  readonly milliseconds: number;
  readonly printedBytes: number;
}

/** The command line as the package has it: bundled, and compiled by an earlier run. */
export interface BuiltProgram extends AsyncDisposable {
  /** @param args of `interlinear`, or of Node itself where the first is not a command: `-e` */
  run(args: readonly string[], options: ProgramOptions): Promise<ProcessCost>;
}

interface ProgramOptions {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs this program in the place of ours. */
  readonly script?: string;
}

const FOLDER = "node_modules/.cache/interlinear/benched-cli";

/** What a module that Node loads first writes down at the end. */
interface Metered {
  readonly cpu: NodeJS.CpuUsage;
  readonly peakKilobytes: number;
  readonly started: readonly string[];
}

function meterOf(used: string): string {
  return `const { existsSync, readFileSync, writeFileSync } = process.getBuiltinModule("node:fs");
${NOTES_STARTED}
process.on("exit", () => {
  // Linux lets a process begin with the peak of the one that started it.
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const peakKilobytes = Number(/^VmHWM:\\s+(\\d+)/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
  writeFileSync(${JSON.stringify(used)}, JSON.stringify({ cpu: process.cpuUsage(), peakKilobytes, started }));
});`;
}

export async function buildProgram(): Promise<BuiltProgram> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  await bundleProgram({}, FOLDER);
  // As in the package: without it Node reads each file twice, to tell what it is.
  await writeFile(join(root, FOLDER, "package.json"), '{ "type": "module" }\n');
  const [meter, used] = [join(folder.path, "meter.mjs"), join(folder.path, "used.json")];
  await writeFile(meter, meterOf(used));
  const owned = resources.move();
  return {
    run: async (args, { cwd, environment, script }) => {
      const begin = performance.now();
      const { exitCode, output, stdout } = await command(
        process.execPath,
        [script ?? join(root, FOLDER, "main.js"), ...args],
        {
          cwd,
          env: {
            ...gitEnvironment(),
            HOME: "/nonexistent",
            NO_COLOR: "1",
            CI: "true",
            NODE_COMPILE_CACHE: join(folder.path, "compiled"),
            NODE_OPTIONS: `--import=${pathToFileURL(meter).href} ${process.env.BENCH_NODE_OPTIONS ?? ""}`,
            ...environment,
          },
          timeoutMilliseconds: 1_800_000,
        },
      );
      const milliseconds = performance.now() - begin;
      if (exitCode !== 0) throw new Error(output);
      const { cpu, peakKilobytes, started }: Metered = JSON.parse(await readFile(used, "utf8"));
      await rm(used);
      return {
        cpuMilliseconds: Math.round((cpu.user + cpu.system) / 1_000),
        peakBytes: peakKilobytes * 1_024,
        started,
        milliseconds: Math.round(milliseconds),
        printedBytes: Buffer.byteLength(stdout),
      };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
