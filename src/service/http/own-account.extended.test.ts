import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

const PROFILE = "/accounts/profile/";
const PASSWORD = "seven quiet owls read";

let test: SampleService;
let jana: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  jana = await signedIn();
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

async function signedIn(): Promise<Person> {
  const person = new Person(test);
  await person.signIn(test.translatorToken);
  return person;
}

async function csrfOf(person: Person): Promise<string> {
  return /name="csrf_token" value="([^"]+)"/.exec((await person.open(PROFILE)).text)?.[1] ?? "";
}

async function send(person: Person, fields: Readonly<Record<string, string>>) {
  return person.post(PROFILE, { csrf_token: await csrfOf(person), ...fields });
}

describe("what a person is told of by mail", () => {
  const told = async (): Promise<string[]> => {
    const { json } = await test.request("GET", "/api/users/jana/notifications/", { token: test.translatorToken });
    const rows: { notification: string; scope: number; frequency: number }[] = json.results;
    return rows.map(({ notification, scope, frequency }) => `${notification} ${String(scope)} ${String(frequency)}`);
  };

  it("is said in a form: changed, added and taken back; the rest stays", async () => {
    const before = await told();
    expect(before).toContain("NewStringNotificaton 10 3");
    const page = await jana.open(PROFILE);
    expect(page.text).toContain("This server sends no mail");
    expect(page.text).toMatch(/name="told\.NewStringNotificaton\.10"[^>]*>.{0,400}value="3" selected/s);

    const answer = await send(jana, {
      do: "subscriptions",
      "told.NewStringNotificaton.10": "2",
      "told.NewSuggestionNotificaton.20": "1",
      "told.NewAlertNotificaton.20": "",
    });

    expect(answer.status).toBe(303);
    const after = await told();
    expect(after).toEqual(expect.arrayContaining(["NewStringNotificaton 10 2", "NewSuggestionNotificaton 20 1"]));
    expect(after.filter((line) => line.startsWith("NewAlertNotificaton"))).toEqual([]);
    expect(after).toHaveLength(before.length);
  });

  it("keeps lines of single projects, of oneself alone", async () => {
    const { database } = test.service;
    const users = await database.selectFrom("user").select(["id", "username"]).execute();
    const project = await database.selectFrom("project").select("id").executeTakeFirstOrThrow();
    const ids: Record<string, number> = {};
    for (const { id: user_id, username } of users.filter((user) => ["jana", "admin"].includes(user.username))) {
      const row = { user_id, notification: "LockNotification", scope: 30, frequency: 1, project_id: project.id };
      ids[username] = (
        await database.insertInto("subscription").values(row).returning("id").executeTakeFirstOrThrow()
      ).id;
    }
    expect((await jana.open(PROFILE)).text).toContain("<bdi>demo</bdi>");

    await send(jana, { do: "subscriptions", [`own.${String(ids["jana"])}`]: "3", [`own.${String(ids["admin"])}`]: "" });

    const rows = await database.selectFrom("subscription").selectAll().where("scope", "=", 30).execute();
    expect(rows.map(({ id, frequency }) => [id, frequency])).toEqual(
      expect.arrayContaining([
        [ids["jana"], 3],
        [ids["admin"], 1],
      ]),
    );
  });

  it("is as it was where the form asks for what there is not", async () => {
    const before = await told();
    const answer = await send(jana, { do: "subscriptions", "told.NewStringNotificaton.10": "9" });
    expect([answer.status, await told()]).toEqual([400, before]);
  });
});

