import { expect, it } from "vitest";
import { openSampleService, unitsOf } from "../../../test/support/open-test-service.ts";
import { sourceReviewTask } from "./source-review.ts";

it("what follows a switch of source reviews may be done again: what was approved meanwhile stays so", async () => {
  await using test = await openSampleService();
  const { database } = test.service;
  const { id } = await database.selectFrom("project").select("id").where("slug", "=", "demo").executeTakeFirstOrThrow();
  await test.request("PATCH", "/api/projects/demo/", { json: { source_review: true } });
  const unit = (await unitsOf(test, "demo/server/en")).get("Welcome")?.id;
  await test.request("PATCH", `/api/units/${String(unit)}/`, { json: { target: ["Welcome"], state: 30 } });

  await sourceReviewTask(test.service, { project: id }, { step: async () => undefined });

  const states = async (language: string): Promise<Record<string, number>> =>
    Object.fromEntries([...(await unitsOf(test, `demo/server/${language}`))].map(([key, { state }]) => [key, state]));
  expect(await states("en")).toEqual({ Welcome: 30, "%d file": 20 });
  expect(await states("cs")).toEqual({ Welcome: 20, "%d file": 100 });
});
