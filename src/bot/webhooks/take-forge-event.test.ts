import { describe, expect, it } from "vitest";
import { openIntake, type TestIntake } from "../../../test/support/bot-intake.ts";
import { keepInstallations } from "../missed/keep-installations.ts";
import { setRepositoryState } from "../../records/repositories/repositories.ts";
import { fromGitHub, githubExample } from "../../../test/support/webhooks.ts";

const account = { login: "acme" };
const installation = { id: 7, account, permissions: { contents: "write" } };
const app = { id: 1, full_name: "acme/app" };
const web = { id: 2, full_name: "acme/web" };

const send = (intake: TestIntake, event: string, payload: object) => intake.send(fromGitHub(event, payload));

const repositories = ({ records }: TestIntake) =>
  records.database
    .selectFrom("repository")
    .select(["name", "number", "state", "problem", "default_branch", "installation_id"])
    .orderBy("id")
    .execute();

const push = (repository: object) => ({
  ...githubExample("push"),
  ref: "refs/heads/main",
  deleted: false,
  installation: { id: 7 },
  repository: { default_branch: "main", ...repository },
});

async function installed(): Promise<TestIntake> {
  const intake = await openIntake();
  await send(intake, "installation", { action: "created", installation, repositories: [app, web] });
  return intake;
}

describe("an installation of the App", () => {
  it("brings its repositories, and its permissions", async () => {
    await using intake = await installed();

    expect(await repositories(intake)).toMatchObject([
      { name: "acme/app", number: 1, state: "active", installation_id: 1 },
      { name: "acme/web", number: 2, state: "active", installation_id: 1 },
    ]);
    expect(await intake.records.database.selectFrom("installation").selectAll().executeTakeFirst()).toMatchObject({
      forge: "github",
      number: 7,
      account: "acme",
      suspended: 0,
      permissions: '{"contents":"write"}',
    });
    expect(await intake.deliveries()).toMatchObject([
      {
        event: "installation",
        action: "created",
        state: "done",
        reason: "The App is installed for acme; repositories: 2 more.",
      },
    ]);
  });

  it("gets more repositories, and fewer", async () => {
    await using intake = await installed();
    const docs = { id: 3, full_name: "acme/docs" };

    await send(intake, "installation_repositories", {
      action: "added",
      installation,
      repositories_added: [docs],
      repositories_removed: [],
    });
    await send(intake, "installation_repositories", {
      action: "removed",
      installation,
      repositories_added: [],
      repositories_removed: [web],
    });

    expect((await repositories(intake)).map(({ name, state }) => [name, state])).toEqual([
      ["acme/app", "active"],
      ["acme/web", "gone"],
      ["acme/docs", "active"],
    ]);
  });

  it("that is suspended leaves its repositories and what waits for them, until it works again", async () => {
    await using intake = await installed();
    await send(intake, "push", push(app));

    await send(intake, "installation", {
      action: "suspend",
      installation: { ...installation, suspended_at: "2026-01-01" },
    });
    const suspended = await repositories(intake);
    const waiting = await intake.deliveries();
    await send(intake, "installation", { action: "unsuspend", installation });

    expect(suspended.map(({ state, problem }) => [state, problem])).toEqual([
      ["gone", "The App's installation is suspended."],
      ["gone", "The App's installation is suspended."],
    ]);
    expect(waiting).toMatchObject([
      { event: "installation" },
      { event: "push", state: "ignored", reason: "The App's installation is suspended." },
      { event: "installation" },
    ]);
    expect((await repositories(intake)).map(({ state, problem }) => [state, problem])).toEqual([
      ["active", ""],
      ["active", ""],
    ]);
  });

  it("that is removed is forgotten; its repositories are gone, and there again with the next one", async () => {
    await using intake = await installed();

    await send(intake, "installation", { action: "deleted", installation, repositories: [app, web] });
    const gone = await repositories(intake);
    await send(intake, "installation", {
      action: "created",
      installation: { ...installation, id: 8 },
      repositories: [app],
    });

    expect(gone.map(({ state, installation_id: row }) => [state, row])).toEqual([
      ["gone", null],
      ["gone", null],
    ]);
    expect((await repositories(intake)).map(({ state }) => state)).toEqual(["active", "gone"]);
  });

  it("is not taken back by an old event that comes again", async () => {
    await using intake = await openIntake();
    const created = fromGitHub("installation", { action: "created", installation, repositories: [app] });
    await intake.send(created);
    await send(intake, "installation", { action: "deleted", installation, repositories: [app] });

    const again = await intake.send(created);

    expect(again.status).toBe(200);
    expect(await repositories(intake)).toMatchObject([{ state: "gone" }]);
  });

  it("that is known by nothing but the events of a repository is remembered", async () => {
    await using intake = await openIntake();

    await send(intake, "push", push(app));

    expect(await repositories(intake)).toMatchObject([
      { name: "acme/app", default_branch: "main", installation_id: 1 },
    ]);
    expect(await intake.records.database.selectFrom("installation").select(["number", "account"]).execute()).toEqual([
      { number: 7, account: "acme" },
    ]);
  });
});

