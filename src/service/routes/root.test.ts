import { expect, it } from "vitest";
import { openTestService } from "../../../test/support/open-test-service.ts";

it("links every collection, and each of them answers", async () => {
  await using test = await openTestService();
  const { status, json } = await test.request("GET", "/api/", { token: null });

  expect([status, Object.keys(json).length]).toEqual([200, 16]);
  for (const [name, address] of Object.entries<string>(json)) {
    const list = await test.request("GET", new URL(address).pathname);
    expect([name, list.status, typeof list.json.count]).toEqual([name, 200, "number"]);
  }
  expect((await test.request("POST", "/api/")).status).toBe(405);
});
