import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";
import { hashOfText } from "./seen.ts";
import { manualClock } from "../../../test/support/test-clock.ts";

const DAY = 86_400_000;
const clock = manualClock();
let test: SampleService;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited }, clock });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

async function unitOf(component: string, source: string): Promise<{ id: number; target: string[]; state: number }> {
  const { json } = await test.request("GET", `/api/translations/demo/${component}/cs/units/?page_size=100`);
  return json.results.find((unit: { source: string[] }) => unit.source[0] === source);
}

async function jana(): Promise<Person> {
  const person = new Person(test);
  await person.signIn(test.translatorToken);
  return person;
}

const editorOf = async (component: string, source: string): Promise<string> =>
  `/translate/demo/${component}/cs/?unit=${String((await unitOf(component, source)).id)}`;

describe("a person who signs in by their token", () => {
  it("saves a translation without a script, and comes to the next string of the search", async () => {
    const person = await jana();
    const page = await person.open("/translate/demo/app/cs/?q=state%3A%3Ctranslated&start=yes");
    const answer = await person.send(page, { "target.0": "Uložit" });

    expect(answer.status).toBe(303);
    expect(await unitOf("app", "Save")).toMatchObject({ target: ["Uložit"], state: 20 });
    const next = await person.open(answer.headers.get("location") ?? "");
    expect(next.text).toContain("button.cancel");
    expect(next.text).toContain("Saved.");
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/");
    expect(json.last_author).toBe("Jana Nováková");
  });

  it("is told of a placeholder that the source plainly has, though no flag speaks of it, before sync holds the text back", async () => {
    const value = ["You have {count} files."];
    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "files", value } });
    const person = await jana();
    const page = await person.open(await editorOf("app", "You have {count} files."));
    expect(page.text).toContain('<bdi class="part" dir="ltr">{count}</bdi>');

    const refused = await person.send(page, { "target.0": "Máte soubory." });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Missing &quot;{count}&quot;");
    expect(refused.text).toMatch(/Not saved yet:<\/b> a check has\s+something to say of your text: Placeholders\./);
    const saved = await person.send(refused, {});
    const words =
      "Saved, with a failing check: Placeholders. The text is held back from the pull request until that is mended.";
    // It was the last one, and the first page after it that there is.
    expect((await person.follow(saved)).text.replaceAll(/\s+/g, " ")).toContain(words);
    const again = await person.send(await person.follow(await person.send(refused, { do: "stay" })), { do: "stay" });
    expect((await person.follow(again)).text).not.toContain("Placeholders.");
    const unit = await unitOf("app", "You have {count} files.");
    const address = `/api/units/${String(unit.id)}/`;
    await test.request("PATCH", address, { json: { target: ["Máte soubory."], state: 20 } });
    // The API tells the checks that the service has, of the flags alone.
    expect((await test.request("GET", address)).json).toMatchObject({ has_failing_check: false });
  });

  it("sees below a field of a right-to-left language how its placeholders read, which a field shows the other way round", async () => {
    const value = ["{count} of <b>all</b> files"];
    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "files", value } });
    await test.request("POST", "/api/components/demo/app/translations/", { json: { language_code: "ar" } });
    const { json } = await test.request("GET", "/api/translations/demo/app/ar/units/?q=key:files");
    const text = "{count} من <b>كل</b> الملفات";
    await test.request("PATCH", `/api/units/${String(json.results[0].id)}/`, { json: { target: [text], state: 20 } });
    const person = await jana();
    const page = await person.open(`/translate/demo/app/ar/?unit=${String(json.results[0].id)}`);

    const reading = /<div class="reading".*?<div class="texts"[^>]*>(?<shown>.*?)<\/div>/s.exec(page.text)?.groups?.[
      "shown"
    ];
    expect(reading?.replaceAll(/<bdi class="part" dir="ltr">(?<part>.*?)<\/bdi>/g, "[$<part>]")).toBe(
      "[{count}] من [&lt;b&gt;]كل[&lt;/b&gt;] الملفات",
    );
    expect(formOf(page).fields["target.0"]).toBe(text);
    expect((await person.open(await editorOf("app", value[0] ?? ""))).text).not.toContain('class="reading"');
  });

  it("reads the placeholders of a right-to-left language in their own direction wherever one of its texts stands", async () => {
    const source = ["{count} of all files", "{count} of all files here"];
    for (const [at, value] of source.entries())
      await test.request("POST", "/api/translations/demo/app/en/units/", {
        json: { key: `files${String(at)}`, value: [value] },
      });
    for (const language_code of ["ar", "he"])
      await test.request("POST", "/api/components/demo/app/translations/", { json: { language_code } });
    const unitIn = async (language: string, key: string) =>
      (await test.request("GET", `/api/translations/demo/app/${language}/units/?q=key:${key}`)).json.results[0].id;
    const near = await unitIn("ar", "files0");
    const target = ["{count} من كل الملفات"];
    await test.request("PATCH", `/api/units/${String(near)}/`, { json: { target, state: 20 } });
    const own = await unitIn("ar", "files1");
    const other = await unitIn("he", "files1");
    await test.request("PATCH", `/api/units/${String(other)}/`, { json: { target: ["{count} קבצים"], state: 20 } });
    await test.request("POST", `/api/units/${String(own)}/suggestions/`, { json: { target: ["{count} مقترح"] } });
    const person = await jana();
    const isolated = '<bdi class="part" dir="ltr">{count}</bdi>';

    const page = (await person.open(`/translate/demo/app/ar/?unit=${String(own)}&panel=memory`)).text;
    const after = (place: string): string => page.slice(page.indexOf(place));
    expect(after("<h2>Nearby</h2>")).toContain(`dir="rtl">${isolated} من كل الملفات`);
    // The flags of the string are not those of what stands near.
    const flags = { extra_flags: "python-format" };
    await test.request("PATCH", `/api/units/${String(await unitIn("en", "files1"))}/`, { json: flags });
    const flagged = (await person.open(`/translate/demo/app/ar/?unit=${String(own)}`)).text;
    expect(flagged.slice(flagged.indexOf("<h2>Nearby</h2>"))).toContain(`dir="rtl">${isolated} من كل الملفات`);
    expect(after('id="panel-memory"')).toContain(`dir="rtl">${isolated} من كل الملفات`);
    expect(after(`id="suggestions"`)).toContain(`${isolated} مقترح`);
    expect(after("<summary>Other languages")).toContain(`lang="he" dir="rtl">${isolated} קבצים`);
    const history = (await person.open(`/translate/demo/app/ar/?unit=${String(near)}`)).text;
    expect(history.slice(history.indexOf('id="history"'))).toContain(`${isolated} من كل الملفات`);
    const czech = (await person.open(await editorOf("app", source[0] ?? ""))).text;
    expect(/<h2>Nearby<\/h2>.*?<\/ul>/s.exec(czech)?.[0]).not.toContain("<bdi");
  });

  it("stays signed in while it is used, and no longer than their token", async () => {
    const person = await jana();
    clock.advance(20 * DAY);
    expect((await person.open("/")).text).toContain("Jana Nováková");
    clock.advance(20 * DAY);
    expect((await person.open("/")).text).toContain("Jana Nováková");
    const [token] = await test.admin.tokens("jana");
    await test.admin.revokeToken(token?.id ?? 0);
    expect((await person.open("/")).text).toContain("Sign in");
  });

  it("signs in by a link without a token, once, within 15 minutes, and by a button alone", async () => {
    const [first, late] = [await test.admin.issueSignInLink("jana"), await test.admin.issueSignInLink("jana")];
    const [person, stranger] = [new Person(test), new Person(test)];
    const page = await person.open(first);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const code = new URL(first, "http://service.test").searchParams.get("code") ?? "";
    const next = "/projects/demo/";
    expect((await person.open(`${first}&next=${next}`)).text).toContain(`name="next" value="${next}"`);
    const answer = await person.signIn("", { code, next }, "/accounts/link/");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, next]);
    expect((await person.open("/")).text).toContain("Jana Nováková");
    expect((await stranger.signIn("", { code }, "/accounts/link/")).text).toContain("This link was used");

    clock.advance(15 * 60_000);
    const tooLate = new URL(late, "http://service.test").searchParams.get("code") ?? "";
    expect((await stranger.signIn("", { code: tooLate }, "/accounts/link/")).status).toBe(401);

    const names = async (): Promise<readonly string[]> => (await test.admin.tokens("jana")).map(({ name }) => name);
    expect(await names()).toContain("signed in by a link");
    const csrf = formOf(await person.open(await editorOf("app", "Save"))).fields["csrf_token"] ?? "";
    await person.post("/accounts/logout/", { csrf_token: csrf });
    expect(await names()).not.toContain("signed in by a link");
    expect((await person.open("/")).text).toContain("Sign in");
    await expect(test.admin.issueSignInLink("bot-demo-ci")).rejects.toThrow("is a bot");
    const elsewhere = new URL(await test.admin.issueSignInLink("jana"), "http://service.test").searchParams;
    const hostile = { code: elsewhere.get("code") ?? "", next: "//evil.test/" };
    expect((await stranger.signIn("", hostile, "/accounts/link/")).headers.get("location")).toBe("/");
  });

  it("is asked again after a month away, and when they signed out", async () => {
    const [away, out] = [await jana(), await jana()];
    const csrf = formOf(await out.open(await editorOf("app", "Save"))).fields["csrf_token"] ?? "";
    expect((await out.post("/accounts/logout/", { csrf_token: csrf })).status).toBe(303);
    expect((await out.open("/")).text).toContain("Sign in");
    clock.advance(31 * DAY);
    expect((await away.open("/")).text).toContain("Sign in");
  });

  it.each([
    ["a wrong one", "svu_wrong", "Nobody has this token"],
    ["a project's", "", "This is a project&#39;s token"],
  ])("is told what is wrong with %s", async (_, token, words) => {
    const answer = await new Person(test).signIn(token === "" ? test.botToken : token);

    expect(answer.status).toBe(401);
    expect(answer.text).toContain(words);
    expect(answer.text).not.toContain(token === "" ? test.botToken : "svu_wrong");
  });

  it("is led nowhere but to this server", async () => {
    for (const next of ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)"]) {
      expect((await new Person(test).signIn(test.translatorToken, { next })).headers.get("location")).toBe("/");
    }
  });

  it("is signed in at the API by the cookie to read alone, and where the browser says that no other site asks", async () => {
    const person = await jana();
    const { id } = await unitOf("app", "Save");
    const sent = await person.post(`/api/units/${String(id)}/comments/`, { scope: "translation", comment: "x" });
    expect(sent.status).toBe(401);
    const reading = (headers?: Readonly<Record<string, string>>) => person.open("/api/users/jana/", headers);
    expect((await reading()).status).toBe(200);
    expect((await reading({ "sec-fetch-site": "none" })).status).toBe(200);
    for (const site of ["cross-site", "same-site", ""])
      expect((await reading({ "sec-fetch-site": site })).status).toBe(401);
    expect((await reading({})).status).toBe(401);
    expect((await reading({ "sec-fetch-site": "same-origin", authorization: "Token svu_wrong" })).status).toBe(401);
  });
});

