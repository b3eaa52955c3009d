import { expect, test } from "vitest";
import { chatOrderOf, chatOrders } from "./chat-order.ts";

test.each([
  ["/interlinear plan", { kind: "plan" }],
  ["/interlinear sync\n\nThank you!", { kind: "sync" }],
  ["  /interlinear   Stats  \r\nmore", { kind: "stats" }],
  ["/interlinear rebase", { kind: "rebase" }],
  ["/interlinear help", { kind: "help" }],
  ["/interlinear", { kind: "help" }],
  ["/interlinear synchronise", { kind: "unknown", words: "synchronise" }],
  ["/interlinear plan now", { kind: "unknown", words: "plan now" }],
  ["/interlinear constructor", { kind: "unknown", words: "constructor" }],
])("%j is an order", (comment, order) => {
  expect(chatOrderOf(comment)).toEqual(order);
});

test.each([
  "",
  "Could we have /interlinear sync here?",
  "Look:\n/interlinear sync",
  "> /interlinear sync",
  "`/interlinear sync`",
  "    /interlinear sync",
  "\t/interlinear sync",
  "```\n/interlinear sync\n```",
  "/interlinearly sync",
  "/Interlinear sync",
])("%j speaks to somebody else", (comment) => {
  expect(chatOrderOf(comment)).toBeUndefined();
});

test("a very long first line is cut, not searched", () => {
  expect(chatOrderOf(`/interlinear ${"x".repeat(100_000)}`)).toMatchObject({ kind: "unknown" });
});

test("every order that is listed is understood", () => {
  for (const kind of Object.keys(chatOrders)) expect(chatOrderOf(`/interlinear ${kind}`)).toEqual({ kind });
});
