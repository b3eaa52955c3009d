import { rm, stat, writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { basename, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { zipSync } from "fflate";
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { lowThreads } from "../../../test/support/low-threads.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { calculate } from "./calculate.ts";

const limits = { entries: 10, bytes: 30_000_000 };
let folder: string;

beforeEach(async () => {
  const own = await temporaryDirectory();
  onTestFinished(() => own[Symbol.asyncDispose]());
  folder = own.path;
});

const zip = (bytes: number) => zipSync({ "en.json": new Uint8Array(bytes) }, { level: 1 });

// Before all others, whose threads wait for more work.
test.runIf(process.platform === "linux" && getPriority() < 19)(
  "one file is written beside who answers people, and a repository read after them",
  async () => {
    const content = Buffer.from('{"title": "Title"}');
    const file = { path: "en.json", language: "en", content };
    const before = new Set(lowThreads());
    const flags = cachedDataVersionTag();
    const isNew = (thread: string): boolean => !before.has(thread);

    const written = await calculate("writtenFile", {
      ...file,
      format: "json",
      base: "en.json",
      template: undefined,
      languageForms: 2,
      units: [],
    });

    expect(written.content).toEqual(new Uint8Array(content));
    // What was compiled before is not compiled anew.
    expect(cachedDataVersionTag()).toBe(flags);
    expect(lowThreads().filter(isNew)).toEqual([]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
    await calculate("fileFault", { settings: { file_format: "json", template: "" } as ComponentSettings, file });
    expect(lowThreads().filter(isNew)).not.toEqual([]);
  },
);

test("strings of an export are handed over to its thread, and are nowhere twice", async () => {
  const rows = () => new TextEncoder().encode('[["title","[]","[]","",20,"","","","","",null]]');
  const language = { code: "cs", name: "Czech", direction: "ltr" as const, pluralNumber: 3, pluralFormula: "" };
  const document = {
    project: { name: "Demo", slug: "demo" },
    component: { name: "App", slug: "app" },
    sourceLanguage: { code: "en", name: "English" },
    language,
    isMonolingual: true,
    url: "https://example.com/",
    generator: "Interlinear",
    date: new Date(0),
  };
  const [piece, ...parts] = [rows(), rows(), rows()];

  const written = await calculate("exportedPiece", { name: "json", document, rows: piece, index: 0 });
  const whole = await calculate("exported", { name: "json-nested", document, parts });

  expect(new TextDecoder().decode(written)).toBe('\n    "title": ""');
  expect(new TextDecoder().decode(whole)).toBe('{\n    "title": ""\n}\n');
  expect([piece, ...parts].map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
});

describe("a calculation", () => {
  it("lets others go on meanwhile", async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);

    const members = await calculate("unpacked", { content: zip(20_000_000), limits, folder });
    clearInterval(timer);

    expect(members).toEqual(["en.json"]);
    expect((await stat(join(folder, "en.json"))).size).toBe(20_000_000);
    expect(turns).toBeGreaterThan(0);
  });

  it("unpacks an archive that is a part of a file as one in memory", async () => {
    const content = zip(300_000);
    const file = join(folder, "..", `${basename(folder)}.body`);
    onTestFinished(() => rm(file));
    await writeFile(file, Buffer.concat([Buffer.from("head"), content, Buffer.from("tail")]));
    const stored = { file, start: 4, byteLength: content.byteLength };
    expect(await calculate("unpacked", { content: stored, limits, folder })).toEqual(["en.json"]);
    expect((await stat(join(folder, "en.json"))).size).toBe(300_000);
  });
  it("refuses as it would without a thread", async () => {
    const bomb = calculate("unpacked", { content: zip(40_000_000), limits, folder });

    await expect(bomb).rejects.toThrow(Refusal);
    await expect(bomb).rejects.toMatchObject({ status: 400, errors: [{ code: "invalid", field: "zipfile" }] });
  });

  it("ends where it takes longer than it may, and the next one has a thread again", async () => {
    const content = zip(20_000_000);
    const late = await Promise.allSettled(
      Array.from({ length: 3 }, async () => calculate("unpacked", { content, limits, folder }, 1)),
    );

    const next = await calculate("unpacked", { content: zip(10), limits, folder });

    expect(late.map((each) => each.status === "rejected" && each.reason instanceof TooCostly)).toEqual(
      Array.from({ length: 3 }, () => true),
    );
    expect(next).toEqual(["en.json"]);
  });

  it("reads what was sent one after the other, so that two hostile archives hold no more than one, and lets others by", async () => {
    const strings = [{ context: "key", source: "", flags: "" }];
    // Both threads are there: one that had to begin came later than the large archive was done.
    const keys = () => calculate("variantKeys", { expression: "", strings });
    await Promise.all([keys(), keys()]);
    const done: string[] = [];
    const large = calculate("unpacked", { content: zip(20_000_000), limits, folder }).then(() => done.push("large"));
    const small = calculate("unpacked", { content: zip(10), limits, folder }).then(() => done.push("small"));
    const other = keys().then(() => done.push("other"));

    await Promise.all([large, small, other]);

    expect(done).toEqual(["other", "large", "small"]);
  });

  it("reads large files one after the other, of repositories and sent ones, and lets others by", async () => {
    const texts = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${String(index)}`, "Text"]));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
    const settings = { file_format: "json", template: "" } as ComponentSettings;
    const fault = (content: string, size?: "large") =>
      calculate(
        "fileFault",
        { settings, file: { path: "en.json", language: "en", content: Buffer.from(content) } },
        undefined,
        size,
      );
    // Both threads are there.
    await Promise.all([fault("{}"), fault("{}")]);
    const done: string[] = [];
    const large = fault(JSON.stringify(texts), "large").then(() => done.push("large"));
    const next = fault("{}", "large").then(() => done.push("next"));
    const sent = calculate("unpacked", { content: zip(10), limits, folder }, undefined, "large").then(() =>
      done.push("sent"),
    );
    const other = fault("{}").then(() => done.push("other"));
    await Promise.all([large, next, sent, other]);
    expect(done).toEqual(["other", "large", "next", "sent"]);
  });
  test.runIf(process.platform === "linux" && getPriority() < 19)(
    "ends a thread that has a large file before the next one is read",
    async () => {
      const threads = async (bytes: number): Promise<number> => {
        const content = Buffer.from(JSON.stringify({ key: "x".repeat(bytes) }));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
        const settings = { file_format: "json", template: "" } as ComponentSettings;
        const file = { path: "en.json", language: "en", content };
        await calculate("fileFault", { settings, file }, undefined, "large");
        return lowThreads().length;
      };
      const small = await threads(10);

      expect(await threads(20_000_000)).toBe(small - 1);
    },
  );
  it.runIf(process.platform === "linux")(
    "ends a thread that has much of what somebody sent as soon as it has answered",
    async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      const strings = Array.from({ length: 150_000 }, (_, index) => ({
        context: `key ${String(index)}`,
        source: `Text ${String(index)}`,
        flags: "",
      }));
      const keys = (some: typeof strings) => calculate("variantKeys", { expression: "", strings: some });
      await keys(strings.slice(0, 1));
      const before = lowThreads();

      await keys(strings);

      const now = new Set(lowThreads());
      expect(before.filter((thread) => !now.has(thread))).not.toEqual([]);
    },
  );
  test.runIf(process.platform === "linux" && getPriority() < 19)(
    "ends a thread three seconds after it was needed, and has another one then",
    async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      const read = () => calculate("unpacked", { content: zip(10), limits, folder });
      await read();
      const before = lowThreads();

      vi.advanceTimersByTime(3000);
      vi.useRealTimers();

      await vi.waitFor(() => {
        const now = new Set(lowThreads());
        expect(before.filter((thread) => !now.has(thread))).not.toEqual([]);
      });
      expect(await read()).toEqual(["en.json"]);
    },
  );
  it("waits for none of the other kind, however many of them wait", async () => {
    const texts = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${String(index)}`, "Text"]));
    const file = { path: "en.json", language: "en", content: Buffer.from(JSON.stringify(texts)) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
    const settings = { file_format: "json", template: "" } as ComponentSettings;
    let done = 0;
    const ofRepositories = Array.from({ length: 12 }, async () => {
      expect(await calculate("fileFault", { settings, file })).toBeUndefined();
      done += 1;
    });

    const ofUpload = await calculate("unpacked", { content: zip(10), limits, folder });

    expect(ofUpload).toEqual(["en.json"]);
    expect(done).toBeLessThan(ofRepositories.length);
    await Promise.all(ofRepositories);
  });
});
