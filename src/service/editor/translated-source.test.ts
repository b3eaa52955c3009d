import { expect, it } from "vitest";
import { openSampleService, save, unitsOf, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { action } from "../changes/actions.ts";
import { differInFormAlone } from "./translated-source.ts";

it("a changed source is compared with the one that the translation was made of, not with its last step", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  await test.request("PATCH", "/api/components/demo/app/", { json: { edit_template: true } });
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  const source = String((await unitsOf(test, "demo/app/en")).get("button.save")?.id);
  for (const text of ["Save file", "Save the file"])
    await test.request("PATCH", `/api/units/${source}/`, { json: { target: [text], state: 20 } });
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const unit = String((await unitsOf(test, "demo/app/cs")).get("button.save")?.id);
  const { text } = await jana.open(`/translate/demo/app/cs/?unit=${unit}`);
  expect(text).toContain("The source changed since this was translated");
  expect(text).toContain(" by admin, 2 times)");
  const steps = /<summary>Older texts \(2\)<\/summary>(.*?)<\/ol>/s.exec(text)?.[1]?.match(/<li>.*?<\/li>/gs) ?? [];
  const words = steps.map((step) => step.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " "));
  expect(words.map((step) => step.replace(/^ ?\d{4}-\d\d-\d\d/, "").trim())).toEqual([
    "by admin: Saveadded: file",
    "by admin: Save added: the file",
  ]);
  const [marked = ""] = /<span class="texts"[^>]*>Save.*?<\/span>\s*<\/p>/s.exec(text) ?? [];
  expect(
    marked
      .match(/<ins>.*?<\/ins>/gs)
      ?.join("")
      .replaceAll(/<[^>]*>/g, ""),
  ).toContain("the file");

  for (let at = 3; at <= 12; at += 1)
    await test.request("PATCH", `/api/units/${source}/`, { json: { target: [`Save file ${String(at)}`], state: 20 } });
  const later = (await jana.open(`/translate/demo/app/cs/?unit=${unit}`)).text;
  const last = /<summary>Older texts \(12\)<\/summary>\s*<p class="soft">The last 10:<\/p>(.*?)<\/ol>/s.exec(
    later,
  )?.[1];
  expect(last?.match(/<li>/g)).toHaveLength(10);
  expect(last?.slice(last.lastIndexOf("<li>"))).toMatch(/11.*12/s);
});

it("a source that changed in git is told with its pull request, or its commit where no message names one, to who may know of it", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const { upstream } = test;
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const unit = String((await unitsOf(test, "demo/app/cs")).get("button.save")?.id);
  const english = await upstream.read("locales/en.json");
  const change = async (text: string, message: string): Promise<string> => {
    await upstream.write({ "locales/en.json": english.replace('"Save"', JSON.stringify(text)) });
    const commit = await upstream.publish(message);
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
    return commit.slice(0, 8);
  };
  /** Git may need longer than the page waits: it is there when the page is opened once more. */
  const told = async (reader: Person): Promise<string> => {
    const { text } = await reader.open(`/translate/demo/app/cs/?unit=${unit}`);
    return /It came with [^\n]*/.exec(text.replaceAll(/<[^>]*>/g, ""))?.[0] ?? "nothing";
  };

  await change("Save <b>all</b>", "Say what is saved (#41)");
  await expect
    .poll(() => told(jana))
    .toMatch(/^It came with pull request #41 Say what is saved, by Dana Developer on 20\d\d-\d\d-\d\d\.$/);
  const { text: page } = await jana.open(`/translate/demo/app/cs/?unit=${unit}`);
  expect(page, "a source is no text to bring back").not.toMatch(/Source string changed(?:(?!<li>).)*bring-back/s);
  expect(page, "what was translated last can be undone").toMatch(
    /Translation (?:added|changed)(?:(?!<li>).)*undo-change/s,
  );
  const commit = await change("Save everything", "Say it in a word");
  await expect.poll(() => told(jana)).toMatch(new RegExp(`^It came with commit ${commit}, by Dana Developer on `));

  await test.request("PATCH", "/api/components/demo/app/", { json: { edit_template: true } });
  const source = String((await unitsOf(test, "demo/app/en")).get("button.save")?.id);
  await test.request("PATCH", `/api/units/${source}/`, { json: { target: ["Keep"], state: 20 } });
  expect(await told(jana)).toBe("nothing");
});

it("what the source became is refused as a text to bring back, also from a form made by hand", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  await test.request("PATCH", "/api/components/demo/app/", { json: { edit_template: true } });
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  const source = String((await unitsOf(test, "demo/app/en")).get("button.save")?.id);
  await test.request("PATCH", `/api/units/${source}/`, { json: { target: ["Keep"], state: 20 } });
  const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id ?? 0;
  const { id } = await test.service.database
    .selectFrom("change")
    .select("id")
    .where("unit_id", "=", unit)
    .where("action", "=", action.sourceChanged)
    .executeTakeFirstOrThrow();
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const page = await jana.open(`/translate/demo/app/cs/?unit=${String(unit)}`);
  for (const order of ["bring-back", "undo-change"]) {
    const refused = await jana.send(page, { do: `${order}:${String(id)}` });
    expect(refused.status, order).toBe(403);
    expect(refused.text).toContain("This entry of the history is about no text of this language");
  }
  expect((await unitsOf(test, "demo/app/cs")).get("button.save")?.target).toEqual(["Uložit"]);
});

it("strings elsewhere with the very same source stand beside, for those who see them", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  await test.admin.createComponent("demo", {
    name: "Second",
    slug: "second",
    repo: test.upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const unit = String((await unitsOf(test, "demo/app/cs")).get("button.save")?.id);
  const open = async (): Promise<string> => (await jana.open(`/translate/demo/app/cs/?unit=${unit}`)).text;
  expect(await open()).toMatch(/The same source elsewhere.*\/translate\/demo\/second\/cs\//s);
  await test.request("PATCH", "/api/components/demo/second/", { json: { restricted: true } });
  expect(await open()).not.toContain("/demo/second/");
});

it.each([
  ["Save", "Save.", true],
  ["save  file", "Save file!", true],
  ["Save", "Saved", false],
])("%j and %j differ in form alone: %s", (one, other, expected) => {
  expect(differInFormAlone(one, other)).toBe(expected);
});
