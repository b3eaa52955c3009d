import { describe, expect, it } from "vitest";
import { addRepository, addRun, openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { inTransaction } from "../../store/database.ts";
import {
  endDeliveries,
  failDeliveries,
  postponeDeliveries,
  storeDelivery,
  takeDeliveries,
  type NewDelivery,
} from "./deliveries.ts";
import { listDeliveries } from "./delivery-list.ts";
import { replayDelivery } from "./replay-delivery.ts";
import { requestRun } from "./request-run.ts";

const ALLOWED = 3;
const SECOND = 1_000;
const FIRST_PAGE = { page: 1, size: 50 };

const push = (repository: number | null, guid: string): NewDelivery => ({
  source: "github",
  sender: "github",
  guid,
  event: "push",
  action: "",
  repository,
  payload: { ref: "refs/heads/main" },
});

/** Source, seconds until it is due, and whether it was begun. */
type Waiting = readonly ["github" | "service", number, number?];

const jobs = ({ database }: TestRecords) => database.selectFrom("job").select(["kind", "key", "payload"]).execute();

const stateOf = async (records: TestRecords, id: number) =>
  records.database
    .selectFrom("delivery")
    .select(["state", "attempts", "reason"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("storeDelivery", () => {
  it("keeps a delivery and has its repository's turn come, once for all that wait", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");

    const first = await storeDelivery(records, push(repository, "a"));
    const second = await storeDelivery(records, push(repository, "b"));

    expect([first.outcome, second.outcome]).toEqual(["stored", "stored"]);
    expect(await jobs(records)).toEqual([
      { kind: "repository", key: String(repository), payload: JSON.stringify({ repository }) },
    ]);
  });

  it("knows the same id again, but not another sender's", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const { id } = await storeDelivery(records, push(repository, "a"));

    expect(await storeDelivery(records, push(repository, "a"))).toEqual({ id, outcome: "known" });
    expect(await storeDelivery(records, { ...push(repository, "a"), sender: "enterprise" })).toMatchObject({
      outcome: "stored",
    });
  });

  it("takes one of many that come with the same id at the same time", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");

    const all = await Promise.all(Array.from({ length: 12 }, () => storeDelivery(records, push(repository, "a"))));

    expect(all.filter(({ outcome }) => outcome === "stored")).toHaveLength(1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  it("starts nothing for what is due later, or ended already", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const due = new Date(records.clock.now().getTime() + 20 * SECOND);

    await storeDelivery(records, { ...push(repository, "a"), due });
    const { id } = await storeDelivery(records, {
      ...push(null, "b"),
      ended: { state: "ignored", reason: "Nobody serves it." },
    });

    expect(await jobs(records)).toEqual([]);
    expect(await stateOf(records, id)).toEqual({ state: "ignored", attempts: 0, reason: "Nobody serves it." });
  });

  it("leaves nothing behind of a transaction that fails", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");

    const failing = inTransaction(records.database, async (queries) => {
      await storeDelivery({ ...records, database: queries }, push(repository, "a"));
      throw new Error("stop");
    });

    await expect(failing).rejects.toThrow("stop");
    expect(await jobs(records)).toEqual([]);
    expect(await takeDeliveries(records, repository, ALLOWED)).toEqual([]);
  });
});

describe("a repository's deliveries", () => {
  it("are taken in hand in their order, with what was kept of them, and by nobody else", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const other = await addRepository(records, "acme/web");
    const { id } = await storeDelivery(records, push(repository, "b"));
    await storeDelivery(records, push(other, "x"));
    await storeDelivery(records, push(repository, "a"));

    const taken = await takeDeliveries(records, repository, ALLOWED);

    expect(taken.map(({ guid }) => guid)).toEqual(["b", "a"]);
    expect(taken[0]).toMatchObject({
      id,
      source: "github",
      sender: "github",
      event: "push",
      payload: { ref: "refs/heads/main" },
      received: "2026-01-01T00:00:00.000Z",
      attempts: 0,
    });
  });

  it("are done, or ignored, with the run that did them", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const run = await addRun(records, repository);
    const { id } = await storeDelivery(records, push(repository, "a"));
    await takeDeliveries(records, repository, ALLOWED);

    await endDeliveries(records, [id], { state: "done", run });

    const { items } = await listDeliveries(records, {}, FIRST_PAGE);
    expect(items).toMatchObject([{ id, state: "done", run, finished: "2026-01-01T00:00:00.000Z" }]);
    expect(await takeDeliveries(records, repository, ALLOWED)).toEqual([]);
  });

  it("have another try after a pause, and are dead after as many as are allowed", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const { id } = await storeDelivery(records, push(repository, "a"));
    const fail = () => failDeliveries(records, [id], { reason: "no network", allowed: ALLOWED });

    await takeDeliveries(records, repository, ALLOWED);
    expect(await fail()).toEqual([]);
    expect(await takeDeliveries(records, repository, ALLOWED)).toEqual([]);
    for (const pause of [30, 120]) {
      records.clock.advance(pause * SECOND);
      expect(await takeDeliveries(records, repository, ALLOWED)).toHaveLength(1);
      await fail();
    }

    expect(await stateOf(records, id)).toEqual({ state: "dead", attempts: 3, reason: "no network" });
    records.clock.advance(86_400 * SECOND);
    expect(await takeDeliveries(records, repository, ALLOWED)).toEqual([]);
    const { level, message } = await records.database.selectFrom("event").selectAll().executeTakeFirstOrThrow();
    expect([level, message]).toEqual(["error", "A delivery was given up: no network"]);
  });

  it("wait for a limit that is used up without a try that counts, and for no longer than six hours", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const run = await addRun(records, repository);
    const { id } = await storeDelivery(records, push(repository, "a"));
    await takeDeliveries(records, repository, ALLOWED);
    const later = (hours: number): Date => new Date(records.clock.now().getTime() + hours * 3_600 * SECOND);
    const dueAfter = async (until: Date): Promise<string> => {
      await postponeDeliveries(records, [id], { reason: "The limit is used up.", until, run });
      const row = await records.database
        .selectFrom("delivery")
        .select("due")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return row.due;
    };

    expect(await dueAfter(later(1))).toBe(later(1).toISOString());
    expect(await stateOf(records, id)).toEqual({ state: "waiting", attempts: 0, reason: "The limit is used up." });
    expect(await takeDeliveries(records, repository, ALLOWED)).toEqual([]);
    expect(await dueAfter(later(1_000))).toBe(later(6).toISOString());
  });

  it("that a dead process had in hand are taken again, until they have killed it as often as is allowed", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const { id } = await storeDelivery(records, push(repository, "a"));
    const taken = [];

    for (let process = 0; process < 5; process += 1) {
      taken.push((await takeDeliveries(records, repository, ALLOWED)).map(({ attempts }) => attempts));
    }

    expect(taken).toEqual([[0], [1], [2], [], []]);
    expect(await stateOf(records, id)).toMatchObject({ state: "dead", attempts: 3 });
  });

  it.each<[string, readonly Waiting[], readonly string[]]>([
    [
      "what is due",
      [
        ["github", 0],
        ["github", 1],
      ],
      ["0"],
    ],
    [
      "no change of the service before its time",
      [
        ["service", 20],
        ["service", 45],
      ],
      [],
    ],
    [
      "all changes of the service with the first that is due",
      [
        ["service", -1],
        ["service", 45],
      ],
      ["0", "1"],
    ],
    [
      "no change with an event of a forge",
      [
        ["github", -1],
        ["service", 20],
      ],
      ["0"],
    ],
    [
      "no change that was begun before its pause is over",
      [
        ["service", -1],
        ["service", 30, 1],
      ],
      ["0"],
    ],
    [
      "a change that was begun alone, once its pause is over",
      [
        ["service", -1, 1],
        ["service", 10],
      ],
      ["0"],
    ],
  ])("in turn are %s", async (_, waiting, expected) => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    for (const [at, [source, seconds, begun = 0]] of waiting.entries()) {
      const due = new Date(records.clock.now().getTime() + seconds * SECOND);
      const { id } = await storeDelivery(records, { ...push(repository, String(at)), source, due });
      await records.database.updateTable("delivery").set({ begun }).where("id", "=", id).execute();
    }

    expect((await takeDeliveries(records, repository, ALLOWED)).map(({ guid }) => guid)).toEqual(expected);
  });

  it("beyond what one job takes have another job", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    for (let count = 0; count < 501; count += 1) await storeDelivery(records, push(repository, String(count)));
    await records.database.deleteFrom("job").execute();

    const taken = await takeDeliveries(records, repository, ALLOWED);
    const waiting = await jobs(records);
    const rest = await takeDeliveries(records, repository, 5);

    expect(taken).toHaveLength(500);
    expect(waiting).toHaveLength(1);
    // What was in hand is taken again with what is left.
    expect(rest).toHaveLength(500);
  });
});

