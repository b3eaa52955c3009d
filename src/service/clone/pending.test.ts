import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

it("writes the strings that the file has a place for, and keeps waiting the one that it has none for", async () => {
  const file = "/api/translations/demo/app/cs/file/";
  const group = new TextEncoder().encode('{"title": {"inner": "x"}}');
  await test.request("POST", file, { multipart: { file: group, method: "replace" } });
  await save(test, "demo/app/cs", "title", ["Titulek"]);
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);

  const answer = await test.request("GET", file);

  const units = await unitsOf(test, "demo/app/cs");
  expect(JSON.parse(answer.text)).toEqual({ title: { inner: "x" }, button: { save: "Uložit" } });
  expect(units.get("button.save")).toMatchObject({ target: ["Uložit"], pending: false });
  expect(units.get("title")).toMatchObject({ target: ["Titulek"], pending: true });
  expect((await test.request("GET", "/api/components/demo/app/repository/")).json.needs_commit).toBe(true);
});

it.each(["/api/translations/demo/app/cs/file/", "/api/components/demo/app/file/"])(
  "%s has the strings that waited, and takes its turn with the clone once",
  async (path) => {
    await save(test, "demo/app/cs", "button.cancel", [`Zrušit ${path}`]);
    using hold = vi.spyOn(test.service.locks, "hold");

    const answer = await test.request("GET", path);

    expect(answer.status).toBe(200);
    expect(hold).toHaveBeenCalledTimes(1);
    expect((await unitsOf(test, "demo/app/cs")).get("button.cancel")).toMatchObject({ pending: false });
  },
);
