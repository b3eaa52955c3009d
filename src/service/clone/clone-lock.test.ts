import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CloneLocks, type LocksBetweenProcesses } from "./clone-lock.ts";

const CLONE = 1;
const PATIENT = 600_000;

/** What several processes ask for the locks of one database. */
function otherProcesses(): { process: () => LocksBetweenProcesses; held: Set<number> } {
  const held = new Set<number>();
  const take = (clone: number): boolean => {
    if (held.has(clone)) return false;
    held.add(clone);
    return true;
  };
  return {
    held,
    process: () => ({
      tryAcquire: async (clone) => take(clone),
      acquire: async (clone, milliseconds) => {
        const until = Date.now() + milliseconds;
        while (!take(clone)) {
          if (Date.now() > until) return false;
          await setTimeout(1);
        }
        return true;
      },
      release: async (clone) => void held.delete(clone),
      close: async () => undefined,
    }),
  };
}

function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe("the locks of clones", () => {
  it("lets operations on one clone in one after the other, in the order they came", async () => {
    const locks = new CloneLocks(PATIENT);
    const { opened, open } = gate();
    const log: string[] = [];

    const works = ["first", "second", "third"].map((name) =>
      locks.hold(CLONE, "demo/app", async () => {
        log.push(`${name} in`);
        if (name === "first") await opened;
        log.push(`${name} out`);
      }),
    );
    await locks.hold(2, "demo/other", async () => void log.push("other clone"));
    open();
    await Promise.all(works);

    expect(log).toEqual(["first in", "other clone", "first out", "second in", "second out", "third in", "third out"]);
  });

  it("answers 423 to who waited too long, in this process and in another", async () => {
    const { process } = otherProcesses();
    const [mine, theirs] = [new CloneLocks(30, process()), new CloneLocks(30, process())];
    const { opened, open } = gate();
    const holding = mine.hold(CLONE, "demo/app", () => opened);

    for (const locks of [mine, theirs]) {
      await expect(locks.hold(CLONE, "demo/app", async () => undefined)).rejects.toMatchObject({ status: 423 });
    }
    open();
    await holding;

    expect(await theirs.hold(CLONE, "demo/app", async () => "free")).toBe("free");
  });

  it("keeps a clone from all who come after one that waited too long", async () => {
    const locks = new CloneLocks(30);
    const { opened, open } = gate();
    const holding = locks.hold(CLONE, "demo/app", () => opened);
    const tries: unknown[] = [];

    for (const name of ["second", "third"]) {
      tries.push(await locks.hold(CLONE, "demo/app", async () => name).catch(() => "busy"));
      tries.push(await locks.tryHold(CLONE, async () => undefined));
    }
    open();
    await holding;
    await locks.idle();

    expect(tries).toEqual(["busy", false, "busy", false]);
    expect(await locks.tryHold(CLONE, async () => undefined)).toBe(true);
  });

  it("waits for another process", async () => {
    const { process } = otherProcesses();
    const [mine, theirs] = [new CloneLocks(PATIENT, process()), new CloneLocks(PATIENT, process())];
    const { opened, open } = gate();
    const log: string[] = [];
    const first = mine.hold(CLONE, "demo/app", async () => {
      await opened;
      log.push("mine");
    });
    const second = theirs.hold(CLONE, "demo/app", async () => void log.push("theirs"));

    open();
    await Promise.all([first, second]);

    expect(log).toEqual(["mine", "theirs"]);
  });

  it("does once what many ask for before it has begun, and again for who asks later", async () => {
    const locks = new CloneLocks(PATIENT);
    const { opened, open } = gate();
    let commits = 0;
    const commit = () => locks.holdTogether(CLONE, "demo/app", {}, async () => void (commits += 1));
    const working = locks.hold(CLONE, "demo/app", () => opened);
    const early = [commit(), commit(), commit()];
    open();
    await Promise.all([working, ...early]);
    const together = commits;
    await commit();

    expect([together, commits]).toEqual([1, 2]);
  });

  it("tells the work who waits, and lets go whom it need not serve", async () => {
    const locks = new CloneLocks(PATIENT);
    const { opened, open } = gate();
    const log: string[] = [];
    const ask = async (begun: number): Promise<void> => {
      const one = { translation: 1, paths: [], begun: Promise.resolve(begun) };
      await locks.holdTogether(CLONE, "demo/app", { one }, async (waiters) => {
        for (const { wanted, letGo } of waiters) if (((await wanted.one?.begun) ?? 2) < 2) letGo();
        await opened;
        log.push("done here");
      });
      log.push(`asked after ${String(begun)}`);
    };

    const asked = [ask(2), ask(1), ask(2)];
    await asked[1];
    open();
    await Promise.all(asked);

    expect(log).toEqual(["asked after 1", "done here", "asked after 2", "asked after 2"]);
  });

  it("tells all who asked for the same that it failed, and begins anew for the next", async () => {
    const locks = new CloneLocks(PATIENT);
    let tries = 0;
    const commit = () =>
      locks.holdTogether(CLONE, "demo/app", {}, async () => {
        tries += 1;
        if (tries === 1) throw new Error("git");
      });

    const outcomes = await Promise.allSettled([commit(), commit()]);

    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await commit();
    expect(tries).toBe(2);
  });

  it("is free again after work that failed", async () => {
    const { process, held } = otherProcesses();
    const locks = new CloneLocks(PATIENT, process());

    await expect(locks.hold(CLONE, "demo/app", () => Promise.reject(new Error("git")))).rejects.toThrow("git");

    expect(held.size).toBe(0);
    await locks.close();
  });

  it("skips a clone that somebody holds when it only tries", async () => {
    const { process } = otherProcesses();
    const [mine, theirs] = [new CloneLocks(PATIENT, process()), new CloneLocks(PATIENT, process())];
    const { opened, open } = gate();
    const entered = gate();
    const holding = mine.hold(CLONE, "demo/app", async () => {
      entered.open();
      await opened;
    });
    await entered.opened;
    const done: string[] = [];

    expect(await mine.tryHold(CLONE, async () => void done.push("mine"))).toBe(false);
    expect(await theirs.tryHold(CLONE, async () => void done.push("theirs"))).toBe(false);
    open();
    await holding;
    expect(await theirs.tryHold(CLONE, async () => void done.push("later"))).toBe(true);

    expect(done).toEqual(["later"]);
  });
});