describe("a form", () => {
  it("of another session, or sent by another site, changes nothing and keeps the text", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    const forged = await person.send(page, { csrf_token: "x", "target.0": "Falsch" });
    const foreign = await person.send(page, { "target.0": "Falsch" }, { "sec-fetch-site": "cross-site" });

    expect([forged.status, foreign.status]).toEqual([403, 403]);
    expect(formOf(forged).fields["target.0"]).toBe("Falsch");
    expect((await unitOf("app", "Save")).target).toEqual([""]);
  });

  it("sent when the session is over comes back after signing in, and is saved then", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    clock.advance(31 * DAY);
    const over = await person.send(page, { "target.0": 'Uložit "to"' });
    expect(over.status).toBe(401);
    const kept = Object.fromEntries(
      [...over.text.matchAll(/name="(kept\.[^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll("&quot;", '"'),
      ]),
    );
    const again = await person.signIn(test.translatorToken, { ...kept, next: await editorOf("app", "Save") });
    expect(again.text).toContain("Save it now");
    const answer = await person.send(again, { known: "" });

    expect([303, 422]).toContain(answer.status);
    if (answer.status === 422) expect((await person.send(answer, {})).status).toBe(303);
    expect((await unitOf("app", "Save")).target).toEqual(['Uložit "to"']);
  });

  it("that arrives twice is done once", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    await person.send(page, { "target.0": "Uložit" });
    // Meanwhile somebody else made it better: the late repetition does not undo that.
    const { id } = await unitOf("app", "Save");
    await test.request("PATCH", `/api/units/${String(id)}/`, { json: { target: ["Ulož"], state: 20 } });
    const { json: before } = await test.request("GET", "/api/translations/demo/app/cs/changes/");
    const answer = await person.send(page, { "target.0": "Uložit" });

    expect(answer.status).toBe(303);
    expect((await unitOf("app", "Save")).target).toEqual(["Ulož"]);
    const { json: after } = await test.request("GET", "/api/translations/demo/app/cs/changes/");
    expect(after.count).toBe(before.count);
  });

  it.each([
    [
      "a reviewer approved the string",
      async (id: number) => {
        await test.request("PATCH", "/api/projects/demo/", { json: { translation_review: true } });
        return test.request("PATCH", `/api/units/${String(id)}/`, { json: { target: ["Uložit"], state: 30 } });
      },
      { target: ["Uložit"], state: 30 },
    ],
    [
      "somebody changed the string and locked its component",
      async (id: number) => {
        await test.request("PATCH", `/api/units/${String(id)}/`, { json: { target: ["Ulož"], state: 20 } });
        return test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
      },
      { target: ["Ulož"], state: 20 },
    ],
  ])("that arrives twice was saved, though %s meanwhile; another text is refused", async (_, meanwhile, then) => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    await person.send(page, { "target.0": "Uložit" });
    expect((await meanwhile((await unitOf("app", "Save")).id)).status).toBe(200);
    const again = await person.send(page, { "target.0": "Uložit" });

    expect([again.status, again.headers.get("location")]).toEqual([303, expect.stringContaining("saved=")]);
    expect((await person.send(page, { "target.0": "Uložit vše" })).status).toBe(403);
    expect(await unitOf("app", "Save")).toMatchObject(then);
  });
});

