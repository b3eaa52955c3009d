import { generateKeyPairSync } from "node:crypto";
import { StatementSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import { createFork } from "../../../test/support/fork.ts";
import { startGitHubHost } from "../../../test/support/github/host.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import { openTestRecords } from "../../../test/support/test-records.ts";
import { systemClock } from "../../core/clock.ts";
import { LocalError } from "../../core/errors.ts";
import { silentLogger } from "../../core/logger.ts";
import { storeDelivery, type NewDelivery } from "../../records/deliveries/deliveries.ts";
import { keepRepository, repositoryById, setRepositoryState } from "../../records/repositories/repositories.ts";
import { defaultSettings, type Settings } from "../../records/settings/settings.ts";
import { Clones } from "../clones/clones.ts";
import { keptEvent } from "../../automation/event.ts";
import { ForgeTokens } from "../tokens/forge-tokens.ts";
import { brokenJobEnd, type JobEnd } from "./job-end.ts";
import { performRequestedJob, type PerformRequestedJob } from "./requested-job.ts";
import { workOnRepository, type BotWork } from "./work-repository.ts";

const PAIR = generateKeyPairSync("rsa", { modulusLength: 2048 });
/** GitHub's second between two writes is none here. */
const TEMPO = { spaced: false, second: 1 };
const FILES = {
  ".github/interlinear.yml": `version: 1
service: https://translate.example.org
components:
  - component: acme/website
    translations: locales/{language}.json
    source: locales/en.json
`,
  "locales/en.json": '{\n    "title": "Hello"\n}\n',
  "locales/de.json": '{\n    "title": "Hallo"\n}\n',
};

const performHere: PerformRequestedJob = (requested, observer) =>
  performRequestedJob(requested, observer, { tempo: TEMPO });

/** One repository on a GitHub, and the bot's work on it; no service. */
async function openScene(
  files: Readonly<Record<string, string>> = FILES,
  performJob: PerformRequestedJob = performHere,
) {
  await using resources = new AsyncDisposableStack();
  const app = resources.use(await createRepository(files));
  const fork = resources.use(await createFork(app));
  const folder = resources.use(await temporaryDirectory());
  const records = resources.use(await openTestRecords());
  const host = resources.use(
    await startGitHubHost({
      basePath: "/api/v3",
      app: {
        id: 7,
        clientId: "Iv1.7",
        slug: "interlinear",
        publicKey: PAIR.publicKey.export({ type: "spki", format: "pem" }).toString(),
        permissions: { contents: "write", "pull-requests": "write", checks: "write", issues: "write" },
      },
      repositories: [
        {
          repository: "acme/app",
          bareRepository: app.remotePath,
          fork: { repository: "eve/app", bareRepository: fork.remotePath },
          settings: { collaborators: { dana: "write" } },
        },
      ],
    }),
  );
  const settings: Settings = {
    ...defaultSettings,
    forges: {
      github: {
        kind: "github",
        serverUrl: host.serverUrl,
        apiUrl: host.apiUrl,
        appId: "7",
        privateKey: PAIR.privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
        webhookSecret: "hook-secret",
      },
    },
  };
  const closing = new AbortController();
  const work: BotWork = {
    records,
    settings: async () => settings,
    clones: new Clones({ folder: folder.path, clock: systemClock, logger: silentLogger }),
    tokens: new ForgeTokens({ tempo: TEMPO }),
    performJob,
    worker: "here",
    closing: closing.signal,
    ending: new AbortController().signal,
  };
  const found = { forge: "github", name: "acme/app", number: host.worldOf("acme/app").id, defaultBranch: "main" };
  const { id } = await keepRepository(records, found);
  let guid = 0;
  const owned = resources.move();
  return {
    app,
    records,
    host,
    repository: id,
    closing,
    work: () => workOnRepository(work, id),
    tell: (event: string, raw: object, more: Partial<NewDelivery> = {}) =>
      storeDelivery(records, {
        source: "github",
        sender: "github",
        guid: String((guid += 1)),
        event,
        action: "",
        repository: id,
        payload: keptEvent(event, { repository: { default_branch: "main" }, sender: { login: "dana" }, ...raw }),
        ...more,
      }),
    deliveries: () =>
      records.database.selectFrom("delivery").select(["state", "attempts", "reason", "run_id"]).orderBy("id").execute(),
    runs: () => records.database.selectFrom("run").select(["id", "kind", "state", "outcome"]).orderBy("id").execute(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Of a run that has nothing to do: begin and commit of its two transactions are among them, and a budget that GitHub told. */
const MOST_STATEMENTS = 22;

type Scene = Awaited<ReturnType<typeof openScene>>;

/** Somebody opens a pull request that changes a string, and GitHub tells of it. */
async function openPullRequest({ app, host, tell }: Scene): Promise<void> {
  await app.git("checkout", "--quiet", "-B", "topic");
  await app.write({ "locales/en.json": '{\n    "title": "Hello there"\n}\n' });
  await app.git("commit", "--quiet", "--all", "--message", "Change it");
  await app.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
  const number = await host.people.open("acme/app", { title: "Change it", head: "topic", base: "main", by: "dana" });
  const [head, base] = [await app.git("rev-parse", "HEAD"), await app.git("rev-parse", "HEAD~1")];
  const repo = { full_name: "acme/app" };
  await tell("pull_request", {
    action: "opened",
    pull_request: { number, head: { ref: "topic", sha: head, repo }, base: { ref: "main", sha: base, repo } },
  });
}

function comments({ host }: Scene): readonly string[] {
  return host.worldOf("acme/app").comments.map(({ body }) => body.split("\n")[0] ?? "");
}

describe("the work on a repository", () => {
  it("is one run for each piece, kept with its trace, and ends its deliveries", async () => {
    await using scene = await openScene();
    await openPullRequest(scene);

    await scene.work();

    const [run] = await scene.runs();
    expect(run).toMatchObject({ kind: "review", state: "done", outcome: expect.stringContaining("1 string changed") });
    expect(await scene.deliveries()).toEqual([{ state: "done", attempts: 0, reason: "", run_id: run?.id }]);
    const { trace, requests } = await scene.records.database
      .selectFrom("run")
      .select(["trace", "requests"])
      .executeTakeFirstOrThrow();
    expect(trace).toMatch(/"open".*"fetch".*"review"/);
    expect(requests).toBeGreaterThan(3);
    const budget = await scene.records.database.selectFrom("budget").select("name").execute();
    expect(budget).toEqual([{ name: `${new URL(scene.host.serverUrl).host} acme` }]);
  });

  // Those who answer webhooks wait for each of them.
  it.skipIf(onPostgres)(
    "asks the database 22 times at most where all is in step, however many files there are",
    async () => {
      const file = {
        component: "acme/website",
        isSource: false,
        state: "in-step",
        reason: "",
        url: "",
        translatedPercent: 100,
        pullRequest: "",
      } as const;
      const counts: number[] = [];
      for (const languages of [1, 300]) {
        const files = Array.from({ length: languages }, (_, at) => ({
          ...file,
          language: `x${String(at)}`,
          path: `${String(at)}.json`,
        }));
        const end: JobEnd = {
          report: { state: "done", outcome: "everything is in step", summary: "", isWorthAnotherTry: true },
          steps: [],
          refusals: [],
          isQuiet: false,
          isUnmapped: false,
          followedBranches: [],
          bound: { branch: "main", files, unseen: [] },
        };
        await using scene = await openScene(FILES, async () => end);
        for (const after of ["1", "2"]) {
          await scene.tell("push", { ref: "refs/heads/main", after: after.repeat(40) });
          const spies = [vi.spyOn(StatementSync.prototype, "all"), vi.spyOn(StatementSync.prototype, "run")];
          await scene.work();
          if (after === "2") counts.push(spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0));
          vi.restoreAllMocks();
        }
        expect(await scene.runs()).toMatchObject([{ state: "done" }, { state: "done" }]);
      }

      const [few = 0, many] = counts;
      expect(few).toBeGreaterThan(0);
      expect(few).toBeLessThanOrEqual(MOST_STATEMENTS);
      expect(many).toBe(few);
    },
  );

  it("done twice, since the process died between the work and its end, leaves one comment and one check", async () => {
    await using scene = await openScene();
    await openPullRequest(scene);
    await scene.work();
    const before = [comments(scene), scene.host.worldOf("acme/app").checkRuns.length];
    // As the transaction that never was committed would have left it.
    await scene.records.database
      .updateTable("delivery")
      .set({ state: "running", run_id: null, finished: null })
      .execute();
    await scene.records.database.updateTable("run").set({ state: "running", outcome: "", finished: null }).execute();

    await scene.work();

    expect([comments(scene), scene.host.worldOf("acme/app").checkRuns.length]).toEqual(before);
    expect(await scene.runs()).toMatchObject([
      { state: "failed", outcome: expect.stringContaining("Interrupted") },
      { state: "done", outcome: expect.stringContaining("1 string changed") },
    ]);
    expect(await scene.deliveries()).toMatchObject([{ state: "done", attempts: 1 }]);
  });

  it("without a mapping is no failure: the repository says what is missing until a push brings it", async () => {
    await using scene = await openScene({ "README.md": "Nothing to translate.\n" });
    const { app, records, repository, tell } = scene;
    await tell("push", { ref: "refs/heads/main", after: "1".repeat(40) });

    await scene.work();
    const unmapped = await repositoryById(records, repository);
    await app.write(FILES);
    await app.publish("Map it");
    await tell("push", { ref: "refs/heads/main", after: "2".repeat(40) });
    await scene.work();

    expect(unmapped).toMatchObject({ state: "unmapped", problem: expect.stringContaining(".github/interlinear.yml") });
    expect(await scene.deliveries()).toMatchObject([{ state: "done", reason: "" }, { state: "done" }]);
    // There is no token for the service that it names: nothing that another try would mend.
    expect(await repositoryById(records, repository)).toMatchObject({
      state: "active",
      problem: expect.stringContaining("there is no token"),
    });
  });

  it("that failed is tried again later, and others go on", async () => {
    await using scene = await openScene();
    const { tell } = scene;
    await openPullRequest(scene);
    // A comment that was deleted meanwhile.
    await tell("issue_comment", {
      action: "created",
      issue: { number: 1, pull_request: {} },
      comment: { id: 999_999, body: "/interlinear plan", user: { login: "dana" } },
    });

    await scene.work();

    expect(await scene.deliveries()).toMatchObject([
      { state: "done", attempts: 0 },
      { state: "waiting", attempts: 1, reason: expect.stringMatching(/\S/) },
    ]);
  });

  it("on a pull request that costs more than it may is told so, and not read again", async () => {
    await using scene = await openScene(FILES, async (requested, observer) => {
      if (requested.tooLarge !== undefined) return performHere(requested, observer);
      return brokenJobEnd(new LocalError("it took more than 1,200 MB of memory", { code: "IL-B03" }));
    });
    await openPullRequest(scene);

    await scene.work();

    expect(comments(scene)).toEqual([expect.stringContaining("<!-- interlinear:review -->")]);
    const { checkRuns, comments: said } = scene.host.worldOf("acme/app");
    expect(said[0]?.body).toContain("**Too large to review: it took more than 1,200 MB of memory.**");
    expect(checkRuns).toMatchObject([{ conclusion: "failure" }]);
    expect(await scene.runs()).toMatchObject([{ state: "done" }]);
    expect(await scene.deliveries()).toMatchObject([{ state: "done", attempts: 0 }]);
  });

  it.each(["paused", "gone"] as const)("is none of one that is %s", async (state) => {
    await using scene = await openScene();
    await scene.tell("push", { ref: "refs/heads/main" });
    await setRepositoryState(scene.records, scene.repository, state);

    await scene.work();

    expect(await scene.runs()).toEqual([]);
    expect(await scene.deliveries()).toMatchObject([{ state: "ignored", reason: expect.stringMatching(/\S/) }]);
  });

  it("is put back where the process is about to end, without counting as a try", async () => {
    await using scene = await openScene();
    const { closing, records } = scene;
    await openPullRequest(scene);
    closing.abort(new LocalError("the bot was stopped in the middle of the run", { code: "IL-B02" }));

    await scene.work();

    expect(await scene.deliveries()).toMatchObject([{ state: "waiting", attempts: 0 }]);
    expect(await scene.runs()).toEqual([]);
    expect(await records.jobs.lengths()).toEqual({ repository: 1 });
    expect(comments(scene)).toEqual([]);
  });
});
