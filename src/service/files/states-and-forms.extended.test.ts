import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gettextFile } from "../../../test/support/gettext-file.ts";
import { openTestService, unitsOf, type TestService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

let test: TestService;

beforeAll(async () => {
  test = await openTestService();
  const json = { name: "Demo", slug: "demo", web: "https://example.org/", translation_review: true };
  await test.request("POST", "/api/projects/", { json });
});
afterAll(() => test[Symbol.asyncDispose]());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function addComponent(slug: string, fields: Readonly<Record<string, string>>, files: Record<string, string>) {
  const zipfile = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytes(text)])));
  const answer = await test.request("POST", "/api/projects/demo/components/", {
    multipart: { name: slug, slug, new_lang: "add", zipfile, ...fields },
  });
  expect(answer.status, answer.text).toBe(201);
}

async function save(translation: string, key: string, target: readonly string[], state: number): Promise<void> {
  const unit = (await unitsOf(test, `demo/${translation}`)).get(key);
  const answer = await test.request("PATCH", `/api/units/${String(unit?.id)}/`, { json: { target, state } });
  expect(answer.status, answer.text).toBe(200);
}

async function fileOf(translation: string): Promise<string> {
  return (await test.request("GET", `/api/translations/demo/${translation}/file/`)).text;
}

const xliff = (
  target: string,
  approved = "",
): string => `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="app" source-language="en" target-language="cs" datatype="plaintext">
    <body>
      <trans-unit id="hello"${approved}>
        <source>Hello</source>${target}
      </trans-unit>
    </body>
  </file>
</xliff>
`;

it("writes into a file that a text is approved where the format can say so, and reads it there", async () => {
  const settings = { file_format: "xliff", filemask: "*.xlf", new_base: "en.xlf" };
  const target = "\n        <target>Ahoj</target>";
  await addComponent("xliff", settings, { "en.xlf": xliff(""), "cs.xlf": xliff(target, ' approved="no"') });
  const [key = ""] = (await unitsOf(test, "demo/xliff/cs")).keys();

  await save("xliff/cs", key, ["Nazdar"], 30);
  expect(await fileOf("xliff/cs")).toBe(xliff(target.replace("Ahoj", "Nazdar"), ' approved="yes"'));
  await save("xliff/cs", key, ["Nazdar"], 10);
  await test.request("POST", "/api/components/demo/xliff/repository/", { json: { operation: "file-scan" } });

  expect((await unitsOf(test, "demo/xliff/cs")).get(key)?.state).toBe(10);
});

it("takes a file's approvals from those alone who may approve", async () => {
  const settings = { file_format: "xliff", filemask: "*.xlf", new_base: "en.xlf", manage_units: "true" };
  const target = "\n        <target>Ahoj</target>";
  const approved = xliff(target, ' approved="yes"');
  await addComponent("approvals", settings, { "en.xlf": xliff(""), "cs.xlf": xliff(target) });
  const permissions = ["upload.perform", "unit.add", "unit.delete", "unit.edit"];
  await test.request("POST", "/api/roles/", { json: { name: "Adder", permissions } });
  const { token } = await test.admin.createUser({ username: "tina", email: "tina@example.org" });
  await test.admin.grant("tina", "Adder", "demo");
  const upload = (method: string, text: string, by = token) =>
    test.request("POST", "/api/translations/demo/approvals/cs/file/", {
      token: by,
      multipart: { method, file: new File([text], "cs.xlf") },
    });
  const states = async () => [...(await unitsOf(test, "demo/approvals/cs")).values()].map(({ state }) => state);

  const added = await upload("add", approved.replace('id="hello"', 'id="other"').replace("Hello", "Other"));
  const replaced = await upload("replace", approved);

  expect([added.status, await states()]).toEqual([200, [20, 20]]);
  expect([replaced.status, replaced.json.detail]).toEqual([
    400,
    expect.stringContaining("Insufficient privileges for approving translations."),
  ]);
  expect((await upload("replace", approved, test.adminToken)).status).toBe(200);
  expect(await states()).toEqual([30]);
  expect((await upload("replace", approved)).status).toBe(200);
});

it("approves source texts by an upload only where sources are reviewed", async () => {
  await addComponent("sources", { file_format: "json", filemask: "*.json", template: "en.json" }, { "en.json": "{}" });
  const upload = (fields: Readonly<Record<string, string>>) =>
    test.request("POST", "/api/translations/demo/sources/en/file/", {
      multipart: { ...fields, file: new File(['{"a":"Alpha"}'], "en.json") },
    });

  for (const [field, value] of [
    ["method", "approve"],
    ["conflicts", "replace-approved"],
  ] as const) {
    const { status, json } = await upload({ [field]: value });
    expect([status, json.errors[0].attr]).toEqual([400, field]);
  }
});

it("puts plural forms under the names that the language has for them", async () => {
  const settings = { file_format: "i18nextv4", filemask: "*.json", template: "en.json" };
  await addComponent("i18next", settings, {
    "en.json": '{\n  "file_one": "{{count}} file",\n  "file_other": "{{count}} files"\n}\n',
    "sl.json": "{}\n",
  });

  await save("i18next/sl", "file", ["{{count}} ena", "{{count}} dve", "{{count}} tri", "{{count}} pet"], 20);

  expect(JSON.parse(await fileOf("i18next/sl"))).toEqual({
    file_one: "{{count}} ena",
    file_two: "{{count}} dve",
    file_few: "{{count}} tri",
    file_other: "{{count}} pet",
  });
});

it.each([
  [
    "the file's own",
    "cs",
    { count: 4, formula: "(n == 1 && n % 1 == 0) ? 0 : (n >= 2 && n <= 4 && n % 1 == 0) ? 1: (n % 1 != 0 ) ? 2 : 3" },
    ["1", "2, 3, 4", "not used", "0, 5, 6, 7 …"],
  ],
  [
    "the language's, where the file's is none",
    "pl",
    { count: 3, formula: "EXPRESSION" },
    ["1", "2, 3, 4, 22 …", "0, 5, 6, 7 …"],
  ],
  [
    "the language's, where the file's has more forms than the file",
    "ru",
    { count: 3, formula: "n>3 ? 3 : n" },
    ["1, 21, 31, 41 …", "2, 3, 4, 22 …", "0, 5, 6, 7 …"],
  ],
])("asks for plural forms by %s rule", async (_whose, language, rule, labels) => {
  const entries = [{ text: "%d file", plural: "%d files", flags: "c-format" }];
  const slug = `po-${language}`;
  await addComponent(
    slug,
    { file_format: "po", filemask: "*.po", new_base: "a.pot" },
    { "a.pot": gettextFile(entries), [`${language}.po`]: gettextFile(entries, { language, ...rule }) },
  );
  const person = new Person(test);
  await person.signIn(test.adminToken);

  const { text } = await person.open(`/translate/demo/${slug}/${language}/`);
  expect([...text.matchAll(/class="plural">[^]*?<b>([^<]*)<\/b\s*>/g)].map(([, label]) => label)).toEqual(labels);

  const { text: exported } = await test.request("GET", `/api/translations/demo/${slug}/${language}/file/?format=po`);
  const isKept = rule.count === 4;
  const unwrapped = exported.replaceAll('"\n"', "");
  expect(unwrapped.includes(`nplurals=${String(rule.count)}; plural=${rule.formula};`)).toBe(isKept);
});
