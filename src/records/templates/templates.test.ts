import { describe, expect, it } from "vitest";
import { openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { commitText } from "../../report/pull-request/commit-message.ts";
import { pullRequestText } from "../../report/pull-request/pull-request.ts";
import { reviewComment } from "../../report/review/review-comment.ts";
import { FULL_REVIEW, FULL_RUN, SAMPLE_SERVICE } from "../../report/preview/template-samples.ts";
import { listEvents } from "../logs/event-log.ts";
import { builtInTemplates, templateKinds } from "./template-kinds.ts";
import { previewOf, variablesOf } from "./template-preview.ts";
import {
  addTemplate,
  changeTemplate,
  listTemplates,
  prepareTemplates,
  removeTemplate,
  templateById,
  templateFor,
  type TemplateRecord,
} from "./templates.ts";

const all = { page: 1, size: 100 };

async function prepared(): Promise<TestRecords> {
  const records = await openTestRecords();
  await prepareTemplates(records);
  return records;
}

async function builtIn(records: TestRecords, kind: TemplateRecord["kind"]): Promise<TemplateRecord> {
  const { items } = await listTemplates(records, { kind }, all);
  const found = items.find(({ isBuiltIn }) => isBuiltIn);
  if (found === undefined) throw new Error(`There is no built-in ${kind}.`);
  return found;
}

describe("prepareTemplates", () => {
  it("makes one of each kind, once", async () => {
    await using records = await prepared();
    await prepareTemplates(records);

    const { items } = await listTemplates(records, {}, all);

    expect(items.map(({ kind }) => kind).toSorted()).toEqual([...templateKinds].toSorted());
    expect(
      items.every(({ isBuiltIn, isStandard, repositories }) => isBuiltIn && isStandard && repositories === "*"),
    ).toBe(true);
  });

  it("brings this version's text where nobody wrote another, and leaves what somebody wrote", async () => {
    await using records = await prepared();
    const [title, mail] = [await builtIn(records, "pull-request-title"), await builtIn(records, "mail-test")];
    await records.database
      .updateTable("template")
      .set({ body: "of an older version" })
      .where("id", "=", title.id)
      .execute();
    await changeTemplate(records, mail.id, { body: "Subject: Ours\n\nText" }, 1);

    await prepareTemplates(records);

    expect((await templateById(records, title.id))?.body).toBe(builtInTemplates["pull-request-title"].body);
    expect((await templateById(records, mail.id))?.body).toBe("Subject: Ours\n\nText");
  });
});

describe("templateFor", () => {
  it("is nothing where everything is as it was from the start", async () => {
    await using records = await prepared();

    for (const kind of templateKinds) expect(await templateFor(records, kind, "acme/website")).toBeUndefined();
  });

  it("is that of the most exact pattern, and that of everybody for the others", async () => {
    await using records = await prepared();
    const { id } = await builtIn(records, "pull-request-title");
    await changeTemplate(records, id, { body: "for all" }, 1);
    for (const repositories of ["acme/website", "acme/*", "acme/web*"]) {
      await addTemplate(records, { kind: "pull-request-title", name: "n", repositories, body: repositories }, 1);
    }

    const chosen = (name: string) => templateFor(records, "pull-request-title", name);

    expect(await chosen("acme/website")).toBe("acme/website");
    expect(await chosen("acme/web-two")).toBe("acme/web*");
    expect(await chosen("acme/app")).toBe("acme/*");
    expect(await chosen("other/app")).toBe("for all");
    expect(await templateFor(records, "commit-message", "acme/website")).toBeUndefined();
  });

  it("is somebody's own before the built-in one where both are for all, and the newest of several", async () => {
    await using records = await prepared();
    const own = { kind: "commit-message", name: "n", repositories: "*" } as const;
    await addTemplate(records, { ...own, body: "first" }, 1);
    await addTemplate(records, { ...own, body: "second" }, 1);

    expect(await templateFor(records, "commit-message", "acme/website")).toBe("second");
  });

  it("is the built-in text where an exact pattern has it, before that of everybody", async () => {
    await using records = await prepared();
    const own = { kind: "commit-message", name: "n" } as const;
    await addTemplate(records, { ...own, repositories: "*", body: "for all" }, 1);
    await addTemplate(records, { ...own, repositories: "acme/quiet", body: "{{ standard }}" }, 1);

    expect(await templateFor(records, "commit-message", "acme/quiet")).toBe("{{ standard }}");
  });
});

describe("removeTemplate", () => {
  it("restores a built-in one and deletes another, and says so in the log", async () => {
    await using records = await prepared();
    const { id } = await builtIn(records, "pull-request-body");
    await changeTemplate(records, id, { body: "ours" }, 7);
    const own = await addTemplate(
      records,
      { kind: "pull-request-body", name: "Own", repositories: "acme/*", body: "own" },
      7,
    );

    const restored = await removeTemplate(records, id, 7);
    expect(restored).toMatchObject({ body: "{{ standard }}", isStandard: true, isBuiltIn: true, updatedBy: undefined });
    expect(await removeTemplate(records, own.id, 7)).toEqual(own);
    expect(await removeTemplate(records, own.id, 7)).toBeUndefined();

    expect(await templateById(records, id)).toBeUndefined();
    expect(await templateById(records, restored?.id ?? 0)).toEqual(restored);
    expect(await templateById(records, own.id)).toBeUndefined();
    const { items } = await listEvents(records, { component: "templates", login: 7 }, all);
    expect(items.map(({ message }) => message)).toEqual([
      "The template “Own” (pull-request-body, for acme/*) was deleted.",
      "The template “Text of a pull request” (pull-request-body, for *) was restored to the text it had at the start.",
      "The template “Own” (pull-request-body, for acme/*) was added.",
      "The template “Text of a pull request” (pull-request-body, for *) was changed.",
    ]);
  });
});

describe("the built-in texts", () => {
  it("write what is written without a template", () => {
    const text = (kind: TemplateRecord["kind"]) => {
      const preview = previewOf(kind, builtInTemplates[kind].body);
      return "fault" in preview ? preview.fault : preview.text;
    };
    const context = { base: "main", branch: "interlinear/main" };
    const { title, body } = pullRequestText(FULL_RUN, context);

    expect(text("pull-request-title")).toBe(title);
    expect(text("pull-request-body")).toBe(body);
    expect(text("commit-message")).toBe(commitText(FULL_RUN, []).headline);
    expect(text("review-comment")).toBe(reviewComment(FULL_REVIEW, { service: SAMPLE_SERVICE, commands: true }));
  });

  it.each(templateKinds)("%s can be filled in", (kind) => {
    expect(previewOf(kind, builtInTemplates[kind].body)).toHaveProperty("text");
  });
});

describe("previewOf", () => {
  it("shows a mail's subject and text", () => {
    expect(previewOf("mail-test", "Subject: From {{ host }}\n\nHello {{ name }}")).toEqual({
      subject: "From mail.example.org",
      text: "Hello Jana Nováková\n",
      format: "plain",
    });
  });

  it.each([
    ["pull-request-title", "{{ langages }}", '"langages" is no variable (line 1, column 4): did you mean "languages"?'],
    [
      "pull-request-body",
      "Text\n\n{{ standrd }}",
      '"standrd" is no variable (line 3, column 4): did you mean "standard"?',
    ],
    ["review-comment", "{{ headlin }}", '"headlin" is no variable (line 1, column 4): did you mean "headline"?'],
    ["commit-message", "{% if strings %}", "Tag {% if strings %} not closed (line 1, column 1)."],
    ["commit-message", "{{ strings | shout }}", 'There is no filter "shout" (line 1, column 14).'],
    ["mail-test", "Subject: {{ nam }}\n\nText", '"nam" is no variable (line 1, column 13): did you mean "name"?'],
    [
      "mail-test",
      "Subject: S\n\n{% if false %}{{ link }}{% endif %}Text",
      '"link" is no variable (line 3, column 18): there is name, server, host, time.',
    ],
    ["mail-test", "Hello", 'The first line has to be the subject: "Subject: …".'],
    ["mail-test", "Subject: Hello", "The message came out empty."],
    ["mail-test", "Subject: {{ name | raw }}\n\nText", 'There is no filter "raw" (line 1, column 20).'],
    ["mail-test", "Subject: S\n\n{% include '/etc/passwd' %}", 'There is no tag "include" (line 3, column 4).'],
    ["pull-request-title", "x".repeat(1_001), "It is longer than 1000 characters."],
    [
      "mail-test",
      "Subject: S\n\n{% for i in (1..900000000) %}a{% endfor %}",
      "Memory alloc limit exceeded (line 3, column 1).",
    ],
  ] as const)("says what is wrong with a %s, and where: %s", (kind, body, fault) => {
    expect(previewOf(kind, body)).toEqual({ fault });
  });

  it("knows names for each kind", () => {
    expect(variablesOf("pull-request-title")).toContain("standard");
    expect(variablesOf("review-comment")).toContain("headline");
    expect(variablesOf("mail-password-reset")).toEqual(["name", "login", "link", "expires", "server"]);
  });
});
