import { expect, test } from "vitest";
import type { Format } from "../src/formats/format.ts";
import { actionTables, commandReference, commandTable, endpointTables, formatTable } from "./reference-tables.ts";

test("inputs show whether they are required, their default and their meaning on one line", () => {
  const { inputs } = actionTables(`
inputs:
  token:
    description: The service's token.
    required: true
  command:
    description: |
      push | pull,
      or auto.
    default: auto
  mapping: {}
`);

  expect(inputs).toBe(
    [
      "| input | default | meaning |",
      "| --- | --- | --- |",
      "| `token` | **required** | The service's token. |",
      "| `command` | `auto` | push \\| pull, or auto. |",
      "| `mapping` |  |  |",
    ].join("\n"),
  );
});

test("outputs show their meaning", () => {
  expect(actionTables("outputs: { changed: { description: true or false } }").outputs).toContain(
    "| `changed` | true or false |",
  );
});

test("endpoints show who may call them, a table for each resource", () => {
  const tables = endpointTables([
    { id: "root", method: "GET", path: "/api/", summary: "Root.", responses: {}, access: "viewer" },
    {
      id: "component-lists.x",
      method: "POST",
      path: "/api/x/",
      slash: "optional",
      summary: "X.",
      since: "4.0",
      deprecated: "Use Y.",
      responses: {},
      access: ["unit.edit", "unit.review"],
    },
  ]);

  expect(tables).toContain("## Root\n\n| endpoint |");
  expect(tables).toContain("| `GET /api/` | Root. | viewer |");
  expect(tables).toContain("## Component lists\n\n| endpoint |");
  expect(tables).toContain("| `POST /api/x[/]` | X. Since 4.0. *Deprecated. Use Y.* | `unit.edit`, `unit.review` |");
});

test("what a description indents becomes a list", () => {
  const serve = {
    summary: "run",
    description: "Runs.\n\nSettings:\n  PAGE_SIZE  items\n  HOOKS      yes or no",
    options: {},
    run: () => Promise.resolve(0 as const),
  };

  expect(commandReference(new Map([["serve", serve]]), {})).toContain(
    "Runs.\n\nSettings:\n\n- `PAGE_SIZE`: items\n- `HOOKS`: yes or no",
  );
});

test("a command that takes words shows how it is called", () => {
  const check = {
    summary: "look",
    description: "Looks.",
    words: "[FILE …]",
    options: {},
    run: () => Promise.resolve(0 as const),
  };

  expect(commandReference(new Map([["check", check]]), {})).toContain(
    "## check\n\n`interlinear check [FILE …] [options]`\n\nLooks.",
  );
});

test("formats show their files and where their source texts are, sorted by id; a nameless one is refused", () => {
  const nothing = (): never => {
    throw new Error("not asked for");
  };
  const ability = { mediaType: "text/plain", detect: () => false, read: nothing, patch: nothing, create: nothing };
  const po: Format = { id: "po", kind: "bilingual", extensions: ["po", "pot"], ...ability };
  const catalogue: Format = {
    id: "all",
    kind: "monolingual",
    extensions: ["all"],
    ...ability,
    languages: () => ["en"],
  };

  expect(formatTable([po, catalogue], { po: "gettext", all: "Everything" })).toBe(
    [
      "| id | format | files | texts |",
      "| --- | --- | --- | --- |",
      "| `all` | Everything | `.all` | with keys, all languages in one file |",
      "| `po` | gettext | `.po` `.pot` | with sources |",
    ].join("\n"),
  );
  expect(() => formatTable([po], {})).toThrow("no name for the format po");
});

test("a command shows its description in one paragraph, its options, and what all commands share", () => {
  const push = {
    summary: "send",
    description: "Sends what\nchanged.\n\nTwice is once.",
    options: { component: { type: "string" as const, short: "c", value: "NAME", description: "only this" } },
    run: () => Promise.resolve(0 as const),
  };

  expect(commandTable({ push })).toContain("| `interlinear push` | send |");
  expect(commandReference(new Map([["push", push]]), { json: { type: "boolean", description: "as JSON" } })).toBe(
    [
      "## push",
      "",
      "Sends what changed.",
      "",
      "Twice is once.",
      "",
      "| option | meaning |",
      "| --- | --- |",
      "| `-c, --component NAME` | only this |",
      "",
      "## Options of all commands",
      "",
      "| option | meaning |",
      "| --- | --- |",
      "| `--json` | as JSON |",
    ].join("\n"),
  );
});
