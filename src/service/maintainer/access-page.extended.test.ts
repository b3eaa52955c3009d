import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, unlimited, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { startMailServer } from "../../../test/support/mail-server.ts";
import { Person } from "../../../test/support/page-person.ts";

const PAGE = "/manage/access/demo/";
const TOKENS = "/manage/tokens/demo/";
let test: SampleService;
let maintainer: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  const { token } = await test.admin.createUser({ username: "ann", email: "ann@example.org" });
  await test.admin.grant("ann", "Administration", "demo");
  maintainer = new Person(test);
  await maintainer.signIn(token);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

async function roleId(name: string): Promise<string> {
  const { json } = await test.request("GET", "/api/roles/?page_size=100");
  return String(json.results.find((role: { name: string }) => role.name === name).id);
}

describe("the people of a project", () => {
  it("are shown by team, with what they may in words, and where", async () => {
    const { text } = await maintainer.open(PAGE);
    expect(text).toContain("everything in the project");
    expect(text).toContain("translate, suggest, accept suggestions");
    expect(text).toContain("Jana Nováková");
  });

  it("are told who translates in a public project, and that is so", async () => {
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 0 } });
    expect((await maintainer.open(PAGE)).text).toContain(
      "The project is public: everybody sees it, and whoever signs in translates.",
    );
    const { token } = await test.admin.createUser({ username: "eve", email: "eve@example.org" });
    const id = (await unitsOf(test, "demo/app/cs")).get("title")?.id;
    const edit = { json: { target: ["Nazdar"], state: 20 } };
    const asked = async (who: string | null) =>
      (await test.request("PATCH", `/api/units/${String(id)}/`, { ...edit, token: who })).status;
    expect([await asked(null), await asked(token)]).toEqual([401, 200]);
  });

  it("get a new team with a role, members, languages and components, all from the page", async () => {
    const made = await maintainer.manage(PAGE, {
      do: "create",
      name: "<b>Reviewers</b>",
      role_id: await roleId("Review strings"),
    });
    const [, team = ""] = /team=(\d+)/.exec(made.headers.get("location") ?? "") ?? [];
    const page = await maintainer.follow(made);
    expect(page.text).toContain("Team &lt;b&gt;Reviewers&lt;/b&gt;");
    expect(page.text).toContain("review and approve");

    const nobody = await maintainer.manage(PAGE, { do: "join", team, username: "nobody" });
    expect(nobody.status).toBe(400);
    expect(nobody.text).toContain("There is no user “nobody”.");
    const joined = await maintainer.manage(PAGE, { do: "join", team, username: "jana", limit_language_codes: "cs de" });
    expect((await maintainer.follow(joined)).text).toContain("jana, only cs, de");
    await maintainer.manage(PAGE, { do: "language", team, language_code: "cs" });
    const { id } = (await test.request("GET", "/api/components/demo/app/")).json;
    await maintainer.manage(PAGE, { do: "component", team, component_id: String(id) });
    expect((await maintainer.open(`${PAGE}?team=${team}`)).text).toContain("Where: 1 component, cs.");
    const { json } = await test.request("GET", `/api/groups/${team}/`);
    expect(json).toMatchObject({
      language_selection: 0,
      roles: [expect.any(String)],
      components: [expect.any(String)],
    });

    await maintainer.manage(PAGE, { do: "leave", team, username: "jana" });
    expect((await maintainer.open(`${PAGE}?team=${team}`)).text).toContain("Nobody yet.");
    await maintainer.manage(PAGE, { do: "remove", team });
    expect((await test.request("GET", `/api/groups/${team}/`)).status).toBe(404);
  });

  it("are changed by nobody who may not, and by no way out of the project", async () => {
    const jana = new Person(test);
    await jana.signIn(test.translatorToken);
    expect((await jana.open(PAGE)).status).toBe(403);
    expect((await jana.manage(PAGE, { do: "create", name: "Mine", role_id: "1" })).status).toBe(403);
    const globally = await maintainer.manage(PAGE, {
      do: "create",
      name: "Up",
      role_id: await roleId("Add new projects"),
    });
    expect(globally.status).toBe(403);
    await test.request("POST", "/api/projects/", {
      json: { name: "Other", slug: "other", web: "https://other.example.org" },
    });
    const { json } = await test.request("GET", "/api/groups/?page_size=100");
    const other = json.results.find((group: { defining_project: string | null }) =>
      group.defining_project?.endsWith("/other/"),
    );
    expect((await maintainer.manage(PAGE, { do: "join", team: String(other.id), username: "jana" })).status).toBe(404);
  });
});

