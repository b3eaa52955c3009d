import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Remark } from "../../src/workspace/doctor/remark.ts";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import type { BranchProtection } from "../support/github/records.ts";
import { createForgejoWorld } from "../support/forgejo-world.ts";
import { writesOf } from "../support/proxy.ts";
import { createRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping } from "../support/sample-files.ts";
import { createWorld, writes, type World } from "../support/world.ts";

interface Document {
  readonly remarks: readonly Remark[];
  readonly languages: Readonly<Record<string, readonly { language: string; path: string; isThere: boolean }[]>>;
}

interface Examined extends Document {
  readonly exitCode: number;
  readonly output: string;
}

async function doctor(
  { repository }: Pick<World, "repository">,
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Examined> {
  const { exitCode, stdout, output } = await runCli(["doctor", "--json", ...args], {
    cwd: repository.path,
    environment,
  });
  for (const [name, value] of Object.entries(environment)) {
    if (name.endsWith("TOKEN")) expect(output).not.toContain(value);
  }
  const document: Document = JSON.parse(stdout);
  return { exitCode, output, ...document };
}

function wrong({ remarks }: Document): readonly Remark[] {
  return remarks.filter(({ level }) => level === "warning" || level === "problem");
}

/** What is only looked at: what a test changes of its files and of GitHub's settings is taken back. */
let inOrder: World;
let usual: World["github"]["world"]["settings"];
let resources: AsyncDisposableStack;

beforeAll(async () => {
  await using starting = new AsyncDisposableStack();
  inOrder = starting.use(await createWorld(starting.use(await embeddedSite()), { reads: "this repository" }));
  usual = { ...inOrder.github.world.settings };
  resources = starting.move();
});

afterEach(async () => {
  await inOrder.repository.git("reset", "--quiet", "--hard");
  Object.assign(inOrder.github.world.settings, usual);
  inOrder.forgetRequests();
});

afterAll(() => resources.disposeAsync());

test("a repository that is in order: everything is looked at, nothing is written, every language has its path", async () => {
  const { site } = inOrder;
  const result = await doctor(inOrder, { INTERLINEAR_TOKEN: site.botToken });

  expect(result).toMatchObject({ exitCode: 0 });
  expect(wrong(result)).toEqual([]);
  expect([...new Set(result.remarks.map(({ subject }) => subject))]).toEqual([
    "mapping",
    "git",
    "service",
    "token",
    inOrder.web,
    inOrder.server,
  ]);
  expect(result.remarks.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/may do all that a run of this mapping does$/),
  );
  expect(result.languages[inOrder.web]).toEqual([
    { language: "cs", path: "locales/cs.json", isThere: true },
    { language: "de", path: "locales/de.json", isThere: true },
  ]);
  expect(writesOf(site.proxy.requests)).toEqual([]);
});

test("what a person reads is grouped by subject, with a sign and a remedy for each mistake", async () => {
  await using repository = await createRepository({
    ...sampleFiles,
    "locales/de.json": '{ "title": "Hallo", }\n',
    ".github/interlinear.yml": sampleMapping("https://translate.example.org", "acme"),
  });

  const { exitCode, stdout } = await runCli(["doctor", "--offline"], { cwd: repository.path });

  expect(exitCode).toBe(2);
  expect(stdout.split("\n")).toEqual([
    "mapping",
    "  ✓ .github/interlinear.yml binds 2 components",
    "",
    "git",
    "  ✓ branch main, whole history",
    "",
    "acme/web",
    expect.stringMatching(/^ {2}✗ locales\/de\.json:1:\d+ {2}.+ \(IL-R01\)$/),
    "    → Mend the file at the place shown; nothing of it goes to the service before.",
    "    cs  locales/cs.json",
    "    de  locales/de.json",
    "",
    "acme/server",
    "  ✓ its 3 files can be read",
    "    cs  po/cs.po",
    "    de  po/de.po",
    "",
    "1 problem, 0 warnings. Nothing was written.",
    "",
  ]);
});

