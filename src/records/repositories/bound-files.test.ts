import { describe, expect, it } from "vitest";
import { addRepository, openTestRecords } from "../../../test/support/test-records.ts";
import {
  boundFilesOn,
  gridOf,
  listBoundFiles,
  noteMerged,
  replaceBoundFiles,
  type NewBoundFile,
} from "./bound-files.ts";

function file(path: string, more: Partial<NewBoundFile> = {}): NewBoundFile {
  return {
    component: "acme/website",
    language: "de",
    path,
    isSource: false,
    state: "in-step",
    reason: "",
    url: "https://translate.example.org/projects/acme/website/de/",
    translatedPercent: 92.5,
    pullRequest: "",
    ...more,
  };
}

const ALL = { page: 1, size: 50 };

describe("the bound files of a branch", () => {
  it("are those that the last run saw, and of components that it did not see those that were known", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const branch = { repository, branch: "main" };
    const shop = file("shop/de.json", { component: "acme/shop" });
    await replaceBoundFiles(records, branch, [file("old.json"), shop, file("x.json", { component: "acme/unbound" })]);
    await replaceBoundFiles(records, { repository, branch: "next" }, [file("next.json")]);

    await replaceBoundFiles(records, branch, [file("new.json", { translatedPercent: undefined })], {
      kept: ["acme/shop"],
    });

    const known = await boundFilesOn(records, branch);
    expect(known.map(({ path }) => path)).toEqual(["shop/de.json", "new.json"]);
    expect(known[1]).toMatchObject({ ...file("new.json"), translatedPercent: undefined });
    expect(await boundFilesOn(records, { repository, branch: "next" })).toHaveLength(1);
  });

  it("keep their rows where a run saw the same, and are seen now", async () => {
    await using records = await openTestRecords();
    const branch = { repository: await addRepository(records, "acme/app"), branch: "main" };
    const shop = file("shop/de.json", { component: "acme/shop" });
    await replaceBoundFiles(records, branch, [file("de.json"), file("cs.json"), file("old.json"), shop]);
    const before = await boundFilesOn(records, branch);
    records.clock.advance(60_000);
    const percent = { translatedPercent: 93 };

    await replaceBoundFiles(records, branch, [file("de.json"), file("cs.json", percent)], { kept: ["acme/shop"] });

    const rows = await boundFilesOn(records, branch);
    const seen = rows.map(({ id, path, lastSync }) => [
      path,
      lastSync.slice(14, 19),
      before.some((row) => row.id === id),
    ]);
    expect(seen).toEqual([
      ["de.json", "01:00", true],
      ["shop/de.json", "00:00", true],
      ["cs.json", "01:00", false],
    ]);
    expect(rows[2]).toMatchObject(percent);
  });

  it("that are two of one path in one component are both kept", async () => {
    await using records = await openTestRecords();
    const branch = { repository: await addRepository(records, "acme/app"), branch: "main" };
    await replaceBoundFiles(records, branch, [file("de.json"), file("de.json")]);

    await replaceBoundFiles(records, branch, [file("de.json")]);
    const one = await boundFilesOn(records, branch);
    await replaceBoundFiles(records, branch, [file("de.json"), file("de.json")]);

    expect([one.length, (await boundFilesOn(records, branch)).length]).toEqual([1, 2]);
  });

  it("that waited in a pull request are in step once it was merged, and those of another one wait on", async () => {
    await using records = await openTestRecords();
    const branch = { repository: await addRepository(records, "acme/app"), branch: "main" };
    const waiting = (path: string, number: number): NewBoundFile =>
      file(path, {
        state: "behind",
        reason: `waits in pull request #${String(number)}`,
        pullRequest: `https://github.com/acme/app/pull/${String(number)}`,
      });
    await replaceBoundFiles(records, branch, [waiting("de.json", 1), waiting("cs.json", 11)]);

    await noteMerged(records, branch, 1);

    expect(await boundFilesOn(records, branch)).toMatchObject([file("de.json"), waiting("cs.json", 11)]);
  });

  it("are found by state, component, language, repository, and by a part of a name", async () => {
    await using records = await openTestRecords();
    const [app, site] = [await addRepository(records, "acme/app"), await addRepository(records, "acme/site")];
    const files = [
      file("en.json", { language: "en", isSource: true }),
      file("de.json", { state: "behind", pullRequest: "https://github.com/acme/app/pull/12" }),
      file("shop/fr.json", { component: "acme/shop", language: "fr", state: "conflict" }),
    ];
    await replaceBoundFiles(records, { repository: app, branch: "main" }, files);
    await replaceBoundFiles(records, { repository: site, branch: "main" }, [file("de.po")]);
    const paths = async (filter: Parameters<typeof listBoundFiles>[1]): Promise<readonly string[]> =>
      (await listBoundFiles(records, filter, ALL)).items.map(({ path }) => path);

    expect(await paths({})).toEqual(["shop/fr.json", "en.json", "de.json", "de.po"]);
    expect(await paths({ state: "behind" })).toEqual(["de.json"]);
    expect(await paths({ component: "acme/shop" })).toEqual(["shop/fr.json"]);
    expect(await paths({ language: "de", repository: site })).toEqual(["de.po"]);
    expect(await paths({ text: "E/SITE" })).toEqual(["de.po"]);
    expect(await paths({ text: ".json" })).toHaveLength(3);
    expect(await listBoundFiles(records, {}, { page: 2, size: 3 })).toMatchObject({ total: 4, page: 2, size: 3 });
  });

  it("go with their repository", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    await replaceBoundFiles(records, { repository, branch: "main" }, [file("de.json")]);

    await records.database.deleteFrom("repository").where("id", "=", repository).execute();

    expect(await listBoundFiles(records, {}, ALL)).toMatchObject({ total: 0 });
  });
});

it("shows of each repository and component the worst state, and how many files are in which", async () => {
  await using records = await openTestRecords();
  const repository = await addRepository(records, "acme/app");
  await replaceBoundFiles(records, { repository, branch: "main" }, [
    file("de.json"),
    file("fr.json", { state: "behind" }),
    file("it.json", { state: "behind" }),
    file("shop/de.json", { component: "acme/shop", state: "conflict" }),
  ]);

  expect(await gridOf(records)).toMatchObject([
    { component: "acme/shop", worst: "conflict", counts: { conflict: 1, "in-step": 0 } },
    {
      repository: { name: "acme/app" },
      component: "acme/website",
      worst: "behind",
      counts: { "in-step": 1, behind: 2 },
    },
  ]);
});
