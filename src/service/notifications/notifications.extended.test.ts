import { describe, expect, it } from "vitest";
import { startMailServer, type MailServer } from "../../../test/support/mail-server.ts";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { manualClock, type ManualClock } from "../../../test/support/test-clock.ts";
import type { Kind } from "./kinds.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SITE = "https://l10n.example.org";

interface Scene extends AsyncDisposable {
  readonly test: SampleService;
  readonly server: MailServer;
  readonly clock: ManualClock;
  /** A person with these subscriptions and no others. */
  person(name: string, ...subscriptions: readonly [Kind, number, number][]): Promise<string>;
  /** The next look. */
  look(milliseconds?: number): Promise<void>;
}

async function scene(options: Parameters<typeof startMailServer>[0] = {}): Promise<Scene> {
  const server = await startMailServer(options);
  const clock = manualClock();
  const test = await openSampleService({ clock, settings: { mail: server.settings, siteUrl: SITE } });
  const { admin } = test;
  return {
    test,
    server,
    clock,
    person: async (name, ...subscriptions) => {
      const known = name === "jana" ? test.translatorToken : undefined;
      const token =
        known ??
        (await admin.createTranslator("demo", { username: name, fullName: name, email: `${name}@example.org` })).token;
      const path = `/api/users/${name}/notifications/`;
      const { json } = await test.request("GET", path);
      for (const { id } of json.results) await test.request("DELETE", `${path}${String(id)}/`);
      for (const [notification, scope, frequency] of subscriptions) {
        const { status, text } = await test.request("POST", path, { json: { notification, scope, frequency } });
        if (status !== 201) throw new Error(text);
      }
      return token;
    },
    look: async (milliseconds = MINUTE) => {
      clock.advance(milliseconds);
      await test.service.jobs.idle();
    },
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const receivers = (server: MailServer): string[] =>
  server.messages.map(({ to }) =>
    (Array.isArray(to) ? to : to === undefined ? [] : [to]).map(({ text }) => text).join(),
  );

async function comment(test: SampleService, words: string, token: string): Promise<void> {
  const unit = (await unitsOf(test, "demo/app/cs")).get("title");
  const json = { comment: words, scope: "translation" };
  const { status, text } = await test.request("POST", `/api/units/${String(unit?.id)}/comments/`, { token, json });
  if (status !== 201) throw new Error(text);
}

describe("what people subscribed to", () => {
  it("comes by mail at once, with text, HTML, links and a way out, and to nobody who did it", async () => {
    await using news = await scene();
    const { test, server } = news;
    const petr = await news.person("petr", ["NewCommentNotificaton", 0, 1]);
    await news.person("eva", ["NewCommentNotificaton", 0, 1]);
    await news.person("jana");

    await comment(test, "Is it <b>formal</b>?", petr);
    await news.look();
    await news.look();

    expect(receivers(server)).toEqual(["eva@example.org"]);
    const [mail] = server.messages;
    expect(mail?.subject).toBe("[Interlinear] 1 new comment in Demo/App");
    expect(mail?.text).toContain("Is it <b>formal</b>?");
    expect(mail?.html).toContain("Is it &lt;b&gt;formal&lt;/b&gt;?");
    expect(mail?.text).toContain(`${SITE}/translate/demo/app/cs/?unit=`);
    expect(mail?.headers.get("content-language")).toBe("en");
    expect(JSON.stringify(mail?.headers.get("list"))).toContain(`${SITE}/accounts/unsubscribe/?code=`);
  });

  it("tells whom a comment names, and whose translation it is about, each once", async () => {
    await using news = await scene();
    const { test, server } = news;
    const petr = await news.person("petr");
    await news.person("eva", ["MentionCommentNotificaton", 0, 1], ["NewCommentNotificaton", 0, 1]);
    await news.person("jana", ["LastAuthorCommentNotificaton", 10, 1]);
    await save(test, "demo/app/cs", "title", ["Nazdar"]);
    await news.look();

    await comment(test, "@eva, @nobody: as in English?", petr);
    await news.look();

    expect(receivers(server).toSorted()).toEqual(["eva@example.org", "jana@example.org"]);
    const subjects = server.messages.map(({ subject }) => subject);
    expect(subjects).toContain("[Interlinear] 1 comment that names you in Demo/App");
    expect(subjects).toContain("[Interlinear] 1 comment on your translation in Demo/App");
  });

  it("is one mail a day, a week or a month, of all that came meanwhile and how things stand", async () => {
    await using news = await scene();
    const { test, server } = news;
    await news.person("petr", ["TranslatedStringNotificaton", 0, 2], ["ToDoStringsNotification", 0, 2]);
    await news.person("eva", ["TranslatedStringNotificaton", 0, 3]);
    await news.person("ivo", ["TranslatedStringNotificaton", 0, 4]);
    await save(test, "demo/app/cs", "title", ["Nazdar"]);
    await news.look();
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);
    await news.look();
    expect(server.messages).toEqual([]);

    await news.look(DAY);
    expect(receivers(server)).toEqual(["petr@example.org"]);
    expect(server.messages[0]?.subject).toMatch(/^\[Interlinear\] Daily news: 2 translated strings/);
    expect(server.messages[0]?.text).toMatch(/- 1 string to do/);

    // 1 January 2026 was a Thursday.
    for (let day = 0; day < 32; day += 1) await news.look(DAY);
    const whom = receivers(server);
    expect(whom.filter((address) => address === "eva@example.org")).toHaveLength(1);
    expect(whom.filter((address) => address === "ivo@example.org")).toHaveLength(1);
  });

  it("shows the texts of all comments of a person in one place, and counts those beyond the third", async () => {
    await using news = await scene();
    const { test, server } = news;
    const petr = await news.person("petr", ["NewCommentNotificaton", 0, 1]);
    await news.person("eva", ["NewCommentNotificaton", 0, 1]);
    await news.person("jana");
    await comment(test, "Another person's", test.translatorToken);
    for (const words of ["First", "Second"]) await comment(test, words, petr);
    await news.look();
    const lastTo = (name: string) => server.messages.findLast((_, index) => receivers(server)[index] === name);
    const two = lastTo("eva@example.org")?.text ?? "";
    expect(two).toMatch(/2 new comments, by petr\n {4}First\n.*\n {4}Second\n/);
    expect(two).not.toContain(" more.");
    expect(lastTo("petr@example.org")?.text).not.toMatch(/First|Second/);

    for (const words of ["One", "Two", "Three", "Four", "Five"]) await comment(test, words, petr);
    await news.look();

    const five = lastTo("eva@example.org");
    expect(five?.text).toMatch(/5 new comments, by petr\n {4}One\n.*\n {4}Two\n.*\n {4}Three\n.*\n {4}And 2 more\.\n/);
    expect(five?.text).not.toMatch(/Four|Five/);
    expect(five?.html).toContain("<li>And 2 more.</li>");
  });

  it("shows every announcement, and of one line all actions that it is made of", async () => {
    await using news = await scene();
    const { test, server } = news;
    await news.person("petr", ["NewAnnouncementNotificaton", 0, 2], ["TranslatedStringNotificaton", 0, 2]);
    await news.person("jana");
    for (const message of ["Freeze on Friday", "Release on Monday"]) {
      await test.request("POST", "/api/components/demo/app/announcements/", { json: { message, severity: "info" } });
    }
    await save(test, "demo/app/cs", "title", ["Nazdar"]);
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);

    await news.look(DAY);

    const text = server.messages[0]?.text ?? "";
    expect(text).toMatch(/2 announcements.*\n {4}Freeze on Friday\n {4}Release on Monday\n/);
    expect(text).toMatch(/2 translated strings.*\n {4}\S.* → Nazdar\n.*\n {4}\S.* → Uložit\n/);
  });

  it("is not told to who may not see it any more when the mail is made", async () => {
    await using news = await scene();
    const { test, server } = news;
    await news.person("petr", ["NewCommentNotificaton", 0, 2]);
    await news.person("eva", ["NewCommentNotificaton", 0, 2]);
    await news.person("ivo", ["NewCommentNotificaton", 0, 2]);
    await test.request("PATCH", "/api/users/ivo/", { json: { is_active: false } });
    await comment(test, "A secret", test.translatorToken);
    await test.request("PATCH", "/api/components/demo/app/", { json: { restricted: true } });
    const { json: group } = await test.request("POST", "/api/groups/", {
      json: { name: "Insiders", project_selection: 0, language_selection: 1 },
    });
    const { json: component } = await test.request("GET", "/api/components/demo/app/");
    const place = `/api/groups/${String(group.id)}/components/`;
    await test.request("POST", place, { form: { component_id: String(component.id) } });
    await test.request("POST", "/api/users/eva/groups/", { form: { group_id: String(group.id) } });

    await news.look(DAY);

    expect(receivers(server)).toEqual(["eva@example.org"]);
  });

  it("tells of an announcement unless it says not to, and of none that is gone", async () => {
    await using news = await scene();
    const { test, server } = news;
    await news.person("petr", ["NewAnnouncementNotificaton", 0, 1]);
    const post = (json: object) => test.request("POST", "/api/components/demo/app/announcements/", { json });
    await post({ message: "Silent", severity: "info", notify: false });
    const { json: gone } = await post({ message: "Gone", severity: "info" });
    await test.request("DELETE", `/api/components/demo/app/announcements/${String(gone.id)}/`);
    await post({ message: "Over", severity: "info", expiry: "2020-01-01" });
    await post({ message: "Freeze on Friday", severity: "warning", notify: true });

    await news.look();

    expect(server.messages).toHaveLength(1);
    expect(server.messages[0]?.text).toContain("Freeze on Friday");
    expect(server.messages[0]?.text).not.toMatch(/Silent|Gone|Over/);
  });

  it("tells of new contributors, complete languages and new languages", async () => {
    await using news = await scene();
    const { test, server } = news;
    await news.person(
      "petr",
      ["NewContributorNotificaton", 0, 1],
      ["LanguageTranslatedNotificaton", 0, 1],
      ["NewTranslationNotificaton", 0, 1],
    );
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);
    await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);
    await test.request("POST", "/api/components/demo/app/translations/", { json: { language_code: "fr" } });

    await news.look();
    await save(test, "demo/app/cs", "title", ["Nazdar"]);
    await news.look();

    expect(server.messages).toHaveLength(1);
    const text = server.messages[0]?.text ?? "";
    expect(text).toContain("1 new contributor, by Jana Nováková");
    expect(text).toContain("1 translation is complete");
    expect(text).toContain("1 new language");
  });
});

