import process from "node:process";
import { runCli } from "./run-cli.ts";

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort(signal));

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  directory: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  ending: ending.signal,
});
