import { expect, it } from "vitest";
import { asHtml, asRst, tablesOf } from "./rendering.ts";

const rows = [{ name: "Jana <script>", words: 3, note: "a|b\nc" }];

it("a table of people's own words stays a table", () => {
  expect(asRst(tablesOf("Work", rows))).toBe(String.raw`Work
----

=============== ===== ======
name            words note
=============== ===== ======
Jana \<script\> 3     a\|b c
=============== ===== ======
`);
});

it("a page shows words as words", () => {
  expect(asHtml("Work", tablesOf("Work", rows))).toContain("<td>Jana &lt;script&gt;</td><td>3</td>");
});

it("a page names what turns words around", () => {
  expect(asHtml("Work", tablesOf("Work", [{ name: "Te\u202Ess" }]))).toContain("<td>Te‹U+202E›ss</td>");
});

it("groups are tables, and sums a table of their own", () => {
  expect(tablesOf("Credits", [{ Czech: [{ name: "Jana" }] }, { German: [] }]).map(({ title }) => title)).toEqual([
    "Czech",
    "German",
  ]);
  const tables = tablesOf("Cost", { languages: [{ language: "cs", classes: { new: { words: 2 } } }], cost: "1.00" });
  expect(tables).toEqual([
    { title: "Cost", columns: ["language", "classes new words"], rows: [["cs", "2"]] },
    { title: "Total", columns: ["cost"], rows: [["1.00"]] },
  ]);
});

it("a report without rows says so", () => {
  expect(asRst(tablesOf("Work", []))).toBe("Work\n----\n\n*Nothing.*\n");
});
