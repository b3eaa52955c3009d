import { expect, it } from "vitest";
import { writeIntent } from "../../../test/support/heal-intent.ts";
import { MemoryRepository } from "../../../test/support/memory/memory-repository.ts";
import { MemoryService } from "../../../test/support/memory/memory-service.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { RemoteError } from "../../core/errors.ts";
import { silentLogger } from "../../core/logger.ts";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { AgreementRecord } from "../agreement/agreement.ts";
import { readerOf } from "../observe/reader-of.ts";
import { endTold, run, type RunOptions } from "../index.ts";
import type { Conflict } from "../plan.ts";
import { healClones, type HealDependencies } from "./heal-clones.ts";
import { HealIntents, type HealIntent } from "./heal-intents.ts";

const CZECH = "locales/cs.json";
const WEB = "acme/web";
const LEASE = 60 * 60_000;
const MINUTE = 60_000;
const mapping = `version: 1
service: https://service.test
project: acme
conflicts: repository
components:
  - component: web
    source: locales/en.json
    translations: "locales/{language}.json"
  - component: other
    source: other/en.json
    translations: "other/{language}.json"
`;
const conflict: Conflict = {
  component: WEB,
  language: "cs",
  path: CZECH,
  key: "save",
  line: 1,
  base: undefined,
  repository: ["Ulož"],
  service: ["Uložit"],
  policy: "repository",
  taken: "repository",
};

async function aWorld({ locksOnFailure = true } = {}) {
  const repository = new MemoryRepository("https://forge.test/acme/web.git");
  const publish = (czech: Readonly<Record<string, string>>): void => {
    const files = {
      "locales/en.json": { title: "Hello", save: "Save" },
      [CZECH]: czech,
      "other/en.json": { title: "Hello" },
    };
    const blobs = Object.entries(files).map(
      ([path, texts]) => [path, repository.store(`${JSON.stringify(texts, undefined, 2)}\n`)] as const,
    );
    repository.point("main", repository.commit(new Map(blobs), [repository.tip("main") ?? []].flat(), "Change"));
  };
  publish({ title: "O", save: "Ulož" });
  const json = await readerOf({ fileFormat: "json", template: "" });
  if (json === undefined) throw new Error("JSON has no reader");
  const component = { project: "acme", component: "web", kind: "real" } as const;
  const service = new MemoryService({ upstream: repository, ...component, json, locksOnFailure });
  const clock = manualClock();
  const git = () => repository.clone("main");
  const bound = () =>
    resolveMapping(loadMapping(mapping, ".github/interlinear.yml"), [
      ...repository.at(repository.tip("main") ?? "").files.keys(),
    ]);
  const urls = async () => [repository.url];
  const uploads: string[] = [];
  const fail = {
    upload: false,
    all: false,
    unlock: undefined as number | undefined,
    afterLock: false,
    afterReset: false,
  };
  const down = (status = 503): RemoteError => new RemoteError("Service unavailable.", { code: "IL-S03", status });
  const port = () => {
    const real = service.port();
    const unlessDown = async <T>(answer: () => Promise<T>): Promise<T> => {
      if (fail.all) throw down();
      return answer();
    };
    return {
      ...real,
      isLocked: async (...args: Parameters<typeof real.isLocked>) => unlessDown(() => real.isLocked(...args)),
      componentRepository: async (...args: Parameters<typeof real.componentRepository>) =>
        unlessDown(() => real.componentRepository(...args)),
      setLock: async (...args: Parameters<typeof real.setLock>) => {
        if (!args[1] && fail.unlock !== undefined) throw down(fail.unlock);
        await unlessDown(() => real.setLock(...args));
        fail.all ||= fail.afterLock;
        if (fail.all) throw down();
      },
      operateComponent: async (...args: Parameters<typeof real.operateComponent>) => {
        const done = await unlessDown(() => real.operateComponent(...args));
        fail.all ||= fail.afterReset && args[1] === "reset";
        return done;
      },
      upload: async (...args: Parameters<typeof real.upload>) => {
        if (fail.upload) throw new RemoteError("Insufficient privileges.", { code: "IL-S04", status: 403 });
        uploads.push(Buffer.from(args[1].content).toString("utf8"));
        return real.upload(...args);
      },
    };
  };
  return {
    repository,
    service,
    clock,
    uploads,
    fail,
    publish,
    unfinished: async () => new HealIntents(await AgreementRecord.open(git(), "main")).unfinished(),
    /** What another run writes down that is about to reset the clone. */
    begin: async (intent: Partial<HealIntent> = {}) => {
      const text = (content: string): Uint8Array => new TextEncoder().encode(content);
      const [served, upstream] = [text('{\n  "title": "X"\n}\n'), text('{\n  "title": "O"\n}\n')];
      const files = [
        { component: WEB, language: "cs", path: CZECH, service: git().hash(served), upstream: git().hash(upstream) },
      ];
      const record = await AgreementRecord.open(git(), "main");
      await writeIntent(record, { owner: WEB, locked: [WEB], files, ...intent }, [served, upstream]);
      return record;
    },
    lock: () => service.port().setLock({ project: "acme", categories: [], component: "web" }, true),
    run: async (options: Pick<RunOptions, "components"> = { components: [WEB] }) => {
      const dependencies = { git: git(), service: port(), logger: silentLogger, clock, repositoryUrls: urls };
      return run(dependencies, bound(), { command: "sync", dryRun: false, allowRemovals: false, ...options });
    },
    heal: (dryRun = false, other: Partial<HealDependencies> = {}) => {
      const base = { branch: "main", commit: repository.tip("main") ?? "" };
      const dependencies = { git: git(), service: port(), clock, repositoryUrls: urls, ...other };
      return healClones(dependencies, bound(), { ...base, dryRun });
    },
    port,
  };
}