describe("a repository with more changes of the service than are taken at a time", () => {
  const change = (repository: number, count: number, due: Date): NewDelivery => ({
    ...push(repository, `change ${String(count)}`),
    source: "service",
    event: "translations",
    due,
  });
  const inSeconds = ({ clock }: TestRecords, seconds: number): Date =>
    new Date(clock.now().getTime() + seconds * SECOND);

  it.each(["in a pause", "that wait for more"])("has its other events done while they are %s", async (how) => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    for (let count = 0; count < 501; count += 1) {
      await storeDelivery(records, change(repository, count, inSeconds(records, how === "in a pause" ? 0 : 45)));
    }
    if (how === "in a pause") {
      const taken = await takeDeliveries(records, repository, ALLOWED);
      await failDeliveries(
        records,
        taken.map(({ id }) => id),
        { reason: "no network", allowed: ALLOWED },
      );
      await takeDeliveries(records, repository, ALLOWED);
    }
    await storeDelivery(records, push(repository, "later"));
    await records.database.deleteFrom("job").execute();

    const taken = await takeDeliveries(records, repository, ALLOWED);

    expect(taken.map(({ guid }) => guid)).toContain("later");
    expect(await jobs(records)).toEqual([]);
  });

  it("has as many of them taken with the first that is due as fit, in their order", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    for (let count = 0; count < 520; count += 1) {
      await storeDelivery(records, change(repository, count, inSeconds(records, count === 510 ? 0 : 45)));
    }
    await storeDelivery(records, push(repository, "last"));

    const taken = await takeDeliveries(records, repository, ALLOWED);

    expect(taken).toHaveLength(500);
    expect(taken.map(({ guid }) => guid)).toEqual(expect.arrayContaining(["change 0", "change 510", "last"]));
    expect(taken.map(({ id }) => id)).toEqual(taken.map(({ id }) => id).toSorted((one, other) => one - other));
  });
});

