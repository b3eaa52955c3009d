import { describe, expect, it } from "vitest";
import { openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { RemoteError } from "../../core/errors.ts";
import type { AppInstallation, InstalledRepository } from "../../forge/github/github-app.ts";
import { keepRepository, setRepositoryState } from "../../records/repositories/repositories.ts";
import { keepInstallations } from "./keep-installations.ts";

const acme: AppInstallation = { number: 7, account: "acme", isSuspended: false, permissions: { contents: "write" } };
const umbrella: AppInstallation = { ...acme, number: 8, account: "umbrella" };
const repository = (number: number, name: string, isArchived = false): InstalledRepository => ({
  number,
  name,
  defaultBranch: "main",
  isArchived,
});
const app = repository(1, "acme/app");
const web = repository(2, "acme/web");

type Stock = readonly (readonly [AppInstallation, readonly InstalledRepository[]])[];

const github = (stock: Stock) => ({
  installations: async () => stock.map(([installation]) => installation),
  repositoriesOf: async (number: number) => {
    const found = stock.find(([installation]) => installation.number === number);
    if (found?.[0].isSuspended !== false) throw new Error("GitHub gives no token to a suspended installation.");
    return found[1];
  },
});

async function keep(records: TestRecords, ...stock: Stock): Promise<void> {
  await keepInstallations(records, "github", github(stock));
}

const states = async ({ database }: TestRecords): Promise<readonly (readonly [string, string, string])[]> => {
  const rows = await database.selectFrom("repository").select(["name", "state", "problem"]).orderBy("id").execute();
  return rows.map(({ name, state, problem }) => [name, state, problem] as const);
};

describe("keepInstallations", () => {
  it("knows an installation that no event told of, all its repositories but archived ones, again and again", async () => {
    await using records = await openTestRecords();

    await keep(records, [acme, [app, web, repository(3, "acme/old", true)]], [umbrella, [repository(4, "umbrella/x")]]);
    await keep(records, [acme, [app, web, repository(3, "acme/old", true)]], [umbrella, [repository(4, "umbrella/x")]]);

    expect(await states(records)).toEqual([
      ["acme/app", "active", ""],
      ["acme/web", "active", ""],
      ["umbrella/x", "active", ""],
    ]);
    expect(await records.database.selectFrom("installation").select(["number", "account"]).execute()).toEqual([
      { number: 7, account: "acme" },
      { number: 8, account: "umbrella" },
    ]);
  });

  it("follows names, and leaves what the App has no access to any more", async () => {
    await using records = await openTestRecords();
    await keep(records, [acme, [app, web]]);

    await keep(records, [acme, [{ ...app, name: "acme/application" }]]);

    expect(await states(records)).toEqual([
      ["acme/application", "active", ""],
      ["acme/web", "gone", "The App has no access to it any more."],
    ]);
  });

  it("leaves all where the App is suspended, and serves them again when it is not", async () => {
    await using records = await openTestRecords();
    await keep(records, [acme, [app]]);

    await keep(records, [{ ...acme, isSuspended: true }, [app]]);
    const suspended = await states(records);
    await keep(records, [acme, [app]]);

    expect(suspended).toEqual([["acme/app", "gone", "The App's installation is suspended."]]);
    expect(await states(records)).toEqual([["acme/app", "active", ""]]);
  });

  it("forgets an installation that is not there any more", async () => {
    await using records = await openTestRecords();
    await keep(records, [acme, [app]], [umbrella, [repository(4, "umbrella/x")]]);

    await keep(records, [acme, [app]]);

    expect(await states(records)).toEqual([
      ["acme/app", "active", ""],
      ["umbrella/x", "gone", "The App is not installed here any more."],
    ]);
    expect(await records.database.selectFrom("installation").select("number").execute()).toEqual([{ number: 7 }]);
  });

  it("leaves a repository paused that a person paused", async () => {
    await using records = await openTestRecords();
    await keep(records, [acme, [app]]);
    await setRepositoryState(records, 1, "paused");

    await keep(records, [acme, [app]]);

    expect(await states(records)).toEqual([["acme/app", "paused", ""]]);
  });

  it("looks into one alone where that is asked for, and forgets whatever is not there", async () => {
    await using records = await openTestRecords();
    const zenith = { ...acme, number: 9, account: "zenith" };
    await keep(records, [acme, [app]], [umbrella, [repository(4, "umbrella/x")]], [zenith, []]);
    const asked: number[] = [];
    const stock = github([
      [acme, []],
      [umbrella, []],
    ]);
    const repositoriesOf = (number: number) => {
      asked.push(number);
      return stock.repositoriesOf(number);
    };

    await keepInstallations(records, "github", { ...stock, repositoriesOf }, umbrella.number);

    expect(asked).toEqual([8]);
    expect((await states(records)).map(([name, state]) => [name, state])).toEqual([
      ["acme/app", "active"],
      ["umbrella/x", "gone"],
    ]);
    expect(await records.database.selectFrom("installation").select("number").execute()).toEqual([
      { number: 7 },
      { number: 8 },
    ]);
  });

  it("passes over an installation that refuses, whose account it names at the end", async () => {
    await using records = await openTestRecords();
    const stock = github([
      [acme, [app]],
      [umbrella, [repository(4, "umbrella/x")]],
      [{ ...acme, number: 9, account: "zenith" }, [repository(5, "zenith/y")]],
    ]);
    const refusing = {
      ...stock,
      repositoriesOf: async (number: number) => {
        if (number !== 8) return stock.repositoriesOf(number);
        throw new RemoteError("GitHub refused to look into an installation (403): IP allow list", {
          code: "IL-F02",
          hint: "",
          status: 403,
        });
      },
    };

    await expect(keepInstallations(records, "github", refusing)).rejects.toThrow(
      "umbrella: GitHub refused to look into an installation (403): IP allow list",
    );

    expect((await states(records)).map(([name]) => name)).toEqual(["acme/app", "zenith/y"]);
  });

  it("asks no other installation where GitHub itself does not answer", async () => {
    await using records = await openTestRecords();
    const asked: number[] = [];
    const away = {
      ...github([
        [acme, [app]],
        [umbrella, []],
      ]),
      repositoriesOf: async (number: number) => {
        asked.push(number);
        throw new RemoteError("GitHub refused to look into an installation (502)", {
          code: "IL-F07",
          hint: "",
          status: 502,
        });
      },
    };

    await expect(keepInstallations(records, "github", away)).rejects.toThrow("(502)");

    expect(asked).toEqual([7]);
  });

  it("keeps a repository that is added while GitHub answers", async () => {
    await using records = await openTestRecords();
    await keep(records, [acme, [app]]);
    const stock = github([[acme, [app]]]);
    const slow = {
      ...stock,
      repositoriesOf: async (number: number) => {
        const listed = await stock.repositoriesOf(number);
        await keepRepository(records, { forge: "github", name: "acme/web", number: 2, installation: 1 });
        return listed;
      },
    };

    await keepInstallations(records, "github", slow);

    expect((await states(records)).map(([name, state]) => [name, state])).toEqual([
      ["acme/app", "active"],
      ["acme/web", "active"],
    ]);
  });
});
