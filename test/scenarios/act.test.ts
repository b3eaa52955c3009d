import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { command } from "../support/command.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { commented, dispatched, pullRequestOpened, pushed, scheduled, type Trigger } from "../support/events.ts";
import { ourComments, proposeChange, writeComment } from "../support/proposed-change.ts";
import { actionFolder } from "../support/runner.ts";
import { webSource } from "../support/sample-files.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actProgram } from "../support/tools.ts";
import { uploadsIn } from "../support/service-api.ts";
import { createWorld, secretsOf, type World, type WorldOptions } from "../support/world.ts";

const act = await actProgram();

const example = await readFile(join(actionFolder, "docs", "examples", "interlinear.yml"), "utf8");

/** The workflow that the README tells to paste, with the action of this very checkout, and a step that shows its outputs. */
const workflow = `${example
  .replace(/uses: interlinear\/interlinear@v\d+/, "uses: ./\n        id: translations")
  .trimEnd()}
      - run: echo "number=\${{ steps.translations.outputs.pull-request-number }} changed=\${{ steps.translations.outputs.changed }}"
`;

/** Runs the repository's workflow for one event in a real runner, on this machine, without containers. */
async function runWorkflow(world: World, trigger: Trigger): Promise<{ exitCode: number; output: string }> {
  await using folder = await temporaryDirectory();
  const event = join(folder.path, "event.json");
  await writeFile(event, JSON.stringify(trigger.payload));
  return await command(
    act.path ?? "act",
    [
      trigger.event,
      "--eventpath",
      event,
      "--platform",
      "ubuntu-latest=-self-hosted",
      "--env",
      `GITHUB_API_URL=${world.github.apiUrl}`,
      "--env",
      `GITHUB_SERVER_URL=${world.github.serverUrl}`,
      "--env",
      `GITHUB_REPOSITORY=${world.github.repository}`,
      "--secret",
      `TRANSLATION_TOKEN=${world.site.botToken}`,
      "--secret",
      `GITHUB_TOKEN=${world.github.token}`,
      "--no-cache-server",
      "--artifact-server-addr",
      "127.0.0.1",
      "--cache-server-addr",
      "127.0.0.1",
    ],
    {
      cwd: world.repository.path,
      env: {
        // act runs the `node` that comes first.
        PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
        HOME: folder.path,
        XDG_CACHE_HOME: folder.path,
      },
      timeoutMilliseconds: 120_000,
    },
  );
}

async function createWorkflowWorld(
  site: Awaited<ReturnType<typeof embeddedSite>>,
  github: WorldOptions["github"] = {},
): Promise<World> {
  const world = await createWorld(site, { github });
  await provideBundle(world);
  await cp(join(actionFolder, "action.yml"), join(world.repository.path, "action.yml"));
  await world.repository.write({ ".github/workflows/translations.yml": workflow });
  await world.repository.publish("Add the workflow");
  return world;
}

/** The bundle, or with `INTERLINEAR_UNBUILT=1` the sources as they are. */
async function provideBundle({ repository }: World): Promise<void> {
  if (process.env.INTERLINEAR_UNBUILT !== "1") {
    await cp(join(actionFolder, "dist"), join(repository.path, "dist"), { recursive: true });
    return;
  }
  const sources = pathToFileURL(join(actionFolder, "src", "action", "main.ts")).href;
  await repository.write({
    "dist/action/index.js": `import ${JSON.stringify(sources)};\n`,
    "dist/action/package.json": '{ "type": "module" }\n',
  });
}

const because = becauseMissing(act);

test.skipIf(act.missing !== undefined)(`a real runner uploads a changed source on push${because}`, async () => {
  await using site = await embeddedSite();
  await using world = await createWorkflowWorld(site);
  await world.repository.write({ "locales/en.json": webSource.replace('"Save"', '"Save it"') });
  await world.repository.publish("Change a string");
  world.forgetRequests();

  const { exitCode, output } = await runWorkflow(world, await pushed(world.repository, world.github.repository));

  expect(exitCode, output).toBe(0);
  expect(uploadsIn(site.proxy.requests)).toMatchObject([
    { path: `/api/translations/${world.web}/en/file/`, fields: { method: "replace" } },
  ]);
  for (const secret of secretsOf(world)) expect(output).not.toContain(secret);
});

test.skipIf(act.missing !== undefined)(
  `a real runner opens the pull request on schedule and finds nothing to do when dispatched${because}`,
  async () => {
    await using site = await embeddedSite();
    await using world = await createWorkflowWorld(site);
    await world.translate(world.web, "cs", "button.cancel", "Zrušit");

    const first = await runWorkflow(world, await scheduled(world.repository));
    expect(first.exitCode, first.output).toBe(0);
    expect(first.output).toMatch(/number=1 changed=true/);
    const second = await runWorkflow(world, await dispatched(world.repository, world.github.repository));

    expect(second.exitCode, second.output).toBe(0);
    expect(await world.github.pullRequests()).toHaveLength(1);
    expect(await world.repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Zrušit");
  },
);

test.skipIf(act.missing !== undefined)(`a real runner reviews a pull request${because}`, async () => {
  await using site = await embeddedSite();
  await using world = await createWorkflowWorld(site);
  const { head } = await proposeChange(world, { "locales/en.json": webSource.replace('"Save"', '"Save it"') });

  const { exitCode, output } = await runWorkflow(
    world,
    await pullRequestOpened(world.repository, world.github.repository, head),
  );

  expect(exitCode, output).toBe(0);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("1 string changed")]);
});

test.skipIf(act.missing !== undefined)(`a real runner answers an order in a comment${because}`, async () => {
  await using site = await embeddedSite();
  await using world = await createWorkflowWorld(site, { settings: { collaborators: { dana: "write" } } });
  const { number } = await proposeChange(world, { "README.md": "# Changed\n" });
  const body = "/interlinear stats";
  const id = writeComment(world, number, "dana", body);

  const { exitCode, output } = await runWorkflow(
    world,
    await commented(world.repository, world.github.repository, { id, body, by: "dana", pullRequest: number }),
  );

  expect(exitCode, output).toBe(0);
  expect(ourComments(world, 7)).toEqual([expect.stringContaining("Czech")]);
});
