import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../support/command.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import {
  commented,
  dispatched,
  pullRequestChanged,
  pullRequestOpened,
  pushed,
  runFinished,
  scheduled,
  type Trigger,
} from "../support/events.ts";
import { ourComments, proposeChange, writeComment } from "../support/proposed-change.ts";
import { actionFolder } from "../support/runner.ts";
import { webSource } from "../support/sample-files.ts";
import { uploadsIn } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actProgram } from "../support/tools.ts";
import { createWorld, secretsOf, type World } from "../support/world.ts";

const act = await actProgram();
const because = becauseMissing(act);

const examples = join(actionFolder, "docs", "examples");
/** The workflow that the README tells to paste, started by one event more, and with a step that shows its outputs. */
const pasted = `${(await readFile(join(examples, "interlinear.yml"), "utf8"))
  .replace("  workflow_dispatch:", "  repository_dispatch:\n  workflow_dispatch:")
  .replace(/(?<uses>uses: interlinear\/interlinear@v\d+)/, "$<uses>\n        id: translations")
  .trimEnd()}
      - run: echo "number=\${{ steps.translations.outputs.pull-request-number }} changed=\${{ steps.translations.outputs.changed }}"
`;
const forks = await readFile(join(examples, "forks.yml"), "utf8");
/** What both ask for: `owner/name@ref`. */
const [published = ""] = /interlinear\/interlinear@v\d+/.exec(pasted) ?? [];

const changedSource = webSource.replace('"Save"', '"Save it"');

const everything = { contents: "write", "pull-requests": "write", checks: "write" } as const;
/** What GITHUB_TOKEN may do in a run for a fork, whatever the workflow asks for. */
const reading = { contents: "read", "pull-requests": "read", checks: "read" } as const;

