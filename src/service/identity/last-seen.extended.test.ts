import { expect, it } from "vitest";
import { openSampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { endpoints } from "../../contract/index.ts";

const HOURS_AGO = new Date(Date.now() - 7_200_000).toISOString();

const places: Readonly<Record<string, string>> = {
  project: "demo",
  component: "app",
  language: "cs",
  username: "jana",
};

const namesOf = (path: string): readonly string[] => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);

const addressOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? "");

/** Its status. A limit for what waits for the end of the transaction, which never comes meanwhile. */
async function answered(answer: Promise<{ readonly status: number }>, address: string): Promise<number> {
  const waiting = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`${address} waits for who writes.`)), 120_000).unref(),
  );
  return (await Promise.race([answer, waiting])).status;
}

it("whoever only reads waits for nobody who writes, and is noted once that is over", async () => {
  await using test = await openSampleService();
  const { database } = test.service;
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const addresses = endpoints.flatMap(({ method, path }) =>
    // What pushes call acts, by whatever method.
    method === "GET" && !path.startsWith("/hooks/") && namesOf(path).every((name) => name in places)
      ? [addressOf(path)]
      : [],
  );
  expect(addresses.length).toBeGreaterThan(60);
  await database.updateTable("user").set({ last_login: HOURS_AGO }).execute();
  await database.updateTable("page_session").set({ used: HOURS_AGO }).execute();
  const lastSeen = async () => ({
    users: await database.selectFrom("user").select("username").where("last_login", ">", HOURS_AGO).execute(),
    sessions: await database.selectFrom("page_session").select("token_id").where("used", ">", HOURS_AGO).execute(),
  });

  await database.transaction().execute(async (writing) => {
    // On PostgreSQL, these rows are what others wait for.
    await writing.updateTable("user").set({ last_login: HOURS_AGO }).execute();
    await writing.updateTable("page_session").set({ used: HOURS_AGO }).execute();
    for (const address of addresses) {
      expect(await answered(test.request("GET", address), address)).toBeLessThan(500);
    }
    for (const path of ["/", "/projects/demo/", "/translate/demo/app/cs/", "/accounts/profile/"]) {
      expect(await answered(jana.open(path), path)).toBe(200);
    }
    expect(await lastSeen()).toEqual({ users: [], sessions: [] });
  });

  await expect.poll(lastSeen).toEqual({
    users: expect.arrayContaining([{ username: "admin" }, { username: "jana" }]),
    sessions: [expect.anything()],
  });
});