describe("an event that says that a repository is gone", () => {
  const suspended = { ...installation, suspended_at: "2026-01-01" };
  const fresh = { id: 99, full_name: "acme/app" };
  const removals: readonly (readonly [string, string, object])[] = [
    ["its deletion", "repository", { action: "deleted", installation, repository: app }],
    ["its archiving", "repository", { action: "archived", installation, repository: app }],
    ["its removal", "installation_repositories", { action: "removed", installation, repositories_removed: [app] }],
  ];
  const confirmations = ({ records }: TestIntake) =>
    records.database.selectFrom("job").select(["run_after", "payload"]).where("kind", "=", "installations").execute();

  it.each(removals)("leaves another one that has its name now alone: %s", async (_, event, payload) => {
    await using intake = await installed();
    await send(intake, "installation_repositories", { action: "added", installation, repositories_added: [fresh] });
    await send(intake, "push", push(fresh));

    await send(intake, event, payload);

    expect((await repositories(intake)).at(-1)).toMatchObject({ number: 99, state: "active" });
    expect((await intake.deliveries()).filter(({ event: name }) => name === "push")).toMatchObject([
      { state: "waiting" },
    ]);
  });

  it.each(removals)("is true of it under whatever name it has by now: %s", async (_, event, payload) => {
    await using intake = await installed();
    const renamed = { id: 1, full_name: "acme/application" };
    await send(intake, "installation_repositories", { action: "added", installation, repositories_added: [renamed] });

    await send(intake, event, payload);

    expect(await repositories(intake)).toMatchObject([
      { name: "acme/application", state: "gone" },
      { state: "active" },
    ]);
  });

  it.each([
    ...removals,
    ["a suspension", "installation", { action: "suspend", installation: suspended }],
    ["the end of an installation", "installation", { action: "deleted", installation, repositories: [app, web] }],
  ] as const)("is confirmed by GitHub a minute later, as it may have been late: %s", async (_, event, payload) => {
    await using intake = await installed();
    expect(await confirmations(intake)).toEqual([]);

    await send(intake, event, payload);

    const asked = { run_after: "2026-01-01T00:01:00.000Z", payload: '{"installation":7}' };
    expect(await confirmations(intake)).toEqual([asked]);
  });

  it.each([
    ...removals,
    ["a suspension", "installation", { action: "suspend", installation: suspended }],
    ["the end of an installation", "installation", { action: "deleted", installation, repositories: [app, web] }],
  ] as const)("and was late has what waited for it done when it is found: %s", async (_, event, payload) => {
    await using intake = await installed();
    await send(intake, "push", push(app));
    await send(intake, event, payload);
    const then = (await intake.deliveries())[1];
    intake.records.clock.advance(60_000);

    await keepInstallations(intake.records, "github", {
      installations: async () => [{ number: 7, account: "acme", isSuspended: false, permissions: {} }],
      repositoriesOf: async () => [{ number: 1, name: "acme/app", defaultBranch: "main", isArchived: false }],
    });

    expect(then).toMatchObject({ event: "push", state: "ignored" });
    expect((await repositories(intake))[0]).toMatchObject({ state: "active", problem: "" });
    expect((await intake.deliveries())[1]).toMatchObject({
      event: "push",
      state: "waiting",
      reason: "",
      due: "2026-01-01T00:01:00.000Z",
    });
  });

  it("has nothing done that it kept from being done a week ago", async () => {
    await using intake = await installed();
    await send(intake, "push", push(app));
    await send(intake, "installation", { action: "suspend", installation: suspended });
    intake.records.clock.advance(7 * 86_400_000);

    await send(intake, "installation", { action: "unsuspend", installation });

    expect((await repositories(intake))[0]).toMatchObject({ state: "active" });
    expect((await intake.deliveries())[1]).toMatchObject({ event: "push", state: "ignored" });
  });
});