describe("mail that does not arrive", () => {
  it("is not sent again where the process died while it was handed over, and that is said", async () => {
    await using news = await scene();
    const { test, server, clock } = news;
    const petr = await news.person("petr", ["NewCommentNotificaton", 0, 1]);
    await news.person("jana", ["NewCommentNotificaton", 0, 1]);
    await comment(test, "Hello", petr);
    // As a process leaves it that is killed meanwhile.
    await test.service.database
      .insertInto("news_mail")
      .values({
        user_id: 2,
        frequency: 1,
        after_change: 0,
        until_change: 1,
        made: "",
        run_after: "",
        begun: clock.now().toISOString(),
      })
      .execute();

    await news.look();
    expect(receivers(server)).toEqual(["jana@example.org"]);
    await news.look(20 * MINUTE);

    expect(server.messages).toHaveLength(1);
    expect(await test.service.database.selectFrom("news_mail").selectAll().execute()).toEqual([]);
  });

  it("waits while the server is away, and comes as one mail then", async () => {
    await using news = await scene();
    const { test, server } = news;
    const petr = await news.person("petr");
    await news.person("jana", ["NewCommentNotificaton", 0, 1]);
    Object.assign(server.settings, { port: 1 });
    await comment(test, "One", petr);
    await news.look();
    await comment(test, "Two", petr);
    await news.look();
    const { json } = await test.request("GET", "/api/users/jana/notifications/");
    expect(json.results[0]).toMatchObject({ delivered: false, delivery: expect.stringContaining("cannot be reached") });

    Object.assign(server.settings, { port: server.port });
    await news.look(10 * MINUTE);

    expect(server.messages).toHaveLength(1);
    expect(server.messages[0]?.subject).toBe("[Interlinear] 2 new comments in Demo/App");
  });

  it("goes to no address that was refused for good, until there is another one; administrators are told", async () => {
    await using news = await scene({ refusedRecipients: { "jana@example.org": "5.1.1 No such mailbox" } });
    const { test, server } = news;
    await test.request("PATCH", "/api/users/admin/", { json: { email: "admin@example.org" } });
    const petr = await news.person("petr");
    await news.person("jana", ["NewCommentNotificaton", 0, 1]);
    await comment(test, "One", petr);
    await news.look();
    await comment(test, "Two", petr);
    await news.look();

    expect(receivers(server)).toEqual(["admin@example.org"]);
    expect(server.messages[0]?.text).toContain("No such mailbox");
    const { json } = await test.request("GET", "/api/users/jana/notifications/");
    expect(json.results[0]).toMatchObject({ delivered: false, delivery: expect.stringContaining("No such mailbox") });

    await test.request("PATCH", "/api/users/jana/", { json: { email: "jana@example.com" } });
    await comment(test, "Three", petr);
    await news.look();
    expect(receivers(server)).toEqual(["admin@example.org", "jana@example.com"]);
  });
});

