import { expect, it } from "vitest";
import { openSampleService, save, unitsOf, unlimited } from "../../../test/support/open-test-service.ts";
import { crawl, formsIn } from "../../../test/support/page-crawl.ts";
import { Person } from "../../../test/support/page-person.ts";

/** What is answered to whom something is shown that is not for them. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 405]);

/**
 * By every kind of person, of public and of private projects; who may everything is led everywhere in `every-page.extended.test.ts`. Forms
 * are sent with an order that there is not, so that they change nothing: who may not send them at all is refused before. What the API
 * answers is read, and followed no further.
 */
it("shows nobody a link that does not work for them, or a form that they may not send", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const { admin } = test;
  const ask = async (method: string, path: string, json: object): Promise<void> => {
    const { status, text } = await test.request(method, path, { json });
    if (status >= 300) throw new Error(`${path}: ${text}`);
  };
  await admin.createProject({ name: "Empty", slug: "empty" });
  const unit = `/api/units/${String((await unitsOf(test, "demo/app/cs")).get("button.save")?.id)}`;
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  await ask("POST", `${unit}/suggestions/`, { target: ["Návrh"] });
  await ask("POST", `${unit}/comments/`, { scope: "translation", comment: "Why?" });
  await ask("POST", "/api/projects/demo/announcements/", { message: "Soon" });
  await ask("POST", "/api/roles/", { name: "Only edits", permissions: ["unit.edit"] });

  const people = new Map<string, Person>([["guest", new Person(test)]]);
  const known = async (name: string, token: string): Promise<void> => {
    const person = new Person(test);
    await person.signIn(token);
    people.set(name, person);
  };
  await known("stranger", (await admin.createUser({ username: "stranger" })).token);
  await known("translator", test.translatorToken);
  for (const [username, role] of [
    ["reviewer", "Review strings"],
    ["manager", "Administration"],
    ["editor", "Only edits"],
  ] as const) {
    const { token } = await admin.createUser({ username });
    for (const project of ["demo", "empty"]) await admin.grant(username, role, project);
    await known(username, token);
  }

  const wrong: string[] = [];
  const shown = { links: 0, forms: 0 };
  const visit = async (name: string): Promise<void> => {
    const person = people.get(name);
    if (person === undefined) throw new Error(`Nobody is called ${name}.`);
    const forms = new Set<string>();
    for (const [address, page] of await crawl(person, ["/"], true)) {
      shown.links += 1;
      if (refusals.has(page.status)) wrong.push(`${name}: ${address} ${String(page.status)}`);
      for (const { action } of formsIn(page)) forms.add(new URL(action, `http://service.test${address}`).pathname);
    }
    for (const form of [...forms].filter((each) => /^\/(?:manage|translate)\//.test(each))) {
      shown.forms += 1;
      const { status } = await person.manage(form, { do: "nothing that there is" });
      if ([401, 403, 405].includes(status)) wrong.push(`${name}: POST ${form} ${String(status)}`);
    }
  };
  for (const name of ["guest", "stranger", "reviewer", "manager"]) await visit(name);
  for (const project of ["demo", "empty"]) await ask("PATCH", `/api/projects/${project}/`, { access_control: 100 });
  for (const name of ["translator", "editor"]) await visit(name);

  expect(wrong).toEqual([]);
  expect(shown.links).toBeGreaterThan(150);
  expect(shown.forms).toBeGreaterThan(20);
});
