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

describe("an id in an address that is none", () => {
  it.each(["1.5", "Infinity", "99999999999"])("%s names no string: nothing was saved", async (saved) => {
    const [unit] = await unitsIn("demo/app/cs");
    const person = new Person(test);
    await person.signIn(test.translatorToken);
    const page = await person.open(`/translate/demo/app/cs/?unit=${String(unit?.id)}&saved=${saved}&failing=1`);
    expect([page.status, page.text.includes("Saved.")]).toEqual([200, false]);
    const end = await person.open(`/translate/demo/app/cs/?done=yes&saved=${saved}&failing=1`);
    expect(end.status).toBe(200);
  });
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
