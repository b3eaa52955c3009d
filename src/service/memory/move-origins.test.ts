import { expect, test } from "vitest";
import { openSampleService, save } from "../../../test/support/open-test-service.ts";

test("what was remembered says where it came from by the component's address of today", async () => {
  await using service = await openSampleService();
  const origins = async (): Promise<string[]> => {
    const rows = await service.service.database.selectFrom("memory").select("origin").distinct().execute();
    return rows.map(({ origin }) => origin).toSorted();
  };
  const patch = async (path: string, json: object): Promise<void> => {
    expect((await service.request("PATCH", path, { json })).status).toBe(200);
  };
  await save(service, "demo/app/de", "title", ["Servus"]);
  const before = await origins();
  expect(before).toContain("demo/app");

  const category = await service.request("POST", "/api/categories/", {
    json: { name: "Apps", slug: "apps", project: "http://service.test/api/projects/demo/" },
  });
  await patch("/api/components/demo/app/", { slug: "web" });
  expect(await origins()).toEqual(before.map((origin) => origin.replace(/^demo\/app$/, "demo/web")).toSorted());
  await patch("/api/components/demo/web/", { category: category.json.url });
  expect(await origins()).toContain("demo/apps/web");
  await patch(`/api/categories/${String(category.json.id)}/`, { slug: "programs" });
  expect(await origins()).toContain("demo/programs/web");
  await patch("/api/projects/demo/", { slug: "shop" });
  expect(await origins()).toContain("shop/programs/web");
  expect((await origins()).filter((origin) => origin.startsWith("demo/"))).toEqual([]);

  // Nothing is lost, and what is saved again is offered.
  await save(service, "shop/programs%252Fweb/de", "title", ["Servus!"]);
  expect(await origins()).toContain("shop/programs/web");
});
