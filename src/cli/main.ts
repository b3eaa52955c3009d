import process from "node:process";
import { runCli } from "./run-cli.ts";
import { signalled } from "./signalled.ts";

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  directory: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  untilEnding: signalled,
});
