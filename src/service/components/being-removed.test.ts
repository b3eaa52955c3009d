import { expect, it } from "vitest";
import { openSampleService, unitsOf } from "../../../test/support/open-test-service.ts";
import { removeMarkedComponents } from "./component-removal.ts";

it("a component that is removed while its clone is busy is there for nobody at once, and goes when the clone is free", async () => {
  await using test = await openSampleService({ settings: { taskMilliseconds: 50, busyMilliseconds: 50 } });
  const { database, locks } = test.service;
  const status = async (path: string) => (await test.request("GET", path)).status;
  const slugs = async (list: string) =>
    (await test.request("GET", list)).json.results.map(({ slug }: { readonly slug: string }) => slug);
  const app = await database.selectFrom("component").selectAll().where("slug", "=", "app").executeTakeFirstOrThrow();
  const unit = [...(await unitsOf(test, "demo/app/de")).values()][0]?.id;
  const all = await slugs("/api/components/");
  const removal = "/api/components/demo/app/?delete_memory=true";

  await locks.hold(app.clone_id, app.path, async () => {
    expect((await test.request("DELETE", removal)).status).toBe(204);

    expect((await test.request("DELETE", removal)).status).toBe(404);
    for (const path of ["components/demo/app/", "translations/demo/app/de/file/", `units/${String(unit)}/`]) {
      expect(await status(`/api/${path}`), path).toBe(404);
    }
    for (const list of ["/api/components/", "/api/projects/demo/components/"]) {
      expect(await slugs(list), list).toEqual(all.filter((slug: string) => slug !== "app"));
    }
    expect(await database.selectFrom("component").select("id").where("id", "=", app.id).execute()).toHaveLength(1);
  });
  const isGone = () => database.selectFrom("component").select("id").where("id", "=", app.id).execute();
  await expect.poll(isGone, { timeout: 60_000 }).toEqual([]);
  await locks.idle();

  const origins = await database
    .selectFrom("memory")
    .select("origin")
    .where("user_id", "is", null)
    .distinct()
    .execute();
  expect(origins).not.toContainEqual({ origin: String(app.id) });
  const changes = await database
    .selectFrom("change")
    .select(["user_id", "target"])
    .where("target", "=", "app")
    .execute();
  expect(changes).toContainEqual({ user_id: 1, target: "app" });
});

it("a component whose removal waited in a process that died is removed by the service's upkeep", async () => {
  await using test = await openSampleService();
  const { database, locks } = test.service;
  await database.updateTable("component").set({ removing: 1 }).where("slug", "=", "app").execute();
  const { clone_id: clone } = await database
    .selectFrom("component")
    .select("clone_id")
    .where("slug", "=", "app")
    .executeTakeFirstOrThrow();
  const slugs = async () => (await database.selectFrom("component").select("slug").execute()).map(({ slug }) => slug);

  await locks.hold(clone, "app", () => removeMarkedComponents(test.service));
  expect(await slugs()).toContain("app");
  await removeMarkedComponents(test.service);

  expect(await slugs()).not.toContain("app");
});
