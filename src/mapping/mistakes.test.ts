import { describe, expect, test } from "vitest";
import { filesOfMistakes, mistakes } from "../../test/support/mistakes.ts";
import { MappingError, type MappingProblem } from "./errors.ts";
import { loadMapping } from "./load.ts";
import { resolveMapping } from "./resolve.ts";

function problemsOf(mapping: string): readonly MappingProblem[] {
  try {
    resolveMapping(loadMapping(mapping, "interlinear.yml"), filesOfMistakes);
  } catch (error) {
    if (error instanceof MappingError) return error.problems;
    throw error;
  }
  return [];
}

test("there are as many mistakes as a mapping is judged by", () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(120);
  expect(new Set(mistakes.map(({ kind, what }) => `${kind} ${what}`)).size).toBe(mistakes.length);
});

describe.each([...Map.groupBy(mistakes, ({ kind }) => kind)])("mistakes: %s", (_kind, own) => {
  test.each(own.map((mistake) => [mistake.what, mistake] as const))("%s", (_what, { mapping, code, at, says }) => {
    const problems = problemsOf(mapping);

    const shown = problems.map(({ code: found, place, message, note = "", hint = "" }) =>
      `${String(place.line)}:${String(place.column)} ${found} ${message} ${note} ${hint}`.trim(),
    );
    const first = shown.find((line) => line.startsWith(`${at} ${code} `)) ?? "";
    expect(first, shown.join("\n")).toContain(code);
    for (const words of says) expect(first).toContain(words);
    // What to do: a sentence of its own, the nearest word, or all that may stand there.
    expect(first).toMatch(/[.?`]$|did you mean|must be|is refused|one alias|more than/);
    expect(problems.length, shown.join("\n")).toBeLessThanOrEqual(2);
  });
});

test("nothing that looks like a secret is shown, wherever it stands", () => {
  for (const mapping of [
    "version: 1\napi_key: abcdef0123456789abcdef\n",
    "version: 1\nservice: https://x.example\nproject: wlu_A1b2C3d4E5f6G7h8\ntokn: svp_A1b2C3d4E5f6G7h8\n",
    "version: 1\nservice: https://user:hunter22@x.example\n",
    "version: 1\nconflicts: ghp_A1b2C3d4E5f6G7h8\n",
  ]) {
    const problems = problemsOf(mapping);
    const shown = JSON.stringify(problems) + new MappingError([problems[0]!, ...problems.slice(1)]).message;
    expect(shown).not.toMatch(/A1b2C3d4|abcdef0123|hunter22/);
  }
});
