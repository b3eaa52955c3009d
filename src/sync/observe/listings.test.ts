import { expect, test } from "vitest";
import { aTranslation, someFacts } from "../../../test/support/observations.ts";
import { RemoteError } from "../../core/errors.ts";
import type { ComponentPath } from "../../mapping/binding.ts";
import type { ServiceChange } from "../../service-client/translation-service.ts";
import { Listings } from "./listings.ts";

const NAMES = ["web", "server", "ios"];
const FEEDS = [{ project: "acme", id: 7, count: 7 }];

function pathOf(component: string): ComponentPath {
  return { project: "acme", categories: [], component };
}

function addressOf(component: string): string {
  return `https://service.test/api/translations/acme/${component}/de/`;
}

interface News {
  readonly count: number;
  readonly entries: readonly ServiceChange[];
}

function anEntry(translation: string | null): ServiceChange {
  const nothing = { author: null, user: null, target: "", old: "", details: {} };
  return { id: 8, translation, action: 17, timestamp: "", ...nothing };
}

/** A service whose list has grown so, and what was listed. */
async function listedAgain(news: News | RemoteError | undefined): Promise<readonly string[]> {
  const asked: string[] = [];
  const listings = new Listings({
    translations: ({ component }) => {
      asked.push(component);
      return Promise.resolve([aTranslation({ url: addressOf(component) })]);
    },
    translation: () => Promise.reject(new Error("not asked")),
    allTranslations: () => Promise.reject(new Error("not asked")),
    component: () => Promise.reject(new Error("not asked")),
    components: () => Promise.reject(new Error("not asked")),
    recentChanges: () => (news instanceof RemoteError ? Promise.reject(news) : Promise.resolve(news)),
  });
  const list = (): Promise<unknown> => Promise.all(NAMES.map((name) => listings.of(pathOf(name))));
  await list();
  await list();
  expect(asked).toEqual(NAMES);
  await listings.forgetMoved(FEEDS);
  await list();
  return asked.slice(NAMES.length);
}

test("components are listed once, and again only those that an entry is about", async () => {
  expect(await listedAgain({ count: 9, entries: [anEntry(addressOf("web")), anEntry(addressOf("web"))] })).toEqual([
    "web",
  ]);
  expect(await listedAgain({ count: 7, entries: [] })).toEqual([]);
});

test.each<readonly [string, News | RemoteError | undefined]>([
  ["more came than anybody reads", undefined],
  ["an entry is about no language", { count: 8, entries: [anEntry(null)] }],
  ["an entry is about a language that was not listed", { count: 8, entries: [anEntry(addressOf("new"))] }],
  ["an older entry came late", { count: 9, entries: [anEntry(addressOf("web"))] }],
  ["the list cannot be seen", new RemoteError("403", { code: "IL-S08", status: 403 })],
])("where %s, all are listed again", async (_, news) => {
  expect(await listedAgain(news)).toEqual(NAMES);
});

interface Many {
  readonly components: number;
  /** Translations that git has. */
  readonly translations: number;
  /** Languages that the service has in all. */
  readonly languages: number;
}

/** How the service is asked for components that nothing is known of: at once, or each by its name. */
async function askedFor({ components, translations, languages }: Many): Promise<readonly string[]> {
  const asked: string[] = [];
  const paths = Array.from({ length: components }, (_, index) => pathOf(`part-${String(index)}`));
  const refuse = (): Promise<never> => Promise.reject(new Error("not asked"));
  const listings = new Listings({
    translations: () => {
      asked.push("one");
      return Promise.resolve([]);
    },
    allTranslations: (most) => {
      asked.push("all");
      const all = paths.map((path) => ({ translation: aTranslation(), component: someFacts({ path }).component }));
      return Promise.resolve(languages > most ? undefined : all);
    },
    translation: refuse,
    component: refuse,
    components: refuse,
    recentChanges: refuse,
  });
  const list = async (): Promise<void> => {
    listings.beginAll(paths, translations);
    await Promise.all(paths.map((path) => listings.of(path)));
  };
  await list();
  const first = asked.splice(0);
  listings.forget();
  await list();
  expect(asked, "after something moved").toEqual(first);
  await list();
  expect(asked, "while nothing moves").toEqual(first);
  return first;
}

test.each<Many>([
  { components: 3, translations: 27, languages: 60 },
  { components: 6, translations: 0, languages: 384 },
  { components: 20, translations: 800, languages: 1_640 },
])(
  "$components components with $translations translations in git are listed at once among $languages",
  async (many) => {
    expect(await askedFor(many)).toEqual(["all"]);
  },
);

test.each<Many>([
  { components: 3, translations: 27, languages: 61 },
  { components: 6, translations: 0, languages: 385 },
  { components: 40, translations: 0, languages: 2_001 },
])("the same of $components with $translations are found to be too few among $languages", async (many) => {
  expect(await askedFor(many)).toEqual(["all", ...Array<string>(many.components).fill("one")]);
});

test.each<Many>([
  { components: 2, translations: 18, languages: 20 },
  { components: 40, translations: 2_000, languages: 2_040 },
])("$components components with $translations translations are asked for one by one", async (many) => {
  expect(await askedFor(many)).toEqual(Array<string>(many.components).fill("one"));
});
