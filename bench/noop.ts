import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { systemClock } from "../src/core/clock.ts";
import { runCli } from "../test/support/cli.ts";
import type { RecordedRequest } from "../test/support/proxy.ts";
import { startService } from "../test/support/service.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { command } from "../test/support/command.ts";
import { runWlc, wlcModules } from "../test/support/tools.ts";
import { AccessTimes, keepsAccessTimes } from "./access-times.ts";
import { buildProgram, type BuiltProgram, type ProcessCost } from "./built-program.ts";
import { generateProject, type ProjectSize } from "./generated-project.ts";
import { median, type Measurement } from "./row.ts";

const SIZE: ProjectSize = { components: 20, languages: 40, strings: 50 };
const RUNS = 5;
/** For an hour: what its newest entries started is over. */
const LEFT_ALONE = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };

/** What one run cost. */
interface Cost {
  readonly requests: number;
  /** Bytes of translation files and archives, in either direction. */
  readonly fileBytes: number;
  readonly allBytes: number;
  readonly milliseconds: number;
  /** Undefined for what ran in this process, or is no Node. */
  readonly process?: Pick<ProcessCost, "cpuMilliseconds" | "started"> | undefined;
}

function costOf(requests: readonly RecordedRequest[], milliseconds: number): Cost {
  const bytes = (some: readonly RecordedRequest[]): number =>
    some.reduce((sum, request) => sum + request.requestBody.length + request.responseBytes, 0);
  return {
    requests: requests.length,
    fileBytes: bytes(requests.filter((request) => request.path.includes("/file/"))),
    allBytes: bytes(requests),
    milliseconds,
  };
}

export interface NoopResult {
  /** Everything is looked at: the first run of a day. */
  readonly full: Cost;
  /** Nothing has moved since. */
  readonly ours: Cost;
  /** Undefined where the client cannot be installed. */
  readonly peer: Cost | undefined;
  /** A script as people write it; undefined where a program that it calls is missing. */
  readonly script: Cost | undefined;
  /** Node asking the one question, and reading the answer; undefined without a built program. */
  readonly question: Cost | undefined;
  /** Paths of the repository that were read; undefined where the file system does not tell. */
  readonly filesRead: readonly string[] | undefined;
}

/**
 * Nothing has changed on either side: what does it cost to find out?
 * @param program the command line in processes of its own; in this one without it
 */
export async function measureNoop(size: ProjectSize, runs: number, program?: BuiltProgram): Promise<NoopResult> {
  await using service = await startService(undefined, {}, LEFT_ALONE);
  await using project = await generateProject(service, size);
  await using folder = await temporaryDirectory();
  const canCount = await keepsAccessTimes(folder.path);
  const accessTimes = new AccessTimes(project.repository);

  const timed = async (action: () => Promise<{ exitCode: number; output: string } | ProcessCost>): Promise<Cost> => {
    service.proxy.clear();
    const start = performance.now();
    const done = await action();
    const milliseconds = performance.now() - start;
    if ("exitCode" in done && done.exitCode !== 0) throw new Error(done.output);
    return {
      ...costOf([...service.proxy.requests], milliseconds),
      process: "exitCode" in done ? undefined : done,
    };
  };
  const surroundings = { cwd: project.repository.path, environment: { INTERLINEAR_TOKEN: service.adminToken } };
  const sync = (...more: readonly string[]): Promise<Cost> =>
    timed(() =>
      program === undefined
        ? runCli(["sync", "--json", ...more], surroundings)
        : program.run(["sync", "--json", ...more], surroundings),
    );

  await accessTimes.mark();
  const full = await sync("--full");
  const filesRead = canCount ? await accessTimes.read() : undefined;
  await sync();
  const questionScript = join(folder.path, "question.mjs");
  await writeFile(questionScript, questionOf(service.proxy.url, project.slug));
  const ours: Cost[] = [];
  const question: Cost[] = [];
  while (ours.length < runs) {
    ours.push(await sync());
    if (program !== undefined) {
      question.push(await timed(() => program.run([], { ...surroundings, script: questionScript })));
    }
  }

  const wlc = await wlcModules();
  const peer: Cost[] = [];
  while (wlc.missing === undefined && peer.length < runs) {
    const access = { api: `${service.proxy.url}/api/`, token: service.adminToken };
    peer.push(await timed(() => runWlc(wlc.path, access, ["download", "--output", folder.path, project.slug])));
  }
  const script: Cost[] = [];
  const hasTools = (await command("sh", ["-c", "command -v curl && command -v python3"], {})).exitCode === 0;
  while (script.length < (hasTools ? runs : 0)) {
    const environment = { URL: service.proxy.url, TOKEN: service.adminToken, PROJECT: project.slug };
    script.push(
      await timed(() =>
        command("sh", ["-c", SCRIPT], { cwd: project.repository.path, env: { ...process.env, ...environment } }),
      ),
    );
  }
  return {
    full,
    ours: medianCost(ours),
    peer: peer.length === 0 ? undefined : medianCost(peer),
    script: script.length === 0 ? undefined : medianCost(script),
    question: question.length === 0 ? undefined : medianCost(question),
    filesRead,
  };
}