describe("when somebody else saved meanwhile", () => {
  it("nothing is overwritten, both texts are there, and one's own can be used", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    const { id } = await unitOf("app", "Save");
    await test.request("PATCH", `/api/units/${String(id)}/`, { json: { target: ["Ulož"], state: 20 } });
    const conflict = await person.send(page, { "target.0": "Uložit" });

    expect(conflict.status).toBe(409);
    expect(conflict.text).toMatch(/<bdi>\w+<\/bdi> saved this string\s+meanwhile/);
    expect(conflict.text).toContain("Ulož");
    expect(formOf(conflict).fields["target.0"]).toBe("Uložit");
    expect((await unitOf("app", "Save")).target).toEqual(["Ulož"]);
    expect((await person.send(conflict, {})).status).toBe(303);
    expect((await unitOf("app", "Save")).target).toEqual(["Uložit"]);
  });

  it("one's own earlier save, in another window, is no conflict", async () => {
    const person = await jana();
    const [one, other] = [
      await person.open(await editorOf("app", "Save")),
      await person.open(await editorOf("app", "Save")),
    ];
    await person.send(one, { "target.0": "Ulož" });
    expect((await person.send(other, { "target.0": "Uložit" })).status).toBe(303);
    expect((await unitOf("app", "Save")).target).toEqual(["Uložit"]);
  });

  it("a source that changed is shown before a text of the old one is saved", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    const { json } = await test.request("GET", `/api/translations/demo/app/en/units/?q=key%3A%3Dbutton.save`);
    const [source] = json.results;
    await test.request("PATCH", `/api/units/${String(source.id)}/`, { json: { target: ["Save all"], state: 20 } });
    const conflict = await person.send(page, { "target.0": "Uložit" });

    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain("The source changed meanwhile");
    expect(conflict.text).toMatch(/<ins>.*all<\/ins>/s);
  });
});

