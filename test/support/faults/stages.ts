import { silentLogger } from "../../../src/core/logger.ts";
import type { JobContext } from "../../../src/automation/job-context.ts";
import type { AfterMergeJob, AnswerJob, ReviewJob } from "../../../src/automation/job.ts";
import { performAfterMerge } from "../../../src/automation/perform-after-merge.ts";
import { performAnswer } from "../../../src/automation/perform-answer.ts";
import { performReview } from "../../../src/automation/perform-review.ts";
import { createGitHubDiscussion } from "../../../src/forge/github/discussion/github-discussion.ts";
import { createGitHubForge } from "../../../src/forge/github/github-forge.ts";
import { ObjectReader } from "../../../src/git/object-reader.ts";
import { openRepository } from "../../../src/git/git-repository.ts";
import { exitCodeOf } from "../../../src/sync/index.ts";
import { openWorkspace } from "../../../src/workspace/open-workspace.ts";
import { createAgreementWorld, type AgreementOptions, type AgreementWorld } from "../agreement-world.ts";
import { embeddedSite } from "../embedded-site.ts";
import { commented, dispatched, pullRequestChanged, type Trigger } from "../events.ts";
import { keepWorld } from "../github/kept-world.ts";
import { unlimited } from "../open-test-service.ts";
import { checkOutMerge, ourComments, proposeChange, writeComment } from "../proposed-change.ts";
import type { RecordingProxy } from "../proxy.ts";
import { actionFolder, RUN_ID } from "../runner.ts";
import { webSource } from "../sample-files.ts";
import { callService, unitsOf } from "../service-api.ts";
import { leapingClock } from "../test-clock.ts";
import { createWorld, type World, type WorldOptions } from "../world.ts";
import { keepFolders } from "./kept-folders.ts";
import { hookPushes, type PushHooks } from "./push-hooks.ts";
import { returningClock, type ReturningClock } from "./returning-clock.ts";

/** A run that is to be disturbed. */
export interface Stage {
  readonly name: string;
  /** Whose requests meet faults. */
  readonly disturbed: "service" | "forge";
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
  readonly disturbed: Stage["disturbed"];
  readonly prepare: (world: AgreementWorld) => Promise<void>;
}

