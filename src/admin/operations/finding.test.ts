import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { addRepository, addRun } from "../../../test/support/test-records.ts";
import { note } from "../../records/logs/event-log.ts";
import { watchMachine } from "../../records/machine/machine.ts";
import { takeSample } from "../../records/machine/samples.ts";
import { replaceBoundFiles, type BoundFileState } from "../../records/repositories/bound-files.ts";
import { noteBudget } from "../../records/runs/budgets.ts";
import { bottlenecks } from "../contract/endpoints/bottlenecks.ts";
import { health } from "../contract/endpoints/health.ts";
import { management } from "../contract/endpoints/management.ts";
import { maps } from "../contract/endpoints/maps.ts";
import { search } from "../contract/endpoints/search.ts";
import { templates } from "../contract/endpoints/templates.ts";

let server: AdminServer;
let operator: AdminSession;
let viewer: AdminSession;

beforeAll(async () => {
  server = await startAdmin();
  operator = await server.signIn(await server.addUser("Webster", "operator"));
  viewer = await server.signIn(await server.addUser("Viktor", "viewer"));
  const { records } = server;
  const website = await addRepository(records, "acme/website");
  const app = await addRepository(records, "acme/app");
  await replaceBoundFiles(records, { repository: website, branch: "main" }, [
    file("acme/website", "de", "in-step", 100),
    file("acme/website", "fr", "conflict", 40),
    file("acme/emails", "de", "behind", undefined),
  ]);
  await replaceBoundFiles(records, { repository: app, branch: "main" }, [file("acme/android", "de", "ahead", 80)]);
  await note(records, { level: "info", component: "runs", message: "The website was brought in step" });
  const started = new Date().toISOString();
  const run = await addRun(records, website, { started, milliseconds: 4_000 });
  await records.database
    .insertInto("timing")
    .values(
      [10, 20, 90].map((milliseconds) => ({
        run_id: run,
        time: started,
        kind: "step",
        name: "upload",
        milliseconds,
        failed: milliseconds === 90 ? 1 : 0,
      })),
    )
    .execute();
  await noteBudget(records, { name: "github.com acme", allowed: 5_000, remaining: 10, resets: null });
});
afterAll(() => server[Symbol.asyncDispose]());

function file(component: string, language: string, state: BoundFileState, translatedPercent: number | undefined) {
  return {
    component,
    language,
    path: `locales/${component}/${language}.json`,
    isSource: false,
    state,
    reason: "",
    url: "",
    translatedPercent,
    pullRequest: "",
  };
}

function get(path: string, session = viewer) {
  return server.request("GET", path, { session });
}

describe("/maps", () => {
  const places = async (query: string): Promise<string[]> => {
    const { json } = await get(`/maps?${query}`);
    return json.items.map(
      ({ component, language }: { readonly component: string; readonly language: string }) =>
        `${component} ${language}`,
    );
  };

  it("shows every bound file with its state, and counts them by state", async () => {
    const { status, json } = await get("/maps");

    expect(status).toBe(200);
    expect(json).toMatchObject({
      total: 4,
      summary: { "in-step": 1, behind: 1, ahead: 1, blocked: 0, conflict: 1 },
    });
    expect(json.items[0]).toMatchObject({
      repository: { forge: "github", name: "acme/app" },
      branch: "main",
      component: "acme/android",
      language: "de",
      path: "locales/acme/android/de.json",
      source: false,
      state: "ahead",
      translated_percent: 80,
    });
  });

  it("filters, and counts the states that the other filters leave", async () => {
    expect(await places("repository=ACME/website&language=de")).toEqual(["acme/emails de", "acme/website de"]);
    expect(await places("component=acme/website&state=conflict")).toEqual(["acme/website fr"]);
    expect(await places("text=ANDROID")).toEqual(["acme/android de"]);
    expect((await get("/maps?component=acme/website&state=conflict")).json).toMatchObject({
      total: 1,
      summary: { "in-step": 1, conflict: 1, behind: 0 },
    });
  });

  it("sorts, and gives one page", async () => {
    expect(await places("sort=state&size=2")).toEqual(["acme/website fr", "acme/android de"]);
    expect(await places("sort=state&size=2&page=2")).toEqual(["acme/emails de", "acme/website de"]);
    expect(await places("sort=percent")).toEqual([
      "acme/website fr",
      "acme/android de",
      "acme/website de",
      "acme/emails de",
    ]);
    expect(await places("sort=-percent")).toEqual([
      "acme/website de",
      "acme/android de",
      "acme/website fr",
      "acme/emails de",
    ]);
    expect(await places("page=9")).toEqual([]);
  });

  it.each(["state=lost", "sort=colour", "page=0", "colour=blue"])("refuses %s", async (query) => {
    expect((await get(`/maps?${query}`)).status).toBe(400);
  });
});

