import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { mappingJsonSchema, mappingReference } from "./json-schema.ts";
import { mappingSchema } from "./schema.ts";

const right = {
  version: 1,
  service: "https://translate.example.org",
  project: "acme",
  components: [{ component: "website", source: "locales/en.json", translations: "locales/{language}.json" }],
};
const [entry] = right.components;

const accepted: [string, unknown][] = [
  ["the least", right],
  ["no project", { ...right, project: undefined }],
  [
    "everything",
    {
      ...right,
      components: [
        {
          ...entry,
          component: "mobile/{package}",
          project: "{team}",
          conflicts: "fail",
          push: { method: "replace", translations: "changed" },
          pull: { "minimum-translated": 100 },
          languages: { aliases: { zh_Hans: "zh-CN", "sr@latin": "sr" }, only: ["cs"], except: [] },
          "removal-limit": 0,
        },
      ],
      languages: { except: ["en_GB"] },
      conflicts: "repository",
      push: {},
      pull: { "minimum-translated": 12.5 },
      "removal-limit": 100,
      "pull-request": {
        branch: "i18n/{base}-x",
        title: "{{ strings }} strings in {{ languages | size }} languages",
        labels: ["l10n"],
        "credit-translators": "email",
      },
    },
  ],
  ...["http://localhost:8080", "http://127.0.0.1/x", "http://[::1]:80/", "https://x.example:8443/translate/"].map(
    (service): [string, unknown] => [service, { ...right, service }],
  ),
  ...["noreply", "email", "off", true, false].map((credit): [string, unknown] => [
    `credit ${String(credit)}`,
    { ...right, "pull-request": { "credit-translators": credit } },
  ]),
];

const rejected: [string, unknown][] = [
  ["nothing", null],
  ["a text", "x"],
  ["a list", []],
  ["an empty mapping", {}],
  ["another version", { ...right, version: 2 }],
  ["no components", { ...right, components: [] }],
  ["a component without translations", { ...right, components: [{ ...entry, translations: undefined }] }],
  ["an empty source", { ...right, components: [{ ...entry, source: "" }] }],
  ["a component that is no slug", { ...right, components: [{ ...entry, component: "web site" }] }],
  ["a component with an empty part", { ...right, components: [{ ...entry, component: "web//site" }] }],
  ["an unknown key", { ...right, colour: "red" }],
  ["an unknown key of a component", { ...right, components: [{ ...entry, colour: "red" }] }],
  ["an unknown policy", { ...right, conflicts: "mine" }],
  ["a percentage beyond 100", { ...right, "removal-limit": 101 }],
  ["an alias that is a path", { ...right, languages: { aliases: { a: "b/c" } } }],
  ["an alias of no language", { ...right, languages: { aliases: { "a b": "c" } } }],
  ["no languages at all", { ...right, languages: { only: [] } }],
  ["an empty label", { ...right, "pull-request": { labels: [""] } }],
  ...["{base}", "", "-x", "a..b", "a b", "x.lock", "x/", "a//b", "x.", "a/.b", "@{x"].map(
    (branch): [string, unknown] => [`the branch ${JSON.stringify(branch)}`, { ...right, "pull-request": { branch } }],
  ),
  ...[
    "http://translate.example.org",
    "http://localhost.example.org",
    "http://127.0.0.1.example.org",
    "https://me@x.example",
    "https://x.example?a",
    "https://x.example/#a",
    "https://",
    "ftp://x.example",
    "x.example",
    "https:\\\\x.example",
  ].map((service): [string, unknown] => [service, { ...right, service }]),
];

describe("the JSON Schema", () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(mappingJsonSchema());
  // YAML has no undefined; a key without value is not there.
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  test.each(accepted)("accepts %s, as zod does", (_name, value) => {
    expect([mappingSchema.safeParse(plain(value)).error?.issues, validate(plain(value)), validate.errors]).toEqual([
      undefined,
      true,
      null,
    ]);
  });

  test.each(rejected)("rejects %s, as zod does", (_name, value) => {
    expect([mappingSchema.safeParse(plain(value)).success, validate(plain(value))]).toEqual([false, false]);
  });

  test("says of every key what it means", () => {
    const silent: string[] = [];
    const visit = (schema: ReturnType<typeof mappingJsonSchema>, path: string): void => {
      for (const [key, value] of Object.entries(schema.properties ?? {})) {
        if ((value.description ?? "").length < 20) silent.push(`${path}${key}`);
        visit(value, `${path}${key}.`);
        if (value.items !== undefined) visit(value.items, `${path}${key}[].`);
      }
    };
    visit(mappingJsonSchema(), "");
    expect(silent).toEqual([]);
  });

  test("gives no default to what falls back on the setting for all", () => {
    const component = mappingJsonSchema().properties?.["components"]?.items;
    expect(JSON.stringify(component)).not.toContain('"default"');
  });
});

describe("the reference", () => {
  const rows = mappingReference().split("\n");

  test("is a table with four cells in every row", () => {
    expect(rows.slice(0, 2)).toEqual(["| key | type | default | meaning |", "|---|---|---|---|"]);
    for (const row of rows.slice(0, rows.indexOf("")))
      expect(row.replaceAll(String.raw`\|`, "").split("|")).toHaveLength(6);
  });

  test("has no cell of more than thirty words, and leaves none of them out", () => {
    const words = (text: string): number => text.split(" ").length;
    for (const row of rows.slice(2, rows.indexOf(""))) expect(words(row.split(" | ").at(-1) ?? "")).toBeLessThan(33);
    expect(rows.find((row) => row.startsWith("- `components[].translations`: "))).toContain("posix-lower");
  });

  test.each([
    "| `version` | `1` | **required** | Version of this file's form. Always 1. |",
    "| `removal-limit` | number, 0 to 100 | `20` | Percentage of a file's keys that one run may remove without an explicit yes. |",
    "| `components[].conflicts` | `service`, `repository`, `fail` |  | As `conflicts` for all, for this component. |",
  ])("has the row %s", (row) => {
    expect(rows).toContain(row);
  });

  test("tells settings that a component may have too only once", () => {
    expect(rows.filter((row) => /^\| `[^`]*minimum-translated`/.test(row))).toHaveLength(1);
  });
});
