import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Tells of pushes to a bare repository, and kills who pushes. */
export interface PushHooks {
  /** From now on, the process of this id is killed at the so-manieth boundary: before or after a push is taken. */
  killAt(boundary: number, pid: number): Promise<void>;
  /** Boundaries since the last `forget`; a push that was begun is waited for. */
  passed(): Promise<number>;
  forget(): Promise<void>;
}

/** So long a push that lost its process may take to its end. */
const LONGEST_PUSH_MILLISECONDS = 20_000;

export async function hookPushes(remotePath: string): Promise<PushHooks> {
  const folder = join(remotePath, "hooks");
  const [log, order] = [join(folder, "log"), join(folder, "order")];
  await mkdir(folder, { recursive: true });
  for (const name of ["pre-receive", "post-receive"]) {
    const script = `#!/bin/sh
cat > /dev/null
echo ${name} >> "${log}"
if [ -f "${order}" ]; then
  read -r boundary pid < "${order}"
  if [ "$(grep -c . "${log}")" = "$boundary" ]; then kill -9 "$pid"; fi
fi
exit 0
`;
    await writeFile(join(folder, name), script);
    await chmod(join(folder, name), 0o755);
  }
  const lines = async (): Promise<readonly string[]> =>
    existsSync(log) ? (await readFile(log, "utf8")).split("\n").filter((line) => line !== "") : [];
  return {
    killAt: async (boundary, pid) => writeFile(order, `${String(boundary)} ${String(pid)}\n`),
    passed: async () => {
      const end = Date.now() + LONGEST_PUSH_MILLISECONDS;
      let seen = await lines();
      while (seen.length % 2 === 1 && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        seen = await lines();
      }
      return seen.length;
    },
    forget: async () => {
      for (const file of [log, order]) await rm(file, { force: true });
    },
  };
}