/** A text of the service alone, and one in git alone: no merge of the service's fits. */
async function aStuckClone(options: Parameters<typeof aWorld>[0] = {}) {
  const world = await aWorld(options);
  world.service.save("cs", "title", "Nazdar");
  world.service.save("cs", "save", "Uložit");
  await world.service.port().operateComponent({ project: "acme", categories: [], component: "web" }, "commit");
  world.publish({ title: "O", save: "Ukládat" });
  return world;
}

const turn = (): NonNullable<HealIntent["turn"]> => ({ run: "another", since: "2026-01-01T00:00:00.000Z" });
const SENTENCE =
  "another run was healing its clone at 2026-01-01 00:00 UTC and ends that itself; should it have died, the first run after 2026-01-01 01:00 UTC does";

it("a clone that another run is about to reset is left alone, with its lock and what is written down, and this is said", async () => {
  const world = await aWorld();
  await world.begin({ turn: turn() });
  await world.lock();
  world.clock.advance(LEASE);

  const { result } = await world.run();

  expect(world.service.isLocked).toBe(true);
  expect(await world.unfinished()).toMatchObject([{ owner: WEB, locked: [WEB], turn: turn() }]);
  expect(world.uploads).toEqual([]);
  expect(result.health).toContainEqual({
    kind: "healing",
    component: WEB,
    isBlocking: false,
    message: SENTENCE,
    remedies: [],
  });
});

it.each<[string, Partial<HealIntent>]>([
  ["that is older than a run may take", { turn: turn() }],
  ["that is to say for longer that it lives", { turn: { ...turn(), minutes: 600 } }],
  ["whose time is none", { turn: { run: "another", since: "tomorrow" } }],
  ["of a version that wrote no time", {}],
])("what a run began %s is ended: its lock goes, its texts come", async (_, intent) => {
  const world = await aWorld();
  await world.begin(intent);
  await world.lock();
  world.clock.advance(LEASE + 1);

  const { result } = await world.run();

  expect(world.service.isLocked).toBe(false);
  expect(world.service.texts("cs")).toMatchObject({ title: "X" });
  expect(await world.unfinished()).toEqual([]);
  expect(result.health).toEqual([]);
});

