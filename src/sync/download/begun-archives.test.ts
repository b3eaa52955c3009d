import { expect, test } from "vitest";
import { aTranslation } from "../../../test/support/observations.ts";
import { BegunArchives } from "./begun-archives.ts";

const FILES = [aTranslation({ filename: "de.json" }), aTranslation({ filename: "fr.json" })];

/** An archive that names the files that are wanted of it. */
function aService() {
  const asked: string[] = [];
  const downloadProject: ConstructorParameters<typeof BegunArchives>[0]["downloadProject"] = async (
    project,
    wanted,
  ) => {
    asked.push(project);
    return (await wanted).map(({ filename }) => Buffer.from(`${project}/${filename}`));
  };
  return { asked, downloadProject };
}

test("an archive that was begun brings what is wanted of it, with one request", async () => {
  const service = aService();
  const archives = new BegunArchives(service);

  archives.begin("acme");
  const asked = [...service.asked];
  const contents = await archives.of("acme", FILES);

  expect(asked).toEqual(["acme"]);
  expect(contents.map(String)).toEqual(["acme/de.json", "acme/fr.json"]);
  expect(service.asked).toEqual(asked);
});

test("an archive that was not begun, or was read once, is asked for", async () => {
  const service = aService();
  const archives = new BegunArchives(service);

  archives.begin("acme");
  await archives.of("acme", FILES);
  const again = await archives.of("acme", FILES.slice(0, 1));
  const other = await archives.of("web", FILES.slice(1));

  expect([...again, ...other].map(String)).toEqual(["acme/de.json", "web/fr.json"]);
  expect(service.asked).toEqual(["acme", "acme", "web"]);
});

test("a begun archive that fails is told to who wants it, and to nobody else", async () => {
  const archives = new BegunArchives({ downloadProject: () => Promise.reject(new Error("no archive")) });

  archives.begin("acme");
  archives.begin("web");

  await expect(archives.of("acme", FILES)).rejects.toThrow("no archive");
});
