import { expect, it } from "vitest";
import type { Format } from "../../contract/endpoint.ts";
import { silentLogger } from "../../core/logger.ts";
import { DatabaseAbsence } from "../../store/database-absence.ts";
import { systemClock } from "../../core/clock.ts";
import { LongPage } from "./paging.ts";
import { breakingOff, represented } from "./rendering.ts";

const results = Array.from({ length: 450 }, (_, id) => ({ id, target: [`"${String(id)}"`], none: null }));

async function written(value: unknown, format: Format): Promise<{ readonly text: string; readonly others: number }> {
  let others = 0;
  setImmediate(() => (others += 1));
  const response = await represented({ status: 200, headers: {}, body: { value } }, format, () => "");
  return { text: await response.text(), others };
}

it.each<[Format, unknown, unknown]>([
  ["json", { count: 450, next: undefined, previous: null, results }, { count: 450, previous: null, results }],
  ["json", { results, more: { results: [] } }, { results, more: { results: [] } }],
  ["json", results, results],
  ["json-flat", { count: 450, next: null, previous: null, results }, results],
])("writes a long list as %s in parts, others being served in between", async (format, value, meant) => {
  const { text, others } = await written(value, format);

  expect(text).toBe(JSON.stringify(meant));
  expect(others).toBe(1);
});

it("writes a long list as CSV in parts, others being served in between", async () => {
  const { text, others } = await written({ count: 450, next: null, previous: null, results }, "csv");

  const lines = text.split("\r\n");
  expect([lines.length, lines[0], lines[450]]).toEqual([452, "id,target.0,none", '449,"""449""",']);
  expect(others).toBe(1);
});

it.each([[{ results: [] }], [[]], ["text"], [{ a: undefined, b: 1 }]])("writes %j as it is", async (value) => {
  expect((await written(value, "json")).text).toBe(JSON.stringify(value));
});

it("sends a long text in parts, and no character in two of them", async () => {
  const value = Array.from({ length: 60_000 }, (_, at) => `${"x".repeat(at % 7)}🌱ř`);
  const { body, headers } = await represented({ status: 200, headers: {}, body: { value } }, "json", () => "");

  const [sizes, texts]: [number[], string[]] = [[], []];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a Response has
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    sizes.push(part.byteLength);
    texts.push(new TextDecoder("utf-8", { fatal: true }).decode(part));
  }

  expect(texts.join("")).toBe(JSON.stringify(value));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(Number(headers.get("Content-Length")));
  expect(sizes.length).toBeGreaterThan(4);
  expect(Math.max(...sizes)).toBeLessThan(400_000);
});

const head = { count: 450, next: "https://example.org/?page=2", previous: null };

/** A page in three parts; `read` tells which were read. */
async function longPage(read: number[] = [], failing = 9): Promise<LongPage<unknown>> {
  const parts = async function* () {
    for (let part = 0; part < 3; part += 1) {
      if (part === failing) throw new Error(`part ${String(part)}`);
      read.push(part);
      yield results.slice(part * 150, (part + 1) * 150);
    }
  };
  return LongPage.beginning(head, parts());
}

it.each<Format>(["json", "csv"])("writes a long page as %s as it would write one at once", async (format) => {
  const response = await represented({ status: 200, headers: {}, body: { page: await longPage() } }, format, () => "");

  expect(await response.text()).toBe((await written({ ...head, results }, format)).text);
});

it("writes a long page from which all is gone", async () => {
  // oxlint-disable-next-line require-yield
  const nothing = async function* (): AsyncGenerator<readonly unknown[]> {};
  const page = await LongPage.beginning(head, nothing());
  const response = await represented({ status: 200, headers: {}, body: { page } }, "json", () => "");

  expect(await response.text()).toBe(JSON.stringify({ ...head, results: [] }));
});

it("reads a part of a long page when the one before was taken", async () => {
  const read: number[] = [];
  const page = await longPage(read);
  const { body } = await represented({ status: 200, headers: {}, body: { page } }, "json", () => "");
  const reader = body?.getReader();
  await reader?.read();

  expect(read).toEqual([0]);
  await reader?.cancel();
});

it("breaks the connection off where a later part of a long page cannot be read, and refuses where the first cannot", async () => {
  const ended: string[] = [];
  const service = {
    logger: { ...silentLogger, error: (text: string) => void ended.push(text.split("\n")[0] ?? "") },
    absence: new DatabaseAbsence({ clock: systemClock, logger: silentLogger }),
  };
  const connection = { destroy: () => ended.push("destroyed") };
  const answer = { status: 200, headers: {}, body: { page: await longPage([], 1) } };

  await (await represented(breakingOff(service, answer, "json", connection), "json", () => "")).text();

  expect(ended).toEqual(["Error: part 1", "destroyed"]);
  await expect(longPage([], 0)).rejects.toThrow("part 0");
});