function agreementStage(name: string, { options, disturbed, prepare }: AgreementStage): Stage {
  return {
    name,
    disturbed,
    open: async () => {
      await using resources = new AsyncDisposableStack();
      const clock = returningClock();
      const site = resources.use(await embeddedSite({ settings: { rateLimits: unlimited }, clock }));
      const world = resources.use(await createAgreementWorld(site, options));
      const { github, forgejo } = world;
      await prepare(world);
      const kept = await keep({ resources, site, clock, folders: world.folders, forge: github ?? forgejo?.standIn });
      const pushes = kept.pushes;
      const forge = github?.proxy ?? forgejo?.proxy;
      const owned = resources.move();
      return {
        disturbed: disturbed === "service" ? site.proxy : (forge ?? site.proxy),
        proxies: [site.proxy, ...(forge === undefined ? [] : [forge])],
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

/** What has to be as it was at the beginning of each run; the service's own folder is among it. */
interface KeptStage {
  readonly resources: AsyncDisposableStack;
  readonly site: Awaited<ReturnType<typeof embeddedSite>>;
  /** The service's. */
  readonly clock: ReturningClock;
  readonly folders: readonly string[];
  readonly forge: { readonly world: Parameters<typeof keepWorld>[0] & { readonly settings: object } } | undefined;
}

async function keep({
  resources,
  site: { service },
  clock,
  folders,
  forge,
}: KeptStage): Promise<{ readonly pushes: PushHooks; readonly restore: () => Promise<void> }> {
  const [, remote = ""] = folders;
  const pushes = await hookPushes(remote);
  const restoreWorld = forge === undefined ? () => undefined : keepWorld(forge.world);
  // A setting of GitHub's alone.
  if (forge !== undefined) Object.assign(forge.world.settings, { writeLimit: UNHURRIED });
  let kept: Awaited<ReturnType<typeof keepFolders>> | undefined;
  await service.while(async () => {
    kept = resources.use(await keepFolders([...folders, service.data]));
    clock.keep();
  });
  // Who asks tells by it how old an entry is.
  service.proxy.dateBy(clock);
  return {
    pushes,
    restore: async () => {
      await service.while(async () => {
        await kept?.restore();
        clock.return();
      });
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
  const forge = world.github?.world ?? world.forgejo?.standIn.world;
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
    pullRequests: forge?.pulls.map(({ state, title, body, head, base, labels }) => {
      return { state, title, body: withoutIds(body), head, base, labels };
    }),
    said: forge?.comments.map(({ issue, body }) => ({ issue, body: withoutIds(body) })),
  };
}

/** A job of an event, in the workflow's clone. What it asks the service for, other stages disturb. */
interface JobStage {
  readonly world: WorldOptions;
  /** What people did before, and what of it the runner is told. */
  readonly prepare: (world: World) => Promise<{
    readonly trigger: Trigger;
    /** @returns whether it went well */
    readonly perform: (context: JobContext) => Promise<boolean>;
    readonly outcome: () => Promise<unknown>;
  }>;
}

function jobStage(name: string, { world: options, prepare }: JobStage): Stage {
  return {
    name,
    disturbed: "forge",
    open: async () => {
      await using resources = new AsyncDisposableStack();
      const clock = returningClock();
      const site = resources.use(await embeddedSite({ settings: { rateLimits: unlimited }, clock }));
      const world = resources.use(await createWorld(site, options));
      const { github, repository } = world;
      const { trigger, perform, outcome } = await prepare(world);
      const folders = [repository.path, repository.remotePath];
      const { restore, pushes } = await keep({ resources, site, clock, folders, forge: github });
      const owned = resources.move();
      return {
        disturbed: github.proxy,
        proxies: [site.proxy, github.proxy],
        pushes,
        restore,
        run: async () => ((await perform(jobContext(world))) ? 0 : 1),
        runProcess: async (onStart) => {
          await world.run(trigger, {
            program: `${actionFolder}/src/action/main.ts`,
            onStart: ({ pid }) => {
              onStart(pid ?? 0);
            },
          });
        },
        outcome,
        [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
      };
    },
  };
}

function jobContext({ site, github, repository }: World): JobContext {
  const { apiUrl, serverUrl, token } = github;
  const logger = silentLogger;
  const access = { repository: github.repository, apiUrl, serverUrl, token, logger, tempo: HASTE };
  return {
    repository: github.repository,
    forge: "github",
    serverUrl,
    // The same as the runner's: what a killed process proposed, the next run leaves as it is.
    runUrl: `${serverUrl}/${github.repository}/actions/runs/${RUN_ID}`,
    mappingPath: ".github/interlinear.yml",
    dryRun: false,
    allowRemovals: false,
    logger,
    hasForgeToken: true,
    source: async () => ({
      root: (await openRepository(repository.path)).root,
      remote: { address: "origin", environment: {} },
    }),
    discussion: async () => createGitHubDiscussion(access),
    forgeFor: async () => createGitHubForge(access),
    openWorkspace: async (options) => ({
      ...(await openWorkspace({
        directory: repository.path,
        mappingPath: ".github/interlinear.yml",
        token: site.botToken,
        logger,
        ...options,
      })),
      clock: leapingClock(),
    }),
  };
}

const REVIEWS = { contents: "read", "pull-requests": "write", checks: "write" } as const;
const WRITES = { contents: "write", "pull-requests": "write", checks: "write" } as const;

/** A developer's pull request is reviewed: a comment and a check. */
const reviewStage = jobStage("review", {
  world: { github: { settings: { permissions: REVIEWS } } },
  prepare: async (world) => {
    const { github, repository } = world;
    const files = { "locales/en.json": webSource.replace('"Hello"', '"Hello there"') };
    const change = await proposeChange(world, files);
    await checkOutMerge(world, change);
    const { number, head } = change;
    const job: ReviewJob = {
      kind: "review",
      access: "full",
      pullRequest: {
        number,
        body: "",
        isMerged: false,
        base: { branch: repository.branch, commit: await tipOf(world, repository.branch) },
        head: { branch: head.branch, commit: head.sha, repository: github.repository },
      },
    };
    return {
      trigger: await pullRequestChanged(repository, github.repository, head, { number, action: "opened" }),
      perform: async (context) => {
        const outcome = await performReview(context, job);
        return outcome.kind === "reviewed" && outcome.reviews.every(({ notices }) => notices.length === 0);
      },
      outcome: async () => ({
        comments: ourComments(world, number).map(withoutIds),
        checks: github.world.checkRuns.map(({ name, status, conclusion }) => ({ name, status, conclusion })),
      }),
    };
  },
});

function tipOf({ repository }: World, branch: string): Promise<string> {
  return repository.remoteGit("rev-parse", `refs/heads/${branch}`);
}

const OURS = "interlinear/main";

/**
 * Our pull request was squashed without a word of ours, by somebody who left its branch: the service is told, its clone reset, what a
 * translator saved since is kept, and the branch goes.
 */
const afterMergeStage = jobStage("after a merge", {
  world: { reads: "this repository", github: { settings: { permissions: WRITES } } },
  prepare: async (world) => {
    const { github, repository, web } = world;
    for (const text of ["Zrusit", "Zrušit"]) {
      await world.translate(web, "cs", "button.cancel", text);
      const { exitCode, log } = await world.run(await dispatched(repository, github.repository));
      if (exitCode !== 0) throw new Error(log);
    }
    const sha = await tipOf(world, OURS);
    await repository.git("fetch", "--quiet", "origin");
    await repository.git("merge", "--quiet", "--squash", `origin/${OURS}`);
    await repository.publish("Translations (#1)");
    await world.translate(web, "cs", "files", "Souborů: {count}");
    const [pull] = github.world.pulls;
    if (pull === undefined) throw new Error("there is no pull request");
    Object.assign(pull, { state: "closed", mergedAt: "2026-01-02T00:00:00Z", closedAt: sha });
    const { number, body } = pull;
    const head = { repository: github.repository, branch: OURS, sha };
    const job: AfterMergeJob = {
      kind: "after-merge",
      sends: true,
      defaultBranch: repository.branch,
      pullRequest: {
        number,
        body: body ?? "",
        isMerged: true,
        base: { branch: repository.branch, commit: await tipOf(world, repository.branch) },
        head: { branch: head.branch, commit: head.sha, repository: head.repository },
      },
    };
    const change = { number, action: "closed", merged: true, body: body ?? "" };
    return {
      trigger: await pullRequestChanged(repository, github.repository, head, change),
      perform: async (context) => {
        const outcome = await performAfterMerge(context, job);
        return outcome.kind === "followed-up" && outcome.healing.health.every(({ isBlocking }) => !isBlocking);
      },
      outcome: () => followedUp(world),
    };
  },
});

async function followedUp({ site, repository, web, server }: World): Promise<unknown> {
  const statusOf = (component: string): Promise<unknown> =>
    Promise.all([
      callService(site.service, "GET", `/api/components/${component}/lock/`),
      callService<{ needs_merge: boolean }>(site.service, "GET", `/api/components/${component}/repository/`).then(
        ({ needs_merge: needsMerge }) => needsMerge,
      ),
    ]);
  const names = await repository.remoteGit("for-each-ref", "--format=%(refname)");
  const record = "refs/interlinear/agreement/main";
  const isRecorded = names.split("\n").includes(record);
  return {
    status: await Promise.all([web, server].map(statusOf)),
    czech: (await unitsOf(site.service, web, "cs")).map(({ context, target }) => [context, target]),
    branches: names.split("\n").filter((name) => name.startsWith("refs/heads/")),
    isHealing: isRecorded && (await repository.remoteGit("ls-tree", "--name-only", record)).includes("healing"),
  };
}

/** Somebody orders a run in a comment on a pull request. */
const orderStage = jobStage("an order in a comment", {
  world: { github: { settings: { permissions: WRITES, collaborators: { dana: "write" } } } },
  prepare: async (world) => {
    const { github, repository } = world;
    const { number } = await proposeChange(world, { "README.md": "# Changed\n" });
    await world.translate(world.web, "cs", "button.cancel", "Zrušit");
    const comment = { body: "/interlinear sync", by: "dana", pullRequest: number };
    const id = writeComment(world, number, comment.by, comment.body);
    const job: AnswerJob = {
      kind: "answer",
      pullRequest: number,
      comment: { id, author: { login: comment.by, isBot: false } },
      order: { kind: "sync" },
    };
    return {
      trigger: await commented(repository, github.repository, { ...comment, id }),
      perform: async (context) => {
        const outcome = await performAnswer(context, job);
        return outcome.kind === "finished" && exitCodeOf(outcome.result) === 0;
      },
      outcome: async () => ({
        // What it did itself, and what it found done, are other words.
        answers: ourComments(world, number).map((body) => [body.split("\n")[1], body.includes("Zrušit")]),
        isDone: github.world.reactions.some((each) => each.comment === id && each.content === "rocket"),
        pullRequests: github.world.pulls.map(({ state, title, body, head }) => [state, title, withoutIds(body), head]),
        czech: await repository.remoteGit("show", `${OURS}:locales/cs.json`),
      }),
    };
  },
});

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
  ...["open", "update"].map((verb) =>
    agreementStage(`${verb} a pull request on Forgejo`, {
      options: { reads: "its own repository", forge: "forgejo" },
      disturbed: "forge",
      prepare: async (world) => {
        await world.save(CZECH, "cancel", "Zrušit");
        if (verb === "open") return;
        await world.run();
        await world.save("de", "about", "Über uns");
      },
    }),
  ),
  reviewStage,
  afterMergeStage,
  orderStage,
];