it("a time to come keeps nobody out for longer than one that is past", async () => {
  const world = await aWorld();
  await world.begin({ turn: { run: "another", since: "2027-01-01T00:00:00.000Z" } });

  await world.run();

  expect(await world.unfinished()).toEqual([]);
});

it("what was begun with a clone of other components is theirs to end", async () => {
  const world = await aWorld();
  await world.begin({ owner: "acme/other", locked: ["acme/other"] });
  await world.lock();

  await world.run();

  expect(world.service.isLocked).toBe(true);
  expect(await world.unfinished()).toHaveLength(1);
});

it.each<[string, Partial<HealIntent>, Pick<RunOptions, "components"> | undefined]>([
  ["bound to a part of it", { owner: "acme/shared", locked: [WEB, "acme/unbound"] }, undefined],
  ["bound to all", { owner: "acme/gone", locked: [] }, {}],
])("a clone whose owner the mapping does not name is of who is %s", async (_, intent, options) => {
  const world = await aWorld();
  await world.begin({ ...intent, files: [] });

  await world.run(options);

  expect(await world.unfinished()).toEqual([]);
});

it.each([true, false])(
  "`heal` leaves a clone alone that another run is at, and names it once (dry run: %s)",
  async (dryRun) => {
    const world = await aStuckClone();
    await world.begin({ turn: turn() });
    await world.lock();

    const { clones, health, unfinished } = await world.heal(dryRun);

    expect(clones).toEqual([{ owner: WEB, outcome: "elsewhere" }]);
    expect(health.map(({ message }) => message)).toEqual([SENTENCE]);
    expect(unfinished).toEqual([]);
    expect(world.service.isLocked).toBe(true);
    expect(await world.unfinished()).toMatchObject([{ turn: turn() }]);
  },
);

it("of two runs that meet one broken clone at the same moment, one heals it", async () => {
  const world = await aStuckClone();

  const both = await Promise.all([world.heal(), world.heal()]);

  expect(both.flatMap(({ clones }) => clones.map(({ outcome }) => outcome)).toSorted()).toEqual(["elsewhere", "reset"]);
  expect(world.service.texts("cs")).toMatchObject({ title: "Nazdar", save: "Ukládat" });
  expect(world.service.isLocked).toBe(false);
  expect(await world.unfinished()).toEqual([]);
});

it("a run that meets a broken clone at which another one is says it once, and that nobody has to mend it", async () => {
  const world = await aStuckClone();
  await world.service.port().operateComponent({ project: "acme", categories: [], component: "web" }, "pull");
  await world.begin({ turn: turn() });

  const { result } = await world.run();

  expect(result.health.map(({ kind }) => kind)).toEqual(["healing"]);
  expect(await world.unfinished()).toMatchObject([{ turn: turn() }]);
});

it("what a run that failed and lives leaves is the next one's at once", async () => {
  const world = await aStuckClone();
  world.fail.upload = true;
  expect((await world.heal()).clones).toMatchObject([{ outcome: "reset-not-uploaded" }]);
  expect((await world.unfinished()).map(({ turn: whose, files }) => [whose, files.length])).toEqual([[undefined, 1]]);
  world.fail.upload = false;

  expect((await world.heal()).health).toEqual([]);

  expect(world.service.texts("cs")).toMatchObject({ title: "Nazdar" });
});

it("texts of a reset are uploaded once, and what it decided is told once, whatever is done with the run", async () => {
  const world = await aWorld();
  await world.begin({ conflicts: [conflict], locked: [] });
  const first = await world.run();
  expect(world.service.texts("cs")).toMatchObject({ title: "X" });
  expect(first.result.conflicts).toMatchObject([{ key: "save" }]);
  expect(first.healed).toEqual([WEB]);

  // Nobody proposed what it brought, and somebody goes back to the text of before.
  world.service.save("cs", "title", "O");
  world.clock.advance(LEASE + 1);
  const second = await world.run();

  expect(world.uploads).toHaveLength(1);
  expect(world.service.texts("cs")).toMatchObject({ title: "O" });
  expect(second.result.conflicts).toMatchObject([{ key: "save" }]);
  await endTold(second);
  expect(await world.unfinished()).toEqual([]);
  expect((await world.run()).result.conflicts).toEqual([]);
});