describe("what the checks find", () => {
  it("is named before it is saved, and saved when the person wants it so", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("server", "%d file"));
    expect(page.text).toMatch(/<b>1<\/b\s*>.*<b>2, 3, 4<\/b\s*>.*<b>0, 5, 6, 7 …<\/b\s*>/s);
    const forms = { "target.0": "%d soubor", "target.1": "%d soubory", "target.2": "souborů" };
    const found = await person.send(page, forms);

    expect(found.status).toBe(422);
    expect(found.text).toContain("C format");
    expect(found.text).toContain("held back from the pull request");
    expect((await unitOf("server", "%d file")).target).toEqual(["", "", ""]);
    expect((await person.send(found, {})).status).toBe(303);
    expect((await unitOf("server", "%d file")).target).toEqual(["%d soubor", "%d soubory", "souborů"]);
  });
});

it("offers what mends it, where one thing alone does, and shows the part it is about", async () => {
  const person = await jana();
  await test.request("PATCH", `/api/units/${String((await unitOf("app", "Save")).id)}/`, {
    json: { target: ["Uložit"], state: 20 },
  });
  const page = await person.open(await editorOf("app", "Save"));
  const warned = await person.send(page, { "target.0": "Uložit  to ", do: "stay" });
  expect(warned.status).toBe(422);
  expect(warned.text).toContain("<mark>  </mark>");
  const once = await person.send(warned, { do: "fix:double_space:0" });
  expect(formOf(once).fields["target.0"]).toBe("Uložit to ");
  const twice = await person.send(once, { do: "fix:end_space:0" });
  expect(formOf(twice).fields["target.0"]).toBe("Uložit to");
  expect(await unitOf("app", "Save")).toMatchObject({ target: ["Uložit"] });
});

