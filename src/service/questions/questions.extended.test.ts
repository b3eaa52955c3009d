import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { secondaryRateLimit } from "../../../test/support/github/faults.ts";
import { startGitHub } from "../../../test/support/github/github.ts";
import {
  openSampleService,
  sampleFiles,
  unlimited,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";
import { manualClock } from "../../../test/support/test-clock.ts";

const MINUTES = 60_000;
const PAGE = "/manage/questions/demo/";
const COMMENT = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";

const clock = manualClock();
let test: SampleService;
let forge: Awaited<ReturnType<typeof startGitHub>>;
let jana: Person;
let admin: Person;
let server: string;

/** Of pull request 1; of the others git tells none. */
const added = {
  cart: "{count} items",
  hold: "Hold",
  lost: "Lost",
  wrong: "Wrong",
  settled: "Settled",
  explained: "Cart",
  busy: "Busy",
  moved: "Moved",
};

/** One service for all: each asks about a string of its own, and the forge has one more comment each time. */
beforeAll(async () => {
  const settings = { rateLimits: unlimited, privateAddresses: ["127.0.0.1"], siteUrl: "https://translate.example.org" };
  test = await openSampleService({ settings, clock });
  const { upstream } = test;
  const permissions = { contents: "write", "pull-requests": "write", issues: "write" } as const;
  const hosted = { repository: "acme/app", bareRepository: upstream.remotePath, settings: { permissions } };
  forge = await startGitHub({ ...hosted, basePath: "/api/v3" });
  server = new URL(forge.apiUrl).origin;
  const english = JSON.parse(sampleFiles["locales/en.json"] ?? "{}");
  const more = { "locales/en.json": `${JSON.stringify({ ...english, ...added }, undefined, 2)}\n` };
  await upstream.publishElsewhere(more, "Add a cart", ["refs/heads/topic"]);
  await call("POST", "pulls", { title: "Add a cart", head: "topic", base: "main" });
  await upstream.write(more);
  await upstream.publish("Add a cart (#1)");
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
  await test.service.database
    .updateTable("clone")
    .set({ repo: `${server}/acme/app.git` })
    .execute();
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
  admin = new Person(test);
  await admin.signIn(test.adminToken);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await forge.close();
});

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${forge.apiUrl}/repos/acme/app/${path}`, {
    method,
    headers: { authorization: `Bearer ${forge.token}`, "content-type": "application/json", "user-agent": "test" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

const connect = (fields: Readonly<Record<string, string>> = {}) =>
  admin.manage(PAGE, {
    do: "save",
    kind: "github",
    url: server,
    token: forge.token,
    repositories: "acme/*",
    ...fields,
  });

async function open(key: string, language = "cs") {
  const unit = (await unitsOf(test, `demo/app/${language}`)).get(key)?.id;
  return jana.open(`/translate/demo/app/${language}/?unit=${String(unit)}`);
}

async function ask(key: string, question: string, who = jana) {
  const answer = await who.send(await open(key), { do: "ask", comment: question });
  await test.service.jobs.idle();
  return answer;
}

function reply(issue: number, user: string, body: string): number {
  const { world } = forge;
  const [id, at] = [world.nextId(), world.now()];
  world.comments.push({ id, issue, user, body, createdAt: at, updatedAt: at });
  return id;
}

async function later(): Promise<void> {
  clock.advance(6 * MINUTES);
  await test.service.jobs.idle();
}

const plain = (text: string): string => text.replaceAll(/\s*<[^>]*>\s*/g, " ").replaceAll(/\s+/g, " ");

/** What the forge got last. */
const last = () => forge.world.comments.at(-1);

async function questionOf(key: string): Promise<number> {
  const unit = (await unitsOf(test, "demo/app/cs")).get(key)?.id ?? 0;
  const row = await test.service.database
    .selectFrom("question")
    .select("id")
    .where("unit_id", "=", unit)
    .executeTakeFirstOrThrow();
  return row.id;
}

describe("a question to the developers", () => {
  it("stays here as a comment where nothing is connected, says so, and can be sent later", async () => {
    expect(plain((await open("title")).text)).toContain(
      "stays here, as a comment to everybody: This project is not connected",
    );
    expect((await ask("title", "Whose?")).text).toContain("goes nowhere else: This project is not connected");
    expect(plain((await open("title")).text)).toContain("Whose? jana , to everybody");
    expect(forge.world.comments).toEqual([]);
    await connect();
    await jana.send(await open("title"), { do: "ask-again:1" });
    await test.service.jobs.idle();
    // Of the title git tells no pull request.
    expect(forge.world.issues).toMatchObject([{ title: "Questions of translators" }]);
    expect(forge.world.comments).toMatchObject([{ issue: forge.world.issues[0]?.number }]);
  });

  it("goes to the pull request that brought the text, and its answer comes back for every language", async () => {
    expect(plain((await open("cart")).text)).toContain(
      "goes, with your name, to the pull request that brought this text",
    );
    const sent = await ask("cart", "Is it @ann's cart?");
    expect(sent.text).toContain("on its way to the developers");
    const body = last()?.body ?? "";
    expect(last()).toMatchObject({ issue: 1 });
    expect(body).toMatch(/^<!-- interlinear:question [\da-f]{12} -->\n\*\*Q2: /);
    expect(body).toContain("key       cart\ntext      {count} items\nfile      locales/en.json:");
    expect(body).toContain("asked by  Jana Nováková, Czech\n\nIs it @ann's cart?");
    expect(body).toContain("https://translate.example.org/translate/demo/app/cs/?unit=");
    expect(plain((await open("cart")).text)).toContain("Q2. Asked in pull request #1");

    const id = reply(1, "ann", "No: <b>a shop's</b>. Ask @jana.");
    await later();
    const page = await open("cart", "de");
    expect(page.text).toContain("No: &lt;b&gt;a shop&#39;s&lt;/b&gt;. Ask @jana.");
    expect(plain(page.text)).toContain("Answer of ann");
    expect((await unitsOf(test, "demo/app/en")).get("cart")).toMatchObject({ has_comment: true });
    const unit = (await unitsOf(test, "demo/app/cs")).get("cart")?.id;
    const { json } = await test.request("GET", `/api/units/${String(unit)}/comments/`);
    expect(json.results).toMatchObject([{ comment: "Is it @ann's cart?" }, { user: null, answered_by: "ann" }]);
    // In an answer, names are names of the forge.
    expect(plain((await jana.open("/accounts/news/")).text)).toContain("ann wrote where you did");

    const said = forge.world.comments.find((each) => each.id === id);
    if (said !== undefined) said.body = "The customer";
    await later();
    expect((await open("cart")).text).toContain("The customer");
    expect((await open("cart")).text).not.toContain("a shop");
    forge.world.comments.splice(forge.world.comments.length - 1);
    await later();
    expect((await open("cart")).text).not.toContain("The customer");
  });

  it("stands with others of its component in one issue where no pull request is known", async () => {
    await ask("button.save", "Save what?");
    await ask("button.cancel", "Cancel what?");
    expect(forge.world.issues).toHaveLength(1);
    const issue = last()?.issue ?? 0;
    reply(issue, "ann", `Q${String(await questionOf("button.save"))}: the file`);
    await later();
    expect((await open("button.save")).text).toContain(": the file");
    expect((await open("button.cancel")).text).not.toContain(": the file");
  });

  it("whose answer by the forge is lost is found again by its mark, and is never there twice", async () => {
    const before = forge.world.comments.length;
    forge.faults.push({ operation: COMMENT, answer: "cut", applied: true });
    await ask("lost", "Lost?");
    expect(plain((await open("lost")).text)).toMatch(
      /Not sent yet : 127\.0\.0\.1:\d+ does not answer\. It is tried again\./,
    );
    await later();
    expect(plain((await open("lost")).text)).toContain("Asked in pull request #1");
    expect(forge.world.comments).toHaveLength(before + 1);
  });

  it("waits while the forge takes no more, and goes to an issue where the pull request takes nothing", async () => {
    forge.faults.push(secondaryRateLimit(COMMENT, 60));
    await ask("busy", "Busy?");
    expect(plain((await open("busy")).text)).toContain("takes no more requests now.");
    const message = "Unable to create comment because issue is locked.";
    forge.faults.push({ operation: COMMENT, answer: { status: 403, message } });
    await later();
    expect(plain((await open("busy")).text)).toMatch(/Asked in issue #\d/);
  });

  it("says what the forge has against it, and no secret", async () => {
    await connect({ token: "ghp_wrong" });
    await ask("wrong", "Whose?");
    const { text } = await open("wrong");
    expect(plain(text)).toMatch(/Not sent yet : 127\.0\.0\.1:\d+ refuses the token/);
    expect(text).not.toContain("ghp_wrong");
    await connect();
  });

  it("is settled by who asked, and opened again; nobody looks for answers to what is settled", async () => {
    await ask("settled", "Whose?");
    const name = String(await questionOf("settled"));
    await jana.send(await open("settled"), { do: `settle:${name}` });
    expect(plain((await open("settled")).text)).toContain(`Q${name}. Settled`);
    expect((await unitsOf(test, "demo/app/en")).get("settled")).toMatchObject({ has_comment: false });
    reply(1, "ann", "Mine");
    await later();
    expect((await open("settled")).text).not.toContain("Mine");
    await jana.send(await open("settled"), { do: `unsettle:${name}` });
    await later();
    expect((await open("settled")).text).toContain("Mine");
    // Of another string's question nothing is to be had.
    expect((await jana.send(await open("title"), { do: `settle:${name}` })).text).toContain("This question is gone.");
  });

  it("keeps its answers where the component's repository is another one now, and asks nothing there", async () => {
    await ask("moved", "Whose?");
    reply(1, "ann", "The movers");
    await later();
    const moveTo = (repo: string) => test.service.database.updateTable("clone").set({ repo }).execute();
    await moveTo(`${server}/acme/other.git`);
    const asked = forge.requests.length;
    await later();
    const page = plain((await open("moved")).text);
    expect(page).toContain("The movers");
    expect(page).toContain("It was asked in acme/app, where questions do not go any more.");
    expect(forge.requests).toHaveLength(asked);
    await moveTo(`${server}/acme/app.git`);
  });

  it("has an answer that becomes the explanation, by who may edit sources", async () => {
    await ask("explained", "Whose?");
    reply(1, "ann", "A shop's");
    await later();
    const { id } = await test.service.database
      .selectFrom("answer")
      .select("comment_id as id")
      .orderBy("comment_id", "desc")
      .executeTakeFirstOrThrow();
    const order = { do: `explain:${String(id)}` };
    const page = await open("explained");
    expect((await jana.send(page, order)).status).toBe(403);
    const theirs = await admin.open(formOf(page).action);
    expect((await admin.send(theirs, order)).text).toContain("is the explanation of this string now");
    const explained = /<dt>Explanation<\/dt>\s*<dd[^>]*>A shop&#39;s<\/dd>/;
    expect((await jana.open(formOf(page).action)).text).toMatch(explained);
  });
});

describe("who may ask, and how much", () => {
  it("nobody without the right to comment; nothing without words, too long, or beyond twenty a day", async () => {
    const { token } = await test.admin.createUser({ username: "stranger" });
    const other = new Person(test);
    await other.signIn(token);
    const page = await open("cart");
    const { database } = test.service;
    await database.updateTable("project").set({ access_control: 100 }).execute();
    expect((await other.send(page, { do: "ask", comment: "Whose?" })).status).toBe(404);
    await database.updateTable("project").set({ access_control: 0 }).execute();
    expect((await jana.send(page, { do: "ask", comment: " " })).status).toBe(400);
    const long = await jana.send(page, { do: "ask", comment: "x".repeat(2001) });
    expect([long.status, long.text.includes("at most 2000 characters")]).toEqual([400, true]);
    expect(long.text).toContain("x".repeat(2001));
    await database.deleteFrom("question_forge").execute();
    const asked = await database.selectFrom("question").selectAll().execute();
    for (let count = asked.length; count < 20; count += 1) await jana.send(page, { do: "ask", comment: "Why?" });
    const more = await jana.send(page, { do: "ask", comment: "And why?" });
    expect([more.status, plain(more.text).includes("at most 20 questions a day")]).toEqual([403, true]);
  });
});

describe("the connection", () => {
  it("is tried, keeps its token to its server, and is undone with it", async () => {
    expect((await connect({ repositories: "everything" })).text).toContain("neither owner/name nor owner/*");
    expect((await connect({ token: "" })).text).toContain("Another server wants its own token");
    const made = await admin.follow(await connect());
    expect(made.text).toContain("Connected.");
    expect(made.text).not.toContain(forge.token);
    expect((await admin.manage(PAGE, { do: "try" })).text).toContain("The token reads acme/app.");
    expect((await connect({ url: "http://127.0.0.1:1", token: "" })).text).toContain("wants its own token");
    expect((await connect({ token: "", repositories: "acme/app" })).status).toBe(303);
    expect((await admin.follow(await admin.manage(PAGE, { do: "off" }))).text).toContain("Disconnected");
    expect(await test.service.database.selectFrom("question_forge").selectAll().execute()).toEqual([]);
  });

  it("is for who may edit the project", async () => {
    expect((await jana.open(PAGE)).status).toBe(403);
    expect((await jana.manage(PAGE, { do: "off" })).status).toBe(403);
  });
});
