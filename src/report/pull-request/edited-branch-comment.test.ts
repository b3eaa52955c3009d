import { expect, test } from "vitest";
import { editedBranchComment } from "./edited-branch-comment.ts";

test("says whose commits are there, and both ways on", () => {
  const text = editedBranchComment({
    branch: "interlinear/main",
    notes: ["Dana committed `Fix a typo`"],
    hasBox: true,
  });

  expect(text).toContain("people committed to `interlinear/main`, so it was left alone");
  expect(text).toContain("- Dana committed `Fix a typo`");
  expect(text).toContain("Tick the box");
  expect(text).toContain("`/interlinear rebase`");
});

test("names no box where there is none, and calls nobody", () => {
  const text = editedBranchComment({ branch: "b", notes: ["@acme/team <b>pushed</b> #1"], hasBox: false });

  expect(text).not.toContain("box");
  for (const live of ["@acme", "<b>", "#1"]) expect(text).not.toContain(live);
});
