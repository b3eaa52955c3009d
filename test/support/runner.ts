import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { endJob } from "../../src/action/end-job.ts";
import { isEndOfJob } from "../../src/action/remembered.ts";
import { runAction } from "../../src/action/run-action.ts";
import { playProgram } from "./played-program.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** The project's own folder: what `uses: ./` points at. */
export const actionFolder = dirname(dirname(import.meta.dirname));

/** Of every job. */
export const RUN_ID = "9001";

/** One step of a job, as a workflow would ask for it. */
export interface Step {
  readonly event:
    | "push"
    | "schedule"
    | "workflow_dispatch"
    | "repository_dispatch"
    | "pull_request"
    | "pull_request_target"
    | "issue_comment"
    | "workflow_run"
    | "delete"
    | "merge_group";
  /** The webhook's payload. */
  readonly payload: object;
  /** Checked-out repository. */
  readonly workspace: string;
  /** `owner/name` on the forge. */
  readonly repository: string;
  /** `refs/heads/main`, `refs/pull/1/merge`. */
  readonly ref: string;
  readonly sha: string;
  readonly headRef?: string;
  readonly baseRef?: string;
  /** Login of who caused it; dana without it. */
  readonly actor?: string;
  /** Addresses of the forge. */
  readonly serverUrl: string;
  readonly apiUrl: string;
  /** Inputs as written in the workflow. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** What the action's step left for the end of the job: this is that end (`post`). */
  readonly state?: Readonly<Record<string, string>>;
  /** Called with the running step: to interrupt it. It is a process of its own then. */
  readonly onStart?: (step: ChildProcess) => void;
  /** Runs the bundle in a process of its own, as a runner does: where the bundle, its entry or its streams are the subject. */
  readonly isProcess?: boolean;
  /** What that process runs; default: the bundle. */
  readonly program?: string;
}

/** A command the step gave to the runner on one of its output streams. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

export interface StepResult {
  readonly exitCode: number;
  readonly outputs: Readonly<Record<string, string>>;
  /** Content of the file that the output `plan` names. */
  readonly plan: unknown;
  /** Content of the file that the output `review` names. */
  readonly review: unknown;
  readonly environment: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  /** Job summary, Markdown. */
  readonly summary: string;
  /** Standard output and error in the order they came, nothing masked: what an attacker who reads along would see. */
  readonly rawLog: string;
  /** The log as people see it: commands taken out, masked values replaced. */
  readonly log: string;
  readonly commands: readonly RunnerCommand[];
  readonly masks: readonly string[];
}

const COMMANDS = new Set(
  [
    "add-mask",
    "add-matcher",
    "remove-matcher",
    "debug",
    "notice",
    "warning",
    "error",
    "group",
    "endgroup",
    "echo",
  ].concat(
    // Deprecated or disabled, but still obeyed by some runners.
    ["set-output", "save-state", "set-env", "add-path", "stop-commands"],
  ),
);

function unescapeData(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll("%3A", ":").replaceAll("%2C", ","));
}

function propertiesOf(text: string, separator: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(separator)
      .map((pair) => pair.trim().split("="))
      .filter((pair) => pair.length > 1)
      .map(([name, ...value]) => [name ?? "", unescapeProperty(value.join("="))]),
  );
}

/** What a runner obeys in one line: `::name k=v::data` at its start, the older `##[name k=v;]data` anywhere in it. */
export function commandIn(line: string): RunnerCommand | undefined {
  const found =
    /^\s*::(?<name>[a-z-]+)(?: (?<properties>.*?))?::(?<data>.*)$/s.exec(line) ??
    /##\[(?<name>[a-z-]+)(?: (?<properties>[^\]]*))?\](?<data>.*)$/s.exec(line);
  const { name, properties, data } = found?.groups ?? {};
  if (name === undefined || !COMMANDS.has(name)) return undefined;
  const separator = found?.[0].trimStart().startsWith("::") === true ? "," : ";";
  return { name, properties: propertiesOf(properties ?? "", separator), message: unescapeData(data ?? "") };
}