describe("a delivery that failed", () => {
  it("is revived by its sender's sending it again, dead or in a pause", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const { id } = await storeDelivery(records, push(repository, "a"));
    for (const allowed of [1, 5]) {
      await takeDeliveries(records, repository, ALLOWED);
      await failDeliveries(records, [id], { reason: "no network", allowed });

      expect(await storeDelivery(records, push(repository, "a"))).toEqual({ id, outcome: "revived" });
      expect(await stateOf(records, id)).toMatchObject({ state: "waiting", attempts: 0 });
    }
    expect(await takeDeliveries(records, repository, ALLOWED)).toHaveLength(1);
  });

  it("is replayed by a person, who is named in the log", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const { id } = await storeDelivery(records, push(repository, "a"));
    await failDeliveries(records, [id], { reason: "no network", allowed: 1 });

    expect(await replayDelivery(records, id, 7)).toBe("replayed");

    expect(await stateOf(records, id)).toEqual({ state: "waiting", attempts: 0, reason: "" });
    const events = await records.database.selectFrom("event").select(["login", "message"]).orderBy("id").execute();
    expect(events.at(-1)).toEqual({ login: 7, message: "The delivery of “push” was sent on its way again." });
  });

  it.each([
    ["unknown", async () => 4711],
    [
      "refused",
      async (records: TestRecords) =>
        (await storeDelivery(records, push(await addRepository(records, "acme/app"), "a"))).id,
    ],
    [
      "refused",
      async (records: TestRecords) =>
        (await storeDelivery(records, { ...push(null, "a"), ended: { state: "ignored", reason: "Not served." } })).id,
    ],
  ])("is not replayed where it is %s", async (outcome, idIn) => {
    await using records = await openTestRecords();

    expect(await replayDelivery(records, await idIn(records), 7)).toBe(outcome);
  });
});

describe("requestRun", () => {
  it("makes a delivery of a person's order, and one of the same order twice", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");

    const first = await requestRun(records, repository, "sync", 7);
    const again = await requestRun(records, repository, "sync", 8);
    const other = await requestRun(records, repository, "push", 7);

    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(await takeDeliveries(records, repository, ALLOWED)).toMatchObject([
      { source: "person", event: "run", action: "sync", payload: { login: 7 } },
      { source: "person", event: "run", action: "push" },
    ]);
    expect(await requestRun(records, repository, "sync", 7)).not.toBe(first);
  });
});

describe("listDeliveries", () => {
  it("shows the newest first, chosen by state, source, repository and time", async () => {
    await using records = await openTestRecords();
    const app = await addRepository(records, "acme/app");
    const web = await addRepository(records, "acme/web");
    await storeDelivery(records, push(app, "a"));
    records.clock.advance(60 * SECOND);
    await storeDelivery(records, push(web, "b"));
    await storeDelivery(records, { ...push(null, "c"), ended: { state: "ignored", reason: "Not served." } });
    await storeDelivery(records, { ...push(app, "d"), source: "schedule", sender: "", event: "schedule" });
    const guids = async (filter: Parameters<typeof listDeliveries>[1]) =>
      (await listDeliveries(records, filter, FIRST_PAGE)).items.map(({ guid }) => guid);
    const minute = "2026-01-01T00:01:00.000Z";

    expect(await guids({})).toEqual(["d", "c", "b", "a"]);
    expect(await guids({ state: "ignored" })).toEqual(["c"]);
    expect(await guids({ source: "schedule" })).toEqual(["d"]);
    expect(await guids({ repository: app })).toEqual(["d", "a"]);
    expect(await guids({ since: minute })).toEqual(["d", "c", "b"]);
    expect(await guids({ until: minute })).toEqual(["a"]);
    expect(await listDeliveries(records, {}, { page: 2, size: 3 })).toMatchObject({
      total: 4,
      items: [{ guid: "a", repository: { id: app, name: "acme/app" }, run: undefined, finished: undefined }],
    });
  });
});
