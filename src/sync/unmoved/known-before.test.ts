import { expect, test } from "vitest";
import { aBinding, aTranslation } from "../../../test/support/observations.ts";
import type { ServiceChange, ServiceTranslation } from "../../service-client/translation-service.ts";
import { Listings } from "../observe/listings.ts";
import { filesToKeep, knownBefore, type KnownBefore } from "./known-before.ts";

const NOON = Date.UTC(2026, 10, 23, 12);
const SLUGS = ["web", "server"];
const BINDINGS = SLUGS.map((component) => aBinding({ component: { project: "acme", categories: [], component } }));

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
  return { id, action, translation, timestamp, author: null, user: null, target: "", old: "", details: {} };
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
    components: () => Promise.reject(new Error("not asked")),
  };
}

function standOn(
  [newest, ...others]: readonly ServiceChange[],
  changes: { day?: string; count?: number } = {},
): Parameters<typeof knownBefore>[1] {
  if (newest === undefined) throw new Error("the list is empty");
  const count = changes.count ?? others.length + 1;
  const shown = { count, entries: [newest, ...others.slice(0, 4)] as const, now: NOON };
  return {
    day: changes.day ?? "2026-11-23",
    newest: [{ project: "acme", newest: shown }],
    now: () => NOON,
  };
}

const CLEAN = { needsCommit: false, needsMerge: false, needsPush: false };

/** What a run keeps that saw this list, and listed all. */
async function kept(list: readonly ServiceChange[], known?: KnownBefore): Promise<ReadonlyMap<string, Uint8Array>> {
  const service = serviceOf(list);
  const listings = new Listings(service, known?.listings);
  await Promise.all(BINDINGS.map(({ component }) => listings.of(component)));
  const looked = { listings, repositories: new Map([["acme", CLEAN]]) };
  const files = (await filesToKeep(service, standOn(list), known, looked)) ?? new Map<string, () => Uint8Array>();
  return new Map(Array.from(files, ([path, print]) => [path, print()]));
}

async function laterOn(
  files: ReadonlyMap<string, Uint8Array>,
  list: readonly ServiceChange[],
  changes: { day?: string; count?: number } = {},
) {
  const record = {
    kept: async (paths: readonly string[]) =>
      new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path) ?? new Uint8Array()] as const] : []))),
  };
  const service = serviceOf(list);
  const known = await knownBefore({ service, record }, standOn(list, changes), BINDINGS);
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
  ["a file was read anew", [entry(4, 0, addressOf("web", "de"))], [addressOf("web", "de")], undefined],
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

test.each<readonly [string, readonly ServiceChange[], { day?: string; count?: number }]>([
  ["an entry is about no language", [entry(4, 21, null), ...OLD], {}],
  ["an entry is about a language that was not listed", [entry(4, 2, addressOf("web", "fr")), ...OLD], {}],
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

test("where a young entry is about no language, nothing is kept", async () => {
  expect((await kept([entry(4, 21, null, 3), ...OLD])).size).toBe(0);
});
