import { expect, it, vi } from "vitest";
import { openSampleService, unitsOf, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { silentLogger } from "../../core/logger.ts";
import { TooCostly } from "../../store/too-costly.ts";

it("a page that fails after it saved says that it may be saved, and shows the comment that is not", async () => {
  const faults: string[] = [];
  const logger = { ...silentLogger, error: (message: string) => void faults.push(message) };
  await using test = await openSampleService({ settings: { rateLimits: unlimited }, logger });
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
  const page = await jana.open(`/translate/demo/app/cs/?unit=${String(unit)}`);
  await test.service.database.schema.alterTable("comment").renameTo("gone").execute();
  const sent = await jana.send(page, { "target.0": "Ulož", comment: "A word" });
  await test.service.database.schema.alterTable("gone").renameTo("comment").execute();
  expect([sent.status, faults]).toEqual([
    500,
    [expect.stringMatching(/no such table: comment|"comment" does not exist/)],
  ]);
  expect((await unitsOf(test, "demo/app/cs")).get("button.save")?.target).toEqual(["Ulož"]);
  expect(sent.text).not.toContain("Nothing was saved");
  expect(sent.text).toContain("It is not known whether it was saved: look before you send it again.");
  for (const words of ["Ulož", "A word"]) expect(sent.text).toContain(`<p class="texts" dir="auto">${words}</p>`);
});

it("a conflict names who emptied the string, and not who saved a text before", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
  const set = (target: string, token: string, state: number) =>
    test.request("PATCH", `/api/units/${String(unit)}/`, { token, json: { target: [target], state } });
  await set("Uložit", test.translatorToken, 20);
  const page = await jana.open(`/translate/demo/app/cs/?unit=${String(unit)}`);
  expect((await set("", test.adminToken, 0)).status).toBe(200);
  const conflict = await jana.send(page, { "target.0": "Ulož" });
  expect(conflict.status).toBe(409);
  expect(conflict.text.replaceAll(/<[^>]*>/g, "")).toContain("admin saved this string meanwhile");
});

it("a page that takes too long is blamed on its search only where that takes so long", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
  const opened = async (string = "") => {
    const { status, headers } = await jana.open(`/translate/demo/app/cs/?q=save${string}`);
    return [status, headers.get("location")];
  };
  const other = vi.spyOn(test.service.openStrings, "ofOthers").mockRejectedValue(new TooCostly());
  expect(await opened(`&unit=${String(unit)}`)).toEqual([400, null]);
  other.mockRestore();
  const search = vi.spyOn(test.service.readers, "selectFrom").mockImplementation(() => {
    throw new TooCostly();
  });
  expect(await opened()).toEqual([303, expect.stringMatching(/\?q=save$/)]);
  search.mockRestore();
});

it("a sign-in link that is used too often in a minute keeps its code for later", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const link = await test.admin.issueSignInLink("jana");
  const code = new URL(link, "http://service.test").searchParams.get("code") ?? "";
  const guest = new Person(test);
  for (let tries = 0; tries < 20; tries += 1) await guest.post("/accounts/link/", { code: "wrong", next: "/" });
  const { status, headers, text } = await guest.post("/accounts/link/", { code, next: "/projects/demo/" });
  expect([status, headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(text).toMatch(/Try again in \d+ seconds\./);
  expect(text).toContain(`<input type="hidden" name="code" value="${code}" />`);
  expect(text).toContain('name="next" value="/projects/demo/"');
});