describe("/search", () => {
  const found = async (query: string, session: AdminSession): Promise<readonly [string, string, string][]> => {
    const { json } = await get(`/search?${query}`, session);
    return json.hits.map(
      ({ kind, title, fit }: { readonly kind: string; readonly title: string; readonly fit: string }) => [
        kind,
        title,
        fit,
      ],
    );
  };

  it("finds all kinds of things in one list, the best fit first", async () => {
    expect(await found("q=web", operator)).toEqual([
      ["repository", "acme/website", "prefix"],
      ["component", "acme/website", "prefix"],
      ["user", "Webster", "prefix"],
      ["event", "The website was brought in step", "word"],
    ]);
    expect(await found("q=ACME/website", operator)).toEqual([
      ["repository", "acme/website", "exact"],
      ["component", "acme/website", "exact"],
    ]);
    expect((await found("q=commit-message", operator))[0]).toEqual(["template", "Headline of a commit", "exact"]);
  });

  it("shows viewers no user", async () => {
    expect((await found("q=web", viewer)).map(([kind]) => kind)).not.toContain("user");
    expect(await found("q=viktor@example.org", viewer)).toEqual([]);
  });

  it("leads to the page of what was found", async () => {
    const { json } = await get("/search?q=website&limit=2");

    expect(json.q).toBe("website");
    expect(json.hits).toMatchObject([
      { kind: "repository", url: `/admin/repositories/${String(json.hits[0].id)}`, snippet: "active, on github" },
      { kind: "component", url: "/admin/maps?component=acme%2Fwebsite" },
    ]);
  });

  it("takes what it looks for as it is", async () => {
    expect(await found("q=w%25b", operator)).toEqual([]);
    expect(await found("q=_", operator)).toEqual([]);
    expect(await found("q=%27%20or%201=1", operator)).toEqual([]);
    expect(await found("q=%20", operator)).toEqual([]);
  });

  it.each(["", "q=", "q=a&limit=0", "q=a&limit=101", `q=${"a".repeat(201)}`])("refuses %j", async (query) => {
    expect((await get(`/search?${query}`)).status).toBe(400);
  });
});

describe("/bottlenecks", () => {
  it("shows where the time goes, what was slow, what is left and what waits", async () => {
    const { status, json } = await get("/bottlenecks?window=1h");

    expect(status).toBe(200);
    expect(json).toMatchObject({
      window: "1h",
      steps: {
        items: [{ name: "upload", count: 3, total: 120, p50: 20, p95: 90, max: 90, failures: 1 }],
        names: 1,
        total: 120,
      },
      components: { items: [], names: 0, total: 0 },
      slowest_runs: [{ repository: "acme/website", milliseconds: 4_000, trace: [] }],
      budgets: [{ name: "github.com acme", remaining: 10 }],
      queue: { waiting: 0, running: 0, dead: 0, oldest_waiting: null, jobs: {} },
    });
  });

  it("refuses another window", async () => {
    expect((await get("/bottlenecks?window=1y")).status).toBe(400);
  });
});

it.each([
  ["/maps", maps.list],
  ["/search?q=web", search.find],
  ["/bottlenecks?window=30d", bottlenecks.show],
  ["/health/system", health.system],
  ["/health/access", health.access],
  ["/health/hardware?points=1", health.hardware],
  ["/templates", templates.list],
  ["/templates/1", templates.get],
  ["/management", management.get],
] as const)("%s answers in the form that is declared", async (path, { responses }) => {
  using machine = watchMachine("/");
  await takeSample(server.records, "host:1:0", machine);

  const { status, json } = await get(path, operator);

  expect(status).toBe(200);
  expect(responses[200]().parse(json)).toEqual(json);
});

it.each(["/maps", "/search?q=a", "/bottlenecks", "/health/system", "/health/hardware"])(
  "%s is for those who are signed in",
  async (path) => {
    expect((await server.request("GET", path)).status).toBe(401);
  },
);
