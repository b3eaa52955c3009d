import { expect, test } from "vitest";
import { aTranslation, someFacts } from "../../../test/support/observations.ts";
import { RemoteError } from "../../core/errors.ts";
import type { ComponentPath } from "../../mapping/binding.ts";
import type { ServiceChange, ServiceComponent } from "../../service-client/translation-service.ts";
import { Listings } from "./listings.ts";

const NAMES = ["web", "server", "ios"];
const FEEDS = [{ project: "acme", id: 7, timestamp: "2026-11-23T10:00:00Z", count: 7 }];

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

function anEntry(translation: string | null, changes: Partial<ServiceChange> = {}): ServiceChange {
  const nothing = { component: null, author: null, user: null, target: "", old: "", details: {} };
  return { id: 8, translation, action: 17, timestamp: "2026-11-23T11:00:00Z", ...nothing, ...changes };
}

/** The newest one before anything was listed. */
const KNOWN = anEntry(null, { id: 7, timestamp: "2026-11-23T10:00:00Z" });

/** The address of the component that a committed string is in. */
function elsewhere(slug: string): Partial<ServiceChange> {
  return { component: `https://service.test/api/components/acme/${slug}/` };
}

const COMPONENTS = [
  aService("web"),
  aService("docs"),
  aService("docs-beside-web", { linkedTo: aService("web").url }),
  aService("docs-of-somebody", { linkedTo: "https://service.test/api/components/other/web/" }),
];

function aService(component: string, changes: Partial<ServiceComponent> = {}): ServiceComponent {
  const url = `https://service.test/api/components/acme/${component}/`;
  return { ...someFacts().component, path: pathOf(component), url, repository: "https://git.test/a.git", ...changes };
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
    components: () => Promise.resolve(COMPONENTS),
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
  const two = [anEntry(addressOf("web")), anEntry(addressOf("web")), KNOWN];
  expect(await listedAgain({ count: 9, entries: two })).toEqual(["web"]);
  expect(await listedAgain({ count: 7, entries: [KNOWN] })).toEqual([]);
});

test.each<readonly [string, readonly string[], ServiceChange]>([
  ["that has a clone of its own, moves none of them", [], anEntry(addressOf("docs"), elsewhere("docs"))],
  [
    "moves the one whose clone that shares, as its add-ons may do",
    ["web"],
    anEntry(addressOf("docs-beside-web"), elsewhere("docs-beside-web")),
  ],
  [
    "in a clone that nobody here sees, may have moved everything",
    NAMES,
    anEntry(addressOf("docs-of-somebody"), elsewhere("docs-of-somebody")),
  ],
  ["in a component that nobody here sees, may have moved everything", NAMES, anEntry(addressOf("new"))],
  ["that was added there, may have moved everything", NAMES, anEntry(addressOf("docs"), { action: 31 })],
  ["that is pending, moves none of them", [], anEntry(addressOf("new"), { action: 2 })],
])("a string of a component that is not listed here, %s", async (_, expected, entry) => {
  expect(await listedAgain({ count: 8, entries: [entry, KNOWN] })).toEqual(expected);
});

test.each<readonly [string, News | RemoteError | undefined]>([
  ["more came than anybody reads", undefined],
  ["an entry is about no language", { count: 8, entries: [anEntry(null), KNOWN] }],
  [
    "an entry is about a language of theirs that was not listed",
    { count: 8, entries: [anEntry(addressOf("web").replace("de", "fr")), KNOWN] },
  ],
  ["an older entry came late", { count: 9, entries: [anEntry(addressOf("web")), KNOWN] }],
  ["the newest one is gone", { count: 8, entries: [anEntry(addressOf("web"))] }],
  [
    "the newest one is another one now",
    { count: 8, entries: [anEntry(addressOf("web")), { ...KNOWN, timestamp: "2026-11-23T10:30:00Z" }] },
  ],
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
