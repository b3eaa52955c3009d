import { expect, it } from "vitest";
import { openSampleService, unlimited, unitsOf } from "../../../test/support/open-test-service.ts";
import { crawl, formsIn, type PageForm } from "../../../test/support/page-crawl.ts";
import { Person } from "../../../test/support/page-person.ts";

const markup = /<img src=x|onerror="alert|<b>bold/g;
/** As long as names may be. */
const hostile = [
  `<img src=x onerror="alert(1)">'"</textarea></script><b>bold</b>`,
  `"><img src=x onerror="alert(1)"><b>bold`,
];

/** What is no field of a text, or would end the test: nobody signs out, and nothing is removed by its name. */
const left = new Set(["csrf_token", "confirm", "current", "password"]);

it("a hostile text in any field of any form becomes markup on no page", { timeout: 600_000 }, async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id ?? 0;
  await test.request("POST", `/api/units/${String(unit)}/suggestions/`, { json: { target: ["Uložit"] } });
  await test.request("POST", "/api/projects/demo/labels/", { json: { name: "Label", color: "navy" } });
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  const string = `/translate/demo/app/cs/?unit=${String(unit)}`;
  const before = await crawl(admin, ["/", string, "/accounts/profile/", "/manage/new-project/"]);
  const forms = new Map<string, PageForm>();
  for (const page of before.values())
    for (const form of formsIn(page)) {
      const typed = form.typed.filter((name) => !left.has(name));
      const kind = `${new URL(form.action, "http://service.test").pathname} ${form.fields["do"] ?? ""} ${typed.join(" ")}`;
      if (typed.length > 0 && !forms.has(kind)) forms.set(kind, { ...form, typed });
    }
  expect(forms.size).toBeGreaterThan(30);

  const taken = new Map<string, number>();
  for (const [kind, { action, fields, typed }] of forms)
    for (const text of hostile)
      // Together first, and each by itself: one that is refused hides what comes after it.
      for (const names of [typed, ...typed.map((name) => [name])]) {
        const typedFields = Object.fromEntries(names.map((name) => [name, text]));
        const answer = action.startsWith("/manage/")
          ? await admin.manage(action, { ...fields, ...typedFields })
          : await admin.post(action, { ...fields, ...typedFields });
        if (answer.status < 400) taken.set(kind, (taken.get(kind) ?? 0) + 1);
        expect([kind, names, answer.status < 500, answer.text.match(markup)]).toEqual([kind, names, true, null]);
      }
  expect(taken.size).toBeGreaterThan(10);
  const guest = new Person(test);
  for (const [address, page] of await crawl(admin, ["/", string, ...before.keys()])) {
    const shown = [page, await guest.open(address)];
    expect([address, page.status < 500, shown.flatMap(({ text }) => text.match(markup) ?? [])]).toEqual([
      address,
      true,
      [],
    ]);
  }
});
