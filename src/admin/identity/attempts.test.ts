import { expect, it } from "vitest";
import { startAdmin } from "../../../test/support/admin-server.ts";
import { countedTry, countTry } from "./attempts.ts";

const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
const MINUTE = 60_000;

it.each([
  ["the first is counted", undefined, [1, 10, null, 0]],
  ["another one is counted to those of its quarter", { failures: 1, since: 0 }, [2, 0, null, 0]],
  ["the last allowed one may be made", { failures: 2, since: 0 }, [3, 0, null, 0]],
  ["one too many blocks for a quarter of an hour", { failures: 3, since: 0 }, [4, 0, 25, 15]],
  ["who is blocked waits for the rest", { failures: 4, since: 0, until: 12 }, [4, 0, 12, 2]],
  [
    "who was blocked by a clock that was ahead waits for a quarter at most",
    { failures: 4, since: 0, until: 9_999 },
    [4, 0, 25, 15],
  ],
  ["those of a clock that was ahead are not counted", { failures: 3, since: 9_999 }, [1, 10, null, 0]],
  ["after the block it begins anew", { failures: 4, since: 0, until: 10 }, [1, 10, null, 0]],
  ["after a quarter it begins anew", { failures: 3, since: -5 }, [1, 10, null, 0]],
] as const)("of tries %s", (_, known, [failures, since, until, wait]) => {
  const stored = known && {
    failures: known.failures,
    since: at(known.since),
    blocked_until: "until" in known ? at(known.until) : null,
  };

  expect(countedTry(stored, 3, new Date(at(10)))).toEqual({
    counted: expect.objectContaining({
      failures,
      since: at(since),
      blocked_until: until === null ? null : at(until),
    }),
    wait: wait * MINUTE,
  });
});

it("of tries at once no more are made than are allowed", async () => {
  await using server = await startAdmin();

  const waits = await Promise.all(
    Array.from({ length: 12 }, () => countTry(server.records, [{ subject: "login 7", tries: 5 }])),
  );

  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
});
