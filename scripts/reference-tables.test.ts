import { expect, test } from "vitest";
import { actionTables, endpointTable } from "./reference-tables.ts";

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
