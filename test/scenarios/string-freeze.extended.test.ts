import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, webComponent } from "../support/scene.ts";
import { webSource } from "../support/sample-files.ts";
import { unitsOf, uploadsIn } from "../support/service-api.ts";

test("while strings are frozen on the branch sources stay here and translations come; afterwards they go", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, {
    components: [webComponent],
    settings: "freeze: { branches: [ma*] }\n",
  });
  const { repository } = scene;
  await repository.write({ "locales/en.json": webSource.replace("{\n", '{\n    "fresh": "Fresh",\n') });
  await repository.publish("Add a string");
  await scene.translate("web", "cs", "button.cancel", "Zrušit");

  const planned = await scene.plan();
  expect(planned.output).toContain("strings are frozen on main (freeze.branches: ma*): 1 new do not go to the service");
  const { exitCode, output } = await scene.sync();
  expect(exitCode, output).toBe(0);
  expect(uploadsIn(site.proxy.requests)).toEqual([]);
  expect((await unitsOf(site.service, "acme/web", "en")).map(({ context }) => context)).not.toContain("fresh");
  expect(await scene.proposed("locales/cs.json")).toContain("Zrušit");

  const mapping = await repository.read(".github/interlinear.yml");
  await repository.write({ ".github/interlinear.yml": mapping.replace("ma*", "release/*") });
  await repository.publish("End the freeze");
  expect((await scene.sync()).exitCode).toBe(0);
  expect((await unitsOf(site.service, "acme/web", "en")).map(({ context }) => context)).toContain("fresh");
});
