import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { databaseOfTests } from "../../../test/support/test-database.ts";
import { systemClock } from "../../core/clock.ts";
import { openDatabase } from "../../store/database.ts";
import { forgetClosedStrings, OpenStringsInDatabase } from "./open-strings-in-database.ts";
import { OpenStringsInMemory, type OpenStrings } from "./open-strings.ts";

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const string = (id: number, translation = 1) => ({ id, translation_id: translation });

const folder = await temporaryDirectory();
const address = (await databaseOfTests()) ?? join(folder.path, "database.sqlite");
const database = await openDatabase(address);
afterAll(async () => {
  await database.destroy();
  await folder[Symbol.asyncDispose]();
});

const users = await database
  .insertInto("user")
  .values(
    ["max", "jana"].map((username) => ({
      username,
      full_name: "",
      email: "",
      is_superuser: 0 as const,
      is_active: 1 as const,
      is_bot: 0 as const,
      date_joined: "",
      last_login: null,
    })),
  )
  .returning(["id", "username"])
  .execute();
const named = (name: string) => ({ username: name, id: users.find(({ username }) => username === name)?.id ?? 0 });
const [max, jana] = [named("max"), named("jana")];

/** Two who answer people of one service: the same where there is one process only. */
type Subject = () => Promise<readonly [OpenStrings, OpenStrings]>;

const subjects: Readonly<Record<string, Subject>> = {
  "in one process": async () => {
    const open = new OpenStringsInMemory();
    return [open, open];
  },
  "in several processes": async () => {
    await database.deleteFrom("open_string").execute();
    return [new OpenStringsInDatabase(database), new OpenStringsInDatabase(database)];
  },
};

describe.each(Object.entries(subjects))("who has a string open, %s", (_, subject) => {
  const seen = async (open: OpenStrings, user: number | undefined, now: Date, translation = 1) =>
    (await open.ofOthers(translation, user, now)).map(({ unit, username }) => `${username} ${String(unit)}`);

  it("is told to others for 90 seconds, and to nobody of themselves", async () => {
    const [one, other] = await subject();
    await one.open(string(7), max, at(0));
    expect(await seen(one, max.id, at(1))).toEqual([]);
    expect(await seen(other, jana.id, at(80))).toEqual(["max 7"]);
    expect(await seen(other, undefined, at(80))).toEqual(["max 7"]);
    expect(await seen(other, jana.id, at(90))).toEqual([]);
    await one.open(string(7), max, at(85));
    expect(await seen(other, jana.id, at(174))).toEqual(["max 7"]);
  });

  it("has the last one of a translation open, and that of another one beside it", async () => {
    const [one, other] = await subject();
    await one.open(string(7), max, at(0));
    await one.open(string(8, 2), max, at(1));
    await other.open(string(9), max, at(2));
    await other.open(string(9), jana, at(3));
    expect(await seen(other, jana.id, at(4))).toEqual(["max 9"]);
    expect(await seen(one, jana.id, at(4), 2)).toEqual(["max 8"]);
    expect(await seen(one, undefined, at(4))).toEqual(["max 9", "jana 9"]);
    expect(await seen(one, max.id, at(4), 2)).toEqual([]);
  });
});

it("keeps no row of who left, and only one of each person in a translation", async () => {
  await database.deleteFrom("open_string").execute();
  const open = new OpenStringsInDatabase(database);
  const kept = async (): Promise<unknown[]> =>
    database.selectFrom("open_string").select(["user_id", "unit_id"]).orderBy("user_id").execute();
  for (const unit of [7, 8, 9]) await open.open(string(unit), max, at(unit));
  await open.open(string(8), jana, at(60));
  expect(await kept()).toEqual([
    { user_id: max.id, unit_id: 9 },
    { user_id: jana.id, unit_id: 8 },
  ]);

  await forgetClosedStrings({ database, clock: { ...systemClock, now: () => at(120) } });

  expect(await kept()).toEqual([{ user_id: jana.id, unit_id: 8 }]);
});
