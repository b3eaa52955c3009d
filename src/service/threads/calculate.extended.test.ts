import { rm, stat, writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { basename, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Worker } from "node:worker_threads";
import { zipSync } from "fflate";
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { lowThreads } from "../../../test/support/low-threads.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { calculate } from "./calculate.ts";
import type { Question } from "./thread.ts";

const limits = { entries: 10, bytes: 30_000_000 };
let folder: string;

beforeEach(async () => {
  const own = await temporaryDirectory();
  onTestFinished(() => own[Symbol.asyncDispose]());
  folder = own.path;
});

const zip = (bytes: number) => zipSync({ "en.json": new Uint8Array(bytes) }, { level: 1 });

/** What threads are asked from now on until the test is over: when one has an answer, and in which order, is the machine's affair. */
function watchedThreads() {
  const asked = vi.spyOn(Worker.prototype, "postMessage");
  onTestFinished(() => {
    asked.mockRestore();
  });
  return {
    /** As often as each was asked. */
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whose method it is
    threads: asked.mock.contexts as readonly Worker[],
    /** Which of these arguments they were asked with so far, in that order. */
    asked: (given: Readonly<Record<string, unknown>>) =>
      asked.mock.calls.map(([question]) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody else asks threads here
        const { argument } = question as Question;
        return Object.keys(given).find((name) => given[name] === argument);
      }),
  };
}

/** Node's number of a thread that has ended. */
const ENDED = -1;

test.runIf(process.platform === "linux" && getPriority() < 19)(
  "one file is written beside who answers people, and a repository read after them",
  async () => {
    const content = Buffer.from('{"title": "Title"}');
    const file = { path: "en.json", language: "en", content };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
    const settings = { file_format: "json", template: "" } as ComponentSettings;
    // Threads of other tests wait for more work: a repository is to be read by a new one.
    const { threads } = watchedThreads();
    await Promise.all([calculate("fileFault", { settings, file }), calculate("fileFault", { settings, file })]);
    for (const thread of threads) await thread.terminate();
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
    await calculate("fileFault", { settings, file });
    expect(lowThreads().filter(isNew)).not.toEqual([]);
  },
);

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
    const given = {
      large: { content: zip(1_000_000), limits, folder },
      small: { content: zip(10), limits, folder },
      other: { expression: "", strings: [{ context: "key", source: "", flags: "" }] },
    };
    const { asked } = watchedThreads();
    const all = [
      calculate("unpacked", given.large),
      calculate("unpacked", given.small),
      calculate("variantKeys", given.other),
    ];

    expect(asked(given)).toEqual(["large", "other"]);
    await all[0];
    await Promise.all(all);
    expect(asked(given)).toEqual(["large", "other", "small"]);
  });

  it("reads large files one after the other, of repositories and sent ones, and lets others by", async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
    const settings = { file_format: "json", template: "" } as ComponentSettings;
    const file = { path: "en.json", language: "en", content: Buffer.from("{}") };
    const given = {
      large: { settings, file },
      next: { settings, file },
      sent: { content: zip(10), limits, folder },
      other: { settings, file },
    };
    const { asked } = watchedThreads();
    const all = [
      calculate("fileFault", given.large, undefined, "large"),
      calculate("fileFault", given.next, undefined, "large"),
      calculate("unpacked", given.sent, undefined, "large"),
      calculate("fileFault", given.other),
    ];

    expect(asked(given)).toEqual(["large", "other"]);
    await Promise.all(all);
    expect(asked(given)).toEqual(["large", "other", "next", "sent"]);
  });
  it("ends a thread that has a large file before the next one is read", async () => {
    const { threads } = watchedThreads();
    const hasEnded = async (bytes: number): Promise<boolean> => {
      const content = Buffer.from(JSON.stringify({ key: "x".repeat(bytes) }));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
      const settings = { file_format: "json", template: "" } as ComponentSettings;
      await calculate(
        "fileFault",
        { settings, file: { path: "en.json", language: "en", content } },
        undefined,
        "large",
      );
      return threads.at(-1)?.threadId === ENDED;
    };

    expect([await hasEnded(10), await hasEnded(20_000_000)]).toEqual([false, true]);
  });
  it("ends a thread that has much of what somebody sent as soon as it has answered", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const strings = Array.from({ length: 150_000 }, (_, index) => ({
      context: `key ${String(index)}`,
      source: `Text ${String(index)}`,
      flags: "",
    }));
    const { threads } = watchedThreads();
    const hasEnded = async (some: typeof strings): Promise<boolean> => {
      await calculate("variantKeys", { expression: "", strings: some });
      return threads.at(-1)?.threadId === ENDED;
    };

    expect([await hasEnded(strings.slice(0, 1)), await hasEnded(strings)]).toEqual([false, true]);
  });
  it("ends a thread three seconds after it was needed, and has another one then", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { threads } = watchedThreads();
    const read = () => calculate("unpacked", { content: zip(10), limits, folder });
    await read();
    const [first] = threads;
    vi.advanceTimersByTime(2999);
    expect(first?.threadId).not.toBe(ENDED);

    vi.advanceTimersByTime(1);
    // Looking again and again would move the other ones on.
    vi.useRealTimers();

    await expect.poll(() => first?.threadId).toBe(ENDED);
    expect(await read()).toEqual(["en.json"]);
    expect(threads.at(-1)).not.toBe(first);
  });
  it("waits for none of the other kind, however many of them wait", async () => {
    const file = { path: "en.json", language: "en", content: Buffer.from("{}") };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
    const settings = { file_format: "json", template: "" } as ComponentSettings;
    const given = { repository: { settings, file }, upload: { content: zip(10), limits, folder } };
    const { asked } = watchedThreads();
    const ofRepositories = Array.from({ length: 4 }, () => calculate("fileFault", given.repository));

    const ofUpload = calculate("unpacked", given.upload);

    expect(asked(given)).toEqual(["repository", "repository", "upload"]);
    expect(await ofUpload).toEqual(["en.json"]);
    expect(await Promise.all(ofRepositories)).toEqual(ofRepositories.map(() => undefined));
  });
});

test("of a large file that somebody sent a thread holds less, as it has the file's text beside that", async () => {
  const strings = Array.from({ length: 420_000 }, (_, index) => `"k${String(index)}":"x"`);
  const content = Buffer.from(`{${strings.join(",")}}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what tells the format
  const settings = { file_format: "json", template: "" } as ComponentSettings;
  const reading = { settings, filename: "cs.json", language: "cs", name: "cs.json" };
  const read = { as: "readTexts" as const, reading, content, place: join(folder, "texts") };

  await expect(calculate("uploadedInParts", read, undefined, "large")).rejects.toThrow(TooCostly);
  await expect(calculate("uploadedInParts", read)).resolves.toMatchObject({ total: 420_000 });
});

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