it("tells whoever is here for the first time what counts, until they sent a text", async () => {
  const person = await jana();
  const page = await person.open(await editorOf("app", "Save"));
  expect(page.text).toContain("Your first string in Czech?");
  expect((await person.follow(await person.send(page, { "target.0": "Uložit" }))).text).not.toContain(
    "Your first string",
  );
});

it("asks for a component's agreement once, with the first text, and keeps the text until then", async () => {
  await test.request("PATCH", "/api/components/demo/app/", { json: { agreement: "All texts are <b>free</b>." } });
  const person = await jana();
  const page = await person.open(await editorOf("app", "Save"));
  expect(page.text).toContain("All texts are &lt;b&gt;free&lt;/b&gt;.");
  const refused = await person.send(page, { "target.0": "Uložit" });
  expect([refused.status, formOf(refused).fields["target.0"]]).toEqual([403, "Uložit"]);
  expect((await person.send(refused, { agree: "yes" })).status).toBe(303);
  expect(await unitOf("app", "Save")).toMatchObject({ target: ["Uložit"], state: 20 });
  expect((await person.open(await editorOf("app", "Cancel"))).text).not.toContain("All texts are");
});

describe("who may not save", () => {
  it("reads the string and is asked to sign in", async () => {
    const { status, text } = await new Person(test).open(await editorOf("app", "Hello"));

    expect(status).toBe(200);
    expect(text).toContain("Ahoj");
    expect(text).toContain("Sign in</a> to translate");
    expect(text).not.toContain("<textarea");
  });

  it("suggests, and whoever may accepts it", async () => {
    const voting = { suggestion_voting: true, suggestion_autoaccept: 3 };
    await test.request("PATCH", "/api/components/demo/app/", { json: voting });
    const { token } = await test.admin.createUser({ username: "max" });
    const max = new Person(test);
    await max.signIn(token);
    const page = await max.open(await editorOf("app", "Save"));
    expect(page.text).toContain("Only suggestions are allowed in this translation. You can suggest a text.");
    expect(page.text).not.toContain("Save and go on");
    const refused = await max.send(page, { "target.0": "Uložit", do: "next" });
    expect(refused.status).toBe(403);
    const answer = await max.send(refused, { do: "suggest" });
    expect(answer.status).toBe(303);

    const person = await jana();
    const shown = await person.open(await editorOf("app", "Save"));
    const [, accept = ""] = /value="(accept:\d+)"/.exec(shown.text) ?? [];
    expect((await person.send(shown, { do: accept })).status).toBe(303);
    expect(await unitOf("app", "Save")).toMatchObject({ target: ["Uložit"], state: 20 });
    const gone = await person.send(shown, { do: accept });
    expect([gone.status, gone.text.includes("This suggestion is gone")]).toEqual([403, true]);
  });

  it("leads on to where somebody types", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    expect(page.text).toMatch(/<a href="[^"]*[?]unit=\d+&amp;start=yes">Skip<\/a>/);
  });

  it("keeps the text when the component is locked", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const answer = await person.send(page, { "target.0": "Uložit" });

    expect(answer.status).toBe(403);
    expect(answer.text).toContain("This translation is currently locked.");
    expect(answer.text).toContain("Uložit");
  });

  it("does not learn that a private project's string exists", async () => {
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
    const address = await editorOf("app", "Save");
    const { token } = await test.admin.createUser({ username: "max" });
    const max = new Person(test);
    await max.signIn(token);

    expect((await new Person(test).open(address)).status).toBe(404);
    const answer = await max.open(address);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain("Save and go on");
    expect((await max.post(address, { unit: "5", "target.0": "x" })).status).toBe(404);
  });
});

