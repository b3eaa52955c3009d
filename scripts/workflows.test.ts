import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./stage.ts";

interface Job {
  /** A workflow that the job calls, whose jobs have their own bounds. */
  readonly uses?: string;
  readonly needs?: readonly string[];
  readonly permissions?: unknown;
  readonly "timeout-minutes"?: number;
  readonly environment?: string;
  readonly steps?: readonly { readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): Workflow => parse(readFileSync(path, "utf8"));
const paths = globSync([".github/workflows/*.yml", "docs/examples/!(mapping).yml"], {
  cwd: root,
}).map((path) => join(root, path));
const workflows = paths.map((path) => [basename(path), path] as const);

describe.for(workflows)("%s", ([, path]) => {
  const text = readFileSync(path, "utf8");
  const workflow = read(path);
  const jobs = Object.values(workflow.jobs);

  test("gives no permission to all jobs, and says why a job has one", () => {
    expect(workflow.permissions).toEqual({});
    for (const job of jobs) expect(job.permissions).toBeDefined();
    const granted = text.match(/^ {6}[a-z-]+: (?:read|write)\b.*$/gm) ?? [];
    for (const line of granted) expect(line).toMatch(/ # \S/);
  });

  test("bounds the time of every job and does not race with itself", () => {
    for (const job of jobs.filter(({ uses }) => uses === undefined)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    expect(workflow.concurrency).toBeDefined();
  });

  test("pins every action by hash with its version beside it", () => {
    const uses = [...text.matchAll(/uses: (\S+)(.*)/g)];

    expect(uses.length).toBeGreaterThan(0);
    for (const [, action = "", comment = ""] of uses) {
      // Our own hash is known only after the release that the example belongs to.
      if (/^interlinear\/interlinear(?:\/\.github\/workflows\/[a-z-]+\.yml)?@v\d+$/.test(action)) continue;
      expect(action).toMatch(/@[0-9a-f]{40}$/);
      expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  test("says of every checkout whether credentials stay", () => {
    const checkouts = jobs
      .flatMap((job) => job.steps ?? [])
      .filter((step) => step.uses?.startsWith("actions/checkout@"));

    for (const step of checkouts) expect(step.with).toHaveProperty("persist-credentials");
  });
});

test("one action has one version in all workflows", () => {
  const versions = new Map<string, Set<string>>();
  for (const path of paths) {
    for (const [, action = "", hash = ""] of readFileSync(path, "utf8").matchAll(
      /uses: ([\w-]+\/[\w-]+)[^@\s]*@(\S+)/g,
    )) {
      versions.set(action, (versions.get(action) ?? new Set()).add(hash));
    }
  }

  for (const [action, hashes] of versions) expect([action, hashes.size]).toEqual([action, 1]);
});

test("the gate of the checks waits for every other job", () => {
  const { jobs } = read(join(root, ".github/workflows/check.yml"));

  expect(jobs["ci-ok"]?.needs?.toSorted()).toEqual(
    Object.keys(jobs)
      .filter((name) => name !== "ci-ok")
      .toSorted(),
  );
});

test("what can publish or write runs in the protected environment", () => {
  const { jobs } = read(join(root, ".github/workflows/release.yml"));

  expect(jobs.npm?.environment).toBe("release");
  expect(jobs.github?.environment).toBe("release");
});
