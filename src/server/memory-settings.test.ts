import { expect, it } from "vitest";
import { memorySettings } from "./memory-settings.ts";

const settings = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "131072" };

it("a service on Linux starts anew with settings by which memory is given back", () => {
  expect(memorySettings("linux", { HOME: "/srv" })).toEqual({ HOME: "/srv", ...settings });
});

it.each([
  ["has started so", "linux", settings],
  ["has settings of its operator", "linux", { MALLOC_ARENA_MAX: "8" }],
  ["has tunables of its operator", "linux", { GLIBC_TUNABLES: "glibc.malloc.arena_max=8" }],
  ["runs on another system", "darwin", {}],
] as const)("a service that %s goes on as it is", (_, platform, environment) => {
  expect(memorySettings(platform, environment)).toBeUndefined();
});