describe("a subscription", () => {
  it("says that nothing is delivered where no mail server is set", async () => {
    await using test = await openSampleService();

    const { json } = await test.request("GET", "/api/users/jana/notifications/", { token: test.translatorToken });

    expect(json.results[0]).toMatchObject({
      delivered: false,
      delivery: "This server sends no mail: its operator set no mail server.",
    });
  });

  it("ends by the address in a mail: by a button for people, by one request for programs, and by no other code", async () => {
    await using news = await scene();
    const { test, server } = news;
    const petr = await news.person("petr");
    await news.person("jana", ["NewCommentNotificaton", 0, 1], ["NewSuggestionNotificaton", 0, 2]);
    await comment(test, "One", petr);
    await news.look();
    const address = /https:\S+unsubscribe\S+/.exec(server.messages[0]?.text ?? "")?.[0] ?? "";
    const path = address.slice(SITE.length);
    const frequencies = async () => {
      const { json } = await test.request("GET", "/api/users/jana/notifications/");
      const results: { frequency: number }[] = json.results;
      return results.map(({ frequency }) => frequency);
    };

    const page = await test.request("GET", path, { token: null, headers: { accept: "text/html" } });
    expect(page.text).toContain("No more mail at once");
    expect(await frequencies()).toEqual([1, 2]);

    const forged = path.replace(/=\d+\./, "=1.");
    expect(
      (await test.request("POST", forged, { token: null, form: { "List-Unsubscribe": "One-Click" } })).status,
    ).toBe(404);
    const ended = await test.request("POST", path, { token: null, form: { "List-Unsubscribe": "One-Click" } });
    expect(ended.status).toBe(200);
    expect(await frequencies()).toEqual([0, 2]);

    const code = new URLSearchParams(path.slice(path.indexOf("?"))).get("code") ?? "";
    await test.request("POST", "/accounts/unsubscribe/", { token: null, form: { code, what: "all" } });
    expect(await frequencies()).toEqual([0, 0]);
  });
});
