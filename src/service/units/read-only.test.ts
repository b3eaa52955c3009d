import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { isReadOnly } from "./read-only.ts";

describe("a string", () => {
  it.each([
    [true, { flags: "max-length:3, read-only", sourceReview: false, sourceState: 20 }],
    [false, { flags: "max-length:3, ignore-read-only", sourceReview: false, sourceState: 20 }],
    [false, { flags: "read-only, discard:read-only", sourceReview: false, sourceState: 20 }],
    [true, { flags: "", sourceReview: true, sourceState: 20 }],
    [false, { flags: "", sourceReview: true, sourceState: 30 }],
    [false, { flags: "", sourceReview: false, sourceState: 0 }],
    [true, { flags: "", sourceReview: false, sourceState: 0, hasIntermediate: true }],
    [true, { flags: "", sourceReview: false, sourceState: 10, hasIntermediate: true }],
    [false, { flags: "", sourceReview: false, sourceState: 20, hasIntermediate: true }],
    [false, { flags: "", sourceReview: false, sourceState: 100, hasIntermediate: true }],
  ])("is read-only: %s for %j", (expected, facts) => {
    expect(isReadOnly({ hasIntermediate: false, ...facts })).toBe(expected);
  });
});

describe("translations", () => {
  let test: SampleService;

  beforeEach(async () => {
    test = await openSampleService();
  });
  afterEach(async () => {
    await test[Symbol.asyncDispose]();
  });

  async function states(translation: string): Promise<Record<string, number>> {
    return Object.fromEntries([...(await unitsOf(test, translation))].map(([key, { state }]) => [key, state]));
  }

  async function patch(translation: string, key: string, json: object) {
    const id = (await unitsOf(test, translation)).get(key)?.id ?? 0;
    return test.request("PATCH", `/api/units/${String(id)}/`, { json });
  }

  async function review(value: boolean): Promise<void> {
    const { status } = await test.request("PATCH", "/api/projects/demo/", { json: { source_review: value } });
    expect(status).toBe(200);
  }

  it("become read-only with a flag of their source string, and go back to what they were without it", async () => {
    await save(test, "demo/app/de", "button.save", ["Sichern"], 10);
    await patch("demo/app/en", "button.save", { extra_flags: "read-only" });
    const counted = (await test.request("GET", "/api/translations/demo/app/de/statistics/")).json;
    const refused = await patch("demo/app/de", "button.save", { target: ["x"], state: 20 });

    expect(await states("demo/app/de")).toMatchObject({ title: 20, "button.save": 100, "button.cancel": 20 });
    expect((await states("demo/app/cs"))["button.save"]).toBe(100);
    expect([counted.readonly, counted.translated, counted.fuzzy]).toEqual([1, 3, 0]);
    expect([refused.status, refused.json.detail]).toEqual([403, "The string is read-only."]);

    await patch("demo/app/en", "button.save", { extra_flags: "" });
    expect(await states("demo/app/de")).toMatchObject({ "button.save": 10 });
    expect((await states("demo/app/cs"))["button.save"]).toBe(0);
    expect((await test.request("GET", "/api/translations/demo/app/de/statistics/")).json.readonly).toBe(0);
  });

  it("stay read-only when their files are read again", async () => {
    await patch("demo/app/en", "title", { extra_flags: "read-only" });
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "file-scan" } });
    const during = (await states("demo/app/de")).title;
    await patch("demo/app/en", "title", { extra_flags: "" });

    expect([during, (await states("demo/app/de")).title]).toEqual([100, 20]);
  });

  it("wait for the review of their source strings where sources are reviewed", async () => {
    await review(true);
    const before = await states("demo/app/de");
    const early = await patch("demo/app/de", "title", { target: ["Servus"], state: 20 });

    const approved = await patch("demo/app/en", "title", { target: ["Hello"], state: 30 });

    expect(before).toEqual({ title: 100, "button.save": 100, "button.cancel": 100 });
    expect([early.status, approved.status]).toEqual([403, 200]);
    expect(await states("demo/app/de")).toEqual({ title: 20, "button.save": 100, "button.cancel": 100 });
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "file-scan" } });
    expect((await states("demo/app/en")).title).toBe(30);
    await patch("demo/app/en", "title", { target: ["Hello"], state: 10 });
    expect((await states("demo/app/de")).title).toBe(100);

    await review(false);
    expect(await states("demo/app/de")).toEqual({ title: 20, "button.save": 20, "button.cancel": 20 });
  });

  it("of entries wait for a review as well, whose source has a state but a fixed text", async () => {
    await review(true);

    const changed = await patch("demo/server/en", "Welcome", { target: ["Hi"], state: 20 });
    const approved = await patch("demo/server/en", "Welcome", { target: ["Welcome"], state: 30 });

    expect([changed.status, approved.status]).toEqual([403, 200]);
    expect(await states("demo/server/cs")).toEqual({ Welcome: 20, "%d file": 100 });
    const template = await test.request("GET", "/api/translations/demo/server/en/file/");
    expect(template.text).toContain('msgid "Welcome"\nmsgstr ""');
  });

  it("become read-only with a flag of their component", async () => {
    await test.request("PATCH", "/api/components/demo/app/", { json: { check_flags: "read-only" } });
    expect(await states("demo/app/de")).toEqual({ title: 100, "button.save": 100, "button.cancel": 100 });
    await test.request("PATCH", "/api/components/demo/app/", { json: { check_flags: "" } });
    expect(await states("demo/app/de")).toEqual({ title: 20, "button.save": 20, "button.cancel": 20 });
  });
});
