import process from "node:process";
import { runCli } from "./run-cli.ts";
import { signalled } from "./signalled.ts";

// `interlinear stats | head`: the reader has seen enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  directory: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  untilEnding: signalled,
});