describe("the tokens of a project's programs", () => {
  it("are made with what they may, shown once, and revoked", async () => {
    const made = await maintainer.manage(TOKENS, {
      do: "make",
      name: "pipeline",
      role: ["Bot: download translations"],
      days: "30",
    });
    expect(made.headers.get("cache-control")).toBe("no-store");
    const [, token = ""] = /id="new-token">([^<]+)</.exec(made.text) ?? [];
    expect(token).toMatch(/^svp_/);
    expect((await test.request("GET", "/api/translations/demo/app/cs/file/", { token })).status).toBe(200);
    expect((await test.request("POST", "/api/components/demo/app/lock/", { token, json: { lock: true } })).status).toBe(
      403,
    );
    const page = await maintainer.open(TOKENS);
    expect(page.text).not.toContain(token);
    const [, id = ""] = /bot-demo-pipeline.*?name="id" value="(\d+)"/s.exec(page.text) ?? [];
    expect((await maintainer.follow(await maintainer.manage(TOKENS, { do: "revoke", id }))).text).toContain(
      "is revoked",
    );
    expect((await test.request("GET", "/api/projects/demo/", { token })).status).toBe(401);
  });

  it("are refused with a reason at the name, and revoked in no other project", async () => {
    expect((await maintainer.manage(TOKENS, { do: "make", name: "a b", role: ["Administration"] })).status).toBe(400);
    expect((await maintainer.manage(TOKENS, { do: "make", name: "ci", role: ["Administration"] })).text).toContain(
      "problem",
    );
    const [own] = await test.admin.tokens("jana");
    expect((await maintainer.manage(TOKENS, { do: "revoke", id: String(own?.id) })).status).toBe(400);
    const jana = new Person(test);
    await jana.signIn(test.translatorToken);
    expect((await jana.open(TOKENS)).status).toBe(403);
    expect((await jana.manage(TOKENS, { do: "make", name: "mine", role: ["Administration"] })).status).toBe(403);
  });
});

it("invites somebody new by an address that signs them in once, and adds whoever has an account at once", async () => {
  const { text: teams } = await maintainer.open(PAGE);
  const team = /\?team=(\d+)">Translate/.exec(teams)?.[1] ?? "";
  const invite = (email: string) => maintainer.manage(PAGE, { team, do: "invite", email, full_name: "Eva Nová" });
  expect((await invite("not an address")).status).toBe(400);
  const { text, status, headers } = await invite("Eva@example.org");
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  const [, address = ""] = /id="invitation">http:\/\/[^/]+([^<]+)</.exec(text) ?? [];
  const code = new URL(address, "http://service.test").searchParams.get("code") ?? "";
  const eva = new Person(test);
  const signedIn = await eva.signIn("", { code }, "/accounts/link/");
  expect(signedIn.status).toBe(303);
  expect((await eva.open("/")).text).toContain("Eva");
  expect((await new Person(test).signIn("", { code }, "/accounts/link/")).status).toBe(401);
  expect((await test.request("GET", "/api/users/eva/")).json.email).toBe("Eva@example.org");
  const again = await invite("Eva@example.org");
  expect(again.headers.get("location")).toContain("done=member");
});

it("mails an invitation where the service sends mail, and shows its address where that fails", async () => {
  await using server = await startMailServer({ refusedRecipients: { "gone@example.org": "No such user" } });
  await using mailing = await openSampleService({
    settings: { rateLimits: unlimited, mail: server.settings, siteUrl: "https://l10n.example.org" },
  });
  await mailing.request("PATCH", "/api/projects/demo/", { json: { name: "Demo https://evil.example.org" } });
  const admin = new Person(mailing);
  await admin.signIn(mailing.adminToken);
  const sent = await admin.manage(PAGE, { do: "invite", email: "eva@example.org", full_name: "Eva Nová" });
  const refused = await admin.manage(PAGE, { do: "invite", email: "gone@example.org", full_name: "" });

  const [mail] = server.messages;
  expect(server.messages).toHaveLength(1);
  expect(sent.text).toContain("went to eva@example.org");
  const [address = ""] = /https:\/\/l10n\.example\.org\S+/.exec(mail?.text ?? "") ?? [];
  const code = new URL(address).searchParams.get("code") ?? "";
  expect((await new Person(mailing).signIn("", { code }, "/accounts/link/")).status).toBe(303);
  expect(`${mail?.subject ?? ""} ${mail?.text ?? ""}`).not.toContain("https://evil");
  expect(refused.text).toContain("The mail did not go out.");
  expect(refused.text).toContain('id="invitation">https://l10n.example.org/');
});
