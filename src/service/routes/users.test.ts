import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestService, type TestService } from "../../../test/support/open-test-service.ts";
import { defined } from "../../core/defined.ts";

let test: TestService & { readonly translatorToken: string };

beforeAll(async () => {
  const service = await openTestService();
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  const jana = { username: "jana", fullName: "Jana Nováková", email: "jana@example.org" };
  test = { ...service, translatorToken: (await service.admin.createTranslator("demo", jana)).token };
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

/** A user of their own for each test, with a token. */
async function person(username: string): Promise<string> {
  const { token } = await test.admin.createUser({ username, fullName: username, email: `${username}@example.org` });
  return token;
}

async function teamId(name: string): Promise<number> {
  const { json } = await test.request("GET", "/api/groups/?page_size=1000");
  const groups: { name: string; id: number }[] = json.results;
  return groups.find((group) => group.name === name)?.id ?? 0;
}

describe("listing users", () => {
  it("shows everybody to who may see users, and filters by the beginning of the name, id, address and activity", async () => {
    await person("lena");
    const { json } = await test.request("GET", "/api/users/?username=LEN");
    const [{ id, email }] = json.results;

    expect(json.count).toBe(1);
    expect(email).toBe("lena@example.org");
    expect((await test.request("GET", `/api/users/?id=${String(id)}`)).json.results[0].username).toBe("lena");
    expect((await test.request("GET", "/api/users/?email=LENA@example.org")).json.count).toBe(1);
    expect((await test.request("GET", "/api/users/?email=lena@example")).json.count).toBe(0);
    expect((await test.request("GET", "/api/users/?is_active=false&username=lena")).json.count).toBe(0);
    expect((await test.request("GET", "/api/users/?username=l_na")).json.count).toBe(0);
  });

  it("shows others themselves alone, whatever they ask for", async () => {
    const own = await test.request("GET", "/api/users/", { token: test.translatorToken });
    const other = await test.request("GET", "/api/users/?username=admin", { token: test.translatorToken });
    const byMail = await test.request("GET", "/api/users/?email=none@example.org", { token: test.translatorToken });
    const nobody = await test.request("GET", "/api/users/", { token: null });

    expect(own.json.results.map((user: { username: string }) => user.username)).toEqual(["jana"]);
    expect(other.json.count).toBe(0);
    expect(byMail.json.count).toBe(1);
    expect([nobody.status, nobody.json.count]).toEqual([200, 0]);
  });

  it("tells people everything of themselves, of others the name alone", async () => {
    const own = await test.request("GET", "/api/users/jana/", { token: test.translatorToken });
    const other = await test.request("GET", "/api/users/admin/", { token: test.translatorToken });

    expect(own.json).toMatchObject({ email: "jana@example.org", profile: { theme: "auto", languages: [] } });
    expect(Object.keys(other.json)).toEqual(["id", "full_name", "username"]);
    expect((await test.request("GET", "/api/users/nobody/")).status).toBe(404);
    expect((await test.request("GET", "/api/users/?id=first")).json.errors[0].attr).toBe("id");
  });
});

describe("adding a user", () => {
  it("makes them a member of the teams of everybody, with the usual subscriptions", async () => {
    const { status, json } = await test.request("POST", "/api/users/", {
      json: { username: "mia", full_name: "Mia", email: "mia@example.org" },
    });
    const groups = [await teamId("Viewers"), await teamId("Users")].map(
      (id) => `http://service.test/api/groups/${String(id)}/`,
    );

    expect([status, json.is_active, json.is_superuser, json.is_bot]).toEqual([201, true, false, false]);
    expect(json.groups).toEqual(groups);
    expect((await test.request("GET", "/api/users/mia/notifications/")).json.count).toBe(10);
  });

  it("refuses names and addresses that are taken, missing or malformed", async () => {
    const taken = await test.request("POST", "/api/users/", {
      json: { username: "Jana", full_name: "Jana", email: "JANA@example.org" },
    });
    const empty = await test.request("POST", "/api/users/", { json: {} });
    const malformed = await test.request("POST", "/api/users/", {
      json: { username: "a b/c", full_name: " ", email: "x" },
    });

    expect(taken.json.errors.map(({ attr, code }: { attr: string; code: string }) => [attr, code])).toEqual([
      ["email", "unique"],
      ["username", "unique"],
    ]);
    expect(empty.json.errors.map(({ attr, code }: { attr: string; code: string }) => [attr, code])).toEqual([
      ["username", "required"],
      ["full_name", "required"],
    ]);
    expect(malformed.json.errors.map(({ attr }: { attr: string }) => attr)).toEqual(["username", "full_name", "email"]);
  });

  it("refuses names that would be more than a name in a commit or a file", async () => {
    for (const full_name of ["Jana\nCo-authored-by: Eva <eva@example.org>", "Jana <eva@example.org>", "Jana\u2028"]) {
      const own = await test.request("PATCH", "/api/users/jana/", { json: { full_name }, token: test.translatorToken });
      expect([own.status, own.json.errors[0].attr]).toEqual([400, "full_name"]);
    }
    const file = {
      file: new TextEncoder().encode('{"title": "Nazdar"}'),
      author_name: "A\nB",
      author_email: "a@example.org",
    };
    const upload = await test.request("POST", "/api/translations/demo/app/cs/file/", { multipart: file });
    expect([upload.status, upload.json.errors[0].attr]).toEqual([400, "author_name"]);
  });

  it("keeps the names of forgotten users free", async () => {
    const json = { username: "Deleted-7", full_name: "Seven" };
    const created = await test.request("POST", "/api/users/", { json });
    const renamed = await test.request("PATCH", "/api/users/jana/", { json, token: test.translatorToken });

    expect([created.json.detail, renamed.json.detail]).toEqual([
      "username: This username is reserved.",
      "username: This username is reserved.",
    ]);
  });

  it("needs user.edit, and a superuser to make superusers", async () => {
    const json = { username: "noah", full_name: "Noah", email: "noah@example.org" };
    const denied = await test.request("POST", "/api/users/", { json, token: test.translatorToken });
    const anonymous = await test.request("POST", "/api/users/", { json, token: null });
    const role = await test.request("POST", "/api/roles/", { json: { name: "Users", permissions: ["user.edit"] } });
    const group = await test.request("POST", "/api/groups/", { json: { name: "User managers", project_selection: 1 } });
    await test.request("POST", `/api/groups/${String(group.json.id)}/roles/`, { json: { role_id: role.json.id } });
    const manager = await person("olga");
    await test.request("POST", "/api/users/olga/groups/", { json: { group_id: group.json.id } });

    expect([denied.status, denied.json.detail]).toEqual([403, "Can not manage Users"]);
    expect(anonymous.status).toBe(401);
    const superuser = { ...json, is_superuser: true };
    expect((await test.request("POST", "/api/users/", { json: superuser, token: manager })).status).toBe(403);
    expect((await test.request("POST", "/api/users/", { json, token: manager })).status).toBe(201);
    expect((await test.request("DELETE", "/api/users/admin/", { token: manager })).status).toBe(403);
  });
});

describe("changing a user", () => {
  it("lets people change their own name and profile, and nothing that they are", async () => {
    const token = await person("pia");
    const { status, json } = await test.request("PATCH", "/api/users/pia/", {
      token,
      json: {
        full_name: "Pia P.",
        profile: {
          theme: "dark",
          languages: ["cs", "http://service.test/api/languages/de/"],
          watched: ["demo"],
          github: "pia-p",
          nearby_strings: 30,
          website: "https://example.org/",
        },
      },
    });
    const more = await test.request("PATCH", "/api/users/pia/", { token, json: { profile: { company: "P & Co" } } });

    expect(status).toBe(200);
    expect(json.full_name).toBe("Pia P.");
    expect(json.languages).toEqual(["http://service.test/api/languages/cs/", "http://service.test/api/languages/de/"]);
    expect(more.json.profile).toMatchObject({
      theme: "dark",
      company: "P & Co",
      github: "pia-p",
      watched: ["http://service.test/api/projects/demo/"],
    });
    for (const standing of [{ is_superuser: true }, { is_active: false }, { is_bot: true }]) {
      expect((await test.request("PATCH", "/api/users/pia/", { token, json: standing })).status).toBe(403);
    }
    expect((await test.request("PATCH", "/api/users/jana/", { token, json: { full_name: "x" } })).status).toBe(403);
  });

  it("refuses profiles that say what can not be", async () => {
    const profile = {
      theme: "pink",
      languages: ["nowhere"],
      translate_mode: 2,
      nearby_strings: 51,
      website: "https://example.org/\r\nx",
      github: "a b",
      public_email: "x",
    };
    for (const [member, value] of Object.entries(profile)) {
      const answer = await test.request("PATCH", "/api/users/jana/", { json: { profile: { [member]: value } } });
      expect([member, answer.status, answer.json.errors[0].attr.startsWith(`profile.${member}`)]).toEqual([
        member,
        400,
        true,
      ]);
    }
    const secret = await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
    const watching = { json: { profile: { watched: [secret.slug] } }, token: test.translatorToken };
    expect((await test.request("PATCH", "/api/users/jana/", watching)).status).toBe(400);
  });

  it("wants name and full name for a full update, and keeps what was not sent", async () => {
    await person("quin");
    const missing = await test.request("PUT", "/api/users/quin/", { json: { full_name: "Quin" } });
    const put = await test.request("PUT", "/api/users/quin/", { json: { username: "quinn", full_name: "Quinn" } });

    expect(missing.json.errors[0]).toMatchObject({ attr: "username", code: "required" });
    expect(put.json).toMatchObject({ username: "quinn", full_name: "Quinn", email: "quin@example.org" });
    expect((await test.request("PUT", "/api/users/nobody/", { json: {} })).status).toBe(400);
  });

  it("lets nobody in who is not active any more", async () => {
    const token = await person("rosa");
    await test.request("PATCH", "/api/users/rosa/", { json: { is_active: false } });

    expect((await test.request("GET", "/api/", { token })).status).toBe(401);
  });
});

describe("membership", () => {
  it("is given and taken by who manages users, as often as one likes", async () => {
    await person("tara");
    const group_id = String(await teamId("Reviewers"));
    const url = `http://service.test/api/groups/${group_id}/`;
    const joined = await test.request("POST", "/api/users/tara/groups/", { form: { group_id } });
    const again = await test.request("POST", "/api/users/tara/groups/", { form: { group_id } });
    const left = await test.request("DELETE", "/api/users/tara/groups/", { form: { group_id } });
    const leftAgain = await test.request("DELETE", "/api/users/tara/groups/", { form: { group_id } });

    expect([joined.status, again.status, left.status, leftAgain.status]).toEqual([200, 200, 200, 200]);
    expect(joined.json.groups).toContain(url);
    expect(left.json.groups).not.toContain(url);
  });

  it("refuses groups that do not exist, nothing, and callers without the right", async () => {
    const ask = (json: object, token?: string) =>
      test.request("POST", "/api/users/jana/groups/", { json, ...defined({ token }) });

    expect((await ask({ group_id: 99_999 })).json.errors[0]).toMatchObject({ attr: "group_id" });
    expect((await ask({})).json.errors[0]).toMatchObject({ attr: "group_id", code: "required" });
    expect((await ask({ group_id: "x" })).status).toBe(400);
    expect((await ask({ group_id: 1, limit_language_codes: ["nope"] })).json.errors[0].attr).toBe(
      "limit_language_codes",
    );
    expect((await ask({ group_id: await teamId("Managers") }, test.translatorToken)).status).toBe(403);
    expect((await ask({ group_id: 99_999 }, test.translatorToken)).status).toBe(403);
  });

  it("is managed by a group's own administrators, too", async () => {
    const token = await person("uwe");
    const { json: uwe } = await test.request("GET", "/api/users/uwe/");
    const { json: group } = await test.request("POST", "/api/groups/", { json: { name: "Circle" } });
    const join = () => test.request("POST", "/api/users/jana/groups/", { json: { group_id: group.id }, token });
    const before = await join();
    await test.request("POST", `/api/groups/${String(group.id)}/admins/`, { json: { user_id: uwe.id } });
    const after = await join();

    expect([before.status, after.status]).toEqual([403, 200]);
    expect((await test.request("GET", `/api/groups/${String(group.id)}/`, { token })).json.name).toBe("Circle");
    const leave = { json: { group_id: group.id }, token };
    expect((await test.request("DELETE", "/api/users/jana/groups/", leave)).status).toBe(200);
  });
});

describe("notifications", () => {
  const path = "/api/users/wim/notifications/";
  let token: string;

  beforeAll(async () => {
    token = await person("wim");
  });

  it("are subscribed to, changed and ended by oneself", async () => {
    const json = { notification: "RepositoryNotification", scope: 10, frequency: 1 };
    const created = await test.request("POST", path, { json, token });
    const own = `${path}${String(created.json.id)}/`;
    const put = await test.request("PUT", own, { json: { ...json, frequency: 2 }, token });
    const patched = await test.request("PATCH", own, { json: { notification: "LockNotification" }, token });
    const got = await test.request("GET", own, { token });
    const deleted = await test.request("DELETE", own, { token });

    expect([created.status, created.json]).toEqual([
      201,
      { ...json, id: created.json.id, project: null, component: null, delivered: false, delivery: expect.any(String) },
    ]);
    expect(put.json.frequency).toBe(2);
    expect(patched.json).toMatchObject({ notification: "LockNotification", frequency: 2 });
    expect(got.json).toEqual(patched.json);
    expect([deleted.status, (await test.request("GET", own, { token })).status]).toEqual([204, 404]);
  });

  it("keep their scope, are not had twice, and know their names and numbers", async () => {
    const json = { notification: "NewComponentNotificaton", scope: 20, frequency: 4 };
    const { json: created } = await test.request("POST", path, { json, token });
    const own = `${path}${String(created.id)}/`;
    const errorOf = async (method: string, address: string, body: object) => {
      const answer = await test.request(method, address, { json: body, token });
      return [answer.status, answer.json.errors[0].attr, answer.json.errors[0].code];
    };

    expect(await errorOf("POST", path, json)).toEqual([400, "non_field_errors", "unique"]);
    expect(await errorOf("PATCH", own, { scope: 10 })).toEqual([400, "scope", "invalid"]);
    expect(await errorOf("PUT", own, { frequency: 1 })).toEqual([400, "notification", "required"]);
    expect(await errorOf("POST", path, { ...json, notification: "Bogus" })).toEqual([
      400,
      "notification",
      "invalid_choice",
    ]);
    for (const scope of [30, 40, 11]) {
      expect(await errorOf("POST", path, { ...json, scope })).toEqual([400, "scope", "invalid_choice"]);
    }
    expect(await errorOf("POST", path, { ...json, frequency: 9 })).toEqual([400, "frequency", "invalid_choice"]);
    expect((await test.request("PATCH", own, { json: { scope: 20, frequency: 0 }, token })).json.frequency).toBe(0);
  });

  it("are nobody else's business", async () => {
    const json = { notification: "NewAlertNotificaton", scope: 0, frequency: 1 };
    const { json: created } = await test.request("POST", path, { json, token });
    const own = `${path}${String(created.id)}/`;
    const as = { token: test.translatorToken };

    expect((await test.request("GET", path, as)).status).toBe(403);
    expect((await test.request("GET", own, as)).status).toBe(403);
    expect((await test.request("POST", path, { ...as, json })).status).toBe(403);
    expect((await test.request("PUT", own, { ...as, json })).status).toBe(403);
    expect((await test.request("PATCH", own, { ...as, json })).status).toBe(403);
    expect((await test.request("DELETE", own, as)).status).toBe(403);
    expect((await test.request("GET", path, { token: null })).status).toBe(401);
    expect((await test.request("GET", `/api/users/jana/notifications/${String(created.id)}/`)).status).toBe(404);
  });
});
