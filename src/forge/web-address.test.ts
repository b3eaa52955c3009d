import { describe, expect, it } from "vitest";
import { pathOf } from "./web-address.ts";

describe("the address of a branch", () => {
  it.each([
    ["interlinear/main", "interlinear/main"],
    ["acme:interlinear/main", "acme:interlinear/main"],
    ["fix/#12 50%?", "fix/%2312%2050%25%3F"],
    ["übersetzung", "%C3%BCbersetzung"],
  ])("of %s is %s", (branch, path) => {
    expect(pathOf(branch)).toBe(path);
  });
});
