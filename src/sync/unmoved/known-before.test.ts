import { expect, test } from "vitest";
import { aBinding, aTranslation, someFacts } from "../../../test/support/observations.ts";
import type { ServiceChange, ServiceComponent, ServiceTranslation } from "../../service-client/translation-service.ts";
import { Listings } from "../observe/listings.ts";
import { filesToKeep, knownBefore, type KnownBefore } from "./known-before.ts";

const NOON = Date.UTC(2026, 10, 23, 12);
const SLUGS = ["web", "server"];
const BINDINGS = SLUGS.map(bound);

function bound(component: string) {
  return aBinding({ component: { project: "acme", categories: [], component } });
}

function addressOf(component: string, language: string): string {
  return `https://service.test/api/translations/acme/${component}/${language}/`;
}

function listed(component: string): readonly ServiceTranslation[] {
  return ["en", "de", "cs"].map((language) =>
    aTranslation({ language, url: addressOf(component, language), isSource: language === "en" }),
  );
}

/** An entry, so many minutes before noon. */
function entry(id: number, action: number, translation: string | null, minutes = 60): ServiceChange {
  const timestamp = new Date(NOON - minutes * 60_000).toISOString();
  const component = translation?.replace("/translations/", "/components/").replace(/[^/]+\/$/, "") ?? null;
  return { id, action, translation, component, timestamp, author: null, user: null, target: "", old: "", details: {} };
}

const OLD = [3, 2, 1].map((id) => entry(id, 17, addressOf("server", "de"), 600));

/** A service whose list of changes is this, newest first. */
function serviceOf(list: readonly ServiceChange[]) {
  const asked: string[] = [];
  return {
    asked,
    url: "https://service.test",
    recentChanges: async (_: string, isWanted: (change: ServiceChange) => boolean) => {
      asked.push("changes");
      const end = list.findIndex((change) => !isWanted(change));
      return { count: list.length, entries: end === -1 ? list : list.slice(0, end) };
    },
    translations: async ({ component }: { readonly component: string }) => {
      asked.push(component);
      return listed(component);
    },
    translation: async ({ url }: { readonly url: string }) => {
      asked.push(url);
      const language = url.split("/").at(-2) ?? "";
      return { translation: aTranslation({ language, url, revision: "f".repeat(40) }), component: undefined };
    },
    allTranslations: () => Promise.reject(new Error("not asked")),
    component: () => Promise.reject(new Error("not asked")),
    components: (project: string) => {
      asked.push(project);
      return Promise.resolve(["web", "server", "docs", "guide"].map(described));
    },
  };
}

/** The guide shares the clone of a component that is bound here. */
function described(component: string): ServiceComponent {
  const url = (slug: string): string => `https://service.test/api/components/acme/${slug}/`;
  const path = { project: "acme", categories: [], component };
  const repository = "https://git.test/acme.git";
  const shared = component === "guide" ? { linkedTo: url("web") } : {};
  return { ...someFacts({ path }).component, url: url(component), repository, ...shared };
}

function standOn(
  [newest, ...others]: readonly ServiceChange[],
  changes: { day?: string; count?: number; beside?: string } = {},
): Parameters<typeof knownBefore>[1] {
  if (newest === undefined) throw new Error("the list is empty");
  const count = changes.count ?? others.length + 1;
  const shown = { count, entries: [newest, ...others.slice(0, 4)] as const, now: NOON };
  return {
    day: changes.day ?? "2026-11-23",
    newest: [{ project: "acme", newest: shown }],
    now: () => NOON,
    beside: changes.beside,
  };
}

const CLEAN = { needsCommit: false, needsMerge: false, needsPush: false };

/** What a run keeps that saw this list, and listed all. */
async function kept(list: readonly ServiceChange[], known?: KnownBefore): Promise<ReadonlyMap<string, Uint8Array>> {
  const service = serviceOf(list);
  const listings = new Listings(service);
  if (known !== undefined) listings.take(known.listings, known.stale);
  await Promise.all(BINDINGS.map(({ component }) => listings.of(component)));
  const looked = { listings, repositories: new Map([["acme", CLEAN]]) };
  const toKeep = await filesToKeep(service, standOn(list), known, looked);
  return new Map(Array.from(toKeep?.files ?? [], ([path, print]) => [path, print()]));
}

async function laterOn(
  files: ReadonlyMap<string, Uint8Array>,
  list: readonly ServiceChange[],
  changes: { day?: string; count?: number; beside?: string; bindings?: typeof BINDINGS } = {},
) {
  const record = {
    kept: async (paths: readonly string[]) =>
      new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path) ?? new Uint8Array()] as const] : []))),
  };
  const service = serviceOf(list);
  const listings = new Listings(service);
  const { bindings = BINDINGS } = changes;
  const known = await knownBefore({ service, record, listings }, standOn(list, changes), bindings);
  const stale = known && [...known.stale.components, ...known.stale.translations.keys()];
  return { known, stale, asked: service.asked };
}

test("where nothing came, nothing is asked again, and repositories are as they were", async () => {
  const { known, stale } = await laterOn(await kept(OLD), OLD);

  expect(stale).toEqual([]);
  expect(known?.repositories.get("acme")).toEqual(CLEAN);
  expect(known?.listings.get("acme/web")?.translations.map(({ url, revision }) => [url, revision])).toEqual(
    listed("web").map(({ url, revision }) => [url, revision]),
  );
});

