import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { silentLogger } from "../../core/logger.ts";
import { blobId } from "../clone/blob-file.ts";
import { Clone } from "../clone/clone.ts";
import { cloneOf } from "../clone/component-clone.ts";
import { markedWhere } from "../clone/reconciliation.ts";
import { commitAll } from "../clone/repository-operations.ts";
import { lastModified } from "./stored-files.ts";

afterEach(() => vi.restoreAllMocks());

describe("the time of a file's last change", () => {
  const change = "2026-11-21T08:26:48.500Z";

  it("is in whole seconds, as the header has them", () => {
    expect(lastModified(change, new Date("2026-11-21T08:26:49.000Z"))).toBe("Sat, 21 Nov 2026 08:26:48 GMT");
  });

  it("is one second less while another change can still come in the same second", () => {
    expect(lastModified(change, new Date("2026-11-21T08:26:48.999Z"))).toBe("Sat, 21 Nov 2026 08:26:47 GMT");
  });

  it("is one second less for a change that came after the request", () => {
    expect(lastModified(change, new Date("2026-11-21T08:26:47.900Z"))).toBe("Sat, 21 Nov 2026 08:26:47 GMT");
  });
});

const save = async (service: SampleService, language: string, text: string): Promise<void> => {
  const units = await unitsOf(service, `demo/app/${language}`);
  const [unit] = [...units.values()];
  const { status } = await service.request("PATCH", `/api/units/${String(unit?.id)}/`, {
    json: { target: [text], state: 20 },
  });
  expect(status).toBe(200);
};
const fileOf = async (service: SampleService, language: string): Promise<string> => {
  const { status, text } = await service.request("GET", `/api/translations/demo/app/${language}/file/`);
  expect(status).toBe(200);
  return text;
};
const pendingOf = async ({ service: { database } }: SampleService): Promise<readonly string[]> => {
  const rows = await database.selectFrom("translation").select("language_code").where("pending", ">", 0).execute();
  return rows.map((row) => row.language_code);
};

const cloneId = async ({ service: { database } }: SampleService): Promise<number> =>
  (await database.selectFrom("clone").select("id").executeTakeFirstOrThrow()).id;

describe("a downloaded file", () => {
  it("has what was saved in it, and leaves what waits in another language to wait", async () => {
    await using service = await openSampleService();
    await save(service, "cs", "Dobrý den");

    expect(await fileOf(service, "de")).toContain("Hallo");
    expect(await pendingOf(service)).toEqual(["cs"]);
    expect(await fileOf(service, "cs")).toContain("Dobrý den");
    expect(await pendingOf(service)).toEqual([]);
  });

  it("is there while git is at work on its clone, where nothing waits in it", async () => {
    await using service = await openSampleService();
    const text = await service.service.locks.hold(await cloneId(service), "demo/app", () => fileOf(service, "de"));

    expect(text).toContain("Hallo");
  });

  it("says how long it is, and comes whole, where it is so large that it is sent in parts", async () => {
    await using service = await openSampleService();
    const { database } = service.service;
    const content = Buffer.from(JSON.stringify({ title: "Hallo ".repeat(300_000) }));
    await cloneOf(service.service, await cloneId(service)).write("locales/de.json", content);
    await database
      .updateTable("translation")
      .set({ revision: blobId(content) })
      .where("language_code", "=", "de")
      .execute();

    for (const method of ["GET", "HEAD"]) {
      const { bytes, headers } = await service.request(method, "/api/translations/demo/app/de/file/");
      expect(headers.get("content-length"), method).toBe(String(content.byteLength));
      expect(content.equals(bytes), method).toBe(method === "GET");
    }
  });

  it("is never one that is half written: git has it whole", async () => {
    await using service = await openSampleService();
    const clone = cloneOf(service.service, await cloneId(service));
    const whole = await clone.read("locales/de.json");

    const text = await service.service.locks.hold(await cloneId(service), "demo/app", async () => {
      await clone.write("locales/de.json", whole.subarray(0, 10));
      return fileOf(service, "de");
    });

    expect(text).toBe(whole.toString("utf8"));
  });
});

describe("a download of a file in which something waits", () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await openSampleService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it("commits that and what waits in the base file, and leaves other languages to wait", async () => {
    for (const language of ["en", "cs", "de"]) await save(service, language, `Text (${language})`);

    expect(await fileOf(service, "cs")).toContain("Text (cs)");
    expect(await pendingOf(service)).toEqual(["de"]);
  });

  it("commits all of the clone where each commit is sent upstream: it goes there at once, not language by language", async () => {
    const json = { push: service.upstream.remoteUrl, push_on_commit: true };
    await service.request("PATCH", "/api/components/demo/app/", { json });
    for (const language of ["cs", "de"]) await save(service, language, `Word (${language})`);

    expect(await fileOf(service, "cs")).toContain("Word (cs)");
    expect(await pendingOf(service)).toEqual([]);
  });
});

