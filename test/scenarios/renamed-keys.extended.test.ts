import { expect, test, vi } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { variants } from "../support/samples.ts";
import { createScene, webComponent } from "../support/scene.ts";
import type { Site } from "../support/world.ts";
import {
  expectCarriedOver,
  keepTranslations,
  rename,
  renamedSource,
  renameWhereTheServiceReadsThisRepository,
  renameWithoutAddingStrings,
} from "./renamed-keys.ts";

function isCzechUpload({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === "POST" && path.includes("/cs/file/");
}

async function play(scenario: (site: Site) => Promise<void>): Promise<void> {
  await using site = await embeddedSite();
  await scenario(site);
}

test("renamed keys keep their translations, on the service and in every locale file, whatever was saved a moment ago", () =>
  play(keepTranslations));

test("a run that is killed between the new keys and their translations is finished by the next one", async () => {
  await using site = await embeddedSite();
  await using scene = await rename(site);
  await using run = scene.startSync();
  await new Promise<void>((resolve) => {
    site.proxy.decide((request) => {
      if (!isCzechUpload(request)) return "pass";
      resolve();
      return "refuse";
    });
  });
  await run.stop("SIGKILL");
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);
  expect(await scene.textOf("web", "cs", "heading")).toEqual([""]);

  site.proxy.decide(undefined);
  const mended = await scene.sync();
  expect(mended.exitCode, mended.output).toBe(0);
  await expectCarriedOver(scene);
});

test("where the translations do not reach their new keys, the old ones stay until they do", async () => {
  await using site = await embeddedSite();
  await using scene = await rename(site);
  site.proxy.decide((request) => (isCzechUpload(request) ? "refuse" : "pass"));

  const broken = await scene.sync();
  expect(broken.exitCode).toBe(1);
  expect(broken.output).toContain("not sent: the translations of the renamed keys are not under their new keys yet");
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);

  site.proxy.decide(undefined);
  const mended = await scene.sync();
  expect(mended.exitCode, mended.output).toBe(0);
  await expectCarriedOver(scene);
});

test.each(
  variants([
    [
      "busy",
      {
        status: 400,
        errors: [{ attr: "file", detail: "Lock on acme/web (component-update) could not be acquired in 5s" }],
      },
      6,
    ],
    [
      "failing",
      {
        status: 400,
        errors: [{ attr: "file", detail: "File upload has failed: Please try again later." }],
      },
      2,
    ],
    ["locked", { status: 403, message: "This translation is currently locked." }, 1],
  ]),
)("a component that is %s when the new keys go up is not one that takes none", async (_, instead, tries) => {
  // No pauses between the tries of one request.
  using _noPauses = vi.spyOn(Math, "random").mockReturnValue(0);
  await using site = await embeddedSite();
  await using scene = await rename(site);
  let refused = 0;
  site.proxy.decide((request) => {
    if (isCzechUpload(request)) return "refuse";
    if (request.method !== "POST" || !request.path.includes("/en/file/") || refused === tries) return "pass";
    refused += 1;
    return { instead };
  });

  const broken = await scene.sync();

  expect(broken.exitCode).toBe(1);
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);

  site.proxy.decide(undefined);
  const mended = await scene.sync();
  expect(mended.exitCode, mended.output).toBe(0);
  await expectCarriedOver(scene);
});

test("a component that lets nobody add strings gets the translations right after the source", () =>
  play(renameWithoutAddingStrings));

test("a service that reads this repository gets the translations under the new keys after it fetched them", () =>
  play(renameWhereTheServiceReadsThisRepository));

test("keys that the developer renamed in the locale files as well meet the translator's newer texts", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await scene.translate("web", "de", "title", "Servus");
  const german = await scene.repository.read("locales/de.json");
  await scene.repository.write({
    "locales/en.json": renamedSource,
    "locales/de.json": german.replace('"title"', '"heading"'),
  });
  await scene.repository.publish("Rename keys everywhere");

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  expect(await scene.textOf("web", "de", "heading")).toEqual(["Servus"]);
  const proposed: unknown = JSON.parse(await scene.proposed("locales/de.json"));
  expect(proposed).toMatchObject({ heading: "Servus" });
  expect(proposed).not.toHaveProperty("title");
});
