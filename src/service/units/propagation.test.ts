import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await test.request("PATCH", "/api/components/demo/app/", { json: { allow_translation_propagation: false } });
  for (const slug of ["web", "closed"]) {
    const spreads = { allow_translation_propagation: slug === "web" };
    const json = { name: slug, slug, from_component: "demo/app", language_regex: "^cs$", ...spreads };
    await test.request("POST", "/api/projects/demo/components/", { json });
  }
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

it("stays where it is as long as its component does not let translations spread", async () => {
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);

  expect((await unitsOf(test, "demo/web/cs")).get("button.save")?.target).toEqual([""]);
});

it("reaches the same string of the components that let translations spread", async () => {
  await test.request("PATCH", "/api/components/demo/app/", { json: { allow_translation_propagation: true } });

  await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);

  const units = await unitsOf(test, "demo/web/cs");
  expect([units.get("button.cancel")?.target, units.get("button.cancel")?.pending]).toEqual([["Zrušit"], true]);
  expect((await unitsOf(test, "demo/closed/cs")).get("button.cancel")?.target).toEqual([""]);
  const { json } = await test.request("GET", "/api/translations/demo/web/cs/changes/?action=77");
  expect(json.results).toMatchObject([{ action_name: "Propagated change", target: "Zrušit" }]);
  expect((await test.request("GET", "/api/translations/demo/web/cs/")).json.translated).toBe(2);
  expect((await test.request("GET", "/api/users/jana/statistics/")).json.translated).toBe(2);
});
