import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { command, output, TIMED_OUT, type CommandOptions, type CommandResult } from "./command.ts";
import { downloaded, type Available } from "./download-cache.ts";
import { python } from "./package-clients.ts";

const ACT = "v0.2.89";
const ACTIONLINT = "v1.7.12";
const ZIZMOR = "1.32.0";
const WLC = "3.0.0";
const SCHEMATHESIS = "4.32.5";
const TRANSLATE_TOOLKIT = "3.20.4";
const POLIB = "1.2.0";
/** A limit for what hangs: compiling `act` beside other tests took more than four minutes. */
const INSTALL_MILLISECONDS = 1_200_000;

/** Runs a workflow on this machine as GitHub's runner would: https://github.com/nektos/act */
export function actProgram(): Promise<Available> {
  return goProgram("act", `github.com/nektos/act@${ACT}`, ACT);
}

/** Finds mistakes in workflows: https://github.com/rhysd/actionlint */
export function actionlintProgram(): Promise<Available> {
  return goProgram("actionlint", `github.com/rhysd/actionlint/cmd/actionlint@${ACTIONLINT}`, ACTIONLINT);
}

/** Finds what is unsafe in workflows: https://docs.zizmor.sh */
export async function zizmorProgram(): Promise<Available> {
  const installed = await pythonModules(`zizmor-${ZIZMOR}`, [`zizmor==${ZIZMOR}`]);
  if (installed.missing !== undefined) return installed;
  return { path: join(installed.path, "bin", process.platform === "win32" ? "zizmor.exe" : "zizmor") };
}

/** A program that this machine has or has not: nothing is installed. @param args with which it ends well and does nothing */
export async function installedProgram(name: string, args: readonly string[]): Promise<Available> {
  const result = await command(name, args).catch(() => undefined);
  return result?.exitCode === 0 ? { path: name } : { missing: `${name} is not installed` };
}

async function goProgram(name: string, module: string, version: string): Promise<Available> {
  const installed = await downloaded(`${name}-${version}`, async (folder) => {
    const go = await command("go", ["version"]).catch(() => undefined);
    if (go?.exitCode !== 0) throw new Error("there is no go in PATH");
    const built = await command("go", ["install", module], {
      env: { ...process.env, GOBIN: folder, GOFLAGS: "-trimpath" },
      timeoutMilliseconds: INSTALL_MILLISECONDS,
    });
    if (built.exitCode === TIMED_OUT) {
      throw new Error(`go install of ${name} was not done after ${String(INSTALL_MILLISECONDS / 60_000)} minutes`);
    }
    if (built.exitCode !== 0) {
      throw new Error(`go install of ${name} failed: ${built.output.trim().split("\n").at(-1) ?? ""}`);
    }
  });
  if (installed.missing !== undefined) return installed;
  return { path: join(installed.path, process.platform === "win32" ? `${name}.exe` : name) };
}

/** The service's own command line client, as Python modules in a folder. */
export function wlcModules(): Promise<Available> {
  return pythonModules(`wlc-${WLC}`, [`wlc==${WLC}`]);
}

/** Asks an API everything its OpenAPI document allows, and what it forbids: https://github.com/schemathesis/schemathesis */
export function schemathesisModules(): Promise<Available> {
  return pythonModules(`schemathesis-${SCHEMATHESIS}`, [`schemathesis==${SCHEMATHESIS}`]);
}

/** The readers of translation files that most tools build upon: https://toolkit.translatehouse.org and polib. */
export function translateToolkitModules(): Promise<Available> {
  return pythonModules(`translate-toolkit-${TRANSLATE_TOOLKIT}`, [
    `translate-toolkit[fluent,ini,php,toml,yaml]==${TRANSLATE_TOOLKIT}`,
    `polib==${POLIB}`,
  ]);
}

function pythonModules(name: string, requirements: readonly string[]): Promise<Available> {
  return downloaded(name, async (folder) => {
    await mkdir(folder, { recursive: true });
    await output(
      await python(),
      ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", folder, ...requirements],
      { timeoutMilliseconds: INSTALL_MILLISECONDS },
    );
  });
}

/**
 * Runs `schemathesis` from the folder of `schemathesisModules`, with the configuration of a file.
 * @param variables environment that the configuration names, `${SESSION}`
 */
export async function runSchemathesis(
  modules: string,
  configuration: string,
  args: readonly string[],
  options: Pick<CommandOptions, "cwd" | "timeoutMilliseconds">,
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const program = "from schemathesis.cli import schemathesis; schemathesis()";
  return command(await python(), ["-c", program, "--no-color", "--config-file", configuration, ...args], {
    ...options,
    env: {
      ...variables,
      PATH: process.env.PATH,
      HOME: modules,
      PYTHONPATH: modules,
      PYTHONUTF8: "1",
      PYTHONDONTWRITEBYTECODE: "1",
      NO_PROXY: "*",
      COLUMNS: "120",
    },
  });
}

/** Runs `wlc` from the folder of `wlcModules` with nothing of this user's configuration. */
export async function runWlc(
  modules: string,
  service: { readonly api: string; readonly token: string },
  args: readonly string[],
  options: Pick<CommandOptions, "cwd" | "input"> = {},
): Promise<CommandResult> {
  const program = "import sys; from wlc.main import main; sys.exit(main())";
  return command(await python(), ["-c", program, "--url", service.api, "--key", service.token, ...args], {
    ...options,
    env: {
      PATH: process.env.PATH,
      SystemRoot: process.env.SystemRoot,
      HOME: modules,
      XDG_CONFIG_HOME: modules,
      PYTHONPATH: modules,
      PYTHONUTF8: "1",
      NO_PROXY: "*",
    },
  });
}