describe("a person's own account", () => {
  it("keeps languages, colours and an address for commits", async () => {
    const fields = { do: "settings", languages: "cs, de", theme: "dark", commit_email: "jana@work.example" };
    expect((await send(jana, fields)).status).toBe(303);

    const page = await jana.open(PROFILE);
    expect(page.text).toContain('<html lang="en" data-theme="dark">');
    expect(page.text).toContain('value="cs de"');
    const { json } = await test.request("GET", "/api/users/jana/");
    expect(json.profile).toMatchObject({ theme: "dark", commit_email: "jana@work.example" });
    expect((await jana.open("/")).text).toMatch(
      /What needs you[^]*Czech: App[^]*<a href="[^"]*q=state%3Aempty[^"]*">\d+/,
    );
  });

  it.each([1, 2])(
    "keeps the kind of name in commits (%i) that nothing was said of, or that was shown",
    async (kind) => {
      const stored = async (): Promise<number> =>
        (await test.request("GET", "/api/users/jana/")).json.profile.commit_name;
      await send(jana, { do: "settings", commit_name: String(kind) });

      await send(jana, { do: "settings", theme: "dark" });
      expect(await stored()).toBe(kind);
      const { text } = await jana.open(PROFILE);
      const shown = /name="commit_name"[^]*?value="(\d)"[^>]*\sselected/.exec(text)?.[1] ?? "";
      await send(jana, { do: "settings", commit_name: shown });
      expect([shown, await stored()]).toEqual([String(kind), kind]);
    },
  );

  it("says at its field what is wrong, and changes nothing", async () => {
    const answer = await send(jana, { do: "settings", languages: "cs xx_YY", theme: "dark" });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/<p class="problem" id="field-languages-problem">[^<]*xx_YY/);
    expect((await jana.open(PROFILE)).text).not.toContain("data-theme");
  });

  it("makes a token that is shown once, and revokes it", async () => {
    const made = await send(jana, { do: "token", name: "<b>laptop</b>", days: "30" });
    const token = /id="new-token">(svu_\w+)</.exec(made.text)?.[1] ?? "";
    expect(made.headers.get("cache-control")).toBe("no-store");
    expect((await test.request("GET", "/api/users/", { token })).status).toBe(200);

    const page = await jana.open(PROFILE);
    expect(page.text).not.toContain(token);
    expect(page.text).toContain("&lt;b&gt;laptop&lt;/b&gt;");
    const [, issued] = await test.admin.tokens("jana");
    expect(issued?.expires).not.toBeNull();

    expect((await send(jana, { do: "revoke", id: String(issued?.id) })).status).toBe(303);
    expect((await test.request("GET", "/api/users/", { token })).status).toBe(401);
  });

  it("revokes no token of somebody else, and does nothing for another site or session", async () => {
    const [other] = await test.admin.tokens("bot-demo-ci");
    expect((await send(jana, { do: "revoke", id: String(other?.id) })).status).toBe(403);
    expect((await jana.post(PROFILE, { csrf_token: "x", do: "token", name: "x" })).status).toBe(403);
    const foreign = { "sec-fetch-site": "cross-site" };
    const csrf = await csrfOf(jana);
    expect((await jana.post(PROFILE, { csrf_token: csrf, do: "token", name: "x" }, foreign)).status).toBe(403);
    expect(await test.admin.tokens("bot-demo-ci")).toHaveLength(1);
  });

  it("is nobody's without a session: a guest signs in first, a token of a program is none", async () => {
    const answer = await new Person(test).open(PROFILE);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/accounts/login/?next=%2Faccounts%2Fprofile%2F",
    ]);
    const program = await test.request("GET", PROFILE, {
      token: test.translatorToken,
      headers: { accept: "text/html" },
    });
    expect(program.status).toBe(303);
  });
});

