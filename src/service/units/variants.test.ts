import { describe, expect, it } from "vitest";
import { openTestService, unitsOf, type TestService } from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { baseKey, variantKeys } from "./variant-keys.ts";

describe("what a string shares with its variants", () => {
  const key = (expression: string, context: string, flags = ""): string =>
    variantKeys({ expression, strings: [{ context, source: "Text", flags }] })[0] ?? "";

  it.each([
    ["(_short|_min)$", "title_short", "", "title"],
    ["(_short|_min)$", "title", "", ""],
    // Everything that is found is taken out.
    ["_(?:a|b)", "x_a_b_c", "", "x_c"],
    // Nothing is left, or nothing was found: no group.
    ["title", "title", "", ""],
    ["x*", "title", "", ""],
    ["", "title_short", "", ""],
    ["_short$", "title_short", 'variant:"Hello, world"', "Hello, world"],
    ["", "a", "max-length:3, variant:Title", "Title"],
    ["", "a", "variant", ""],
    // What PostgreSQL cannot index is in no group.
    ["_short$", `${"x".repeat(501)}_short`, "", ""],
    ["_short$", `${"x".repeat(500)}_short`, "", "x".repeat(500)],
  ])("%j in %j, flags %j: %j", (expression, context, flags, expected) => {
    expect(key(expression, context, flags)).toBe(expected);
  });

  it("is its own key or text for the string that the others are variants of", () => {
    const keys = new Set(["title", "Save the file", ""]);
    expect(baseKey({ context: "title", source: "Hello", flags: "" }, keys)).toBe("title");
    expect(baseKey({ context: "", source: "Save the file", flags: "" }, keys)).toBe("Save the file");
    expect(baseKey({ context: "", source: "", flags: "" }, keys)).toBeUndefined();
  });
});

const texts = {
  title: "Welcome to the program",
  title_short: "Welcome",
  title_min: "Hi",
  other: "Other",
  lonely_short: "Alone",
};

async function open(settings: object) {
  await using resources = new AsyncDisposableStack();
  const json = (entries: object): string => `${JSON.stringify(entries, undefined, 2)}\n`;
  const repository = resources.use(
    await createRepository({ "en.json": json(texts), "cs.json": json({ title: "Vítejte" }) }),
  );
  const test = resources.use(await openTestService());
  await test.request("POST", "/api/projects/", { json: { name: "Demo", slug: "demo", web: "https://example.org/" } });
  const component = {
    name: "App",
    slug: "app",
    file_format: "json",
    filemask: "*.json",
    template: "en.json",
    repo: repository.remoteUrl,
    branch: repository.branch,
    edit_template: true,
    manage_units: true,
  };
  const made = await test.request("POST", "/api/projects/demo/components/", { json: { ...component, ...settings } });
  expect(made.status).toBe(201);
  const owned = resources.move();
  return { test, repository, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function found(test: TestService, translation = "demo/app/cs"): Promise<string[]> {
  const { json } = await test.request("GET", `/api/translations/${translation}/units/?q=has:variant`);
  const results: { context: string }[] = json.results;
  return results.map(({ context }) => context);
}

const REGEX = { variant_regex: "(_short|_min)$" };

describe("the setting variant_regex", () => {
  it("makes strings variants when files are read, in every language", async () => {
    await using at = await open(REGEX);

    expect(await found(at.test)).toEqual(["title", "title_short", "title_min", "lonely_short"]);
    expect(await found(at.test, "demo/app/en")).toEqual(["title", "title_short", "title_min", "lonely_short"]);
  });

  it("counts at once where it is set, changed or taken away, without reading a file", async () => {
    await using at = await open({});
    const set = (expression: string) =>
      at.test.request("PATCH", "/api/components/demo/app/", { json: { variant_regex: expression } });

    expect(await found(at.test)).toEqual([]);
    expect((await set("_min$")).status).toBe(200);
    expect(await found(at.test)).toEqual(["title", "title_min"]);
    await set("_short$");
    expect(await found(at.test)).toEqual(["title", "title_short", "lonely_short"]);
    await set("");
    expect(await found(at.test)).toEqual([]);
  });

  it("counts strings that are added, renamed and gone", async () => {
    await using at = await open(REGEX);
    const { test } = at;

    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "other_min", value: ["O"] } });
    expect(await found(test)).toEqual(["title", "title_short", "title_min", "other", "lonely_short", "other_min"]);
    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "lonely", value: ["Lonely"] } });
    expect(await found(test)).toContain("lonely");

    const unit = (await unitsOf(test, "demo/app/en")).get("other_min");
    expect((await test.request("DELETE", `/api/units/${String(unit?.id)}/`)).status).toBe(204);
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "commit" } });
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "file-scan" } });
    expect(await found(test)).not.toContain("other");
  });

  it("refuses what is no expression, or could take forever, and changes nothing", async () => {
    await using at = await open(REGEX);
    for (const variant_regex of ["(", "(a+)+$"]) {
      const answer = await at.test.request("PATCH", "/api/components/demo/app/", { json: { variant_regex } });
      expect([answer.status, answer.json.errors?.[0]?.attr]).toEqual([400, "variant_regex"]);
    }
    expect(await found(at.test)).toHaveLength(4);
  });
});

describe("the flag variant", () => {
  it("makes a string a variant of the one whose text it names, at once and until it is taken away", async () => {
    await using at = await open({});
    const { test } = at;
    const unit = (await unitsOf(test, "demo/app/en")).get("other");
    const flags = (extra_flags: string) =>
      test.request("PATCH", `/api/units/${String(unit?.id)}/`, { json: { extra_flags } });

    expect((await flags('variant:"Welcome"')).status).toBe(200);
    expect(await found(test)).toEqual(["title_short", "other"]);
    await flags("");
    expect(await found(test)).toEqual([]);
  });
});

describe("the page of a string", () => {
  it("shows its variants with their translations, and no heading where there are none", async () => {
    await using at = await open(REGEX);
    const units = await unitsOf(at.test, "demo/app/cs");
    const page = async (key: string) =>
      (await at.test.request("GET", `/translate/demo/app/cs/?unit=${String(units.get(key)?.id)}`)).text;

    const short = await page("title_short");
    const section = /<h2 id="variants">Variants<\/h2>.*?<\/ul>/s.exec(short)?.[0] ?? "";
    expect([...section.matchAll(/dir="auto">(\w+)</g)].map(([, key]) => key)).toEqual(["title", "title_min"]);
    expect(section).toContain("Vítejte");
    expect(await page("other")).not.toContain("Variants");
  });
});
