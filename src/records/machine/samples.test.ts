import { setTimeout } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import type { MachineSample } from "./machine.ts";
import { joinedTo, listSamples, newestSamples, startSampling, takeSample, type Sample } from "./samples.ts";

const seen: MachineSample = {
  cpu: 0.5,
  processCpu: 0.1,
  memoryUsed: 4_000_000_000,
  memoryTotal: 16_000_000_000,
  processMemory: 100_000_000,
  diskUsed: 2_000_000_000_000,
  diskTotal: 8_000_000_000_000,
  loopP50: 0.2,
  loopP99: 3,
  loopMax: 12,
};

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

async function take(records: TestRecords, worker: string, different: Partial<MachineSample> = {}): Promise<void> {
  await takeSample(records, worker, { look: async () => ({ ...seen, ...different }) });
}

describe("listSamples", () => {
  it("gives every look of a short time as it was, amounts beyond two thousand million too", async () => {
    await using records = await openTestRecords();
    await take(records, "one");
    records.clock.advance(10_000);
    await take(records, "one", { cpu: 1 });
    await take(records, "two");

    const samples = await listSamples(records, { since: at(0), until: at(60), points: 100 });

    expect(samples).toEqual([
      { ...seen, time: at(0), worker: "one" },
      { ...seen, time: at(10), worker: "one", cpu: 1 },
      { ...seen, time: at(10), worker: "two" },
    ]);
  });

  it("joins a long time to so many points of each process", async () => {
    await using records = await openTestRecords();
    for (let index = 0; index < 120; index += 1) {
      await take(records, "one", { cpu: index % 2, loopMax: index });
      await take(records, "two", { diskUsed: index });
      records.clock.advance(60_000);
    }

    const samples = await listSamples(records, { since: at(0), until: at(7_200), points: 4 });

    expect(samples.filter(({ worker }) => worker === "one")).toMatchObject([
      { cpu: 0.5, loopMax: 29 },
      { cpu: 0.5, loopMax: 59 },
      { cpu: 0.5, loopMax: 89 },
      { cpu: 0.5, loopMax: 119 },
    ]);
    expect(samples.filter(({ worker }) => worker === "two")).toHaveLength(4);
  });

  it("leaves out what was before and after", async () => {
    await using records = await openTestRecords();
    for (let index = 0; index < 3; index += 1) {
      await take(records, "one");
      records.clock.advance(10_000);
    }

    expect(await listSamples(records, { since: at(10), until: at(20), points: 10 })).toMatchObject([{ time: at(10) }]);
  });
});

describe("joinedTo", () => {
  it("keeps the mean of all looks and the largest, however they are joined", () => {
    const looks = fc.array(fc.record({ cpu: fc.double({ min: 0, max: 1, noNaN: true }), loopMax: fc.nat(1_000) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(looks, fc.integer({ min: 1, max: 20 }), (all, points) => {
        const samples = all.map((each, index) => ({
          looks: 1,
          sample: { ...seen, ...each, time: at(index), worker: "one" } satisfies Sample,
        }));

        const joined = joinedTo(samples, { since: at(0), until: at(all.length), points });

        expect(joined.length).toBeLessThanOrEqual(points);
        expect(joined.reduce((sum, { looks: count }) => sum + count, 0)).toBe(all.length);
        const mean = joined.reduce((sum, { looks: count, sample }) => sum + count * sample.cpu, 0) / all.length;
        expect(mean).toBeCloseTo(all.reduce((sum, { cpu }) => sum + cpu, 0) / all.length, 9);
        expect(Math.max(...joined.map(({ sample }) => sample.loopMax))).toBe(
          Math.max(...all.map(({ loopMax }) => loopMax)),
        );
      }),
    );
  });
});

describe("newestSamples", () => {
  it("is the last look of each process that still looks", async () => {
    await using records = await openTestRecords();
    await take(records, "gone");
    records.clock.advance(600_000);
    await take(records, "one", { cpu: 0 });
    await take(records, "two");
    await take(records, "one", { cpu: 1 });

    expect(await newestSamples(records, at(300))).toMatchObject([
      { worker: "one", cpu: 1 },
      { worker: "two", cpu: 0.5 },
    ]);
  });
});

describe("startSampling", () => {
  const taken = async ({ database }: TestRecords): Promise<number> =>
    (await database.selectFrom("sample").select("id").execute()).length;

  it("looks every ten seconds until it is disposed of", async () => {
    await using records = await openTestRecords();
    const sampling = startSampling(records, "one", "/");

    for (const expected of [1, 2]) {
      records.clock.advance(10_000);
      await expect.poll(() => taken(records)).toBe(expected);
    }
    sampling[Symbol.dispose]();
    records.clock.advance(60_000);
    await setTimeout(20);

    expect(await taken(records)).toBe(2);
  });

  it("complains once of a disk that cannot be looked at", async () => {
    await using records = await openTestRecords();
    const warning = vi.fn<(message: string) => void>();
    using _ = startSampling({ ...records, logger: { ...records.logger, warning } }, "one", "/nowhere");

    for (let times = 0; times < 3; times += 1) {
      records.clock.advance(10_000);
      await expect.poll(() => warning.mock.calls.length).toBe(1);
      await setTimeout(20);
    }

    expect(warning).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("ENOENT"));
  });
});
