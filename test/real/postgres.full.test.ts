import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLogger } from "../../src/core/logger.ts";
import { BossQueue } from "../../src/queue/boss-queue.ts";
import { describeJobQueue } from "../../src/queue/job-queue.contract.ts";
import { JobTurns } from "../../src/queue/job-turns.ts";
import { openDatabase } from "../../src/store/database.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { describeStore } from "../../src/store/store.contract.ts";
import { PASSWORD, startPostgres, type TestPostgres } from "../support/postgres.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

describeStore("PostgreSQL", {
  emptyDatabase: () => postgres.createDatabase(),
  openBare: (target) => openPostgres(target, "interlinear"),
  openAnother: (target) => openDatabase(target),
});

describeJobQueue("PostgreSQL", {
  workers: 3,
  open: async () => {
    const address = await postgres.createDatabase();
    const database = await openDatabase(address);
    const queues: BossQueue[] = [];
    return {
      database,
      start: async (handlers, manner) => {
        const queue = new BossQueue({ address, logger: silentLogger, ...manner });
        queues.push(queue);
        await queue.start(handlers);
        return queue;
      },
      pass: async (queue) => {
        while (Object.keys(await queue.lengths()).length === 0) await setTimeout(100);
      },
      [Symbol.asyncDispose]: async () => {
        for (const queue of queues) await queue.stop();
        await database.destroy();
      },
    };
  },
});

it("lets one of several processes have a turn at a time, each key its own", async () => {
  const address = await postgres.createDatabase();
  const [one, two] = [new JobTurns(address, "jobs"), new JobTurns(address, "jobs")];
  const events: string[] = [];
  const first = await one.of("run", "1");
  const others = [one, two].map(async (turns) => {
    await using _turn = await turns.of("run", "1");
    events.push("begins");
    await setTimeout(300);
    events.push("ends");
  });
  await (await two.of("run", "2"))[Symbol.asyncDispose]();
  expect(events).toEqual([]);

  await first[Symbol.asyncDispose]();
  await Promise.all(others);

  expect(events).toEqual(["begins", "ends", "begins", "ends"]);
  for (const turns of [one, two]) await turns.close();
});

it("lets several that open an empty database at once all in", async () => {
  for (let round = 0; round < 10; round += 1) {
    const address = await postgres.createDatabase();

    const opened = await Promise.allSettled(Array.from({ length: 6 }, () => openPostgres(address, "interlinear")));

    for (const result of opened) if (result.status === "fulfilled") await result.value.destroy();
    expect(opened.filter(({ status }) => status === "rejected")).toEqual([]);
  }
});

describe("a database that cannot be used", () => {
  const unreachable = (address: string): string => address.replace(/:\d+\//, ":1/");
  const wrongPassword = (address: string): string => address.replace(PASSWORD, `not-${PASSWORD}`);

  it.each([
    ["is not there", unreachable, /ECONNREFUSED/],
    ["does not let us in", wrongPassword, /password authentication failed/],
  ])("%s: the error says so, and no password", async (_, spoilt, words) => {
    const address = spoilt(await postgres.createDatabase());

    const error = await openDatabase(address).then(
      () => undefined,
      (reason: unknown) => reason,
    );

    expect(error).toMatchObject({ code: "IL-D02", message: expect.stringMatching(words) });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(PASSWORD);
  });

  it("is an address that is none", async () => {
    await expect(openDatabase(`postgres://a b:${PASSWORD}@[`)).rejects.toMatchObject({
      code: "IL-D02",
      message: expect.not.stringContaining(PASSWORD),
    });
  });
});