test("a misspelt component is told with the nearest one and its place, a stray file with the nearest path", async () => {
  const { site } = inOrder;
  const mapping = sampleMapping(site.proxy.url, site.project).replace("component: server", "component: sever");
  await inOrder.repository.write({ "locales/xq.json": "{}\n", ".github/interlinear.yml": mapping });
  await inOrder.repository.git("add", "--all");

  const result = await doctor(inOrder, { INTERLINEAR_TOKEN: site.botToken });

  expect(result.exitCode).toBe(2);
  expect(wrong(result)).toMatchObject([
    {
      subject: "acme/sever",
      level: "problem",
      code: "IL-P01",
      remedy: 'Did you mean "acme/server"?',
      place: { file: ".github/interlinear.yml" },
    },
    { subject: "acme/web", level: "warning", message: expect.stringContaining("locales/xq.json") },
  ]);
});

test("a misspelt project is told where the mapping names it, with the nearest that the token sees", async () => {
  const { site } = inOrder;
  const mapping = sampleMapping(site.proxy.url, "acmee");
  await inOrder.repository.write({ ".github/interlinear.yml": mapping });

  const result = await doctor(inOrder, { INTERLINEAR_TOKEN: site.botToken });

  expect(wrong(result)).toContainEqual(
    expect.objectContaining({
      subject: "acmee",
      level: "problem",
      code: "IL-P01",
      remedy: expect.stringContaining(`Did you mean "${site.project}"?`),
      place: expect.objectContaining({ text: "acmee" }),
    }),
  );
});

test("an address with a folder too many is told as that, by doctor and by plan", async () => {
  const { site } = inOrder;
  await inOrder.repository.write({
    ".github/interlinear.yml": sampleMapping(`${site.proxy.url}/weblate`, site.project),
  });

  const result = await doctor(inOrder, { INTERLINEAR_TOKEN: site.botToken });
  const plan = await runCli(["plan"], {
    cwd: inOrder.repository.path,
    environment: { INTERLINEAR_TOKEN: site.botToken },
  });

  expect(result.exitCode).toBe(2);
  expect(wrong(result)).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining("there is no translation service at") }),
  );
  expect(plan.exitCode).toBe(2);
  expect(plan.output).toMatch(/interlinear\.yml:2:10 {2}IL-P01 {2}there is no translation service at/);
  expect(plan.output).toContain(`If the service is not in the folder /weblate, write ${site.proxy.url}.`);
});

test("a token that may only translate is told what it lacks, and for what", async () => {
  const { site } = inOrder;
  const result = await doctor(inOrder, { INTERLINEAR_TOKEN: site.translator.token });

  expect(result.exitCode).toBe(2);
  expect(wrong(result)).toContainEqual(
    expect.objectContaining({
      subject: "token",
      level: "problem",
      code: "IL-S08",
      message: "it lacks vcs.commit, needed to have pending strings written to files: acme/web, acme/server",
    }),
  );
});

test("a wrong token has to be corrected (2); a service that does not answer has not (1)", async () => {
  const { site } = inOrder;
  const rejected = await doctor(inOrder, { INTERLINEAR_TOKEN: "svp_notatokenofanybody" });
  await inOrder.repository.write({ ".github/interlinear.yml": sampleMapping("http://127.0.0.1:9", site.project) });
  const silent = await doctor(inOrder, { INTERLINEAR_TOKEN: site.botToken });

  expect(rejected.exitCode).toBe(2);
  expect(wrong(rejected)).toMatchObject([{ level: "problem", code: "IL-S07" }]);
  expect(silent.exitCode).toBe(1);
  expect(wrong(silent)).toMatchObject([{ level: "problem", code: "IL-S04", isOutOfReach: true }]);
});

