import { expect, it } from "vitest";
import { openSampleService, unitsOf, unlimited } from "../../../test/support/open-test-service.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";

it("tells a translator what became of their suggestions and who answered, on a page and as a feed", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const units = await unitsOf(test, "demo/app/cs");
  const path = (key: string): string => `/api/units/${String(units.get(key)?.id)}/`;
  const suggestTo = async (key: string, text: string): Promise<number> => {
    const json = { target: [text] };
    return (await test.request("POST", `${path(key)}suggestions/`, { token: test.translatorToken, json })).json.id;
  };
  const { token } = await test.admin.createUser({ username: "ann", email: "ann@example.org" });
  await test.admin.grant("ann", "Administration", "demo");
  const ann = new Person(test);
  await ann.signIn(token);
  const act = async (key: string, order: string, fields: Readonly<Record<string, string>> = {}): Promise<void> => {
    const page = await ann.open(`/translate/demo/app/cs/?unit=${String(units.get(key)?.id)}`);
    await ann.send(page, { ...fields, do: order });
  };
  await act("button.save", `accept:${String(await suggestTo("button.save", "Uložit"))}`);
  await act("button.cancel", `decline:${String(await suggestTo("button.cancel", "Zrušit"))}`, {
    why: "We say <b>Storno</b>",
  });
  const taken = await suggestTo("button.cancel", "Storno!");
  const edited = await ann.send(
    await ann.open(`/translate/demo/app/cs/?unit=${String(units.get("button.cancel")?.id)}`),
    {
      do: `take:${String(taken)}`,
    },
  );
  await ann.post(formOf(edited).action, { ...formOf(edited).fields, "target.0": "Storno", do: "next" });
  await test.request("POST", `${path("button.save")}comments/`, {
    token,
    json: { scope: "translation", comment: "Thank you" },
  });

  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const { text } = await jana.open("/accounts/news/");
  for (const words of ["accepted your suggestion", "declined your suggestion", "with changes", "wrote where you did"])
    expect(text).toContain(`ann ${words}`.replace("ann with", "with"));
  expect(text).toContain("We say &lt;b&gt;Storno&lt;/b&gt;");
  const [, feed = ""] = /<a href="(\/accounts\/news\/feed\/[^"]*)"/.exec(text) ?? [];
  const read = await new Person(test).open(feed);
  expect([read.status, read.headers.get("content-type")]).toEqual([200, "application/rss+xml; charset=utf-8"]);
  expect(read.text).toContain("ann declined your suggestion");
  expect((await new Person(test).open(`${feed.slice(0, -1)}${feed.endsWith("A") ? "B" : "A"}`)).status).toBe(404);
  expect((await new Person(test).open("/accounts/news/")).status).toBe(303);

  // Who no longer sees the project learns nothing of it.
  await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
  const outside = await test.admin.createUser({ username: "outside" });
  const stranger = new Person(test);
  await stranger.signIn(outside.token);
  expect((await stranger.open("/accounts/news/")).text).toContain("Nothing yet");
});
