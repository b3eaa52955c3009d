#!/usr/bin/env node
/* eslint-disable unicorn/prefer-node-protocol -- this one file is read by any Node from 12 on: it finds a newer one, or says what is missing. */
import { existsSync } from "fs";
import os from "os";
import path from "path";
import { fileURLToPath, pathToFileURL } from "url";

const NEEDED = 24;
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** What Node compiles is kept here: half of a short command's time. Never in a folder that everybody can write. */
const compiled = path.join(root, "node_modules", ".cache", "compiled");

/** A clone runs its sources; a package runs what was built of them (Node does not strip types below node_modules). */
function program() {
  const sources = path.join(root, "src", "cli", "main.ts");
  const isPackage = root.split(path.sep).indexOf("node_modules") !== -1;
  return !isPackage && existsSync(sources) ? sources : path.join(root, "lib", "cli", "main.js");
}

/** The npm package `node`, which a clone has as a development dependency. */
function newerNode() {
  const folder = path.join(root, "node_modules", "node", "bin");
  return [path.join(folder, "node"), path.join(folder, "node.exe")].find((file) => existsSync(file));
}

async function run() {
  const { enableCompileCache } = await import("module");
  if (enableCompileCache !== undefined) enableCompileCache(compiled);
  await import(pathToFileURL(program()).href);
}

async function runWith(node) {
  const { spawn } = await import("child_process");
  const child = spawn(node, [program()].concat(process.argv.slice(2)), {
    stdio: "inherit",
    env: Object.assign({ NODE_COMPILE_CACHE: compiled }, process.env),
  });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  signals.forEach((signal) => process.on(signal, () => child.kill(signal)));
  child.on("error", (error) => {
    console.error(`${node} could not be started: ${error.message}`);
    process.exitCode = 2;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 128 + (os.constants.signals[signal] || 0) : code;
  });
}

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  void run();
} else if (newerNode() !== undefined) {
  void runWith(newerNode());
} else {
  console.error(`Interlinear needs Node ${NEEDED} or newer; this is Node ${process.versions.node}.`);
  console.error("Install it (https://nodejs.org/en/download), or, in a clone, run `npm ci`: it brings its own.");
  process.exitCode = 2;
}
