import { describe, expect, it } from "vitest";
import { manualClock } from "../../../test/support/test-clock.ts";
import { openSampleService, save, unitsOf } from "../../../test/support/open-test-service.ts";
import { startTask } from "./task.ts";

const HOUR = 3_600_000;

describe("upkeep", () => {
  it("commits what waits for longer than the component allows, and nothing younger", async () => {
    const clock = manualClock();
    await using test = await openSampleService({ clock });
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    const isPending = async (): Promise<unknown> => (await unitsOf(test, "demo/app/de")).get("title")?.pending;

    clock.advance(23 * HOUR);
    await test.service.jobs.idle();
    expect(await isPending()).toBe(true);
    clock.advance(2 * HOUR);
    await test.service.jobs.idle();

    expect(await isPending()).toBe(false);
    const { json } = await test.request("GET", "/api/components/demo/app/repository/");
    expect(json).toMatchObject({ needs_commit: false, needs_push: true });
  });

  it("looks once a day what is new upstream, without taking it over", async () => {
    const clock = manualClock();
    await using test = await openSampleService({ clock });
    await test.upstream.write({ "locales/de.json": '{ "title": "Servus" }\n' });
    await test.upstream.publish("Change German");

    clock.advance(24 * HOUR);
    await test.service.jobs.idle();

    const { json } = await test.request("GET", "/api/components/demo/app/repository/");
    expect(json).toMatchObject({ needs_merge: true });
    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Hallo"]);
  });

  it("forgets tasks a day after their end", async () => {
    const clock = manualClock();
    await using test = await openSampleService({ clock });
    const id = await startTask(test.service, { kind: "unknown", payload: {} });
    const status = async (): Promise<number> => {
      const task = await test.service.database.selectFrom("task").select("id").where("id", "=", id).execute();
      return task.length;
    };

    await test.service.jobs.idle();
    clock.advance(23 * HOUR);
    await test.service.jobs.idle();
    expect(await status()).toBe(1);
    clock.advance(2 * HOUR);
    await test.service.jobs.idle();

    expect(await status()).toBe(0);
  });
});
