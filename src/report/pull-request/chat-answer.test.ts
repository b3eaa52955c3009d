import { expect, test } from "vitest";
import { MAX_COMMENT } from "../../forge/discussion.ts";
import { finishedAnswer, helpAnswer, MAX_ANSWER_REPORT, progressAnswer } from "./chat-answer.ts";

const order = { words: "sync", author: "dana", runUrl: "https://git.example/acme/app/actions/runs/1" };

test("an answer names the order, who gave it and the run", () => {
  const head = "`/interlinear sync`, asked by dana · [run](https://git.example/acme/app/actions/runs/1)";

  expect(progressAnswer(order)).toBe(`${head}\n\nUnder way: the answer will stand here.`);
  expect(finishedAnswer(order, "### Interlinear: all done\n")).toBe(`${head}\n\n### Interlinear: all done`);
});

test("nobody is called by an answer", () => {
  expect(progressAnswer({ words: "sync", author: "@everybody" })).not.toContain("@everybody");
});

test("an order that is none is shown as text, with the ones there are", () => {
  const words = "<img src=x> @acme/team #1";

  const answer = helpAnswer({ words, author: "dana" }, { plan: "shows what a run would do", help: "shows this" }, true);

  expect(answer).toMatch(/^There is no order <code>/);
  for (const live of ["<img", "@acme", "#1"]) expect(answer).not.toContain(live);
  expect(answer).toContain("| `/interlinear plan` | shows what a run would do |");
  expect(helpAnswer(order, {}, false)).not.toContain("There is no order");
});

test("the longest report fits the forge's limit together with its head", () => {
  const answer = finishedAnswer({ ...order, author: "x".repeat(39) }, "ü".repeat(MAX_ANSWER_REPORT / 2));

  expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(MAX_COMMENT - 200);
  expect(answer.endsWith("ü")).toBe(true);
  expect(answer.split("ü")).toHaveLength(MAX_ANSWER_REPORT / 2 + 1);
});
