import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contract, endpoints } from "../contract/index.ts";
import {
  openSampleService,
  openTestService,
  unlimited,
  type SampleService,
  type TestService,
} from "../../test/support/open-test-service.ts";
import { routeFiles, routes } from "./app.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  await test.admin.createComponent("demo", {
    name: "iOS",
    slug: "ios",
    category: "mobile",
    repo: test.upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
  await test.request("POST", "/api/component-lists/", { json: { name: "Core", slug: "core" } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

describe("every endpoint of the contract", () => {
  it("has a route", () => {
    const mounted = new Set(routes.map(({ endpoint }) => endpoint.id));

    expect(endpoints.map(({ id }) => id).filter((id) => !mounted.has(id))).toEqual([]);
    expect(routes).toHaveLength(endpoints.length);
  });

  it("is answered by the file that is read for it", async () => {
    for (const { groups, load } of routeFiles) {
      const declared = groups.flatMap((group) => Object.values(group).map(({ id }) => id));
      expect((await load()).map(({ endpoint }) => endpoint.id).toSorted()).toEqual(declared.toSorted());
    }
  });

  it("produces every field that the contract names", async () => {
    const samples = [
      ["/api/languages/cs/", contract.languages.get],
      ["/api/projects/demo/", contract.projects.get],
      ["/api/components/demo/app/", contract.components.get],
      ["/api/components/demo/app/repository/", contract.components.repository],
      ["/api/translations/demo/app/cs/", contract.translations.get],
      ["/api/translations/demo/app/cs/statistics/", contract.translations.statistics],
      ["/api/units/1/", contract.units.get],
      ["/api/changes/1/", contract.changes.get],
      ["/api/categories/1/", contract.categories.get],
      ["/api/component-lists/core/", contract.componentLists.get],
      ["/api/users/admin/", contract.users.get],
      ["/api/users/admin/statistics/", contract.users.statistics],
      ["/api/groups/1/", contract.groups.get],
      ["/api/roles/1/", contract.roles.get],
    ] as const;
    for (const [path, endpoint] of samples) {
      const { json } = await test.request("GET", path);
      const fields = Object.keys(endpoint.responses[200]().shape);
      expect([path, fields.filter((field) => !(field in json))]).toEqual([path, []]);
    }
  });
});

describe("addresses", () => {
  it("reaches a component in a category by the doubly encoded slash alone", async () => {
    const statuses = await Promise.all(
      ["mobile%252Fios", "mobile%252fios", "mobile%2Fios", "mobile/ios", "ios", "mobile%25252Fios"].map(
        async (component) => (await test.request("GET", `/api/components/demo/${component}/`)).status,
      ),
    );

    expect(statuses).toEqual([200, 200, 404, 404, 404, 404]);
  });

  it("gives addresses of the host that was asked, and they lead back", async () => {
    const { json } = await test.request("GET", "/api/components/demo/mobile%252Fios/");

    expect(json.url).toBe("http://service.test/api/components/demo/mobile%252Fios/");
    expect(json.category).toBe("http://service.test/api/categories/1/");
    expect(json.linked_component).toBe("http://service.test/api/components/demo/app/");
    const address = new URL(json.translations_url);
    expect((await test.request("GET", address.pathname)).json.count).toBe(3);
  });

  it("does not know a path without its slash, with two, or of nothing", async () => {
    for (const path of ["/api/projects", "/api//projects/", "/api/nothing/", "/api/projects/demo/nothing/"]) {
      const answer = await test.request("GET", path);
      expect([path, answer.status, answer.json.errors[0].code]).toEqual([path, 404, "not_found"]);
    }
  });
});

describe("identity", () => {
  const writing = ["POST", "/api/components/demo/app/lock/", { lock: true }] as const;

  it("tells anonymous writers to sign in", async () => {
    const [method, path, json] = writing;

    const answer = await test.request(method, path, { token: null, json });

    expect([answer.status, answer.json.errors[0].code]).toEqual([401, "not_authenticated"]);
    expect(answer.headers.get("www-authenticate")).toBe("Token");
  });

  it("refuses a wrong token everywhere", async () => {
    const answer = await test.request("GET", "/api/projects/", { token: "svu_wrong" });

    expect([answer.status, answer.json.errors[0].code]).toEqual([401, "authentication_failed"]);
  });

  it("knows Token and Bearer, in any case, and takes other schemes for anonymous", async () => {
    const statusOf = async (authorization: string) =>
      (await test.request("GET", "/api/projects/secret/", { token: null, headers: { authorization } })).status;

    expect(await statusOf(`Token ${test.adminToken}`)).toBe(200);
    expect(await statusOf(`bearer ${test.adminToken}`)).toBe(200);
    expect(await statusOf(test.adminToken)).toBe(404);
    expect(await statusOf(`Basic ${test.adminToken}`)).toBe(404);
  });

  it("keeps tokens as hashes", async () => {
    const tokens = await test.service.database.selectFrom("token").select("hash").execute();

    expect(test.adminToken).toMatch(/^svu_[A-Za-z0-9]{36}$/);
    expect(test.botToken).toMatch(/^svp_[A-Za-z0-9]{36}$/);
    for (const { hash } of tokens) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("refuses tokens of users who are not active any more, and tokens past their day", async () => {
    const { token, user } = await test.admin.createUser({ username: "gone" });
    const ask = async () => {
      const { status, json } = await test.request("GET", "/api/", { token });
      return status === 200 ? "welcome" : json.errors[0].detail;
    };
    expect(await ask()).toBe("welcome");

    await test.service.database
      .updateTable("token")
      .set({ expires: "2000-01-01T00:00:00.000Z" })
      .where("user_id", "=", user)
      .execute();
    expect(await ask()).toBe("User inactive or deleted.");

    await test.service.database.updateTable("token").set({ expires: null }).where("user_id", "=", user).execute();
    await test.service.database.updateTable("user").set({ is_active: 0 }).where("id", "=", user).execute();
    expect(await ask()).toBe("User inactive or deleted.");
  });
});

describe("what a caller sees", () => {
  it("hides private projects as if they were not there", async () => {
    const statuses = await Promise.all(
      [null, test.translatorToken, test.botToken, test.adminToken].map(
        async (token) => (await test.request("GET", "/api/projects/secret/", { token })).status,
      ),
    );

    expect(statuses).toEqual([404, 404, 404, 200]);
  });

  it("limits a project token to its project", async () => {
    await test.admin.createProject({ name: "Open", slug: "open" });
    const slugs = async (token: string | null) =>
      (await test.request("GET", "/api/projects/", { token })).json.results.map(({ slug }: { slug: string }) => slug);

    expect(await slugs(test.botToken)).toEqual(["demo"]);
    expect(await slugs(null)).toEqual(["demo", "open"]);
    const create = await test.request("POST", "/api/projects/", {
      token: test.botToken,
      json: { name: "N", slug: "n", web: "https://example.org/" },
    });
    expect([create.status, create.json.detail]).toEqual([403, "Can not create projects"]);
  });

  it("tells a bot names of users, never their addresses", async () => {
    const answer = await test.request("GET", "/api/users/jana/", { token: test.botToken });
    const list = await test.request("GET", "/api/users/", { token: test.botToken });

    expect(Object.keys(answer.json).toSorted()).toEqual(["full_name", "id", "username"]);
    expect(list.json.count).toBe(1);
    expect((await test.request("GET", "/api/users/jana/")).json.email).toBe("jana@example.org");
    expect((await test.request("GET", "/api/users/jana/", { token: null })).status).toBe(401);
  });

  it("hides where the repository is from those without vcs.view", async () => {
    const shown = await test.request("GET", "/api/components/demo/app/", { token: null });
    await test.service.database.updateTable("project").set({ access_control: 1 }).where("slug", "=", "demo").execute();
    const hidden = await test.request("GET", "/api/components/demo/app/", { token: null });
    await test.service.database.updateTable("project").set({ access_control: 0 }).where("slug", "=", "demo").execute();

    expect(shown.json.repo).toBe(test.upstream.remoteUrl);
    expect([hidden.status, hidden.json.repo, hidden.json.push, hidden.json.filemask]).toEqual([200, null, null, null]);
  });

  it("shows no password of a repository, and keeps it when the address is sent back as it was shown", async () => {
    const component = "/api/components/demo/app/";
    await test.request("PATCH", component, { json: { push: "https://bot:secret@git.example/a.git" } });

    const answer = await test.request("PATCH", component, { json: { push: "https://git.example/a.git" } });

    const { settings } = await test.service.database
      .selectFrom("component")
      .select("settings")
      .where("slug", "=", "app")
      .executeTakeFirstOrThrow();
    expect(answer.json.push).toBe("https://git.example/a.git");
    expect(JSON.parse(settings)).toMatchObject({ push: "https://bot:secret@git.example/a.git" });
    await test.request("PATCH", component, { json: { push: "" } });
  });
});

describe("answers", () => {
  it("carry the common error format and the plain detail", async () => {
    const answer = await test.request("GET", "/api/projects/nothing/");

    expect(answer.json).toEqual({
      type: "client_error",
      errors: [{ code: "not_found", detail: "Not found.", attr: null }],
      detail: "Not found.",
    });
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("name the methods of an address", async () => {
    const answer = await test.request("PUT", "/api/components/demo/app/lock/", { json: {} });

    expect([answer.status, answer.json.errors[0].code]).toEqual([405, "method_not_allowed"]);
    expect(answer.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  });

  it("refuse bodies of another kind, and ones that are broken", async () => {
    const send = async (body: string, type: string) => {
      const headers = { "content-type": type };
      const answer = await test.request("POST", "/api/components/demo/app/lock/", { body, headers });
      return [answer.status, answer.json.errors[0].code];
    };

    expect(await send("<a/>", "text/xml")).toEqual([415, "unsupported_media_type"]);
    expect(await send("{", "application/json")).toEqual([400, "parse_error"]);
    expect(await send("[]", "application/json")).toEqual([400, "invalid"]);
  });
});

describe("pages", () => {
  it("lead on and back, and end with 404", async () => {
    const first = (await test.request("GET", "/api/components/?page_size=1")).json;
    const second = (await test.request("GET", "/api/components/?page=2&page_size=1")).json;
    const last = (await test.request("GET", "/api/components/?page=last&page_size=1")).json;
    const beyond = await test.request("GET", "/api/components/?page=99");

    expect([first.count, first.results.length, first.previous]).toEqual([3, 1, null]);
    expect(first.next).toBe("http://service.test/api/components/?page_size=1&page=2");
    expect(second.previous).toBe("http://service.test/api/components/?page_size=1");
    expect([last.results[0].slug, last.next]).toEqual(["ios", null]);
    expect([beyond.status, beyond.json.detail]).toEqual([404, "Invalid page."]);
  });

  it("replace a size that is none", async () => {
    for (const size of ["0", "-1", "abc", "99999"]) {
      expect((await test.request("GET", `/api/languages/?page_size=${size}`)).status).toBe(200);
    }
    expect((await test.request("GET", "/api/languages/?page_size=99999")).json.results.length).toBeGreaterThan(50);
    expect((await test.request("GET", "/api/languages/")).json.results).toHaveLength(50);
  });
});

describe("rate limits", () => {
  const limits = { anonymous: { requests: 2, windowSeconds: 86_400 }, user: { requests: 3, windowSeconds: 3600 } };

  const askFrom = (limited: TestService, remote: string) => async (address: string) =>
    limited.request("GET", "/api/projects/", {
      token: null,
      remote,
      headers: { "x-forwarded-for": address, "x-real-ip": address, forwarded: `for=${address}` },
    });

  it("count the caller, whoever a header says it is", async () => {
    await using limited = await openTestService({ rateLimits: limits });
    const ask = askFrom(limited, "198.51.100.7");
    const answers = [await ask("192.0.2.1"), await ask("192.0.2.2"), await ask("192.0.2.3")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it("count whom a proxy on this machine names, not the proxy", async () => {
    await using limited = await openTestService({ rateLimits: limits });
    const ask = askFrom(limited, "127.0.0.1");
    const answers = [await ask("192.0.2.1"), await ask("192.0.2.1"), await ask("192.0.2.1"), await ask("192.0.2.2")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  });

  it("are counted per caller and told in headers; beyond them is 429", async () => {
    await using limited = await openTestService({ rateLimits: limits });
    const ask = (token: string | null) => limited.request("GET", "/api/", { token });

    const answers = [await ask(null), await ask(null), await ask(null)];
    const signedIn = await ask(limited.adminToken);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["1", "0", "0"]);
    expect(answers[2]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(answers[2]?.json.errors[0].code).toBe("throttled");
    expect([signedIn.headers.get("x-ratelimit-limit"), signedIn.headers.get("x-ratelimit-remaining")]).toEqual([
      "3",
      "2",
    ]);
    expect(Number(signedIn.headers.get("x-ratelimit-reset"))).toBeLessThanOrEqual(3600);
  });
});
