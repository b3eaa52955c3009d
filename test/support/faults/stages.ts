import { silentLogger } from "../../../src/core/logger.ts";
import type { JobContext } from "../../../src/automation/job-context.ts";
import type { ReviewJob } from "../../../src/automation/job.ts";
import { performReview } from "../../../src/automation/perform-review.ts";
import { createGitHubDiscussion } from "../../../src/forge/github/discussion/github-discussion.ts";
import { ObjectReader } from "../../../src/git/object-reader.ts";
import { openRepository } from "../../../src/git/git-repository.ts";
import { openWorkspace } from "../../../src/workspace/open-workspace.ts";
import { createAgreementWorld, type AgreementOptions, type AgreementWorld } from "../agreement-world.ts";
import { embeddedSite } from "../embedded-site.ts";
import { pullRequestChanged } from "../events.ts";
import { keepWorld } from "../github/kept-world.ts";
import type { GitHub } from "../github-host.ts";
import { unlimited } from "../open-test-service.ts";
import { checkOutMerge, ourComments, proposeChange } from "../proposed-change.ts";
import type { RecordingProxy } from "../proxy.ts";
import { actionFolder } from "../runner.ts";
import { webSource } from "../sample-files.ts";
import { createWorld } from "../world.ts";
import { keepFolders } from "./kept-folders.ts";
import { hookPushes, type PushHooks } from "./push-hooks.ts";

/** A run that is to be disturbed. */
export interface Stage {
  readonly name: string;
  open(): Promise<StageWorld>;
}

/** What people did before the run is done, and can be had again as often as it takes. */
export interface StageWorld extends AsyncDisposable {
  /** Whose requests meet faults. */
  readonly disturbed: RecordingProxy;
  /** All that the run asks. */
  readonly proxies: readonly RecordingProxy[];
  /** Of the remote. */
  readonly pushes: PushHooks;
  restore(): Promise<void>;
  /** @returns its exit code */
  run(): Promise<number>;
  /** The same in a process of its own, which somebody may kill. */
  runProcess(onStart: (pid: number) => void): Promise<void>;
  /** What a run leaves behind, for people to see. */
  outcome(): Promise<unknown>;
}

/** The run's own pace and waits would be the machine's time. */
const UNHURRIED = { minute: 1_000_000, hour: 1_000_000 };
const HASTE = { spaced: false, second: 1 };

interface AgreementStage {
  readonly options: AgreementOptions;
  readonly disturbed: "service" | "forge";
  readonly prepare: (world: AgreementWorld) => Promise<void>;
}

