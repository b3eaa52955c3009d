import { execFile } from "node:child_process";

/** @returns what it printed */
export function runProcess(program: string, words: readonly string[], directory: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      words,
      { cwd: directory, env: { PATH: process.env.PATH, HOME: directory } },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout.trim());
        else reject(new Error(`${program} ${words[0] ?? ""}: ${stderr}`));
      },
    );
  });
}