describe("a password", () => {
  it("is set, signs in by name and by mail address, and its session ends with signing out", async () => {
    expect((await send(jana, { do: "password", password: PASSWORD })).status).toBe(303);

    for (const login of ["jana", "jana@example.org"]) {
      const person = new Person(test);
      expect((await person.signIn("", { login, password: PASSWORD })).status).toBe(303);
      expect((await person.open("/")).text).toContain("Jana Nováková");
      const before = (await test.admin.tokens("jana")).length;
      await person.post("/accounts/logout/", { csrf_token: await csrfOf(person) });
      expect(await test.admin.tokens("jana")).toHaveLength(before - 1);
    }
    const stored = await test.service.database.selectFrom("user").select("password").execute();
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });

  it.each([
    ["a wrong one", { login: "jana", password: "seven quiet owls write" }],
    ["an account without one", { login: "admin", password: "" }],
    ["nobody", { login: "nobody", password: PASSWORD }],
    ["a bot", { login: "bot-demo-ci", password: PASSWORD }],
  ])("does not sign in for %s, and the answer does not tell which", async (_, fields) => {
    await send(jana, { do: "password", password: PASSWORD });
    const answer = await new Person(test).signIn("", fields);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain("Name and password do not belong together");
    expect(answer.text).not.toContain(PASSWORD);
  });

  it("is changed with the current one alone, and ends other sessions that it opened", async () => {
    await send(jana, { do: "password", password: PASSWORD });
    const [here, elsewhere] = [new Person(test), new Person(test)];
    for (const person of [here, elsewhere]) await person.signIn("", { login: "jana", password: PASSWORD });

    const fresh = "nine loud geese write";
    expect((await send(here, { do: "password", current: "no", password: fresh })).status).toBe(400);
    expect((await send(here, { do: "password", current: PASSWORD, password: fresh })).status).toBe(303);

    expect((await elsewhere.open("/")).text).toContain("Sign in");
    expect((await here.open("/")).text).toContain("Jana Nováková");
    expect((await new Person(test).signIn("", { login: "jana", password: PASSWORD })).status).toBe(401);
    expect((await jana.open("/")).text).toContain("Jana Nováková");
  });

  it.each(["short", "passwordpassword", "jana@example.org"])("is not soon guessed: %s", async (password) => {
    const answer = await send(jana, { do: "password", password });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('id="field-password-problem"');
  });
});

describe("the language of the editor", () => {
  const editor = "/translate/demo/app/cs/?q=key%3Abutton.save";

  it("is chosen in the account: the editor, its script and its script's numbers and what leads there speak it, pages of components and the API do not", async () => {
    const english = (await jana.open(editor)).text;
    expect(english).toMatch(/<html lang="en"/);
    expect((await jana.open(PROFILE)).text).toMatch(/<option value="de" >Deutsch<\/option>/);
    expect((await send(jana, { do: "settings", language: "de" })).status).toBe(303);

    const german = (await jana.open(editor)).text;
    expect(german).toMatch(/<html lang="de"/);
    expect(german).toContain("Speichern und weiter");
    expect(german).not.toContain("Save and go on");
    const [scriptOf, other] = [german, english].map((text) => /src="([^"]+editor-[^"]+)"/.exec(text)?.[1] ?? "");
    expect(scriptOf).not.toBe(other);
    expect((await jana.open(scriptOf ?? "")).text).toContain("Hier nicht gespeichert ({{amount}})");
    expect((await jana.open("/projects/demo/app/cs/")).text).toMatch(/<html lang="de"[^]*Übersetzen, was zu tun ist/);
    expect((await jana.open("/projects/demo/app/")).text).toMatch(/<html lang="en"/);
    const problem = await jana.send(await jana.open(editor), { "target.0": "Uložit  to ", do: "next" });
    expect(problem.text).toMatch(/Warnung · <span lang="en">/);
    const refused = await jana.send(problem, { do: "nothing" });
    expect(refused.text).toContain("Was dieses Formular verlangt, gibt es nicht.");
    expect(refused.text).not.toMatch(/<span lang="en">Was /);
    // Whoever does not ask for it, as a form of an older page, leaves it as it is.
    await send(jana, { do: "settings" });
    expect((await jana.open(editor)).text).toMatch(/<html lang="de"/);
  });

  it("is English where nobody translated it, and stays as it was set", async () => {
    await test.request("PATCH", "/api/users/jana/", { json: { profile: { language: "fr" } } });
    expect((await jana.open(editor)).text).toMatch(/<html lang="en"[^]*Save and go on/);
    const page = (await jana.open(PROFILE)).text;
    expect(page).toMatch(/<option value="fr" selected>français: English until somebody translates it<\/option>/);
  });
});
