import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { componentName } from "../src/mapping/binding.ts";
import { loadMapping } from "../src/mapping/load.ts";
import { resolveMapping } from "../src/mapping/resolve.ts";
import { root } from "./stage.ts";

test.each(["interlinear.yml", "forks.yml", "with-github-app.yml"])(
  "%s uses the package's own repository and major version, and inputs that the action has",
  (name) => {
    const { version, repository }: { version: string; repository: { url: string } } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    );
    const action: { inputs: Record<string, unknown> } = parse(readFileSync(join(root, "action.yml"), "utf8"));
    const workflow: { jobs: Record<string, { steps: { uses?: string; with?: Record<string, unknown> }[] }> } = parse(
      readFileSync(join(root, "docs/examples", name), "utf8"),
    );

    const ours = Object.values(workflow.jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith("interlinear/"));

    expect(ours.map(({ uses }) => uses)).toEqual([
      `${/github\.com\/(.+)\.git$/.exec(repository.url)?.[1] ?? ""}@v${version.split(".")[0] ?? ""}`,
    ]);
    for (const { with: inputs = {} } of ours) {
      for (const input of Object.keys(inputs)) expect(Object.keys(action.inputs)).toContain(input);
    }
  },
);

test("the mapping that the README shows is one, and finds what it says", () => {
  const path = "docs/examples/mapping.yml";
  const parsed = loadMapping(readFileSync(join(root, path), "utf8"), path);

  const { bindings } = resolveMapping(parsed, [
    "locales/en.json",
    "locales/cs.json",
    "packages/editor/po/messages.pot",
    "packages/viewer/po/messages.pot",
  ]);

  expect(
    bindings.map(({ component, source, translations }) => [componentName(component), source, translations]),
  ).toEqual([
    ["acme/website", "locales/en.json", "locales/{language}.json"],
    ["acme/editor", "packages/editor/po/messages.pot", "packages/editor/po/{language:posix}.po"],
    ["acme/viewer", "packages/viewer/po/messages.pot", "packages/viewer/po/{language:posix}.po"],
  ]);
});
