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
  };
  const git = { read: () => Promise.reject(new Error("no file is bound")) };

  const [seen] = await observeComponents(git, [aBinding()], [], service, new Map([["acme", true]]));

  expect(seen?.served?.languages).toEqual(["cs"]);
});