describe("what people say of a string", () => {
  it("is there for those of the language or for all, and keeps what stands in the other fields", async () => {
    const person = await jana();
    const page = await person.open(await editorOf("app", "Save"));
    const answer = await person.send(page, {
      "target.0": "Ulož",
      comment: "Is it a verb?",
      scope: "global",
      do: "comment",
    });
    expect(answer.text).toContain("Your comment is there.");
    expect(answer.text).toContain("Is it a verb?");
    expect(formOf(answer).fields["target.0"]).toBe("Ulož");
    expect((await unitOf("app", "Save")).target).toEqual([""]);
    const [german] = (await test.request("GET", "/api/translations/demo/app/de/units/?q=Save")).json.results;
    const inGerman = await person.open(`/translate/demo/app/de/?unit=${String(german.id)}`);
    expect(inGerman.text).toContain("Is it a verb?");

    const saved = await person.send(answer, { "target.0": "Uložit", comment: "A verb.", scope: "translation" });
    expect(saved.status).toBe(303);
    expect((await person.open(await editorOf("app", "Save"))).text).toContain("A verb.");
    expect((await person.open(`/translate/demo/app/de/?unit=${String(german.id)}`)).text).not.toContain("A verb.");
    const empty = await person.send(await person.open(await editorOf("app", "Save")), { comment: " ", do: "comment" });
    expect([empty.status, empty.text.includes("A comment needs words.")]).toEqual([400, true]);
  });

  it("goes on where a component is locked, as suggestions do, and the page says who ends the lock", async () => {
    const person = await jana();
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const suggested = await person.send(await person.open(await editorOf("app", "Save")), {
      "target.0": "Uložit",
      comment: "Meanwhile",
      do: "suggest",
    });
    expect(suggested.status).toBe(303);
    const page = await person.open(await editorOf("app", "Save"));
    expect(page.text).toContain("This translation is currently locked.");
    expect(page.text).toMatch(/Whoever may lock it may unlock it: see the\s*<a href="\/projects\/demo\/app\/">/);
    expect(page.text).toContain("Meanwhile");
    expect((await unitOf("app", "Save")).target).toEqual([""]);

    await test.request("PATCH", "/api/components/demo/app/", { json: { enable_suggestions: false } });
    const closed = await person.open(await editorOf("app", "Save"));
    expect(closed.text).not.toContain('<textarea id="target-0"');
    const said = await person.send(closed, { comment: "Still here", scope: "translation", do: "comment" });
    expect([said.status, said.text.includes("Your comment is there."), said.text.includes("Still here")]).toEqual([
      200,
      true,
      true,
    ]);
  });

  it("is as long as the API takes, and stays in the field where it is longer, with nothing saved", async () => {
    const person = await jana();
    const comment = "x".repeat(1001);
    for (const order of ["comment", "next", "suggest"]) {
      const page = await person.open(await editorOf("app", "Save"));
      const before = (await unitOf("app", "Save")).target;
      const answer = await person.send(page, { "target.0": "Ulož to", comment, do: order });
      expect([answer.status, answer.text.includes(`\n${comment}</textarea>`)]).toEqual([400, true]);
      expect(answer.text).toContain("A comment has at most 1000 characters; this one has 1001.");
      expect((await unitOf("app", "Save")).target).toEqual(before);
    }
  });

  it("stands beside what other languages say", async () => {
    const person = await jana();
    const { text } = await person.open(await editorOf("app", "Save"));
    expect(text).toContain("Other languages (1)");
    expect(text).toContain("Speichern");
  });
});

