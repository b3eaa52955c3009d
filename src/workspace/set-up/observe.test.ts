import { expect, test } from "vitest";
import { aBinding, aTranslation, someFacts } from "../../../test/support/observations.ts";
import { observeComponents } from "./observe.ts";

test("a component that the service still makes is waited for: its languages are there then, and nothing is sent to it meanwhile", async () => {
  const { component } = someFacts({ taskUrl: "https://translate.example.org/api/tasks/1/" });
  let isMade = false;
  const service = {
    components: () => Promise.resolve([component]),
    settled: () => {
      isMade = true;
      return Promise.resolve();
    },
    translations: () => Promise.resolve(isMade ? [aTranslation({ language: "cs" })] : []),
    download: () => Promise.reject(new Error("nothing is compared")),
  };
  const git = { read: () => Promise.reject(new Error("no file is bound")) };

  const [seen] = await observeComponents(git, [aBinding()], [], service, new Map([["acme", true]]), []);

  expect(seen?.served?.languages).toEqual(["cs"]);
});

const index = [{ path: "locales/en.json", blob: "in-git", mode: "100644" }];
const git = { read: () => Promise.resolve(Buffer.from('{ "a": "One", "b": "Two", "c": "Three" }')) };

/** What is seen of a component that reads this repository, where the service has this source. */
async function seenOf(source: string, repository: string, revision = "on-service") {
  const service = {
    components: () => Promise.resolve([someFacts({ repository }).component]),
    settled: () => Promise.resolve(),
    translations: () => Promise.resolve([aTranslation({ language: "en", isSource: true, revision })]),
    download: () => Promise.resolve(Buffer.from(source)),
  };
  const urls = ["git@git.example.org:acme/admin.git"];
  const [seen] = await observeComponents(git, [aBinding()], index, service, new Map([["acme", true]]), urls);
  return seen?.served;
}

test("what a push would do to the source strings of a component that was filled with other files is counted", async () => {
  expect(await seenOf('{ "a": "Other", "b": "Two", "d": "Four", "e": "Five" }', "local:")).toMatchObject({
    isOurs: false,
    source: { added: 1, changed: 1, removed: 2, total: 4 },
  });
});

test.each([
  ["the very file of git", "", "local:", "in-git"],
  ["the same strings in another layout", '{"a":"One","b":"Two","c":"Three"}', "local:", undefined],
])("there is nothing to tell of %s", async (_what, source, repository, revision) => {
  expect((await seenOf(source, repository, revision))?.source).toBeUndefined();
});

test("a component that reads this repository takes its source from there; of another one the address is told", async () => {
  const other = "https://git.example.org/acme/web";

  expect(await seenOf("{}", "https://git.example.org/acme/admin")).not.toHaveProperty("source");
  expect(await seenOf("{}", "https://git.example.org/acme/admin")).not.toHaveProperty("otherRepository");
  expect(await seenOf("{}", other)).toMatchObject({ isOurs: false, otherRepository: other, source: { added: 3 } });
});