describe("downloads that wait for their clone", () => {
  /** @param work is done while downloads of these languages wait */
  async function asked(
    service: SampleService,
    languages: readonly string[],
    work: () => Promise<void>,
  ): Promise<Promise<string>[]> {
    const together = vi.spyOn(service.service.locks, "holdTogether");
    return service.service.locks.hold(await cloneId(service), "demo/app", async () => {
      const downloads = languages.map((language) => fileOf(service, language));
      await expect.poll(() => together.mock.calls.length).toBe(languages.length);
      for (const [, , { one }] of together.mock.calls) await one?.begun;
      await work();
      return downloads;
    });
  }

  /** As another process does. */
  async function commitElsewhere({ service }: SampleService, paths?: readonly string[]): Promise<void> {
    const { id } = await service.database.selectFrom("clone").select("id").executeTakeFirstOrThrow();
    const mark = { note: { commits_begun: 1 }, where: service.database.selectFrom("clone").select("id") };
    await markedWhere(service, id, mark, async (target) => {
      await commitAll(service, target, undefined, paths);
    });
  }

  it("are answered as soon as another process has committed what waited, whatever waits since then", async () => {
    await using service = await openSampleService();
    await save(service, "cs", "Dobrý den");
    const { promise: isDownloaded, resolve: downloaded } = Promise.withResolvers<void>();

    const [download] = await asked(service, ["cs"], async () => {
      await commitElsewhere(service);
      await save(service, "cs", "Dobrou noc");
      vi.spyOn(Clone.prototype, "write").mockImplementation(() => isDownloaded);
    });

    expect(await download).toContain("Dobrý den");
    downloaded();
  });

  it("have their own strings committed, where another process has committed another file, and each its own in one turn", async () => {
    await using service = await openSampleService();
    for (const language of ["cs", "de"]) await save(service, language, `Word (${language})`);

    const [download] = await asked(service, ["cs"], () => commitElsewhere(service, ["locales/de.json"]));

    expect(await download).toContain("Word (cs)");
    expect(await pendingOf(service)).toEqual([]);
    vi.restoreAllMocks();

    for (const language of ["cs", "de"]) await save(service, language, `Text (${language})`);
    const hold = vi.spyOn(service.service.locks, "hold");

    const downloads = await asked(service, ["cs", "de"], () => Promise.resolve());

    const files = await Promise.all(downloads);
    expect(files.map((file) => /Text \(..\)/.exec(file)?.[0])).toEqual(["Text (cs)", "Text (de)"]);
    // The test's own, and theirs.
    expect(hold).toHaveBeenCalledTimes(2);
  });
});

it("takes no clone for one that was left half done, where the first string is saved while nothing was found to wait", async () => {
  await using service = await openSampleService();
  const looks = [sql`(select 1 where 1 = 0)`, sql`(select 1)`];
  const where = {
    expressionType: undefined,
    toOperationNode: () => (looks.shift() ?? sql`(select 1)`).toOperationNode(),
  };
  const [recover, work] = [vi.spyOn(Clone.prototype, "recover"), vi.fn()];

  await markedWhere(service.service, await cloneId(service), { note: {}, where }, work);

  expect(recover).not.toHaveBeenCalled();
  expect(work).not.toHaveBeenCalled();
  expect(looks).toEqual([]);
});

describe("files of which some strings cannot be committed", () => {
  it("are what was committed before, until it can be, and the log says why", async () => {
    const log: string[] = [];
    const logger = { ...silentLogger, warning: (message: string) => void log.push(message) };
    await using service = await openSampleService({ logger });
    await save(service, "cs", "Dobrý den");
    // As a full disk stops git from writing.
    const { folder } = cloneOf(service.service, await cloneId(service));
    const obstacle = join(folder, ".git", "index.lock");
    await mkdir(join(obstacle, "full"), { recursive: true });
    const ask = (headers: Record<string, string> = {}) =>
      service.request("GET", "/api/translations/demo/app/cs/file/", { headers });

    const before = await ask();

    expect([before.status, before.json.title]).toEqual([200, "Ahoj"]);
    expect(log).toEqual([expect.stringMatching(/^app: what waits is not in the files.*index\.lock/)]);
    expect(await pendingOf(service)).toEqual(["cs"]);

    await rm(obstacle, { recursive: true });
    // Nobody was given a time by which the change would be no news.
    const after = await ask({ "if-modified-since": before.headers.get("last-modified") ?? "" });
    expect([after.status, after.json.title]).toEqual([200, "Dobrý den"]);
    expect(log).toHaveLength(1);
  });

  it("are in whole archives all the same, however long their clone is busy", async () => {
    await using service = await openSampleService({ settings: { busyMilliseconds: 50 }, logger: silentLogger });
    await save(service, "cs", "Dobrý den");
    const look = async () => {
      const found = [];
      for (const place of ["projects/demo/", "projects/demo/languages/cs/", "components/demo/app/"]) {
        for (const query of ["", "?language_code=cs"]) {
          const { status, bytes } = await service.request("GET", `/api/${place}file/${query}`);
          const { "demo/app/locales/cs.json": czech, ...others } = unzipSync(bytes);
          found.push({ place, query, status, others, title: JSON.parse(new TextDecoder().decode(czech)).title });
        }
      }
      return found;
    };

    const busy = await service.service.locks.hold(await cloneId(service), "demo/app", look);
    const free = await look();

    expect(new Set(free.map(({ title }) => title))).toEqual(new Set(["Dobrý den"]));
    expect(busy).toEqual(free.map((each) => ({ ...each, title: "Ahoj" })));
  });
});
