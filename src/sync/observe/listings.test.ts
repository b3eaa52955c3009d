import { expect, test } from "vitest";
import { aTranslation } from "../../../test/support/observations.ts";
import { RemoteError } from "../../core/errors.ts";
import type { ComponentPath } from "../../mapping/binding.ts";
import type { NewChanges } from "../../service-client/translation-service.ts";
import { Listings } from "./listings.ts";

const NAMES = ["web", "server", "ios"];
const FEEDS = [{ project: "acme", id: 7, count: 7 }];

function pathOf(component: string): ComponentPath {
  return { project: "acme", categories: [], component };
}

function addressOf(component: string): string {
  return `https://service.test/api/translations/acme/${component}/de/`;
}

/** A service whose list has grown so, and what was listed. */
async function listedAgain(news: NewChanges | RemoteError | undefined): Promise<readonly string[]> {
  const asked: string[] = [];
  const listings = new Listings({
    translations: ({ component }) => {
      asked.push(component);
      return Promise.resolve([aTranslation({ url: addressOf(component) })]);
    },
    changesSince: () => (news instanceof RemoteError ? Promise.reject(news) : Promise.resolve(news)),
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
  expect(await listedAgain({ count: 9, entries: 2, translations: [addressOf("web")] })).toEqual(["web"]);
  expect(await listedAgain({ count: 7, entries: 0, translations: [] })).toEqual([]);
});

test.each<readonly [string, NewChanges | RemoteError | undefined]>([
  ["more came than anybody reads", undefined],
  ["an entry is about no language", { count: 8, entries: 1, translations: [null] }],
  ["an entry is about a language that was not listed", { count: 8, entries: 1, translations: [addressOf("new")] }],
  ["an older entry came late", { count: 9, entries: 1, translations: [addressOf("web")] }],
  ["the list cannot be seen", new RemoteError("403", { code: "IL-S08", status: 403 })],
])("where %s, all are listed again", async (_, news) => {
  expect(await listedAgain(news)).toEqual(NAMES);
});