it("what a run decided and has not told yet is left to it, and another one may heal the clone meanwhile", async () => {
  const world = await aStuckClone();
  const record = await world.begin({ conflicts: [conflict], locked: [], files: [], turn: turn() });

  const { clones, conflicts } = await world.heal();

  expect(clones).toMatchObject([{ outcome: "reset" }]);
  expect(conflicts).not.toContainEqual(conflict);
  expect(await world.unfinished()).toMatchObject([{ conflicts: [{ key: "save", repository: ["Ulož"] }] }]);
  await endTold({ record, healed: [WEB] });
  expect(await world.unfinished()).toEqual([]);
});

const LOCK_LEFT = expect.objectContaining({ kind: "lock-left", component: WEB, isBlocking: false });

it.each<[string, Partial<HealIntent>]>([
  ["beside texts to upload", {}],
  ["alone", { files: [] }],
])("a lock that cannot be taken back stays written down, %s, and goes with the next run", async (_, intent) => {
  const world = await aWorld();
  await world.begin(intent);
  await world.lock();
  world.fail.all = true;

  const { health } = await world.heal();

  expect(health).toContainEqual(LOCK_LEFT);
  expect(await world.unfinished()).toMatchObject([{ locked: [WEB] }]);
  world.fail.all = false;
  expect((await world.heal()).health).toEqual([]);
  expect(world.service.isLocked).toBe(false);
  expect(await world.unfinished()).toEqual([]);
});

it.each(["afterLock", "afterReset"] as const)(
  "a run that a service leaves (%s) keeps its lock written down, and says who ends it",
  async (moment) => {
    const world = await aStuckClone({ locksOnFailure: false });
    world.fail[moment] = true;

    const { health } = await world.heal();

    expect(health).toContainEqual(LOCK_LEFT);
    expect(health.find(({ kind }) => kind === "lock-left")?.remedies).toEqual([
      "The next run on this branch unlocks it: the record of agreement names the lock until then.",
      "Sooner, whoever may unlock it on the service does: `wlc unlock acme/web`.",
    ]);
    expect(world.service.isLocked).toBe(true);
    expect(await world.unfinished()).toMatchObject([{ locked: [WEB] }]);
    Object.assign(world.fail, { all: false, [moment]: false });
    await world.heal();
    expect(world.service.isLocked).toBe(false);
    expect(world.service.texts("cs")).toMatchObject({ title: "Nazdar", save: "Ukládat" });
    expect(await world.unfinished()).toEqual([]);
  },
);

it("a lock that an earlier run left stays written down where it is in the way of a reset", async () => {
  const world = await aStuckClone({ locksOnFailure: false });
  await world.begin({ locked: ["acme/moved"], files: [] });
  await world.lock();
  world.fail.unlock = 503;

  const { clones, health } = await world.heal();

  expect(clones).toMatchObject([{ outcome: "left" }]);
  expect(health.filter(({ kind }) => kind === "lock-left").map(({ component }) => component)).toEqual(["acme/moved"]);
  expect(await world.unfinished()).toMatchObject([{ locked: ["acme/moved"] }]);
});

it.each<[string, { unlock: number; isUnlocked: boolean }]>([
  ["that somebody took away meanwhile", { unlock: 403, isUnlocked: true }],
  ["of a component that is gone", { unlock: 404, isUnlocked: false }],
])("nobody waits for a lock %s, whatever the service refuses", async (_, { unlock, isUnlocked }) => {
  const world = await aWorld();
  await world.begin({ files: [] });
  if (!isUnlocked) await world.lock();
  world.fail.unlock = unlock;

  const { health } = await world.heal();

  expect(health).toEqual([]);
  expect(await world.unfinished()).toEqual([]);
});

