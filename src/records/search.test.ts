import { expect, test } from "vitest";
import { addRepository, openTestRecords } from "../../test/support/test-records.ts";
import { fitOf, hitKinds, ranked, searchAll, snippetOf, type Hit } from "./search.ts";

test.each([
  ["website", "Website", "exact"],
  ["web", "website", "prefix"],
  ["web", "acme/website", "word"],
  ["web", "my-website", "word"],
  ["web", "the cobweb and the web", "word"],
  ["web", "cobweb", "part"],
  ["strasse", "Straße", undefined],
  ["ščítání", "Sčítání a ŠČÍTÁNÍ", "word"],
  ["", "anything", "prefix"],
])("%j in %j is %s", (wanted, text, fit) => {
  expect(fitOf(wanted, text)).toBe(fit);
});

test("the best fit comes first, of equals the kind that people look for most", () => {
  const hit = (kind: Hit["kind"], fit: Hit["fit"]): Hit => ({ kind, fit, id: 1, title: `${kind} ${fit}`, snippet: "" });

  const order = ranked([
    hit("event", "exact"),
    hit("repository", "part"),
    hit("user", "word"),
    hit("template", "prefix"),
    hit("repository", "word"),
    hit("component", "exact"),
  ]);

  expect(order.map(({ title }) => title)).toEqual([
    "component exact",
    "event exact",
    "template prefix",
    "repository word",
    "user word",
    "repository part",
  ]);
});

test("a snippet shows what was found with some words around, on one line", () => {
  expect(snippetOf("needle", `${"before ".repeat(20)}\nneedle\n${"after ".repeat(20)}`)).toMatch(
    /^….{40}needle.{40}…$/,
  );
  expect(snippetOf("needle", "a needle")).toBe("a needle");
});

test("what is called exactly so is found among many others that have it in them", async () => {
  await using records = await openTestRecords();
  for (let index = 0; index < 60; index += 1) await addRepository(records, `acme/app-${String(index)}`);
  await addRepository(records, "zoo/app");

  const hits = await searchAll(records, { text: "zoo/APP", limit: 5, kinds: hitKinds });
  const others = await searchAll(records, { text: "app", limit: 5, kinds: ["repository"] });

  expect(hits).toMatchObject([{ kind: "repository", title: "zoo/app", fit: "exact" }]);
  expect(others).toHaveLength(5);
});
