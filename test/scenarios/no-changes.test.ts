import { expect, test } from "vitest";
import { AccessTimes, keepsAccessTimes } from "../../bench/access-times.ts";
import { measureNoop } from "../../bench/noop.ts";
import { createRepository } from "../support/repository.ts";

test("a run without changes makes one request, of a full look four for all components together, moves no file and reads none", async () => {
  const { full, ours, filesRead } = await measureNoop({ components: 4, languages: 5, strings: 3 }, 1);

  expect(full.requests).toBe(4);
  expect(ours.requests).toBe(1);
  expect(ours.allBytes).toBeLessThan(1_000);
  expect(ours.fileBytes).toBe(0);
  expect((filesRead ?? []).filter((path) => path.startsWith("packages/"))).toEqual([]);
});

test("the count of files read notices a file that is read", async ({ skip }) => {
  await using repository = await createRepository({ "packages/a/en.json": "{}\n" });
  if (!(await keepsAccessTimes(repository.path))) skip("this file system keeps no access times");
  const accessTimes = new AccessTimes(repository);
  await accessTimes.mark();
  expect(await accessTimes.read()).toEqual([]);

  await repository.read("packages/a/en.json");

  expect(await accessTimes.read()).toEqual(["packages/a/en.json"]);
});
