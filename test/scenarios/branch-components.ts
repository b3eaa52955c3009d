import { expect } from "vitest";
import { runCli } from "../support/cli.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping, webSource } from "../support/sample-files.ts";
import { createComponents, serverComponent, webComponent } from "../support/sample-components.ts";
import { callService, saveTranslation } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

interface Listed {
  readonly slug: string;
  readonly name: string;
  readonly branch: string;
  readonly linked_component?: string | null;
}

interface RunDocument {
  readonly statistics: readonly { readonly component: string }[];
  readonly plan: {
    readonly steps: readonly { readonly kind: string; readonly component: string; readonly reason: string }[];
    readonly findings: readonly { readonly component: string; readonly message: string }[];
  };
  readonly steps: readonly {
    readonly outcome: string;
    readonly detail: string;
    readonly step: { readonly kind: string; readonly component: string; readonly reason: string };
  }[];
}

const RULE = 'branches:\n  - branch: release/*\n    component: "{component}-{branch}"\n';

/** Runs the whole life of a branch's components; `manager` is a token that may create components. */
export async function branchOfItsOwn(site: Site, manager: string, prefix = ""): Promise<void> {
  const mapping = sampleMapping(site.proxy.url, site.project, prefix) + RULE;
  await using repository = await createRepository({ ...sampleFiles, ".github/interlinear.yml": mapping });
  await createComponents(site, repository, [webComponent, serverComponent], prefix);
  const run = runnerIn(repository, manager);

  await repository.git("switch", "--quiet", "--create", "release/2");
  await repository.write({ "locales/en.json": webSource.replace('"Save"', '"Save as"') });
  await publishBranch(repository, "release/2");

  const planned = await run("plan");
  expect(planned.plan.steps.map(({ kind, component }) => [kind, component])).toEqual([
    ["create-component", `${site.project}/${prefix}web-release-2`],
    ["create-component", `${site.project}/${prefix}server-release-2`],
  ]);
  expect(await slugs(site, prefix)).toEqual([`${prefix}server`, `${prefix}web`]);

  await run("push");
  expect(await slugs(site, prefix)).toEqual([
    `${prefix}server`,
    `${prefix}server-release-2`,
    `${prefix}web`,
    `${prefix}web-release-2`,
  ]);
  const made = (await components(site)).find(({ slug }) => slug === `${prefix}web-release-2`);
  expect(made?.name).toBe(`${prefix}web (release/2)`);
  const again = await run("push");
  expect(again.plan.steps.filter(({ kind }) => kind === "create-component")).toEqual([]);

  const unit = { component: `${site.project}/${prefix}web-release-2`, language: "de", unit: "button.save" };
  await saveTranslation(site.service, site.translator.token, unit, ["Speichern unter"]);
  await run("sync");
  const branch = await repository.remoteGit("show", "interlinear/release/2:locales/de.json");
  expect(branch).toContain("Speichern unter");

  await repository.git("switch", "--quiet", "main");
  await repository.remoteGit("update-ref", "-d", "refs/heads/release/2");
  const kept = await run("sync");
  expect(removals(kept).map(({ outcome, detail }) => [outcome, detail])).toContainEqual([
    "not-needed",
    "kept: what was translated in locales/en.json and 1 more is not in the history of the branch that is checked out; merge it, or remove the component on the service",
  ]);
  expect(await slugs(site, prefix)).toContain(`${prefix}web-release-2`);

  await repository.git("fetch", "--quiet", "origin", "interlinear/release/2");
  await repository.git("merge", "--quiet", "--no-ff", "--message", "Merge the release", "FETCH_HEAD");
  await repository.git("push", "--quiet", "origin", "HEAD:main");
  const swept = await run("sync");
  expect(removals(swept).map(({ outcome, step }) => [outcome, step.component, step.reason])).toContainEqual([
    "done",
    `${site.project}/${prefix}web-release-2`,
    "the branch release/2 is gone",
  ]);
  expect(await slugs(site, prefix)).toEqual([`${prefix}server`, `${prefix}web`]);
}

/** The same in a category of the branch's own, which is made and goes with what stands in it. */
export async function branchInACategory(site: Site, manager: string, prefix = ""): Promise<void> {
  const rule = `branches:\n  - branch: release/*\n    category: "${prefix}{branch}"\n`;
  const mapping = sampleMapping(site.proxy.url, site.project, prefix) + rule;
  await using repository = await createRepository({ ...sampleFiles, ".github/interlinear.yml": mapping });
  await createComponents(site, repository, [webComponent, serverComponent], prefix);
  const run = runnerIn(repository, manager);
  await repository.git("switch", "--quiet", "--create", "release/2");
  await publishBranch(repository, "release/2");

  const pushed = await run("push");

  const made = [`${prefix}release-2/${prefix}server`, `${prefix}release-2/${prefix}web`];
  expect(pushed.steps.map(({ outcome, step }) => `${outcome} ${step.component}`).toSorted()).toEqual(
    made.map((name) => `done ${site.project}/${name}`),
  );
  const stats = await run("stats");
  expect(new Set(stats.statistics.map(({ component }) => component))).toEqual(
    new Set(made.map((name) => `${site.project}/${name}`)),
  );
  expect(await categories(site)).toContain(`${prefix}release-2`);

  await repository.git("switch", "--quiet", "main");
  await repository.remoteGit("update-ref", "-d", "refs/heads/release/2");
  const swept = await run("sync");
  expect(removals(swept).map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect(await categories(site)).not.toContain(`${prefix}release-2`);
}

function runnerIn(repository: TestRepository, token: string) {
  return async (...args: readonly string[]): Promise<RunDocument> => {
    const result = await runCli([...args, "--json"], {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: token },
      timeoutMilliseconds: 170_000,
    });
    expect(result.exitCode, result.output).toBe(0);
    return JSON.parse(result.stdout);
  };
}

async function categories(site: Site): Promise<readonly string[]> {
  const { results } = await callService<{ readonly results: readonly { readonly slug: string }[] }>(
    site.service,
    "GET",
    `/api/projects/${site.project}/categories/?page_size=1000`,
  );
  return results.map(({ slug }) => slug);
}

function removals({ steps }: RunDocument): RunDocument["steps"] {
  return steps.filter(({ step }) => step.kind === "remove-component");
}

async function publishBranch(repository: TestRepository, branch: string): Promise<void> {
  await repository.git("commit", "--quiet", "--all", "--allow-empty", "--message", "Prepare the release");
  await repository.git("push", "--quiet", "origin", `HEAD:refs/heads/${branch}`);
}

async function components(site: Site): Promise<readonly Listed[]> {
  const { results } = await callService<{ readonly results: readonly Listed[] }>(
    site.service,
    "GET",
    `/api/projects/${site.project}/components/?page_size=1000`,
  );
  return results;
}

async function slugs(site: Site, prefix: string): Promise<readonly string[]> {
  return (await components(site))
    .map(({ slug }) => slug)
    .filter((slug) => slug.startsWith(prefix) && /(?:web|server)/.test(slug))
    .toSorted();
}