test("without a token, offline is the lint: mistakes of the mapping are all told, with their places", async () => {
  await using repository = await createRepository({
    ...sampleFiles,
    ".github/interlinear.yml": sampleMapping("https://translate.example.org", "acme").replace(
      "locales/en.json",
      "locale/en.json",
    ),
  });

  const offline = await doctor({ repository }, {}, "--offline");
  const online = await doctor({ repository }, {});

  expect(offline.exitCode).toBe(2);
  expect(wrong(offline)).toMatchObject([
    { subject: "mapping", code: "IL-M05", remedy: expect.stringContaining("locales/en.json"), place: { line: 6 } },
  ]);
  expect(offline.languages).toHaveProperty(["acme/server"]);
  expect(wrong(online)).toContainEqual(expect.objectContaining({ subject: "token", code: "IL-W01" }));
});

/** What GitHub has of a repository: what somebody wrote shows here. */
async function traces({ github: { world }, repository }: World): Promise<unknown> {
  const lists = [world.pulls, world.comments, world.checkRuns, world.statuses].map(({ length }) => length);
  return [lists, world.labels.size, await repository.remoteGit("for-each-ref")];
}

test("GitHub is asked for each right, and for what stands in the way of the pull request, and nothing is left there", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    github: {
      settings: {
        tokenKind: "personal",
        login: "dana",
        permissions: { contents: "write", "pull-requests": "write", statuses: "write" },
        collaborators: { dana: "admin" },
        actionsMayOpenPullRequests: false,
        rules: [{ branches: "interlinear/*", requires: { type: "creation" } }],
      },
    },
  });
  const { github } = world;
  const environment = {
    INTERLINEAR_TOKEN: site.botToken,
    GITHUB_TOKEN: github.token,
    GITHUB_REPOSITORY: github.repository,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: github.serverUrl,
  };

  const before = await traces(world);

  const result = await doctor(world, environment);

  expect(result.exitCode).toBe(2);
  expect(result.remarks.filter(({ subject }) => subject === "github")).toMatchObject([
    { level: "fine", message: "dana may write to acme/app" },
    { level: "fine", message: expect.stringMatching(/^the token may push branches, open .*, set .* and see who/) },
    { level: "warning", message: "a workflow's own token may not open pull requests" },
    { level: "problem", code: "IL-F04", message: expect.stringContaining("lets nobody create the branch") },
  ]);
  expect(writes(world).service).toEqual([]);
  expect(await traces(world)).toEqual(before);
});

/** As GitHub's page fills it in. */
const QUEUE = {
  check_response_timeout_minutes: 60,
  grouping_strategy: "ALLGREEN",
  max_entries_to_build: 5,
  max_entries_to_merge: 5,
  merge_method: "MERGE",
  min_entries_to_merge: 1,
  min_entries_to_merge_wait_minutes: 5,
} as const;

