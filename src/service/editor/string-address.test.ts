import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

let test: SampleService;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

const unitsIn = async (translation: string): Promise<{ id: number; web_url: string; id_hash: string }[]> =>
  (await test.request("GET", `/api/translations/${translation}/units/`)).json.results;

describe("the address that the API gives a string", () => {
  it.each(["demo/app/cs", "demo/app/en", "demo/server/cs", "demo/server/en"])(
    "opens each string of %s",
    async (place) => {
      const person = new Person(test);
      await person.signIn(test.translatorToken);
      for (const { id, web_url: address } of await unitsIn(place)) {
        const { pathname, search } = new URL(address);
        const page = await person.open(`${pathname}${search}`);
        expect(page.text).toContain(`"unit":${String(id)},`);
      }
    },
  );
});
