import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPostgres } from "../../store/is-postgres.ts";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await test.request("PATCH", "/api/components/demo/app/", { json: { enable_suggestions: true } });
  const title = await idOf("demo/app/en", "title");
  await patch("demo/app/en", "title", { explanation: "A greeting", extra_flags: "max-length:4" });
  const label = await test.request("POST", "/api/projects/demo/labels/", { json: { name: "Urgent", color: "red" } });
  await patch("demo/app/en", "title", { labels: [label.json.id] });
  const german = `/api/units/${String(await idOf("demo/app/de", "title"))}/`;
  await test.request("POST", `${german}comments/`, { json: { scope: "translation", comment: "Too long?" } });
  await test.request("POST", `${german}comments/`, { json: { scope: "global", comment: "Where is it?" } });
  await test.request("POST", `${german}suggestions/`, { token: test.translatorToken, json: { target: ["Moin"] } });
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==";
  const image = Buffer.from(png, "base64");
  const names = { name: "Start page", project_slug: "demo", component_slug: "app", language_code: "en" };
  const screenshot = await test.request("POST", "/api/screenshots/", { multipart: { ...names, image } });
  await test.request("POST", `/api/units/${String(title)}/screenshots/`, {
    json: { screenshot_id: screenshot.json.id },
  });
  await save(test, "demo/app/de", "button.cancel", ["Abbruch"], 10);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function idOf(translation: string, key: string): Promise<number> {
  return (await unitsOf(test, translation)).get(key)?.id ?? 0;
}

async function patch(translation: string, key: string, json: object): Promise<void> {
  const { status } = await test.request("PATCH", `/api/units/${String(await idOf(translation, key))}/`, { json });
  expect(status).toBe(200);
}

async function found(query: string, translation = "demo/app/de"): Promise<readonly string[] | number> {
  const path = `/api/translations/${translation}/units/?q=${encodeURIComponent(query)}`;
  const { status, json } = await test.request("GET", path);
  if (status !== 200) return status;
  const units: readonly { context: string; source: readonly string[] }[] = json.results;
  return units.map(({ context, source }) => (context === "" ? (source[0] ?? "") : context));
}

const [title, saveButton, cancel] = ["title", "button.save", "button.cancel"];
const all = [title, saveButton, cancel];

describe("a search in a monolingual translation finds", () => {
  it.each([
    ["", all],
    ["hello", [title]],
    ['target:"SPEICHERN"', [saveButton]],
    ["key:button", [saveButton, cancel]],
    ["key:=button.save OR context:=title", [title, saveButton]],
    ["target:=Hallo", [title]],
    ["target:=hallo", []],
    ["explanation:greeting", [title]],
    ["has:explanation", [title]],
    ["state:needs-editing", [cancel]],
    ["state:<translated", [cancel]],
    ["state:[needs-editing to approved]", all],
    ["source_state:translated", all],
    ["is:translated", [title, saveButton]],
    ["is:fuzzy OR is:approved", [cancel]],
    ["is:pending", [cancel]],
    ["pending:no", [title, saveButton]],
    ["NOT is:automatically-translated", all],
    ["check:max-length", [title]],
    ["check:=max", []],
    ["check:max", [title]],
    ["has:check NOT has:dismissed-check", [title]],
    ["dismissed_check:max-length", []],
    ["label:urg", [title]],
    ["label:=Urgent", [title]],
    ["has:label labels_count:1", [title]],
    ["labels_count:0", [saveButton, cancel]],
    ["has:flags", [title]],
    ["has:screenshot", [title]],
    ['screenshot:"start page"', [title]],
    ["suggestion:moin", [title]],
    ["suggestion_author:jana", [title]],
    ["suggestion_author:jan", []],
    ["has:suggestion", [title]],
    ["comment:long", [title]],
    ["comment_author:admin", [title]],
    ["has:comment", [title]],
    ["comment:where", []],
    ["source_comment:where has:source-comment", [title]],
    ["has:resolved-comment OR resolved_comment:long", []],
    ["changed_by:jana", [cancel]],
    ["changed:today", [cancel]],
    ["changed:<2001", []],
    ["change_time:>2001", [title, cancel]],
    ["change_action:marked-for-edit", [cancel]],
    ["change_action:3", [title]],
    ["added:today", all],
    ["added:[2001 to yesterday]", []],
    ["last_changed:>=yesterday", all],
    ["source_changed:<=today", all],
    ["position:[2 to 3]", [saveButton, cancel]],
    ["priority:100", all],
    ["language:de project:demo", all],
    ["language:DE project:Demo suggestion_author:JANA", [title]],
    ["language:cs", []],
    ["added:[2001 to 9999]", all],
    ["added:<=9999 NOT added:>9999", all],
    ['source:"["', []],
    ['target:"]" OR suggestion:"," OR ","', []],
    ["component:AP", all],
    ["component:=App", all],
    ["path:demo/app/de", all],
    ["path:demo/app", all],
    ["path:demo/ap", []],
    [String.raw`target:r"^[A-Z]\w+o$"`, [title]],
    [String.raw`r"canc.l"`, [cancel]],
    ["has:plural", []],
    ["has:variant OR has:glossary", []],
    ["has:context has:translation", [title, saveButton]],
    ["100%", []],
  ])("%j: %j", async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });
});