/** The least that can prove that nothing moved. */
const questionOf = (url: string, project: string): string =>
  `const answer = await fetch("${url}/api/projects/${project}/changes/?page_size=5", {
  headers: { Authorization: \`Token \${process.env.INTERLINEAR_TOKEN}\` },
});
await answer.json();`;

/** Fetches the project's files, unpacks them and asks git whether anything is new: checks nothing. */
const SCRIPT = `set -e
folder=$(mktemp -d)
curl -fsS -H "Authorization: Token $TOKEN" "$URL/api/projects/$PROJECT/file/" -o "$folder/files.zip"
python3 -m zipfile -e "$folder/files.zip" "$folder/files"
git status --porcelain
rm -r "$folder"`;

function medianCost(costs: readonly Cost[]): Cost {
  const of = (pick: (cost: Cost) => number): number => median(costs.map(pick));
  return {
    requests: of((cost) => cost.requests),
    fileBytes: of((cost) => cost.fileBytes),
    allBytes: of((cost) => cost.allBytes),
    milliseconds: Math.round(of((cost) => cost.milliseconds)),
    process: costs[0]?.process && {
      cpuMilliseconds: of((cost) => cost.process?.cpuMilliseconds ?? 0),
      started: costs[0].process.started,
    },
  };
}

/** One request; once a day, two for the project and one a component. No file moved, none read. */
export async function noop(): Promise<readonly Measurement[]> {
  await using program = await buildProgram();
  const { full, ours, peer, script, question, filesRead } = await measureNoop(SIZE, RUNS, program);
  return [
    { name: "requests", unit: "requests", ours: ours.requests, peer: peer?.requests, goal: { atMost: 1 } },
    {
      name: "requests of a full look",
      unit: "requests",
      ours: full.requests,
      peer: peer?.requests,
      goal: { atMost: SIZE.components + 2 },
    },
    { name: "file bytes moved", unit: "bytes", ours: ours.fileBytes, peer: peer?.fileBytes, goal: { atMost: 0 } },
    { name: "all bytes moved", unit: "bytes", ours: ours.allBytes, peer: peer?.allBytes, goal: { atMost: 1_000 } },
    {
      name: "translation files read",
      unit: "files",
      ours: filesRead?.filter((path) => path.startsWith("packages/")).length,
      peer: undefined,
      goal: { atMost: 0 },
    },
    {
      name: "all bytes moved, beside a script with curl",
      unit: "bytes",
      ours: ours.allBytes,
      peer: script?.allBytes,
      goal: { timesPeer: 1 },
    },
    {
      name: "time, beside a script with curl",
      unit: "ms",
      ours: ours.milliseconds,
      peer: script?.milliseconds,
      goal: { timesPeer: 1 },
    },
    { name: "time", unit: "ms", ours: ours.milliseconds, peer: peer?.milliseconds, goal: { timesPeer: 1 } },
    {
      name: "time, beside Node and one request",
      unit: "ms",
      ours: ours.milliseconds,
      peer: question?.milliseconds,
      goal: { timesPeer: 1.5 },
    },
    {
      name: "CPU, beside Node and one request",
      unit: "ms",
      ours: ours.process?.cpuMilliseconds,
      peer: question?.process?.cpuMilliseconds,
      goal: { timesPeer: 1.5 },
    },
    {
      name: "processes of git, on a remote without an API",
      unit: "processes",
      ours: ours.process?.started.length,
      peer: undefined,
      goal: { atMost: 2 },
    },
  ];
}
