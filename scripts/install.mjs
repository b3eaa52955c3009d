/*
 * Makes node_modules match package-lock.json, then runs what its arguments name with the Node that was installed:
 * `node scripts/install.mjs scripts/check.ts`. Plain JavaScript for any Node from 14 on.
 *
 * Arguments are run from here, not after `&&`: shells remember where they found `node`, and would take the machine's again.
 */
import { spawn, spawnSync } from "child_process";
import { existsSync, readFileSync } from "fs";
import { constants } from "os";
import path from "path";
import { fileURLToPath } from "url";

const NEEDED = 24;
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

function packagesIn(...lockFile) {
  const file = path.join(root, ...lockFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages || {} : {};
}

/** npm writes down what it installed when it has finished; packages for other machines are missing there. */
function isInstalled() {
  const wanted = packagesIn("package-lock.json");
  const there = packagesIn("node_modules", ".package-lock.json");
  const isSame = (name) =>
    wanted[name].version === there[name].version && wanted[name].integrity === there[name].integrity;
  return (
    existsSync(path.join(root, "node_modules", ".package-lock.json")) &&
    Object.keys(there).every((name) => name in wanted) &&
    Object.keys(wanted).every((name) => name === "" || (name in there ? isSame(name) : wanted[name].optional === true))
  );
}

function installedNode() {
  const folder = path.join(root, "node_modules", "node", "bin");
  const node = [path.join(folder, "node"), path.join(folder, "node.exe")].find((file) => existsSync(file));
  if (node === undefined) return undefined;
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return String(stdout).startsWith(`v${NEEDED}.`) ? node : undefined;
}

function install() {
  const start = Date.now();
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const result =
    npm === undefined
      ? spawnSync("npm", args, { cwd: root, encoding: "utf8", shell: process.platform === "win32" })
      : spawnSync(process.execPath, [npm].concat(args), { cwd: root, encoding: "utf8" });
  if (result.status !== 0) {
    fail(`npm ci failed:\n${result.stdout || ""}${result.stderr || (result.error && result.error.message) || ""}`);
  }
  console.log(`Installed the dependencies in ${((Date.now() - start) / 1000).toFixed(1)} s.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (isInstalled()) {
  if (process.argv.length < 3) console.log("The dependencies are installed.");
} else {
  console.log("Installing the dependencies (npm ci) …");
  install();
}
const node = installedNode();
if (node === undefined) {
  fail(
    [
      `The package "node" did not bring Node ${NEEDED}: its install script was not allowed to run, or failed.`,
      "Allow it and fetch the program: npm rebuild node --ignore-scripts=false",
      `Or use Node ${NEEDED} itself: https://nodejs.org/en/download`,
    ].join("\n"),
  );
}

const [script, ...rest] = process.argv.slice(2);
if (script !== undefined) {
  const child = spawn(node, [path.join(root, script), ...rest], {
    cwd: process.cwd(),
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH || ""}`,
      NODE_COMPILE_CACHE: path.join(root, "node_modules", ".cache", "compiled"),
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 128 + (constants.signals[signal] || 0) : code;
  });
}