describe("a search in a bilingual translation finds", () => {
  it.each([
    ["has:plural", ["%d file"]],
    ['source:="%d files"', ["%d file"]],
    ["location:src/a.c:1", ["Welcome"]],
    ["has:location NOT has:note", ["Welcome", "%d file"]],
    ["has:flags", ["%d file"]],
    ['source:r"^%d files?$"', ["%d file"]],
    ['source:","', []],
    ["is:untranslated", ["%d file"]],
  ])("%j: %j", async (query, expected) => {
    expect(await found(query, "demo/server/cs")).toEqual(expected);
  });
});

it("finds ids over all translations, several with commas", async () => {
  const ids = new Set([await idOf("demo/app/de", "title"), await idOf("demo/server/cs", "Welcome")]);

  const { json } = await test.request("GET", `/api/units/?q=id:${[...ids].join(",")}`);

  expect(new Set(json.results.map(({ id }: { id: number }) => id))).toEqual(ids);
});

it("finds strings that a term of a glossary is in", async () => {
  const glossary = { name: "Terms", slug: "terms", is_glossary: true, file_format: "po", filemask: "po/*.po" };
  await test.admin.createComponent("demo", {
    ...glossary,
    repo: test.upstream.remoteUrl,
    branch: "main",
    new_base: "po/server.pot",
  });
  await patch("demo/app/en", "button.save", { target: ["welcome home"], state: 20 });

  expect(await found("has:glossary")).toEqual([saveButton]);
  await patch("demo/app/en", "button.save", { target: ["Save"], state: 20 });
});

it.each([
  "foo:bar",
  "state:nothing",
  "is:odd",
  "has:nothing",
  "pending:maybe",
  "position:first",
  "id:99999999999",
  "added:someday",
  "change_action:nothing",
  "target:[a to b]",
  "target:>x",
  'language:r"x"',
  "language:>cs",
  "project:<demo",
  "path:>=demo",
  "is:<translated",
  "has:>plural",
  "pending:<1",
  "change_action:>5",
  "changed_by:<jana",
  "id:<1,2",
  "position:<[1 to 2]",
  "position:[2 to 1]",
  "state:[translated to empty]",
  "added:>[2001 to 2002]",
  "added:[2030 to 2020]",
  'source:<r"b.e"',
  'target:r"(a+)+$"',
  'target:r"(["',
  String.raw`target:r"(a)\1"`,
])("refuses %j", async (query) => {
  const { status, json } = await test.request("GET", `/api/units/?q=${encodeURIComponent(query)}`);

  expect([status, json.errors[0].attr]).toEqual([400, "q"]);
});

it("refuses an expression that only SQLite knows on PostgreSQL, with PostgreSQL's reason", async () => {
  const { status, json } = await test.request("GET", `/api/units/?q=${encodeURIComponent('target:r"a{1,300}"')}`);

  if (isPostgres(test.service.database)) {
    expect([status, json.errors[0].attr, json.errors[0].detail]).toEqual([
      400,
      "q",
      "Could not parse query string: invalid regular expression: invalid repetition count(s)",
    ]);
  } else {
    expect(status).toBe(200);
  }
});