function readLog(rawLog: string): Pick<StepResult, "log" | "commands" | "masks"> {
  const commands: RunnerCommand[] = [];
  const masks: string[] = [];
  const lines: string[] = [];
  let stopToken: string | undefined;
  for (const line of rawLog.split(/\r?\n/)) {
    if (stopToken !== undefined) {
      if (line.trim() === `::${stopToken}::`) stopToken = undefined;
      else lines.push(line);
      continue;
    }
    const found = commandIn(line);
    if (found === undefined) {
      lines.push(line);
      continue;
    }
    commands.push(found);
    if (found.name === "stop-commands") stopToken = found.message;
    else if (found.name === "add-mask") masks.push(...found.message.split(/\r?\n/).filter((part) => part !== ""));
    else if (!["set-output", "save-state", "set-env"].includes(found.name)) lines.push(found.message);
  }
  const log = masks.reduce((text, mask) => text.replaceAll(mask, "***"), lines.join("\n"));
  return { log, commands, masks };
}

/** Reads a file of `name=value` lines and `name<<DELIMITER` blocks. An unclosed block is an error, as for the runner. */
export function readFileCommand(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const block = /^([^=]*?)<<(.+)$/.exec(line);
    if (block !== null) {
      const [, name = "", delimiter = ""] = block;
      const end = lines.indexOf(delimiter, index + 1);
      if (end < 0) throw new Error(`The runner would reject this file: no line "${delimiter}" closes ${name}.`);
      values[name] = lines.slice(index + 1, end).join("\n");
      index = end;
    } else if (line.includes("=")) {
      values[line.slice(0, line.indexOf("="))] = line.slice(line.indexOf("=") + 1);
    } else if (line !== "") {
      throw new Error(`The runner would reject this line: ${line}`);
    }
  }
  return values;
}

/** Exactly what a runner exports, and nothing of this machine but the search path: no home, no tokens, no proxies. */
function environmentOf(step: Step, home: string, files: Readonly<Record<string, string>>): Record<string, string> {
  const [owner = ""] = step.repository.split("/");
  const inputs = Object.fromEntries(
    Object.entries(step.inputs).map(([name, value]) => [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value]),
  );
  return {
    PATH: `${dirname(process.execPath)}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`,
    ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }),
    HOME: home,
    USERPROFILE: home,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION: "__self",
    GITHUB_ACTION_PATH: actionFolder,
    GITHUB_ACTION_REF: "",
    GITHUB_ACTION_REPOSITORY: "",
    GITHUB_ACTOR: step.actor ?? "dana",
    GITHUB_ACTOR_ID: "1001",
    GITHUB_API_URL: step.apiUrl,
    GITHUB_BASE_REF: step.baseRef ?? "",
    GITHUB_EVENT_NAME: step.event,
    GITHUB_GRAPHQL_URL: `${step.serverUrl}/api/graphql`,
    GITHUB_HEAD_REF: step.headRef ?? "",
    GITHUB_JOB: "translations",
    GITHUB_REF: step.ref,
    GITHUB_REF_NAME: step.ref.replace(/^refs\/(?:heads|pull)\//, ""),
    GITHUB_REF_PROTECTED: "false",
    GITHUB_REF_TYPE: "branch",
    GITHUB_REPOSITORY: step.repository,
    GITHUB_REPOSITORY_ID: "4001",
    GITHUB_REPOSITORY_OWNER: owner,
    GITHUB_REPOSITORY_OWNER_ID: "1000",
    GITHUB_RETENTION_DAYS: "90",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_RUN_ID: RUN_ID,
    GITHUB_RUN_NUMBER: "1",
    GITHUB_SERVER_URL: step.serverUrl,
    GITHUB_SHA: step.sha,
    GITHUB_TRIGGERING_ACTOR: step.actor ?? "dana",
    GITHUB_WORKFLOW: "Translations",
    GITHUB_WORKFLOW_REF: `${step.repository}/.github/workflows/translations.yml@${step.ref}`,
    GITHUB_WORKFLOW_SHA: step.sha,
    GITHUB_WORKSPACE: step.workspace,
    RUNNER_ARCH: "X64",
    RUNNER_ENVIRONMENT: "github-hosted",
    RUNNER_NAME: "Test runner",
    RUNNER_OS: process.platform === "win32" ? "Windows" : process.platform === "darwin" ? "macOS" : "Linux",
    ...files,
    ...inputs,
    ...Object.fromEntries(Object.entries(step.state ?? {}).map(([name, value]) => [`STATE_${name}`, value])),
    ...step.environment,
  };
}

