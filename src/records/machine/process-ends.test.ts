import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openTestRecords } from "../../../test/support/test-records.ts";
import { listEvents } from "../logs/event-log.ts";
import { takeSample } from "./samples.ts";
import { beginProcess, endProcess, keepCrash, noteLostProcesses, type FoundEnds } from "./process-ends.ts";

const EARLIER = "bot-1:41:1767225600000";

async function place() {
  const records = await openTestRecords();
  const folder = await temporaryDirectory();
  const found: FoundEnds = {
    isAlive: () => false,
    host: "bot-1",
    data: folder.path,
    secrets: ["s3cret-token"],
    isShared: false,
  };
  const told = async () => (await listEvents(records, { component: "process" }, { page: 1, size: 20 })).items;
  return {
    records,
    found,
    told,
    [Symbol.asyncDispose]: async () => {
      await records[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("the log tells how a process ended", () => {
  it("says which signal asked for the end, and that no run was left unfinished", async () => {
    await using scene = await place();
    const { records, told, found } = scene;
    await beginProcess(records, EARLIER, "1.2.3");
    await endProcess(records, EARLIER, { signal: "SIGTERM", since: records.clock.now().toISOString() });
    await noteLostProcesses(records, found);
    expect((await told()).map(({ message }) => message)).toEqual([
      "Ended: SIGTERM asked it to end, and no run was left unfinished.",
      "Started, version 1.2.3.",
    ]);
  });

  it("finds at the next start that one was killed, when it was seen last, and what it saw of its machine", async () => {
    await using scene = await place();
    const { records, told, found } = scene;
    await beginProcess(records, EARLIER, "1.2.3");
    records.clock.advance(10_000);
    await takeSample(records, EARLIER, {
      look: async () => ({
        cpu: 0.1,
        processCpu: 0.1,
        memoryUsed: 980,
        memoryTotal: 1_000,
        processMemory: 812_000_000,
        diskUsed: 40,
        diskTotal: 100,
        loopP50: 0,
        loopP99: 0,
        loopMax: 0,
      }),
    });
    await noteLostProcesses(records, found);
    await noteLostProcesses(records, found);
    const [last, ...others] = await told();
    expect(last).toMatchObject({ level: "error", details: { worker: EARLIER, seen: "2026-01-01T00:00:10.000Z" } });
    expect(last?.message).toBe(
      "The process before ended without a word after 2026-01-01T00:00:10.000Z: it was killed (kill -9, or by a machine short of memory), or the machine went down. It held 812 MB then; of the machine's memory 98 % were used, of its disk 40 %.",
    );
    expect(others).toHaveLength(1);
  });

  it("has the words of a crash, without a secret in them", async () => {
    await using scene = await place();
    const { records, told, found } = scene;
    await beginProcess(records, EARLIER, "1.2.3");
    keepCrash(found.data, EARLIER, new TypeError("no s3cret-token is iterable"), records.clock.now());
    await noteLostProcesses(records, found);
    const [crash] = await told();
    expect(crash?.message).toBe(
      "The process before crashed at 2026-01-01T00:00:00.000Z: TypeError: no *** is iterable",
    );
    expect(JSON.stringify(crash)).not.toContain("s3cret-token");
    await beginProcess(records, "bot-1:42:1767225700000", "1.2.3");
    await noteLostProcesses(records, found);
    expect((await told())[0]?.message).toContain("ended without a word");
  });

  it("leaves those alone that share the database and run", async () => {
    await using scene = await place();
    const { records, told, found } = scene;
    await beginProcess(records, EARLIER, "1.2.3");
    await beginProcess(records, "bot-2:7:1767225600000", "1.2.3");
    await noteLostProcesses(records, { ...found, isShared: true, isAlive: (pid) => pid === 41 });
    expect(await told()).toHaveLength(2);
    records.clock.advance(120_000);
    await noteLostProcesses(records, { ...found, isShared: true, isAlive: (pid) => pid === 41 });
    expect((await told())[0]?.details).toMatchObject({ worker: "bot-2:7:1767225600000" });
  });
});