test("rules of the base branch are held against the workflow: a check that will not come, one that waits, a merge that nothing follows", async () => {
  await using site = await embeddedSite();
  const printed = await readFile(join(import.meta.dirname, "../../docs/examples/interlinear.yml"), "utf8");
  const contexts = ["Interlinear", "build"].map((context) => ({ context }));
  await using world = await createWorld(site, {
    files: {
      ".github/workflows/translations.yml": printed.replace(
        /^ *merge_group:.*\n(?: +types: .*checks_requested.*\n)?/m,
        "",
      ),
    },
    mapping: "pull-request:\n  auto-merge: { method: squash }\n",
    github: {
      settings: {
        tokenKind: "personal",
        login: "dana",
        permissions: { contents: "write", "pull-requests": "write", statuses: "write" },
        collaborators: { dana: "admin" },
        rules: [
          {
            branches: "main",
            requires: {
              type: "required_status_checks",
              parameters: { strict_required_status_checks_policy: false, required_status_checks: contexts },
            },
          },
          { branches: "main", requires: { type: "merge_queue", parameters: QUEUE } },
        ],
      },
    },
  });
  const { github, repository } = world;
  const environment = {
    INTERLINEAR_TOKEN: site.botToken,
    GITHUB_TOKEN: github.token,
    GITHUB_REPOSITORY: github.repository,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: github.serverUrl,
  };
  const found = async () => {
    const before = await traces(world);
    const result = await doctor(world, environment);
    expect(writes(world).service).toEqual([]);
    expect(await traces(world)).toEqual(before);
    return { exitCode: result.exitCode, remarks: wrong(result).filter(({ subject }) => subject === "github") };
  };

  expect(await found()).toMatchObject({
    exitCode: 2,
    remarks: [
      {
        level: "warning",
        message: expect.stringContaining("pull requests of forks and of Dependabot do not get it"),
        remedy: expect.stringContaining("docs/examples/forks.yml"),
      },
      {
        level: "problem",
        message: "the merge queue of main waits for the check Interlinear, which no workflow brings it",
        remedy: expect.stringContaining("`merge_group:`"),
      },
      { level: "warning", message: expect.stringMatching(/"build".*wait for somebody's approval/) },
      {
        level: "warning",
        message: expect.stringContaining("nothing runs after that"),
        remedy: expect.stringContaining("App"),
      },
    ],
  });

  const mended = printed.replace(/^( *)token: /m, "$1app-id: 123\n$1private-key: ${{ secrets.KEY }}\n$1token: ");
  const forks = await readFile(join(import.meta.dirname, "../../docs/examples/forks.yml"), "utf8");
  await repository.write({ ".github/workflows/translations.yml": mended, ".github/workflows/forks.yml": forks });
  await repository.publish("Work as an App");
  world.forgetRequests();

  expect(await found()).toEqual({ exitCode: 0, remarks: [] });
});

test.each<readonly [string, BranchProtection["enforcement"], number | undefined, readonly RegExp[]]>([
  ["asks for it as a rule does", "everyone", undefined, [/no workflow reviews pull requests/]],
  [
    "takes it from another App alone",
    "non_admins",
    4_711,
    [/no workflow reviews pull requests/, /from an App alone, and the workflow's own token writes it/],
  ],
  ["asks for nothing while it is switched off", "off", undefined, []],
])("a classic protection of the base branch %s", async (_, enforcement, app, messages) => {
  const { site, github, repository } = inOrder;
  const printed = await readFile(join(import.meta.dirname, "../../docs/examples/interlinear.yml"), "utf8");
  const workflow = printed.replace(/^ {2}pull_request:.*\n.*\n/m, "");
  await repository.write({ ".github/workflows/translations.yml": workflow });
  await repository.git("add", "--all");
  Object.assign(github.world.settings, {
    permissions: { contents: "write", "pull-requests": "write", checks: "write" },
    protections: [{ branch: "main", enforcement, checks: [{ name: "Interlinear", app }] }],
  } satisfies Partial<typeof usual>);

  const result = await doctor(inOrder, {
    INTERLINEAR_TOKEN: site.botToken,
    GITHUB_TOKEN: github.token,
    GITHUB_REPOSITORY: github.repository,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: github.serverUrl,
  });

  expect(wrong(result).filter(({ subject, level }) => subject === "github" && level === "problem")).toMatchObject(
    messages.map((message) => ({ message: expect.stringMatching(message) })),
  );
  expect(result.exitCode).toBe(messages.length === 0 ? 0 : 2);
});

test("Forgejo is asked for each right that the token needs, and nothing of that is carried out", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  host.forgetRequests();

  const result = await doctor(host.world, {
    INTERLINEAR_TOKEN: site.botToken,
    FORGEJO_TOKEN: host.forgejo.token,
  });

  expect(result.exitCode, result.output).toBe(0);
  expect(result.remarks.filter(({ subject }) => subject === "forgejo")).toMatchObject([
    { level: "fine", message: "the token's owner may write to acme/app" },
    { level: "fine", message: expect.stringContaining("comment on pull requests") },
  ]);
  expect(host.writes().service).toEqual([]);
  const { pulls, comments, labels, statuses } = host.forgejo.world;
  expect([pulls, comments, labels, statuses]).toEqual([[], [], [], []]);
});
