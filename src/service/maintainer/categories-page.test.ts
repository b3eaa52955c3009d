import { expect, it } from "vitest";
import { openSampleService, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

it("makes a category, puts a component into it, and removes it by its name alone", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  const page = "/manage/categories/demo/";
  const categories = async () => (await test.request("GET", "/api/projects/demo/categories/")).json.results;
  const before = (await categories()).length;

  const refused = await admin.manage(page, { do: "add", name: "Web", slug: "not a slug!" });
  expect([refused.status, refused.text.includes('value="not a slug!"')]).toEqual([400, true]);
  const made = await admin.manage(page, { do: "add", name: "Web", slug: "web" });
  expect((await admin.follow(made)).text).toContain("The category is made.");
  const web = (await categories()).find(({ slug }: { slug: string }) => slug === "web");

  const settings = "/manage/settings/demo/app/";
  const moved = await admin.manage(settings, { do: "save", category: web.url, "was:category": "" });
  expect(moved.headers.get("location")).toBe("/manage/settings/demo/web/app/?done=saved");
  expect((await admin.open("/projects/demo/web/app/")).status).toBe(200);
  const back = await admin.manage("/manage/settings/demo/web/app/", {
    do: "save",
    category: "",
    "was:category": web.url,
  });
  expect(back.headers.get("location")).toBe("/manage/settings/demo/app/?done=saved");

  expect((await admin.manage(page, { do: "remove", id: String(web.id), confirm: "wbe" })).status).toBe(400);
  expect((await categories()).length).toBe(before + 1);
  await admin.manage(page, { do: "remove", id: String(web.id), confirm: "web" });
  expect((await categories()).length).toBe(before);
});

it("shows a component in another project, and takes it out again", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  await test.request("POST", "/api/projects/", {
    json: { name: "Shop", slug: "shop", web: "https://shop.example.org/" },
  });
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  const page = "/manage/shared/demo/app/";
  const refused = await admin.manage(page, { do: "add", project_slug: "nowhere" });
  expect([refused.status, refused.text.includes("No project slug")]).toEqual([400, true]);
  expect((await admin.follow(await admin.manage(page, { do: "add", project_slug: "shop" }))).text).toContain(
    "/projects/shop/",
  );
  const removed = await admin.follow(await admin.manage(page, { do: "remove", project_slug: "shop" }));
  expect(removed.text).toContain("In no other project.");
});
