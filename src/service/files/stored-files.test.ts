import { describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { cloneOf } from "../clone/component-clone.ts";
import { lastModified } from "./stored-files.ts";

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

describe("a downloaded file", () => {
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
    const { id } = await service.service.database.selectFrom("clone").select("id").executeTakeFirstOrThrow();

    const text = await service.service.locks.hold(id, "demo/app", () => fileOf(service, "de"));

    expect(text).toContain("Hallo");
  });

  it("is never one that git has half written: it is waited for", async () => {
    await using service = await openSampleService();
    const { database, locks } = service.service;
    const { id } = await database.selectFrom("clone").select("id").executeTakeFirstOrThrow();
    const clone = cloneOf(service.service, id);
    const whole = await clone.read("locales/de.json");
    let asked: Promise<string> | undefined;

    await locks.hold(id, "demo/app", async () => {
      await clone.write("locales/de.json", whole.subarray(0, 10));
      asked = fileOf(service, "de");
      // Long enough for whoever would read it.
      await service.request("GET", "/api/translations/demo/app/de/statistics/");
      await clone.write("locales/de.json", whole);
    });

    expect(await asked).toBe(whole.toString("utf8"));
  });
});
