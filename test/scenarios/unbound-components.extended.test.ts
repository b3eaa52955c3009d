import { expect, test } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { serviceFile } from "../support/service-api.ts";
import { createWorld } from "../support/world.ts";
import { addParts, addUnbound, anHourAgo, sync } from "./one-change.ts";

const CHANGES = "GET /api/projects/acme/changes/";

test.each([2, 8])(
  "what is saved and committed in a component that is not bound costs two requests at most, beside %i that are",
  async (size) => {
    let clock = anHourAgo;
    await using site = await embeddedSite({ clock: { ...systemClock, now: () => clock.now() } });
    await using world = await createWorld(site);
    await addParts(world, size - 2);
    const docs = await addUnbound(world, "docs");
    await sync(world);
    // What comes now is young for ten minutes: add-ons may be at work on it.
    clock = systemClock;
    await world.translate(docs, "cs", "button.save", "Uložit");

    expect((await sync(world)).service).toEqual([CHANGES]);

    await serviceFile(site.service, docs, "cs");
    const committed = await sync(world);
    expect(committed.service).toEqual([CHANGES, "GET /api/projects/acme/components/"]);
    expect(committed.outputs["changed"]).toBe("false");
    expect((await sync(world)).service).toEqual([CHANGES]);
    expect((await sync(world)).service).toEqual([CHANGES]);
  },
);

test("a text that comes into a bound component from one that is not is brought home", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  const docs = await addUnbound(world, "docs");
  await sync(world);
  await world.translate(docs, "cs", "title", "Jiný nadpis");

  const { service } = await sync(world);

  expect(service).toEqual([
    CHANGES,
    "POST /api/projects/acme/repository/",
    "GET /api/translations/acme/web/cs/",
    "GET /api/translations/acme/web/cs/file/",
    "GET /api/translations/acme/web/cs/changes/",
  ]);
  expect(await world.repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Jiný nadpis");
});

test("a commit of a component that is not bound has the bound one listed whose clone it shares, and no other", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  const files = { "docs/en.json": '{\n    "page": "Page"\n}\n', "docs/cs.json": '{\n    "page": "Strana"\n}\n' };
  await using world = await createWorld(site, { serviceFiles: files });
  await addParts(world, 4);
  const docs = await addUnbound(world, "docs", world.web);
  await sync(world);
  await world.translate(docs, "cs", "page", "Stránka");
  await serviceFile(site.service, docs, "cs");

  const { service, outputs } = await sync(world);

  expect(service).toEqual([
    CHANGES,
    "GET /api/projects/acme/components/",
    "GET /api/components/acme/web/translations/",
  ]);
  expect(outputs["changed"]).toBe("false");
  expect((await sync(world)).service).toEqual([CHANGES]);
});
