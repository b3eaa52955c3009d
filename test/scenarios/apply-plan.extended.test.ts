import { join } from "node:path";
import { expect, test } from "vitest";
import { writesOf } from "../support/proxy.ts";
import { webSource } from "../support/sample-files.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, webComponent } from "../support/scene.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

test("a plan that somebody looked at is applied, and once only", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "plan.json");
  await scene.repository.write({ "locales/en.json": webSource.replace('"Save"', '"Store"') });
  await scene.repository.publish("Change a text");

  const planned = await scene.run("plan", "--out", file);
  expect(planned.exitCode, planned.output).toBe(0);
  const applied = await scene.run("apply", file);

  expect(applied.exitCode, applied.output).toBe(0);
  expect(await scene.textOf("web", "en", "button.save")).toEqual(["Store"]);
  const again = await scene.run("apply", file);
  expect(again.exitCode, again.output).toBe(3);
  expect(again.output).toContain("no more: upload locales/en.json");
});

test("a plan is refused, and nothing done, where the service or the repository moved since", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "plan.json");
  await scene.repository.write({ "locales/en.json": webSource.replace('"Save"', '"Store"') });
  await scene.repository.publish("Change a text");
  await scene.run("plan", "--out", file);
  await scene.translate("web", "de", "title", "Servus");
  site.proxy.clear();

  const moved = await scene.run("apply", file);

  expect(moved.exitCode, moved.output).toBe(3);
  expect(moved.output).toContain("IL-P09");
  expect(writesOf(site.proxy.requests)).toEqual([]);
  await scene.repository.write({ "other.txt": "x\n" });
  await scene.repository.publish("Move on");
  const stale = await scene.run("apply", file);
  expect(stale.exitCode, stale.output).toBe(2);
  expect(stale.output).toContain("IL-W09");
  expect(writesOf(site.proxy.requests)).toEqual([]);
});

test("what is no plan is refused with what is wrong in it", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await scene.repository.write({ "plan.json": '{"version": 2}\n' });

  const result = await scene.run("apply", join(scene.repository.path, "plan.json"));

  expect(result.exitCode, result.output).toBe(2);
  expect(result.output).toMatch(/IL-W09[\s\S]*version/);
});
