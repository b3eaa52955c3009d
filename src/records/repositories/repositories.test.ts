import { describe, expect, it } from "vitest";
import { openTestRecords } from "../../../test/support/test-records.ts";
import { storeDelivery } from "../deliveries/deliveries.ts";
import {
  keepRepository,
  listRepositories,
  noteCondition,
  noteFollowedBranches,
  noteRefusals,
  repositoryById,
  repositoryNamed,
  servedRepositories,
  setRepositoryState,
} from "./repositories.ts";

const FORGE = "github";

describe("a repository that somebody tells of", () => {
  it("is kept once, with what was told last", async () => {
    await using records = await openTestRecords();
    const first = await keepRepository(records, { forge: FORGE, name: "acme/app", number: 7 });

    const second = await keepRepository(records, { forge: FORGE, name: "acme/app", defaultBranch: "trunk" });

    expect(second).toEqual({ ...first, defaultBranch: "trunk" });
    expect(await repositoryById(records, first.id)).toEqual(second);
    expect(second).toMatchObject({ number: 7, state: "active", problem: "" });
  });

  it("keeps its row through a rename, and whatever waits for it", async () => {
    await using records = await openTestRecords();
    const before = await keepRepository(records, { forge: FORGE, name: "acme/app", number: 7, defaultBranch: "main" });

    const after = await keepRepository(records, { forge: FORGE, name: "acme/shop", number: 7 });

    expect(after).toEqual({ ...before, name: "acme/shop" });
    expect(await repositoryNamed(records, FORGE, "acme/app")).toBeUndefined();
  });

  it("is another one where it has the name that a repository had", async () => {
    await using records = await openTestRecords();
    const old = await keepRepository(records, { forge: FORGE, name: "acme/app", number: 7 });

    const made = await keepRepository(records, { forge: FORGE, name: "acme/app", number: 8 });

    expect(made.id).not.toBe(old.id);
    expect(await repositoryById(records, old.id)).toMatchObject({ state: "gone", number: 7 });
    expect(await keepRepository(records, { forge: FORGE, name: "acme/other", number: 7 })).toMatchObject({
      id: old.id,
      name: "acme/other",
      state: "active",
    });
  });

  it("takes over what waits for the one that was known by the new name alone", async () => {
    await using records = await openTestRecords();
    const known = await keepRepository(records, { forge: FORGE, name: "acme/app", number: 7 });
    const named = await keepRepository(records, { forge: FORGE, name: "acme/shop" });
    const { id } = await storeDelivery(records, {
      source: "github",
      sender: FORGE,
      guid: "1",
      event: "push",
      action: "",
      repository: named.id,
      payload: {},
    });

    await keepRepository(records, { forge: FORGE, name: "acme/shop", number: 7 });

    const delivery = await records.database.selectFrom("delivery").selectAll().where("id", "=", id).executeTakeFirst();
    expect(delivery?.repository_id).toBe(known.id);
  });

  it("has other rules for branches where another one is its default branch", async () => {
    await using records = await openTestRecords();
    const told = { forge: "github", name: "acme/app", number: 1, defaultBranch: "main" };
    const { id } = await keepRepository(records, told);
    await noteFollowedBranches(records, id, ["release/*"]);
    const same = await keepRepository(records, told);
    const moved = await keepRepository(records, { ...told, defaultBranch: "trunk" });

    expect([same, moved].map(({ followedBranches }) => followedBranches)).toEqual([["release/*"], undefined]);
  });

  it("is there again after it was gone, and stays paused where somebody wants that", async () => {
    await using records = await openTestRecords();
    const { id: gone } = await keepRepository(records, { forge: FORGE, name: "acme/gone" });
    const { id: paused } = await keepRepository(records, { forge: FORGE, name: "acme/paused" });
    await setRepositoryState(records, gone, "gone", "The App is not installed.");
    await setRepositoryState(records, paused, "paused");

    const states = await Promise.all(
      ["acme/gone", "acme/paused"].map((name) => keepRepository(records, { forge: FORGE, name })),
    );

    expect(states).toMatchObject([
      { state: "active", problem: "" },
      { state: "paused", problem: "" },
    ]);
  });
});

it("tells what a run found out of a repository, but not of one that was paused meanwhile", async () => {
  await using records = await openTestRecords();
  const { id } = await keepRepository(records, { forge: FORGE, name: "acme/app" });
  await noteCondition(records, id, { state: "unmapped", problem: "There is no mapping." });
  const unmapped = await repositoryById(records, id);
  await setRepositoryState(records, id, "paused");

  await noteCondition(records, id, { state: "active", problem: "" });

  expect(unmapped).toMatchObject({ state: "unmapped", problem: "There is no mapping." });
  expect(await repositoryById(records, id)).toMatchObject({ state: "paused" });
});

it("keeps what the forge refused on pull requests until something is said there, whatever runs find meanwhile", async () => {
  await using records = await openTestRecords();
  const { id } = await keepRepository(records, { forge: FORGE, name: "acme/app" });
  const problem = async (): Promise<string | undefined> => (await repositoryById(records, id))?.problem;
  await noteRefusals(records, id, "The token needs the scope write:issue.");

  await noteCondition(records, id, { state: "active", problem: "" });
  expect(await problem()).toContain("needs the scope write:issue");

  await noteRefusals(records, id, "");
  expect(await problem()).toBe("");

  await noteCondition(records, id, { state: "active", problem: "The mapping is wrong." });
  await noteRefusals(records, id, "");
  expect(await problem()).toBe("The mapping is wrong.");
});

it("lists repositories by name, and finds them by a part of it and by state", async () => {
  await using records = await openTestRecords();
  for (const name of ["acme/site", "acme/App_one", "other/app"]) {
    const { id } = await keepRepository(records, { forge: FORGE, name });
    if (name === "other/app") await setRepositoryState(records, id, "gone");
  }
  const names = async (filter: Parameters<typeof listRepositories>[1]): Promise<readonly string[]> =>
    (await listRepositories(records, filter, { page: 1, size: 10 })).items.map(({ name }) => name);

  expect(await names({})).toEqual(["acme/App_one", "acme/site", "other/app"]);
  expect(await names({ text: "APP" })).toEqual(["acme/App_one", "other/app"]);
  expect(await names({ text: "p_o" })).toEqual(["acme/App_one"]);
  expect(await names({ state: "gone", forge: FORGE })).toEqual(["other/app"]);
  expect((await servedRepositories(records)).size).toBe(2);
});