test.each<readonly [string, readonly ServiceChange[], readonly string[], boolean | undefined]>([
  ["somebody saved a string", [entry(4, 2, addressOf("web", "de"))], [addressOf("web", "de")], true],
  [
    "it was committed since",
    [entry(5, 17, addressOf("web", "de")), entry(4, 2, addressOf("web", "de"))],
    [addressOf("web", "de")],
    false,
  ],
  [
    "a string was saved after a commit, and that was pushed",
    [entry(6, 2, addressOf("web", "cs")), entry(5, 18, null), entry(4, 17, addressOf("web", "de"))],
    [addressOf("web", "de"), addressOf("web", "cs")],
    true,
  ],
  [
    "a save completed a language and its component",
    [entry(6, 75, null), entry(5, 1, addressOf("web", "de")), entry(4, 2, addressOf("web", "de"))],
    [addressOf("web", "de")],
    true,
  ],
  ["a source got a new text", [entry(4, 2, addressOf("web", "en"))], ["acme/web"], true],
  ["a text was propagated", [entry(4, 77, addressOf("web", "de"))], [addressOf("web", "de")], true],
  [
    "somebody was new there",
    [entry(5, 2, addressOf("web", "de")), entry(4, 45, addressOf("web", "de"))],
    [addressOf("web", "de")],
    true,
  ],
  ["a file was read anew", [entry(4, 0, addressOf("web", "de"))], [addressOf("web", "de")], undefined],
  ["a string was saved in a component that is not bound", [entry(4, 2, addressOf("docs", "de"))], [], false],
  ["it was committed since", [entry(5, 17, addressOf("docs", "de")), entry(4, 2, addressOf("docs", "de"))], [], false],
  [
    "one was committed in the clone of a bound component",
    [entry(4, 17, addressOf("guide", "de"))],
    ["acme/web"],
    false,
  ],
  [
    "it was propagated into a bound one",
    [entry(5, 77, addressOf("web", "de")), entry(4, 2, addressOf("docs", "de"))],
    [addressOf("web", "de")],
    true,
  ],
])("where %s, that alone is looked at", async (_, news, expected, needsCommit) => {
  const { known, stale } = await laterOn(await kept(OLD), [...news, ...OLD]);

  expect(stale).toEqual(expected);
  expect(known?.repositories.get("acme")?.needsCommit).toBe(needsCommit);
});

test("more entries than the first answer shows are read", async () => {
  const news = Array.from({ length: 8 }, (_, index) => entry(12 - index, 2, addressOf("web", "de")));

  const { stale, asked } = await laterOn(await kept(OLD), [...news, ...OLD]);

  expect(asked).toEqual(["changes"]);
  expect(stale).toEqual([addressOf("web", "de")]);
});

test.each<readonly [string, readonly ServiceChange[], Parameters<typeof laterOn>[2]]>([
  ["an entry is about no language", [entry(4, 21, null), ...OLD], {}],
  ["an entry is about a language that was not listed", [entry(4, 2, addressOf("web", "fr")), ...OLD], {}],
  ["a string was added to a component that is not bound", [entry(4, 31, addressOf("docs", "en")), ...OLD], {}],
  ["a component that was committed cannot be seen", [entry(4, 17, addressOf("hidden", "de")), ...OLD], {}],
  [
    "the service was restored, and as much was done again",
    [entry(4, 17, addressOf("web", "de")), entry(3, 2, addressOf("web", "de"), 90), ...OLD.slice(1)],
    {},
  ],
  ["another mapping kept it", OLD, { beside: "docs" }],
  ["a component is bound that was not", OLD, { bindings: [...BINDINGS, bound("docs")] }],
  ["an older entry came late", [entry(5, 2, addressOf("web", "de")), ...OLD], { count: 5 }],
  ["entries are gone", [entry(4, 2, addressOf("web", "de")), ...OLD.slice(0, 2)], {}],
  ["another day began", OLD, { day: "2026-11-24" }],
])("where %s, all is listed", async (_, list, changes) => {
  expect((await laterOn(await kept(OLD), list, changes)).known).toBeUndefined();
});

test("a component with a young entry is listed again, also by the run after the next, until add-ons are done", async () => {
  const young = [entry(4, 17, addressOf("web", "de"), 3), ...OLD];
  const first = await laterOn(await kept(young), young);
  const second = await laterOn(await kept(young, first.known), young);

  expect(first.stale).toEqual(["acme/web"]);
  expect(second.stale).toEqual(["acme/web"]);
});

test("a young entry of a component that is not bound keeps none of ours restless, but the one whose clone it shares", async () => {
  const docs = [entry(4, 17, addressOf("docs", "de"), 3), ...OLD];
  const guide = [entry(4, 17, addressOf("guide", "de"), 3), ...OLD];

  expect((await laterOn(await kept(docs), docs)).stale).toEqual([]);
  expect((await laterOn(await kept(guide), guide)).stale).toEqual(["acme/web"]);
});

test("what was kept without the time of the newest entry is not known", async () => {
  const files = await kept(OLD);
  const look = Buffer.from(files.get("listed/look") ?? []).toString("utf8");
  const former = look.replace(/"timestamp":"[^"]*",/, "");

  expect(former).not.toBe(look);
  expect((await laterOn(new Map([...files, ["listed/look", Buffer.from(former)]]), OLD)).known).toBeUndefined();
});

test("where a young entry is about no language, nothing is kept", async () => {
  expect((await kept([entry(4, 21, null, 3), ...OLD])).size).toBe(0);
});
