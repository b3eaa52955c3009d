import { expect, test } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";

async function originsOf(service: SampleService, token = service.adminToken): Promise<string[]> {
  const { json } = await service.request("GET", "/api/memory/?page_size=1000", { token });
  const origins: string[] = json.results.map(({ origin }: { readonly origin: string }) => origin);
  return [...new Set(origins)].toSorted();
}

async function patch(service: SampleService, path: string, json: object): Promise<void> {
  expect((await service.request("PATCH", path, { json })).status).toBe(200);
}

test("what was remembered says where it came from by the component's address of today, and nothing of it is written for that", async () => {
  await using service = await openSampleService();
  const { database } = service.service;
  await save(service, "demo/app/de", "title", ["Servus"]);
  const before = await originsOf(service);
  expect(before).toContain("demo/app");
  const rows = await database.selectFrom("memory").selectAll().orderBy("id").execute();

  const category = await service.request("POST", "/api/categories/", {
    json: { name: "Apps", slug: "apps", project: "http://service.test/api/projects/demo/" },
  });
  await patch(service, "/api/components/demo/app/", { slug: "web" });
  expect(await originsOf(service)).toEqual(
    before.map((origin) => origin.replace(/^demo\/app$/, "demo/web")).toSorted(),
  );
  await patch(service, "/api/components/demo/web/", { category: category.json.url });
  expect(await originsOf(service)).toContain("demo/apps/web");
  await patch(service, `/api/categories/${String(category.json.id)}/`, { slug: "programs" });
  expect(await originsOf(service)).toContain("demo/programs/web");
  await patch(service, "/api/projects/demo/", { slug: "shop" });
  expect(await originsOf(service)).toContain("shop/programs/web");
  expect((await originsOf(service)).filter((origin) => origin.startsWith("demo/"))).toEqual([]);
  expect(await database.selectFrom("memory").selectAll().orderBy("id").execute()).toEqual(rows);

  // What is saved again is known already.
  await save(service, "shop/programs%252Fweb/de", "title", ["Servus!"]);
  await save(service, "shop/programs%252Fweb/de", "title", ["Servus"]);
  const again = await database.selectFrom("memory").select("id").where("target", "=", "Servus").execute();
  expect(again).toHaveLength(rows.filter(({ target }) => target === "Servus").length);
});

test("what a component brought that is gone says where it came from, though another one has its address", async () => {
  await using service = await openSampleService();
  await save(service, "demo/app/de", "title", ["Servus"]);
  await patch(service, "/api/components/demo/app/", { slug: "gone" });
  expect((await service.request("DELETE", "/api/components/demo/gone/")).status).toBe(204);
  await patch(service, "/api/components/demo/server/", { slug: "gone", restricted: true });

  expect(await originsOf(service)).toEqual(["demo/gone"]);
  // Nobody but an administrator sees what the restricted one brought.
  const { json } = await service.request("GET", "/api/memory/?page_size=1000", { token: service.botToken });
  const shown = new Set(json.results.map(({ target }: { readonly target: string }) => target));
  expect([shown.has("Servus"), shown.has("Vítejte")]).toEqual([true, false]);

  expect((await service.request("DELETE", "/api/components/demo/gone/")).status).toBe(204);
  const { json: later } = await service.request("GET", "/api/memory/?page_size=1000", { token: service.botToken });
  expect(later.count).toBe(json.count);
  const lookup = "/api/memory/lookup/?source_language=en&target_language=cs&project=demo";
  const strings = { strings: ["Welcome"] };
  const { json: found } = await service.request("POST", lookup, { token: service.translatorToken, json: strings });
  expect(found.results).toEqual([{ query: "Welcome", match: null }]);
});

test("the name of a file that somebody uploaded is no component's address", async () => {
  await using service = await openSampleService();
  const { database } = service.service;
  const { id } = await database
    .selectFrom("component")
    .select("id")
    .where("path", "=", "app")
    .executeTakeFirstOrThrow();
  const { id: entry } = await database.selectFrom("memory").select("id").executeTakeFirstOrThrow();
  await database
    .updateTable("memory")
    .set({ from_file: 1, origin: String(id) })
    .where("id", "=", entry)
    .execute();

  expect((await service.request("GET", `/api/memory/${String(entry)}/`)).json.origin).toBe(String(id));
});
