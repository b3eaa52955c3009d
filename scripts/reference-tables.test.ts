import { expect, test } from "vitest";
import { actionTables, commandReference, commandTable, endpointTable } from "./reference-tables.ts";

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

test("endpoints show who may call them", () => {
  const table = endpointTable([
    { id: "a", method: "GET", path: "/api/", summary: "Root.", responses: {}, access: "viewer" },
    { id: "b", method: "POST", path: "/api/x/", summary: "X.", responses: {}, access: ["unit.edit", "unit.review"] },
  ]);

  expect(table).toContain("| `GET /api/` | Root. | viewer |");
  expect(table).toContain("| `POST /api/x/` | X. | `unit.edit`, `unit.review` |");
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