describe("a repository that an operator paused", () => {
  it.each<[string, readonly (readonly [string, object])[]]>([
    [
      "suspended for a while",
      [
        ["installation", { action: "suspend", installation: { ...installation, suspended_at: "2026-01-01" } }],
        ["installation", { action: "unsuspend", installation }],
      ],
    ],
    [
      "archived and suspended for a while",
      [
        ["repository", { action: "archived", installation, repository: app }],
        ["installation", { action: "suspend", installation: { ...installation, suspended_at: "2026-01-01" } }],
        ["installation", { action: "unsuspend", installation }],
        ["repository", { action: "unarchived", installation, repository: app }],
      ],
    ],
    [
      "removed and added",
      [
        ["installation_repositories", { action: "removed", installation, repositories_removed: [app] }],
        ["installation_repositories", { action: "added", installation, repositories_added: [app] }],
      ],
    ],
    [
      "called otherwise, while another one had its name",
      [
        ["installation_repositories", { action: "added", installation, repositories_added: [{ ...app, id: 3 }] }],
        [
          "installation_repositories",
          { action: "added", installation, repositories_added: [{ ...app, full_name: "acme/b" }] },
        ],
      ],
    ],
  ])("stays so where it is %s", async (_, told) => {
    await using intake = await installed();
    await setRepositoryState(intake.records, 1, "paused");

    for (const [event, payload] of told) await send(intake, event, payload);

    expect((await repositories(intake))[0]).toMatchObject({ number: 1, state: "paused", problem: "" });
  });

  it("goes on for good once somebody lets it", async () => {
    await using intake = await installed();
    for (const state of ["paused", "active"] as const) {
      await setRepositoryState(intake.records, 1, state);
      await send(intake, "installation_repositories", { action: "removed", installation, repositories_removed: [app] });
      await send(intake, "installation_repositories", { action: "added", installation, repositories_added: [app] });
    }

    expect((await repositories(intake))[0]).toMatchObject({ state: "active" });
  });
});

describe("a repository", () => {
  const about = (action: string, repository: object, changes: object = {}) => ({
    action,
    repository: { default_branch: "main", ...repository },
    changes,
    installation: { id: 7 },
  });

  it.each([
    [
      "renamed",
      { id: 1, full_name: "acme/application" },
      { repository: { name: { from: "app" } } },
      "acme/app is called acme/application now.",
    ],
    [
      "transferred",
      { id: 1, full_name: "umbrella/app" },
      { owner: { from: { organization: { login: "acme" } } } },
      "acme/app is called umbrella/app now.",
    ],
  ])("that was %s stays the same one under its new name", async (action, repository, changes, reason) => {
    await using intake = await installed();

    await send(intake, "repository", about(action, repository, changes));

    expect(await repositories(intake)).toMatchObject([{ name: repository.full_name, number: 1 }, { name: "acme/web" }]);
    expect((await intake.deliveries()).at(-1)).toMatchObject({ state: "done", reason });
  });

  it("whose default branch is another one is known with it", async () => {
    await using intake = await installed();

    await send(
      intake,
      "repository",
      about("edited", { ...app, default_branch: "trunk" }, { default_branch: { from: "main" } }),
    );

    expect(await repositories(intake)).toMatchObject([{ default_branch: "trunk" }, {}]);
    expect((await intake.deliveries()).at(-1)).toMatchObject({
      state: "done",
      reason: "The default branch is trunk now.",
    });
  });

  it.each([
    ["deleted", "The repository was deleted."],
    ["archived", "The repository was archived: nothing can be proposed there."],
  ])("that was %s is gone, with what waited for it", async (action, problem) => {
    await using intake = await installed();
    await send(intake, "push", push(app));

    await send(intake, "repository", about(action, app));

    expect(await repositories(intake)).toMatchObject([{ state: "gone", problem }, { state: "active" }]);
    expect(await intake.deliveries()).toMatchObject([
      {},
      { event: "push", state: "ignored", reason: problem },
      { state: "done" },
    ]);
  });
});

describe("an event", () => {
  it.each(["star", "workflow_dispatch", "repository_dispatch", "workflow_run"])(
    "of the kind %s asks the bot for nothing",
    async (event) => {
      await using intake = await installed();

      await send(intake, event, { ...push(app), ref: "refs/heads/main" });

      expect((await intake.deliveries()).at(-1)).toMatchObject({
        state: "ignored",
        reason: `The event “${event}” asks the bot for nothing.`,
      });
    },
  );

  it("of a fork's pull request waits as any other: the bot's token is its own", async () => {
    await using intake = await installed();
    const example = githubExample("pull_request");

    await send(intake, "pull_request", {
      ...example,
      action: "opened",
      installation: { id: 7 },
      repository: { ...app, default_branch: "main" },
    });

    expect((await intake.deliveries()).at(-1)).toMatchObject({
      event: "pull_request",
      action: "opened",
      state: "waiting",
    });
  });
});
