import { describe, expect, it } from "vitest";
import { oursAmong, planSticky, type PostedComment } from "./sticky-comment.ts";

const MARKER = "<!-- interlinear:review -->";

function posted(id: number, author: string | undefined, body: string): PostedComment {
  return { id, author, body, url: `https://git.example.org/${String(id)}` };
}

describe("a comment is ours", () => {
  it.each([
    ["by marker and author", "bot", `${MARKER}\ntext`, true],
    ["whatever the case of the login", "BOT", `${MARKER}\ntext`, true],
    ["with the line ends of the web editor", "bot", `${MARKER}\r\ntext`, true],
    ["but not with somebody else's login", "mallory", `${MARKER}\ntext`, false],
    ["but not of an account that is gone", undefined, `${MARKER}\ntext`, false],
    ["but not with another marker", "bot", "<!-- interlinear:review --> more\ntext", false],
    ["but not with the marker further down", "bot", `text\n${MARKER}`, false],
  ])("%s", (_, author, body, isOurs) => {
    expect(oursAmong([posted(1, author, body)], "bot", MARKER)).toHaveLength(isOurs ? 1 : 0);
  });

  it("and of several the oldest is the first", () => {
    const comments = [posted(9, "bot", MARKER), posted(3, "bot", MARKER), posted(5, "bot", MARKER)];

    expect(oursAmong(comments, "bot", MARKER).map(({ id }) => id)).toEqual([3, 5, 9]);
  });
});

describe("what becomes of a comment", () => {
  const kept = posted(1, "bot", `${MARKER}\r\nold\r\n`);

  it.each([
    ["nothing, where nothing is to be said", undefined, { body: undefined, settled: "done" }, "nothing"],
    ["it is created", undefined, { body: "new" }, "created"],
    ["it is updated", kept, { body: "new" }, "updated"],
    ["nothing, where it differs by line ends alone", kept, { body: "old" }, "unchanged"],
    ["it is deleted", kept, { body: undefined }, "deleted"],
    ["it says that all is settled", kept, { body: undefined, settled: "done" }, "updated"],
    ["nothing, where it says so already", kept, { body: undefined, settled: "old" }, "unchanged"],
  ])("%s", (_, present, comment, outcome) => {
    expect(planSticky(present, { marker: MARKER, ...comment }).outcome).toBe(outcome);
  });

  it("is cut to what the forges take, marker included", () => {
    const plan = planSticky(undefined, { marker: MARKER, body: "訳文\n".repeat(20_000) });

    const text = "text" in plan ? plan.text : "";
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(text)).toBeGreaterThan(65_000);
    expect(text.startsWith(`${MARKER}\n訳文\n`)).toBe(true);
    expect(text).toMatch(/\n… \(cut: .*\)\n$/);
  });
});