/** One service, one repository with both workflows and one published action, since a runner takes its time to start. */
describe.skipIf(act.missing !== undefined)(`a real runner with the workflow of the README${because}`, () => {
  let resources: AsyncDisposableStack;
  let world: World;
  let release: string;

  beforeAll(async () => {
    await using starting = new AsyncDisposableStack();
    release = starting.use(await temporaryDirectory()).path;
    await publishAction(release);
    const site = starting.use(await embeddedSite());
    world = starting.use(
      await createWorld(site, { github: { settings: { permissions: everything, collaborators: { dana: "write" } } } }),
    );
    await world.repository.write({
      ".github/workflows/translations.yml": pasted,
      ".github/workflows/forks.yml": forks,
    });
    await world.repository.publish("Add the workflows");
    world.forgetRequests();
    resources = starting.move();
  });

  afterAll(() => resources.disposeAsync());

  test("uploads a changed source on push", async () => {
    await world.repository.write({ "locales/en.json": changedSource });
    await world.repository.publish("Change a string");

    const output = await succeeded(await pushed(world.repository, world.github.repository));

    expect(uploadsIn(world.site.proxy.requests)).toMatchObject([
      { path: `/api/translations/${world.web}/en/file/`, fields: { method: "replace" } },
    ]);
    for (const secret of secretsOf(world)) expect(output).not.toContain(secret);
  });

  test("opens the pull request on schedule, finds nothing to do when dispatched, and cleans up after the merge", async () => {
    const { repository, github } = world;
    await world.translate(world.web, "cs", "button.cancel", "Zrušit");

    expect(await succeeded(await scheduled(repository))).toMatch(/number=1 changed=true/);
    expect(await repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Zrušit");
    const byHand = await dispatched(repository, github.repository);
    expect(await succeeded(byHand)).toMatch(/number=1 changed=false/);
    expect(await succeeded({ ...byHand, event: "repository_dispatch", payload: fromElsewhere(byHand) })).toMatch(
      /number=1 changed=false/,
    );
    expect(await github.pullRequests()).toHaveLength(1);

    await repository.git("fetch", "--quiet", "origin");
    await repository.git("merge", "--quiet", "--squash", "origin/interlinear/main");
    const sha = await repository.publish("Translations (#1)");
    const [pull] = github.world.pulls;
    if (pull !== undefined) Object.assign(pull, { state: "closed", mergedAt: github.world.now(), closedAt: sha });
    const head = { repository: github.repository, branch: "interlinear/main", sha };
    await succeeded(
      await pullRequestChanged(repository, github.repository, head, { action: "closed", number: 1, merged: true }),
    );
    expect(await repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
  });

  test("reviews a pull request and answers an order in a comment", async () => {
    const { repository, github } = world;
    const { head, number } = await proposeChange(world, {
      "locales/en.json": changedSource.replace('"Hello"', '"Hello there"'),
    });

    await succeeded(await pullRequestOpened(repository, github.repository, head));
    expect(ourComments(world, number)).toEqual([expect.stringContaining("1 string changed")]);

    const body = "/interlinear stats";
    const id = writeComment(world, number, "dana", body);
    await succeeded(await commented(repository, github.repository, { id, body, by: "dana", pullRequest: number }));
    expect(ourComments(world, number)).toEqual([expect.anything(), expect.stringContaining("Czech")]);
  });

  test("shows a fork's review in the job, which has no rights, and posts it with the second workflow", async () => {
    const { repository, github } = world;
    const { head, number } = await proposeChange(
      world,
      { "locales/en.json": changedSource.replace('"Hello"', '"Good morning"') },
      { fork: "eve/app", number: 9 },
    );

    github.world.settings.permissions = reading;
    const alone = await pullRequestChanged(repository, github.repository, head, { number, by: "eve" });
    expect(await succeeded(alone, { secrets: [] })).toContain("workflow_run posts the review");
    expect(ourComments(world, number)).toEqual([]);

    github.world.settings.permissions = everything;
    await succeeded(await runFinished(repository, github.repository, head));
    expect(ourComments(world, number)).toEqual([expect.stringContaining("1 string changed")]);
  });

  /** Runs the repository's workflows for one event, on this machine, without containers; returns what they said. */
  async function succeeded(
    trigger: Trigger,
    { secrets = [`TRANSLATION_TOKEN=${world.site.botToken}`] }: { readonly secrets?: readonly string[] } = {},
  ): Promise<string> {
    await using folder = await temporaryDirectory();
    const event = join(folder.path, "event.json");
    await writeFile(event, JSON.stringify(trigger.payload));
    const environment = [
      `GITHUB_API_URL=${world.github.apiUrl}`,
      `GITHUB_SERVER_URL=${world.github.serverUrl}`,
      `GITHUB_REPOSITORY=${world.github.repository}`,
    ];
    const { exitCode, output } = await command(
      act.path ?? "act",
      [
        trigger.event,
        `--eventpath=${event}`,
        "--platform=ubuntu-latest=-self-hosted",
        `--local-repository=${published}=${release}`,
        ...environment.flatMap((each) => ["--env", each]),
        ...[...secrets, `GITHUB_TOKEN=${world.github.token}`].flatMap((each) => ["--secret", each]),
        "--no-cache-server",
        "--artifact-server-addr=127.0.0.1",
        "--cache-server-addr=127.0.0.1",
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
    expect(exitCode, output).toBe(0);
    return output;
  }
});

/** An API call's event: it has a type of its own, and says what the caller likes. */
function fromElsewhere({ payload }: Trigger): object {
  return { ...payload, inputs: undefined, action: "translations-changed", branch: "main", client_payload: {} };
}

/** What a release holds of the action: the bundle, or with `INTERLINEAR_UNBUILT=1` the sources as they are. */
async function publishAction(folder: string): Promise<void> {
  await cp(join(actionFolder, "action.yml"), join(folder, "action.yml"));
  if (process.env.INTERLINEAR_UNBUILT !== "1") {
    await cp(join(actionFolder, "dist"), join(folder, "dist"), { recursive: true });
    return;
  }
  const bundle = join(folder, "dist", "action");
  await mkdir(bundle, { recursive: true });
  const sources = pathToFileURL(join(actionFolder, "src", "action", "main.ts")).href;
  await writeFile(join(bundle, "index.js"), `import ${JSON.stringify(sources)};\n`);
  await writeFile(join(bundle, "package.json"), '{ "type": "module" }\n');
}
