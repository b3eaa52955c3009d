import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { adminScene } from "../../../test/support/admin-scene.ts";
import { startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { storeDelivery } from "../../records/deliveries/deliveries.ts";
import { note } from "../../records/logs/event-log.ts";
import { replaceBoundFiles } from "../../records/repositories/bound-files.ts";
import { causeOf } from "../../records/problems/causes.ts";
import { keepRepository, setRepositoryState } from "../../records/repositories/repositories.ts";
import { beginRun, endRun } from "../../records/runs/runs.ts";
import { DatabaseAway } from "../../store/database-away.ts";
import type { Role } from "../contract/endpoint.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`;

interface Shown {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function page(server: AdminServer, path: string, session?: AdminSession): Promise<Shown> {
  const answer = await fetch(`${server.url.replace(/\/$/, "")}${path}`, {
    redirect: "manual",
    headers: session === undefined ? {} : { cookie: session.cookie },
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** A run's events to their end. @param then what happens once the first was told */
async function followed(
  server: AdminServer,
  run: number,
  session: AdminSession,
  then: () => Promise<unknown>,
): Promise<Pick<Shown, "text" | "headers">> {
  const url = `${server.url}runs/${String(run)}/events`;
  const { body, headers } = await fetch(url, { headers: { cookie: session.cookie } });
  let text = "";
  for await (const chunk of body ?? []) {
    const isFirst = text === "";
    text += Buffer.from(chunk).toString("utf8");
    if (isFirst) await then();
  }
  return { text, headers };
}

async function send(
  server: AdminServer,
  path: string,
  fields: Readonly<Record<string, string>>,
  session?: AdminSession,
  headers: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const answer = await fetch(`${server.url.replace(/\/$/, "")}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...(session !== undefined && { cookie: session.cookie }), ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

describe("the administration's pages", () => {
  let server: AdminServer;
  const sessions = new Map<Role, AdminSession>();
  const as = (role: Role): AdminSession => {
    const session = sessions.get(role);
    if (session === undefined) throw new Error(`There is no ${role}.`);
    return session;
  };

  beforeAll(async () => {
    server = await startAdmin();
    sessions.set("administrator", await server.signIn(server.administrator));
    sessions.set("operator", await server.signIn(await server.addUser("Oskar", "operator")));
    sessions.set("viewer", await server.signIn(await server.addUser("Vera", "viewer")));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it.each([
    ["/", "No repository yet"],
    ["/repositories", "Create the GitHub App"],
    ["/maps", "No file is bound yet"],
    ["/runs", "No run yet"],
    ["/deliveries", "Nothing came in yet"],
    ["/bottlenecks", "No run in 24 hours."],
    ["/health", "No sample in this time"],
    ["/search?q=nothing-is-called-so", "Nothing fits"],
  ])("say on %s what to do first, before there is anything", async (path, words) => {
    const shown = await page(server, path === "/" ? "" : path, as("administrator"));
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(words);
  });

  it.each<[path: string, allowed: readonly Role[]]>([
    ["", ["administrator", "operator", "viewer"]],
    ["/runs", ["administrator", "operator", "viewer"]],
    ["/logs", ["administrator", "operator", "viewer"]],
    ["/logs/access", ["administrator", "operator"]],
    ["/templates/1", ["administrator", "operator", "viewer"]],
    ["/templates/new", ["administrator", "operator"]],
    ["/settings", ["administrator", "operator"]],
    ["/users", ["administrator", "operator"]],
    ["/users/1", ["administrator", "operator"]],
    ["/users/new", ["administrator"]],
  ])("let those see %s that may: %j", async (path, allowed) => {
    for (const role of ["administrator", "operator", "viewer"] as const) {
      const { status } = await page(server, path, as(role));
      expect({ role, status }).toEqual({ role, status: allowed.includes(role) ? 200 : 403 });
    }
  });

  it.each<[path: string, fields: Readonly<Record<string, string>>, allowed: readonly Role[]]>([
    ["/users", { name: "N", email: "n@example.org", role: "viewer" }, []],
    ["/settings/section/general", { mapping: "i18n.yml", theme: "dark" }, []],
    ["/templates/1", { body: "{{ standard }}" }, ["operator"]],
    ["/templates/1/remove", {}, ["operator"]],
    ["/account", { name: "Somebody" }, ["operator", "viewer"]],
  ])("let those write to %s that may", async (path, fields, allowed) => {
    for (const role of ["operator", "viewer"] as const) {
      const { csrf } = as(role);
      const { status } = await send(server, path, { ...fields, csrf_token: csrf }, as(role));
      expect({ role, status }).toEqual({ role, status: allowed.includes(role) ? 303 : 403 });
    }
  });

  it("refuse a form without the session's token, with another one's, and from a foreign page", async () => {
    const session = as("administrator");
    const fields = { name: "Mallory", email: "m@example.org", role: "administrator" };
    expect((await send(server, "/users", fields, session)).status).toBe(403);
    expect((await send(server, "/users", { ...fields, csrf_token: as("operator").csrf }, session)).status).toBe(403);
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await send(server, "/users", { ...fields, csrf_token: session.csrf }, session, foreign)).status).toBe(403);
    expect((await page(server, "/users", session)).text).not.toContain("Mallory");
  });

  it("send those who are not signed in to the form, and afterwards nowhere but to a page of theirs", async () => {
    const asked = await page(server, "/runs?state=failed");
    expect(asked.status).toBe(303);
    expect(asked.headers.get("location")).toBe("/admin/sign-in?to=%2Fadmin%2Fruns%3Fstate%3Dfailed");
    const { login, password } = server.administrator;
    for (const [to, place] of [
      ["/admin/runs?state=failed", "/admin/runs?state=failed"],
      ["https://evil.example/", "/admin"],
      ["//evil.example/", "/admin"],
      ["/admin//evil.example", "/admin"],
      ["/admin/\\evil.example", "/admin"],
    ] as const) {
      const { headers } = await send(server, "/sign-in", { user: String(login), password, to });
      expect({ to, place: headers.get("location") }).toEqual({ to, place });
    }
  });

  it("say no more than the API to who guesses, and set no cookie", async () => {
    const unknown = await send(server, "/sign-in", { user: "nobody@example.org", password: "x" });
    const wrong = await send(server, "/sign-in", { user: "vera@example.org", password: "x" });
    for (const { status, text, headers } of [unknown, wrong]) {
      expect(status).toBe(401);
      expect(text).toContain("do not belong together");
      expect(headers.get("set-cookie")).toBeNull();
      expect(headers.get("www-authenticate")).not.toContain("Basic");
    }
  });

  it("are kept nowhere, load nothing from elsewhere, and have neither script nor style in them", async () => {
    for (const path of ["", "/bottlenecks", "/settings", "/account"]) {
      const { headers, text } = await page(server, path, as("administrator"));
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(text).not.toMatch(/\sstyle="|<style|\son[a-z]+="|<script(?! src=)/);
    }
  });

  it("say what was done by a key of theirs, never in the words of an address", async () => {
    expect((await page(server, "?told=user-saved", as("viewer"))).text).toContain("The user is saved.");
    const { text } = await page(server, `?told=${encodeURIComponent("Your password is expired")}`, as("viewer"));
    expect(text).not.toContain("expired");
    expect((await page(server, "?told=toString", as("viewer"))).status).toBe(200);
  });

  it("show nothing at addresses that are none", async () => {
    for (const path of [
      "/nothing",
      "/runs/999999",
      "/runs/x",
      "/repositories/0",
      "/users/999",
      "/templates/99999999999",
    ]) {
      const { status, text } = await page(server, path, as("administrator"));
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(text).toContain("There is nothing here");
    }
  });
});

describe("pages with foreign text", () => {
  it("show it and never obey it, wherever it comes from", async () => {
    await using server = await startAdmin();
    const session = await server.signIn(server.administrator);
    const { records } = server;
    const { id } = await keepRepository(records, { forge: "github", name: `acme/${HOSTILE}`, defaultBranch: HOSTILE });
    await replaceBoundFiles(records, { repository: id, branch: "main" }, [
      {
        component: HOSTILE,
        language: HOSTILE,
        path: HOSTILE,
        isSource: false,
        state: "conflict",
        reason: HOSTILE,
        url: "javascript:alert(3)",
        translatedPercent: 1,
        pullRequest: "data:text/html,x",
      },
    ]);
    const run = await beginRun(records, {
      repository: id,
      kind: "sync",
      cause: HOSTILE,
      branch: HOSTILE,
      worker: HOSTILE,
    });
    const trace = [{ name: HOSTILE, component: HOSTILE, begin: 0, milliseconds: 5, outcome: HOSTILE, detail: HOSTILE }];
    const timings = (["step", "component", "endpoint"] as const).map((kind) => ({
      kind,
      name: HOSTILE,
      milliseconds: 5,
      failed: false,
    }));
    const summary = `${HOSTILE}\n\n[x](javascript:alert(4)) ![x](https://evil.example/x.png)\n`;
    await endRun(records, run, { state: "failed", outcome: HOSTILE, summary, trace, requests: 1, timings });
    await storeDelivery(records, {
      source: "github",
      sender: HOSTILE,
      guid: "1",
      event: HOSTILE,
      action: HOSTILE,
      repository: id,
      payload: {},
      ended: { state: "ignored", reason: HOSTILE },
    });
    await note(records, {
      level: "error",
      component: "runs",
      message: HOSTILE,
      repository: id,
      details: { [HOSTILE]: HOSTILE },
    });
    const hostile = encodeURIComponent(HOSTILE);
    for (const path of [
      "",
      "/repositories",
      `/repositories?text=${hostile}&state=${hostile}&sort=${hostile}`,
      `/repositories/${String(id)}?component=${hostile}`,
      "/maps",
      "/runs",
      `/runs/${String(run)}`,
      "/deliveries",
      "/bottlenecks",
      "/logs",
      `/logs?text=${hostile}`,
      `/search?q=${hostile}`,
    ]) {
      const { status, text } = await page(server, path, session);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect({ path, obeyed: /<script>|<img|javascript:|data:text/i.exec(text.replaceAll("data:,", ""))?.[0] }).toEqual(
        { path, obeyed: undefined },
      );
    }
  });

  it("show a sender nothing of what went wrong inside", async () => {
    await using server = await startAdmin();
    const session = await server.signIn(server.administrator);
    await server.records.database.schema.dropTable("delivery").execute();
    const { status, text } = await page(server, "/deliveries", session);
    expect(status).toBe(500);
    expect(text).toContain("It is a mistake of this program.");
    expect(text).not.toContain("delivery.");
  });

  it("ask to come again while the queue of jobs cannot be asked", async () => {
    await using server = await startAdmin();
    const session = await server.signIn(server.administrator);
    const away = new DatabaseAway(new Error("terminating connection due to administrator command"));
    using _queue = vi.spyOn(server.records.jobs, "lengths").mockRejectedValue(away);
    const { status, text, headers } = await page(server, "", session);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(text).toContain("The database cannot be used just now. Try again soon.");
    expect(text).not.toContain("administrator command");
  });
});

describe("pages of a team", () => {
  it("answer all that is in step or not by symbol and word", async () => {
    await using server = await startAdmin();
    const session = await server.signIn(server.administrator);
    await adminScene(server.records);
    const { text } = await page(server, "", session);
    expect(text).toContain("10 files of 98 are not in step");
    expect(text).toContain("2 in conflict · 2 blocked · 2 ahead in git · 4 behind in git, in 4 repositories.");
    for (const words of ["in step, 7 files", "conflict, 2 of 7", "git is behind, 2 of 7"])
      expect(text).toContain(words);
  });

  it("tell of a run's progress until it has ended", async () => {
    await using server = await startAdmin();
    const session = await server.signIn(server.administrator);
    const { running } = await adminScene(server.records);
    const { text, headers } = await followed(server, running, session, () =>
      endRun(server.records, running, {
        state: "done",
        outcome: "Done.",
        summary: "",
        trace: [],
        requests: 1,
        timings: [],
      }),
    );
    expect(headers.get("content-type")).toContain("text/event-stream");
    expect(text).toContain(
      'event: progress\ndata: {"phase":"download","done":5,"total":12,"detail":"locales/fr.json","words":"download: 5 of 12"}',
    );
    expect(text.trimEnd()).toMatch(/event: end\ndata: \{"state":"done"\}$/);
  });

  it("tell of it no longer than the session lasts", async () => {
    await using server = await startAdmin();
    const session = await server.signIn(server.administrator);
    const { running } = await adminScene(server.records);

    const { text } = await followed(server, running, session, () =>
      server.records.database.deleteFrom("session").execute(),
    );

    expect(text).toContain("event: progress");
    expect(text).not.toContain("event: end");
  });
});

describe("a form whose session has ended", () => {
  const body = 'Thanks!\n\n{{ standard }} "quoted" <b>';

  it("keeps what was written through signing in, and sends it by its reader's own hand", async () => {
    await using server = await startAdmin();
    const { login, password } = server.administrator;
    const former = await server.signIn(server.administrator);
    await server.records.database.deleteFrom("session").execute();

    const ended = await send(server, "/templates/1", { body, csrf_token: former.csrf }, former);
    const carried = { user: String(login), password, ...hiddenFields(ended.text) };
    const wrong = await send(server, "/sign-in", { ...carried, password: "wrong" });
    const again = await send(server, "/sign-in", { ...carried, ...hiddenFields(wrong.text) });
    const cookie = again.headers.get("set-cookie")?.split(";")[0] ?? "";
    const sent = await send(server, "/templates/1", hiddenFields(again.text), { cookie, csrf: "" });

    expect([ended.status, wrong.status, again.status, sent.status]).toEqual([401, 401, 200, 303]);
    expect(ended.text).toContain("what you wrote is kept");
    expect(ended.text).not.toContain(former.csrf);
    expect(again.text).toContain('action="/admin/templates/1"');
    expect(again.text).toContain("Send it now");
    expect(sent.headers.get("location")).toBe("/admin/templates/1?told=template-saved");
    const row = await server.records.database
      .selectFrom("template")
      .select("body")
      .where("id", "=", 1)
      .executeTakeFirst();
    expect(row?.body).toBe(body);
  });

  it("keeps no secret, and nothing that a foreign page had somebody send", async () => {
    await using server = await startAdmin();
    const fields = { "mail.host": "smtp.example.org", "mail.password": "hunter2" };

    const own = await send(server, "/settings/section/mail", fields);
    const foreign = await send(server, "/templates/1", { body }, undefined, { "sec-fetch-site": "cross-site" });
    const empty = await send(server, "/repositories/3/run", { csrf_token: "x" });

    expect(own.text).toContain("smtp.example.org");
    expect(own.text).not.toContain("hunter2");
    expect([foreign.status, empty.status]).toEqual([303, 303]);
    expect(empty.headers.get("location")).toBe("/admin/sign-in?to=%2Fadmin%2Frepositories%2F3&told=session-ended");
  });
});

function hiddenFields(text: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const plain = (value: string): string =>
    value
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, plain(value)]));
}

describe("lists of thousands of rows", () => {
  const REFUSED = "The token was refused (401)";

  async function stage() {
    const server = await startAdmin();
    const { records } = server;
    const { id: app } = await keepRepository(records, { forge: "github", name: "acme/app", defaultBranch: "main" });
    const { id: site } = await keepRepository(records, { forge: "github", name: "acme/site", defaultBranch: "main" });
    const rows = Array.from({ length: 130 }, (_, index) => ({
      source: "github",
      sender: "github",
      guid: `guid-${String(index)}`,
      event: "push",
      action: "",
      repository_id: index % 2 === 0 ? app : site,
      payload: "{}",
      received: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 10), 12)).toISOString(),
      due: "2026-01-01T00:00:00.000Z",
      state: index < 60 ? "dead" : "done",
      attempts: 0,
      reason: index < 50 ? `${REFUSED} in acme/${index % 2 === 0 ? "app" : "site"}` : index < 60 ? "No network" : "",
    }));
    await records.database.insertInto("delivery").values(rows).execute();
    return { server, session: await server.signIn(server.administrator), app, site };
  }
  const totalOf = (text: string): string | undefined => /data-total>([^<]*)</.exec(text)?.[1]?.trim();

  it("are narrowed by words, repository, state, cause and time, all in an address that can be shared", async () => {
    const { server, session } = await stage();
    await using _ = server;
    const { key } = causeOf(`${REFUSED} in acme/app`, "acme/app");
    const shown = async (query: string) => totalOf((await page(server, `/deliveries${query}`, session)).text);

    expect(await shown("?state=dead")).toBe("1 to 50 of 60 deliveries");
    expect(await shown(`?state=dead&cause=${key}`)).toBe("50 deliveries");
    expect(await shown(`?state=dead&cause=${key}&repository=site`)).toBe("25 deliveries");
    expect(await shown("?text=GUID-12")).toBe("11 deliveries");
    expect(await shown("?since=2026-01-02&until=2026-01-03")).toBe("20 deliveries");
    expect(await shown("?state=dead&cause=0000000000000000")).toBe("0 deliveries");
    expect(await shown("?since=nonsense&until=2026-99-99")).toBe("1 to 50 of 130 deliveries");
  });

  it("lead to a page by its number and to the page where a day begins", async () => {
    const { server, session } = await stage();
    await using _ = server;

    const { text } = await page(server, "/deliveries", session);
    const jump = await page(server, "/deliveries?state=&at=2026-01-05", session);

    expect(text).toContain('name="page" value="1" min="1" max="3"');
    // 80 are newer than the fifth day: its first row is the 31st of the second page.
    expect(jump.headers.get("location")).toBe("/admin/deliveries?page=2");
    expect((await page(server, "/deliveries?at=never", session)).status).toBe(200);
    const before = await page(server, "/deliveries?text=no+network&at=2020-01-01", session);
    expect(before.headers.get("location")).toBe("/admin/deliveries?text=no+network");
    const beforeFilter = await page(server, "/deliveries?since=2026-01-04&at=2026-01-02", session);
    // 100 rows are two pages, and none of them is of that day or older.
    expect(beforeFilter.headers.get("location")).toBe("/admin/deliveries?since=2026-01-04&page=2");
  });

  it("come back to where somebody was who replays one of them", async () => {
    const { server, session } = await stage();
    await using _ = server;

    const { text } = await page(server, "/deliveries?state=dead&page=2", session);
    const [, action = ""] = /action="\/admin(\/deliveries\/\d+\/replay[^"]*)"/.exec(text) ?? [];
    const sent = await send(server, action.replaceAll("&amp;", "&"), { csrf_token: session.csrf }, session);

    expect(sent.headers.get("location")).toBe("/admin/deliveries?state=dead&page=2&told=replayed");
  });

  it("have all deliveries of a cause replayed at once, by those who may", async () => {
    const { server, session, app, site } = await stage();
    await using _ = server;
    const { key } = causeOf(`${REFUSED} in acme/app`, "acme/app");
    const fields = { state: "dead", cause: key, csrf_token: session.csrf };
    const vera = await server.signIn(await server.addUser("Vera", "viewer"));

    const { text } = await page(server, `/deliveries?state=dead&cause=${key}`, session);
    const refused = await send(server, "/deliveries/replay", { ...fields, csrf_token: vera.csrf }, vera);
    const all = await send(server, "/deliveries/replay", { csrf_token: session.csrf }, session);
    const sent = await send(server, "/deliveries/replay", fields, session);

    expect(text).toContain("Replay all 50 deliveries");
    expect([refused.status, all.status]).toEqual([403, 409]);
    expect(sent.headers.get("location")).toBe("/admin/deliveries?told=replayed-all");
    const { database } = server.records;
    const rows = await database
      .selectFrom("delivery")
      .select(({ fn }) => ["state", fn.countAll<number>().as("rows")])
      .groupBy("state")
      .orderBy("state")
      .execute();
    expect(rows.map(({ state, rows: many }) => [state, many])).toEqual([
      ["dead", 10],
      ["done", 70],
      ["waiting", 50],
    ]);
    expect(await server.records.jobs.keys("repository")).toEqual(new Set([app, site].map(String)));
  });

  it("show a repository with a problem first, in red, and find those alone", async () => {
    const { server, session, site } = await stage();
    await using _ = server;
    await setRepositoryState(server.records, site, "active", "GitHub refused to open the pull request (403)");

    const all = (await page(server, "/repositories", session)).text;
    const wrong = (await page(server, "/repositories?state=problem", session)).text;
    const well = (await page(server, "/repositories?state=active", session)).text;
    const overview = (await page(server, "", session)).text;

    expect(all.indexOf("acme/site")).toBeLessThan(all.indexOf("acme/app"));
    expect(all).toMatch(/<span class="state bad"\s*><span class="symbol" aria-hidden="true">!<\/span>problem/);
    expect([totalOf(wrong), totalOf(well)]).toEqual(["1 repository", "1 repository"]);
    expect(overview).toContain("GitHub refused to open the pull request (403), in acme/site");
    expect(overview).toContain("50 deliveries given up");
  });

  it("turn nobody's direction of reading unseen, and leave what is edited as it is", async () => {
    const { server, session } = await stage();
    await using _ = server;
    await keepRepository(server.records, { forge: "github", name: "acme/\u202egnp.exe", defaultBranch: "main" });

    const { text } = await page(server, "/repositories?text=%E2%80%AEgnp", session);

    expect(text).toContain("acme/‹U+202E›gnp.exe");
    expect(text).toContain('value="\u202egnp"');
  });

  it("say that there are more hits than are shown", async () => {
    const { server, session } = await stage();
    await using _ = server;
    for (let index = 0; index < 61; index += 1)
      await note(server.records, { level: "info", component: "runs", message: `Word ${String(index)}` });

    const { text } = await page(server, "/search?q=word", session);

    expect(text).toContain("More than 60 hits");
    expect(text.match(/<article/g)).toHaveLength(60);
  });
});
