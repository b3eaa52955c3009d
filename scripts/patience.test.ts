import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** What `expect.poll` waits for where nothing else is said (`vitest.config.ts`), in milliseconds. */
const PATIENT = 300_000;

/** Whatever waits for less than what hangs in a test. */
function hurried(text: string): readonly string[] {
  const limits = [...text.matchAll(/\.poll\([^;]*?timeout: ([\d_]+)/g)];
  return [
    // Which wait for a second, whatever the configuration says.
    ...(text.match(/\bvi\.wait(?:For|Until)\(/g) ?? []),
    ...limits.flatMap(([, limit = ""]) => (Number(limit.replaceAll("_", "")) < PATIENT ? [`timeout: ${limit}`] : [])),
  ];
}

test.each([
  ["await expect.poll(look).toBe(1);", []],
  ["await expect.poll(() => look(1), { timeout: 600_000, interval: 100 }).toBe(1);", []],
  ["await expect.poll(() => look(1), { interval: 100, timeout: 10_000 }).toBe(1);", ["timeout: 10_000"]],
  ["await expect.poll(look).toBe(1); start({ timeout: 10 });", []],
  ["await vi.waitFor(() => expect(look()).toBe(1));", ["vi.waitFor("]],
])("%s", (text, found) => {
  expect(hurried(text)).toEqual(found);
});

test("no test waits for less than what hangs", () => {
  const files = globSync("{src,test,scripts,bench}/**/*.{test,contract}.ts", { cwd: root });
  const others = files.filter((file) => file !== "scripts/patience.test.ts");

  expect(others.length).toBeGreaterThan(500);
  expect(
    others.flatMap((file) => hurried(readFileSync(join(root, file), "utf8")).map((each) => `${file}: ${each}`)),
  ).toEqual([]);
});
