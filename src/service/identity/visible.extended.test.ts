import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpointSamples } from "../../../test/support/endpoint-samples/index.ts";
import { usualParameters, type SampleWorld, type Who } from "../../../test/support/endpoint-samples/sample.ts";
import { openSampleWorld } from "../../../test/support/endpoint-samples/world.ts";
import type { TestAnswer } from "../../../test/support/open-test-service.ts";
import { addressOf } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/index.ts";
import { defined } from "../../core/defined.ts";

/** In every text, name and address of the component that only its team sees. */
const WORD = "kryptos";
/** Project administrators see their project, and not what another team alone is named for. */
const outsiders: readonly Who[] = ["guest", "member", "translator", "bot"];
const readings = endpoints.filter(({ method }) => method === "GET");
const inPrivateProject = /secret\/hidden|\/secret\/|"secret"/;
const inRestrictedComponent = new RegExp(WORD, "i");

let world: SampleWorld & AsyncDisposable;
/** What outsiders are told of languages and categories before and after there is a restricted component. */
let before: unknown;
let after: unknown;

beforeAll(async () => {
  world = await openSampleWorld();
  const { make } = world;
  before = await sums();
  const category = `http://service.test/api/categories/${String(world.category)}/`;
  const document = Buffer.from(JSON.stringify({ [WORD]: `The ${WORD}` }));
  const fields = { name: `The ${WORD}`, slug: WORD, category, file_format: "json-nested", restricted: "true" };
  await make("POST", "/api/projects/demo/components/", { multipart: { ...fields, docfile: document } });
  const component = `/api/components/demo/mobile%252F${WORD}/`;
  await make("POST", `${component}translations/`, { json: { language_code: "de" } });
  const { results } = await make("GET", `/api/translations/demo/mobile%252F${WORD}/de/units/`);
  const [first] = results;
  await make("PATCH", `/api/units/${String(first.id)}/`, { json: { target: [`${WORD}!`], state: 20 } });
  await make("POST", `/api/units/${String(first.id)}/suggestions/`, { json: { target: [`${WORD}?`] } });
  const { id } = await make("GET", component);
  await make("POST", "/api/component-lists/core/components/", { json: { component_id: String(id) } });
  after = await sums();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function ask(method: string, path: string, as: Who, json?: unknown): Promise<TestAnswer> {
  return world.test.request(method, path, { token: world.token(as), ...defined({ json }) });
}

/** Where a text tells of something that it should not. */
function tellingIn({ text }: TestAnswer, word: RegExp): string | undefined {
  const found = word.exec(text);
  return found === null ? undefined : text.slice(Math.max(0, found.index - 100), found.index + 100);
}

async function sums(): Promise<unknown> {
  const read = async (path: string): Promise<unknown> => {
    const { json } = await ask("GET", path, "bot");
    const { total, total_words, translated, suggestions, recent_changes } = json;
    return { total, total_words, translated, suggestions, recent_changes };
  };
  return {
    language: await read("/api/languages/de/statistics/"),
    category: await read(`/api/categories/${String(world.category)}/statistics/`),
  };
}

describe("what the caller may not see", () => {
  it.each(readings.map((endpoint) => [endpoint.id, endpoint] as const))(
    "is not told of by %s",
    async (id, endpoint) => {
      const sample = endpointSamples[id];
      const values = Object.entries({ ...usualParameters, ...(await sample?.at?.(world)) });
      const path = addressOf(endpoint, Object.fromEntries(values.map(([name, value]) => [name, String(value)])));
      const sends = typeof sample?.sends === "function" ? undefined : sample?.sends;
      for (const as of outsiders) {
        const answer = await ask("GET", sends?.query === undefined ? path : `${path}?${sends.query}`, as);
        expect(tellingIn(answer, inPrivateProject), as).toBeUndefined();
        expect(tellingIn(answer, inRestrictedComponent), as).toBeUndefined();
      }
    },
  );
});

describe("a restricted component", () => {
  it("is there for those who may do everything", async () => {
    expect((await ask("GET", "/api/components/", "admin")).text).toContain(WORD);
  });

  it("counts in no sum that they are shown", async () => {
    expect(after).toEqual(before);
  });

  it("is found by no search, on no page and in no archive", async () => {
    for (const as of outsiders) {
      const found = await ask("GET", `/api/search/?q=${WORD}`, as);
      expect(found.status === 200 ? found.json : []).toEqual([]);
      expect((await ask("GET", "/projects/demo/", as)).text).not.toContain(WORD);
      const archive = await ask("GET", "/api/projects/demo/file/", as);
      expect(archive.text).not.toContain(WORD);
    }
  });

  it("is not named in the answer to a push that anybody may tell of", async () => {
    const push = {
      ref: "refs/heads/main",
      repository: { name: "app", owner: { login: "acme" }, clone_url: world.test.upstream.remoteUrl },
    };
    const { status, text } = await world.test.request("POST", "/hooks/github/", {
      token: null,
      json: push,
      headers: { "x-github-event": "push" },
    });
    expect(status).toBe(200);
    expect(text).not.toContain(WORD);
  });

  it("has reports that only its team reads, and counts in none of the project", async () => {
    const wanted = { kind: "credits", start: "2020-01-01", end: "2100-01-01" };
    const { make, test } = world;
    const report = async (place: string, as: Who): Promise<number> => {
      const { status, json } = await ask("POST", `${place}reports/`, as, wanted);
      expect(status).toBe(202);
      await test.service.jobs.idle();
      const { result } = await make("GET", new URL(json.task_url).pathname);
      return result.report;
    };
    const own = await report(`/api/components/demo/mobile%252F${WORD}/`, "admin");
    const ofCategory = await report(`/api/categories/${String(world.category)}/`, "bot");

    expect((await ask("GET", `/api/reports/${String(own)}/`, "bot")).status).toBe(404);
    expect((await ask("GET", "/api/reports/", "bot")).text).not.toContain(WORD);
    expect((await ask("GET", "/api/projects/demo/reports/", "bot")).text).not.toContain(WORD);
    expect((await ask("GET", `/api/reports/${String(own)}/`, "admin")).status).toBe(200);
    expect((await ask("GET", `/api/reports/${String(ofCategory)}/json/`, "bot")).json).toEqual([]);
  });

  it("gives no translation to those who translate automatically from all other components", async () => {
    const { make } = world;
    const source = { key: "same.text", value: [`The ${WORD}`], state: 20 };
    await make("POST", "/api/translations/demo/app/en/units/", { json: source });

    const answer = await ask("POST", "/api/translations/demo/app/de/autotranslate/", "bot", {
      mode: "translate",
      auto_source: "others",
      q: "state:empty",
    });

    expect(answer.status).toBe(200);
    const { results } = await make("GET", "/api/translations/demo/app/de/units/?q=key:same.text");
    expect(results.map(({ target }: { target: string[] }) => target)).toEqual([[""]]);
  });
});

describe("the service's own clones", () => {
  it("are nobody's repository to make a component from", async () => {
    const { dataFolder } = world.test.service;
    const fields = {
      branch: "main",
      file_format: "json-nested",
      filemask: "locales/*.json",
      template: "locales/en.json",
    };
    for (const repo of [`${dataFolder}/clones/1`, `file://${dataFolder}/clones/1`]) {
      const sent = { ...fields, name: "Copy", slug: "copy", repo };
      const answer = await ask("POST", "/api/projects/demo/components/", "bot", sent);
      expect([answer.status, answer.json.errors?.[0]?.attr]).toEqual([400, "repo"]);
    }
    const pushed = await ask("PATCH", "/api/components/demo/app/", "bot", { push: `${dataFolder}/clones/2` });
    expect([pushed.status, pushed.json.errors?.[0]?.attr]).toEqual([400, "push"]);
  });
});

describe("ids of what the caller may not see", () => {
  it("are answered like those of nothing, when a project's administrator gives them to a group", async () => {
    const { make, test } = world;
    const { database } = test.service;
    const { token } = await test.admin.createUser({ username: "keeper" });
    await test.admin.grant("keeper", "Administration", "demo");
    const project = "http://service.test/api/projects/demo/";
    const { id } = await make("POST", "/api/groups/", { json: { name: "Circle", defining_project: project } });
    const secret = await database
      .selectFrom("project")
      .select("id")
      .where("slug", "=", "secret")
      .executeTakeFirstOrThrow();
    const hidden = await database
      .selectFrom("component")
      .select("id")
      .where("slug", "=", "hidden")
      .executeTakeFirstOrThrow();
    const added = async (what: string, json: unknown): Promise<readonly [number, string]> => {
      const answer = await test.request("POST", `/api/groups/${String(id)}/${what}/`, { token, json });
      return [answer.status, answer.json.detail];
    };

    expect(await added("projects", { project_id: secret.id })).toEqual(
      await added("projects", { project_id: 999_999 }),
    );
    const nothing = await added("components", { component_id: 999_999 });
    expect(await added("components", { component_id: hidden.id })).toEqual(nothing);
    expect(nothing[0]).toBe(400);
  });
});

describe("a component in the clone of one that the caller may not see", () => {
  it("does not tell whose clone it is, nor where that comes from", async () => {
    const { make } = world;
    await make("POST", "/api/projects/demo/components/", {
      json: {
        name: "Guest",
        slug: "guest",
        repo: "weblate://secret/hidden",
        file_format: "json-nested",
        filemask: "locales/*.json",
        template: "locales/en.json",
      },
    });

    const path = "/api/components/demo/guest/";
    const { json } = await ask("GET", path, "bot");

    expect((await make("GET", path)).linked_component).toContain("/secret/hidden/");
    expect([json.linked_component, json.repo, json.push, json.branch]).toEqual([null, null, null, null]);
    expect(tellingIn(await ask("GET", "/api/components/demo/guest/file/", "bot"), inPrivateProject)).toBeUndefined();
  });
});

describe("the clone of a restricted component", () => {
  it("is shared by nobody who does not see it: its strings would be read", async () => {
    const { test } = world;
    const repo = `weblate://demo/mobile/${WORD}`;
    const fields = { file_format: "json", filemask: "*.json", template: "en.json" };
    const made = await ask("POST", "/api/projects/demo/components/", "bot", {
      ...fields,
      name: "Peek",
      slug: "peek",
      repo,
    });
    const moved = await ask("PATCH", "/api/components/demo/app/", "bot", { repo });
    const { token } = await test.admin.createUser({ username: "other-manager" });
    await test.admin.grant("other-manager", "Administration", "demo");
    await test.admin.createProject({ name: "Peeking", slug: "peeking" });
    await test.admin.grant("other-manager", "Administration", "peeking");
    const elsewhere = await test.request("POST", "/api/projects/peeking/components/", {
      token,
      json: { ...fields, name: "Peek", slug: "peek", repo },
    });

    for (const { status, json } of [made, moved, elsewhere]) {
      expect([status, json.errors[0].attr]).toEqual([400, "repo"]);
    }
  });
});

describe("an answer", () => {
  it("is kept for nobody but the caller, and not without asking again", async () => {
    for (const path of [
      "/api/projects/demo/",
      "/api/translations/demo/app/cs/file/",
      "/projects/demo/",
      "/api/nothing/",
    ]) {
      const { headers } = await ask("GET", path, "translator");
      expect(headers.get("cache-control"), path).toBe("private, no-cache");
      expect(headers.get("vary"), path).toContain("Authorization");
    }
  });
});

describe("a group", () => {
  it("shows a member what they see of its projects and components, and a project token its project alone", async () => {
    const { make, test } = world;
    const { json } = await ask("GET", "/api/users/?username=bot-demo", "admin");
    const bot = json.results[0].username;
    const secret = "http://service.test/api/projects/secret/";
    const { id, url } = await make("POST", "/api/groups/", { json: { name: "Secret", defining_project: secret } });
    const { id: project_id } = await make("GET", "/api/projects/secret/");
    const { id: component_id } = await make("GET", "/api/components/secret/hidden/");
    await make("POST", `/api/groups/${String(id)}/projects/`, { json: { project_id } });
    await make("POST", `/api/groups/${String(id)}/components/`, { json: { component_id } });
    await make("POST", `/api/users/${bot}/groups/`, { json: { group_id: id } });

    const shown = await test.request("GET", new URL(url).pathname, { token: test.botToken });

    expect(shown.json).toMatchObject({ defining_project: null, projects: [], components: [] });
    const whole = await make("GET", new URL(url).pathname);
    expect([whole.defining_project, whole.projects, whole.components.length]).toEqual([secret, [secret], 1]);
  });
});

describe("a restricted component that was removed", () => {
  it("leaves nothing of what was done in it to those who did not see it", async () => {
    await world.make("DELETE", `/api/components/demo/mobile%252F${WORD}/`);

    for (const as of outsiders) {
      const changes = await ask("GET", "/api/changes/?page_size=1000", as);
      // The source text is another component's meanwhile.
      expect(tellingIn(changes, new RegExp(`${WORD}[!?]|mobile/${WORD}`)), as).toBeUndefined();
    }
  });
});