it("what a reset decided is told once, although its lock is still there", async () => {
  const world = await aWorld();
  await world.begin({ conflicts: [conflict], files: [] });
  await world.lock();
  world.fail.unlock = 403;

  const first = await world.run();

  expect(first.result.conflicts).toMatchObject([{ key: "save" }]);
  expect(first.result.health.map(({ kind }) => kind)).toEqual(["lock-left"]);
  await endTold(first);
  expect(await world.unfinished()).toMatchObject([{ locked: [WEB] }]);
  world.fail.unlock = undefined;
  const second = await world.run();
  expect(second.result.conflicts).toEqual([]);
  expect(second.result.health).toEqual([]);
  expect(world.service.isLocked).toBe(false);
});

/** The service, and what happens while it is asked to do something to the clone. */
function during(world: Awaited<ReturnType<typeof aWorld>>, operation: string, happens: () => Promise<void>) {
  const port = world.port();
  return {
    ...port,
    operateComponent: async (...args: Parameters<typeof port.operateComponent>) => {
      if (args[1] === operation) await happens();
      return port.operateComponent(...args);
    },
  };
}

it("a run that was killed is taken for dead ten minutes after it was heard of, and its lock goes", async () => {
  const world = await aStuckClone({ locksOnFailure: false });
  const killed = during(world, "reset", () => new Promise<never>(() => undefined));
  void world.heal(false, {
    service: killed,
    clock: { ...world.clock, every: () => ({ [Symbol.dispose]: () => undefined }) },
  });
  await expect.poll(() => world.service.isLocked).toBe(true);
  await expect.poll(world.unfinished).toMatchObject([{ files: [{}], turn: { minutes: 10 } }]);

  world.clock.advance(10 * MINUTE);
  expect((await world.heal()).clones).toMatchObject([{ outcome: "elsewhere" }]);
  expect(world.service.isLocked).toBe(true);
  world.clock.advance(1);
  expect((await world.heal()).clones).toMatchObject([{ outcome: "reset" }]);
  expect(world.service.isLocked).toBe(false);
  expect(world.service.texts("cs")).toMatchObject({ title: "Nazdar", save: "Ukládat" });
});

it("a run that takes an hour says again and again that it lives, and others leave the clone to it", async () => {
  const world = await aStuckClone({ locksOnFailure: false });
  const slow = during(world, "reset", async () => {
    for (let minute = 0; minute < 60; minute += 2) {
      world.clock.advance(2 * MINUTE);
      await expect.poll(world.unfinished).toMatchObject([{ turn: { since: world.clock.now().toISOString() } }]);
    }
    expect((await world.heal()).clones).toMatchObject([{ outcome: "elsewhere" }]);
    expect(world.service.isLocked).toBe(true);
  });

  const { clones } = await world.heal(false, { service: slow });

  expect(clones).toMatchObject([{ outcome: "reset" }]);
  expect(await world.unfinished()).toEqual([]);
});

it.each([
  ["with strings that only the service has", { title: "O", save: "Ukládat" }, "Nazdar"],
  ["with none", { title: "Nazdar", save: "Uložit" }, "Nazdar"],
])(
  "a run that stood still for so long that another one has ended its work resets nothing any more, %s",
  async (_, czech, title) => {
    const world = await aStuckClone({ locksOnFailure: false });
    world.publish(czech);
    const port = world.port();
    const resets = { count: 0, asleep: true };
    const late = {
      ...during(world, "reset", async () => {
        resets.count += 1;
      }),
      isLocked: async (...args: Parameters<typeof port.isLocked>) => {
        const isLocked = await port.isLocked(...args);
        if (isLocked && resets.asleep) {
          resets.asleep = false;
          world.clock.advance(11 * MINUTE);
          await world.heal();
          world.service.save("cs", "save", "Zapsat");
        }
        return isLocked;
      },
    };

    const { clones } = await world.heal(false, {
      service: late,
      clock: { ...world.clock, every: () => ({ [Symbol.dispose]: () => undefined }) },
    });

    expect(resets).toEqual({ count: 0, asleep: false });
    expect(clones).toMatchObject([{ outcome: "elsewhere" }]);
    expect(world.service.texts("cs")).toMatchObject({ title, save: "Zapsat" });
    expect(await world.unfinished()).toEqual([]);
  },
);