function agreementStage(name: string, { options, disturbed, prepare }: AgreementStage): Stage {
  return {
    name,
    open: async () => {
      await using resources = new AsyncDisposableStack();
      const site = resources.use(await embeddedSite({ settings: { rateLimits: unlimited } }));
      const world = resources.use(await createAgreementWorld(site, options));
      const { github } = world;
      await prepare(world);
      const kept = await keep(resources, site.service, world.folders, github);
      const pushes = kept.pushes;
      const owned = resources.move();
      return {
        disturbed: disturbed === "forge" && github !== undefined ? github.proxy : site.proxy,
        proxies: [site.proxy, ...(github === undefined ? [] : [github.proxy])],
        pushes,
        restore: kept.restore,
        run: async () => (await world.run()).exitCode,
        runProcess: async (onStart) => {
          await using running = await world.startRun();
          onStart(running.process.pid ?? 0);
          await new Promise((resolve) => running.process.on("exit", resolve));
        },
        outcome: () => agreementOutcome(world),
        [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
      };
    },
  };
}

async function keep(
  resources: AsyncDisposableStack,
  service: Awaited<ReturnType<typeof embeddedSite>>["service"],
  folders: readonly string[],
  github: GitHub | undefined,
): Promise<{ readonly pushes: PushHooks; readonly restore: () => Promise<void> }> {
  const [, remote = ""] = folders;
  const pushes = await hookPushes(remote);
  const restoreWorld = github === undefined ? () => undefined : keepWorld(github.world);
  if (github !== undefined) Object.assign(github.world.settings, { writeLimit: UNHURRIED });
  let kept: Awaited<ReturnType<typeof keepFolders>> | undefined;
  await service.while(async () => {
    kept = resources.use(await keepFolders([...folders, service.data]));
  });
  return {
    pushes,
    restore: async () => {
      await service.while(async () => kept?.restore());
      restoreWorld();
    },
  };
}

/** Ids of commits and numbers of the forge's own are others in each run. */
function withoutIds(text: string | null): string {
  return (text ?? "").replaceAll(/[0-9a-f]{40}|\b[0-9a-f]{7,12}\b/g, "…");
}

async function agreementOutcome(world: AgreementWorld): Promise<unknown> {
  const languages = ["en", "cs", "de"];
  // One process of git for all of it.
  const objects = new ObjectReader(world.repository.remotePath);
  const text = async (name: string): Promise<string | undefined> => {
    const found = await objects.read(name).catch(() => undefined);
    return found === undefined ? undefined : Buffer.from(found.content).toString("utf8");
  };
  const files = (branch: string): Promise<readonly (string | undefined)[]> =>
    Promise.all(languages.map((language) => text(`${branch}:locales/${language}.json`)));
  return {
    status: await world.status(),
    service: await Promise.all(languages.map((language) => world.onService(language))),
    git: await files("main"),
    proposed: await files("interlinear/main"),
    isHealing: (await text("refs/interlinear/agreement/main:healing")) !== undefined,
    pullRequests: world.github?.world.pulls.map(({ state, title, body, head, base, labels }) => {
      return { state, title, body: withoutIds(body), head, base, labels };
    }),
    said: world.github?.world.comments.map(({ issue, body }) => ({ issue, body: withoutIds(body) })),
  };
}

const PERMISSIONS = { contents: "read", "pull-requests": "write", checks: "write" } as const;

/** A developer's pull request is reviewed: a comment and a check. */
const reviewStage: Stage = {
  name: "review",
  open: async () => {
    await using resources = new AsyncDisposableStack();
    const site = resources.use(await embeddedSite({ settings: { rateLimits: unlimited } }));
    const world = resources.use(await createWorld(site, { github: { settings: { permissions: PERMISSIONS } } }));
    const { github, repository } = world;
    const files = { "locales/en.json": webSource.replace('"Hello"', '"Hello there"') };
    const change = await proposeChange(world, files);
    await checkOutMerge(world, change);
    const trigger = await pullRequestChanged(repository, github.repository, change.head, {
      number: change.number,
      action: "opened",
    });
    const base = await repository.remoteGit("rev-parse", `refs/heads/${repository.branch}`);
    const job: ReviewJob = {
      kind: "review",
      access: "full",
      pullRequest: {
        number: change.number,
        body: "",
        isMerged: false,
        base: { branch: repository.branch, commit: base },
        head: { branch: change.head.branch, commit: change.head.sha, repository: github.repository },
      },
    };
    const context: JobContext = {
      repository: github.repository,
      forge: "github",
      serverUrl: github.serverUrl,
      mappingPath: ".github/interlinear.yml",
      temporary: repository.path,
      dryRun: false,
      allowRemovals: false,
      logger: silentLogger,
      hasForgeToken: true,
      source: async () => ({
        root: (await openRepository(repository.path)).root,
        remote: { address: "origin", environment: {} },
      }),
      discussion: async () =>
        createGitHubDiscussion({
          repository: github.repository,
          apiUrl: github.apiUrl,
          serverUrl: github.serverUrl,
          token: github.token,
          logger: silentLogger,
          tempo: HASTE,
        }),
      forgeFor: () => Promise.reject(new Error("a review proposes nothing")),
      openWorkspace: (options) =>
        openWorkspace({
          directory: repository.path,
          mappingPath: ".github/interlinear.yml",
          token: "",
          logger: silentLogger,
          ...options,
        }),
    };
    const { restore, pushes } = await keep(resources, site.service, [repository.path, repository.remotePath], github);
    const owned = resources.move();
    return {
      disturbed: github.proxy,
      proxies: [site.proxy, github.proxy],
      pushes,
      restore,
      run: async () => {
        const outcome = await performReview(context, job);
        return outcome.kind === "reviewed" && outcome.reviews.every(({ notices }) => notices.length === 0) ? 0 : 1;
      },
      runProcess: async (onStart) => {
        await world.run(trigger, {
          program: `${actionFolder}/src/action/main.ts`,
          onStart: ({ pid }) => {
            onStart(pid ?? 0);
          },
        });
      },
      outcome: async () => ({
        comments: ourComments(world, change.number).map(withoutIds),
        checks: github.world.checkRuns.map(({ name, status, conclusion }) => ({ name, status, conclusion })),
      }),
      [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
    };
  },
};

const CZECH = "cs";
const sending = "push: { translations: changed }\n";

export const stages: readonly Stage[] = [
  agreementStage("push and pull", {
    options: { reads: "its own repository", settings: sending },
    disturbed: "service",
    prepare: async (world) => {
      await world.edit("locales/en.json", { more: "More" });
      await world.edit("locales/de.json", { about: "Über uns" });
      await world.save(CZECH, "cancel", "Zrušit");
    },
  }),
  agreementStage("heal", {
    options: { reads: "this repository" },
    disturbed: "service",
    prepare: async (world) => {
      for (const text of ["O nas", "O nás"]) {
        await world.save(CZECH, "about", text);
        await world.run();
      }
      await world.merge("titled");
      await world.edit("locales/cs.json", { about: "O naší firmě" });
      await world.save("de", "about", "Über uns");
    },
  }),
  agreementStage("open a pull request", {
    options: {
      reads: "its own repository",
      forge: "github",
      settings: "pull-request: { labels: [translations], assignees: [dana] }\n",
    },
    disturbed: "forge",
    prepare: async (world) => {
      await world.save(CZECH, "cancel", "Zrušit");
    },
  }),
  agreementStage("update a pull request", {
    options: { reads: "its own repository", forge: "github" },
    disturbed: "forge",
    prepare: async (world) => {
      await world.save(CZECH, "cancel", "Zrušit");
      await world.run();
      await world.edit("locales/en.json", { more: "More" });
      await world.save("de", "about", "Über uns");
    },
  }),
  agreementStage("withdraw a pull request", {
    options: { reads: "its own repository", forge: "github" },
    disturbed: "forge",
    prepare: async (world) => {
      await world.save(CZECH, "cancel", "Zrušit");
      await world.run();
      await world.edit("locales/cs.json", { cancel: "Zrušit" });
    },
  }),
  reviewStage,
];
