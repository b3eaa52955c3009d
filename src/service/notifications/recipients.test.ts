import { describe, expect, it } from "vitest";
import { kindsOf } from "./kinds.ts";
import { tellingOf, type News, type Reader } from "./recipients.ts";

const subscription = (
  notification: string,
  scope: number,
  frequency: number,
  place: Partial<Reader["subscriptions"][number]> = {},
) => ({
  notification,
  scope,
  frequency,
  project_id: null,
  component_id: null,
  ...place,
});

const reader = (...subscriptions: Reader["subscriptions"]): Reader => ({
  id: 7,
  languages: [],
  watched: [1],
  subscriptions,
  administers: (project) => project === 2,
});

const news = (change: Partial<News> = {}): News => ({
  kinds: [{ kind: "NewSuggestionNotificaton" }],
  project: 1,
  component: 10,
  translation: 100,
  language: 5,
  user: 3,
  author: 3,
  count: 1,
  action: 4,
  first: 1,
  last: 1,
  ...change,
});

const NEW = "NewSuggestionNotificaton";

describe("who is told of something", () => {
  it.each([
    ["all", 0, {}, 1, 1],
    ["a project they watch", 10, {}, 1, 1],
    ["a project they do not watch", 10, {}, 2, undefined],
    ["a project they look after", 20, {}, 2, 1],
    ["a project others look after", 20, {}, 1, undefined],
    ["one project", 30, { project_id: 2 }, 2, 1],
    ["another project", 30, { project_id: 2 }, 1, undefined],
    ["one component", 40, { component_id: 10 }, 1, 1],
    ["another component", 40, { component_id: 11 }, 1, undefined],
  ])("subscribed to %s", (_, scope, place, project, expected) => {
    expect(tellingOf(reader(subscription(NEW, scope, 1, place)), news({ project }))?.frequency).toBe(expected);
  });

  it("the most exact subscription counts, also where it says never", () => {
    const subscriptions = [
      subscription(NEW, 0, 1),
      subscription(NEW, 10, 2),
      subscription(NEW, 40, 0, { component_id: 10 }),
    ];

    expect(tellingOf(reader(...subscriptions), news())).toBeUndefined();
    expect(tellingOf(reader(...subscriptions), news({ component: 11 }))?.frequency).toBe(2);
    expect(tellingOf(reader(...subscriptions), news({ component: 11, project: 9 }))?.frequency).toBe(1);
  });

  it("nobody of what they did, nor of their own words that somebody else brought", () => {
    expect(tellingOf(reader(subscription(NEW, 0, 1)), news({ user: 7, author: 7 }))).toBeUndefined();
    expect(tellingOf(reader(subscription(NEW, 0, 1)), news({ user: 3, author: 7 }))).toBeUndefined();
  });

  it("of a language those who translate into it, or who name none", () => {
    const czech = { ...reader(subscription(NEW, 0, 1)), languages: [5] };
    const german = { ...reader(subscription(NEW, 0, 1)), languages: [6] };

    expect(tellingOf(czech, news())).toBeDefined();
    expect(tellingOf(german, news())).toBeUndefined();
    expect(tellingOf(german, news({ language: null }))).toBeDefined();
  });

  it("once, as what is most exact among what comes soonest", () => {
    const both = reader(
      subscription("ChangedStringNotificaton", 0, 1),
      subscription("TranslatedStringNotificaton", 0, 2),
    );
    const same = reader(
      subscription("ChangedStringNotificaton", 0, 1),
      subscription("TranslatedStringNotificaton", 0, 1),
    );
    const saved = news({ kinds: kindsOf(2).map((kind) => ({ kind })) });

    expect(tellingOf(both, saved)).toEqual({ kind: "ChangedStringNotificaton", frequency: 1 });
    expect(tellingOf(same, saved)).toEqual({ kind: "TranslatedStringNotificaton", frequency: 1 });
  });

  it("of how things stand in digests alone", () => {
    const standing = news({ kinds: [{ kind: "ToDoStringsNotification" }], user: null, author: null });

    expect(tellingOf(reader(subscription("ToDoStringsNotification", 0, 1)), standing)).toBeUndefined();
    expect(tellingOf(reader(subscription("ToDoStringsNotification", 0, 3)), standing)?.frequency).toBe(3);
  });

  it("of a comment that names them those whom it names", () => {
    const only = (user: number) => news({ kinds: [{ kind: "MentionCommentNotificaton", only: new Set([user]) }] });
    const told = reader(subscription("MentionCommentNotificaton", 0, 1));

    expect(tellingOf(told, only(7))).toBeDefined();
    expect(tellingOf(told, only(8))).toBeUndefined();
  });
});