/** Defaults of `action.yml`, which a runner passes on as inputs; expressions (`${{ github.token }}`) are left to the step. */
async function defaultInputs(): Promise<Record<string, string>> {
  const action: { inputs?: Record<string, { default?: string | number | boolean }> } = parse(
    await readFile(join(actionFolder, "action.yml"), "utf8"),
  );
  return Object.fromEntries(
    Object.entries(action.inputs ?? {}).map(([name, input]) => {
      const value = String(input.default ?? "");
      return [name, value.includes("${{") ? "" : value];
    }),
  );
}

const bundle = join(actionFolder, "dist", "action", "index.js");

/**
 * Runs one step of a job with the runner's environment alone: the sources in this process, or the built bundle in one of its own
 * (`node dist/action/index.js` in the workspace), where the step or `INTERLINEAR_PROCESSES=1` asks for it.
 */
export async function runStep(step: Step): Promise<StepResult> {
  await using temporary = await temporaryDirectory();
  const home = join(temporary.path, "home");
  const runnerTemp = join(temporary.path, "temp");
  const toolCache = join(temporary.path, "tools");
  for (const folder of [home, runnerTemp, toolCache]) await mkdir(folder);
  const file = (name: string): string => join(temporary.path, name);
  await writeFile(file("event.json"), JSON.stringify(step.payload));
  for (const name of ["output", "summary", "state", "env", "path"]) await writeFile(file(name), "");

  const environment = environmentOf({ ...step, inputs: { ...(await defaultInputs()), ...step.inputs } }, home, {
    GITHUB_EVENT_PATH: file("event.json"),
    GITHUB_OUTPUT: file("output"),
    GITHUB_STEP_SUMMARY: file("summary"),
    GITHUB_STATE: file("state"),
    GITHUB_ENV: file("env"),
    GITHUB_PATH: file("path"),
    RUNNER_TEMP: runnerTemp,
    RUNNER_TOOL_CACHE: toolCache,
  });
  const isProcess = step.isProcess === true || step.onStart !== undefined || process.env.INTERLINEAR_PROCESSES === "1";
  const { exitCode, rawLog } = await (isProcess ? runBundle(step, environment) : playSources(environment));
  const read = (name: string): Promise<string> => readFile(file(name), "utf8");
  const outputs = readFileCommand(await read("output"));
  // Read now: the runner's temporary folder goes with the job.
  const readJson = async (path = ""): Promise<unknown> =>
    path === "" ? undefined : JSON.parse(await readFile(path, "utf8"));
  return {
    exitCode,
    rawLog,
    ...readLog(rawLog),
    outputs,
    plan: await readJson(outputs.plan),
    review: await readJson(outputs.review),
    environment: readFileCommand(await read("env")),
    state: readFileCommand(await read("state")),
    summary: await read("summary"),
  };
}

type Ran = Pick<StepResult, "exitCode" | "rawLog">;

/** Steps that are played set the exit code of this process: one at a time. */
let lastPlayed: Promise<unknown> = Promise.resolve();

function playSources(environment: Record<string, string>): Promise<Ran> {
  const play = async (): Promise<Ran> => {
    const before = process.exitCode;
    process.exitCode = undefined;
    try {
      const { output } = await playProgram(environment, () =>
        isEndOfJob() ? endJob(process.env) : runAction(process.env),
      );
      const exitCode: unknown = process.exitCode;
      return { exitCode: Number(exitCode ?? 0), rawLog: output };
    } finally {
      process.exitCode = before;
    }
  };
  const turn = lastPlayed.then(play, play);
  lastPlayed = turn;
  return turn;
}

function runBundle(step: Step, env: Record<string, string>): Promise<Ran> {
  const program = step.program ?? bundle;
  if (!existsSync(program)) throw new Error(`${program} is missing: run npm run build.`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], { cwd: step.workspace, env, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ exitCode: code ?? 1, rawLog: Buffer.concat(chunks).toString("utf8") });
    });
    step.onStart?.(child);
  });
}
