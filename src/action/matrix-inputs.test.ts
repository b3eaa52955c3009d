import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { UserError } from "../core/errors.ts";
import { matrixInputs } from "./matrix-inputs.ts";

const shard = { shard: 1, components: "acme/a acme/b", work: 5 };
const one = JSON.stringify(shard);
const whole = JSON.stringify({ include: [shard] });

function read(command: string, inputs: Readonly<Record<string, string>>): unknown {
  for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
  try {
    return matrixInputs(command);
  } catch (error) {
    if (error instanceof UserError) return error.code;
    throw error;
  }
}

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["a run of its own", "sync", {}, {}],
  ["a plan for one job", "plan", {}, {}],
  ["a plan for several", "plan", { shards: "12" }, { shards: 12 }],
  ["a part", "sync", { shard: one, "shard-file": "part.json" }, { part: { shard, path: resolve("part.json") } }],
  [
    "the end",
    "collect",
    { matrix: whole, "shard-file": "parts" },
    { collection: { matrix: { include: [shard] }, directory: resolve("parts") } },
  ],
  ["no number of jobs", "plan", { shards: "many" }, "IL-W06"],
  ["no job", "plan", { shards: "0" }, "IL-W06"],
  ["more jobs than a forge starts", "plan", { shards: "257" }, "IL-W06"],
  ["a plan of some components for several", "plan", { shards: "12", components: "acme/a" }, "IL-A01"],
  ["a part of some components", "sync", { shard: one, "shard-file": "part.json", components: "acme/a" }, "IL-A01"],
  ["a plan of some components for one job", "plan", { components: "acme/a" }, {}],
  ["a part that leaves no file", "sync", { shard: one }, "IL-A01"],
  ["a file without a part", "sync", { "shard-file": "part.json" }, "IL-A01"],
  ["a part of a command that has none", "push", { shard: one, "shard-file": "part.json" }, "IL-A01"],
  ["a part that is none", "sync", { shard: '{"shard":1}', "shard-file": "part.json" }, "IL-W06"],
  ["an end of nothing", "collect", { "shard-file": "parts" }, "IL-A01"],
  ["an end of what is no matrix", "collect", { matrix: one, "shard-file": "parts" }, "IL-W06"],
] as const)("%s", (_, command, inputs, expected) => {
  expect(read(command, inputs)).toEqual(expected);
});