it("the first page leads back to what somebody was at, as long as they see it", async () => {
  const person = await jana();
  expect((await person.open("/")).text).not.toContain("Go on translating");
  await person.send(await person.open(await editorOf("app", "Save")), { "target.0": "Uložit" });
  const { text } = await person.open("/");
  const [, address = ""] = /Go on translating[^]*?href="([^"]+)">Czech: App/.exec(text) ?? [];
  expect((await person.open(address.replaceAll("&amp;", "&"))).text).toContain("button.cancel");

  await test.request("PATCH", "/api/components/demo/app/", { json: { restricted: true } });
  expect((await person.open("/")).text).not.toContain("Go on translating");
});

it("texts of others are shown as texts, whatever they look like", async () => {
  const person = await jana();
  const hostile = `<img src=x onerror="alert(1)"></textarea></script><script>alert(2)</script>`;
  const { id } = await unitOf("app", "Save");
  await test.request("PATCH", `/api/units/${String(id)}/`, { json: { target: [hostile], state: 20 } });
  const page = await person.open(await editorOf("app", "Save"));

  expect(page.text).not.toContain("<img");
  expect(page.text).not.toContain("<script>alert");
  const [data = ""] = /(?<=id="string-data">)[^]*?(?=<\/script>)/.exec(page.text) ?? [];
  expect(data).not.toContain("<");
  expect(formOf(page).fields["target.0"]).toBe(hostile);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  expect(page.headers.get("content-security-policy")).toMatch(/script-src(?: 'sha256-[^']+')+;/);
});

it("a text keeps the line ends that it had, whatever browsers make of them", async () => {
  const person = await jana();
  const page = await person.open(await editorOf("app", "Save"));
  const found = await person.send(page, { "target.0": "Uložit\r\n\r\nhned" });
  expect((await person.send(found, {})).status).toBe(303);
  expect((await unitOf("app", "Save")).target).toEqual(["Uložit\n\nhned"]);
});

it("the addresses that the API gives lead to the very string", async () => {
  const { json } = await test.request("GET", "/api/translations/demo/app/cs/units/?q=key%3A%3Dbutton.save");
  const { pathname, search } = new URL(json.results[0].web_url);
  const person = await jana();

  expect((await person.open(pathname + search)).text).toContain("button.save");
  expect((await person.open(`${pathname}?q=key%3A%3D%22button.save%22`)).text).toContain("Save and go on");
  expect((await person.open(`${pathname}?q=state%3A%3Ctranslated`)).text).toContain("Translate these");
  expect((await person.open(`${pathname}?unit=1`)).status).toBe(404);
});

it("leads to the previous and the next string to do, and to the next one that a check finds something wrong with", async () => {
  const person = await jana();
  const page = await person.open(await editorOf("app", "Save"));
  expect(page.text).not.toContain('data-step="next-failing"');
  await person.send(await person.open(await editorOf("app", "Cancel")), { "target.0": "Zrušit " });
  await person.send(await person.open(await editorOf("app", "Cancel")), {
    "target.0": "Zrušit ",
    known: hashOfText(["Zrušit "], 20),
  });
  const hello = await person.open(await editorOf("app", "Hello"));
  const cancel = (await unitOf("app", "Cancel")).id;
  expect(hello.text).toMatch(
    new RegExp(`unit=${String(cancel)}&amp;q=has%3Acheck&amp;start=yes" data-step="next-failing"`),
  );
  const last = await person.open(await editorOf("app", "Cancel"));
  expect(last.text).toMatch(/data-step="previous-to-do"/);
});
