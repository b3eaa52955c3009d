import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isCommandName } from "../src/cli/commands.ts";
import { root } from "./stage.ts";

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
}

const hooks: readonly Hook[] = parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"));

test("the hook calls a command of the package", () => {
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [program = "", name = ""] = hooks[0]?.entry.split(" ") ?? [];

  expect(hooks.map(({ id, language }) => [id, language])).toEqual([["interlinear-check", "node"]]);
  expect(Object.keys(bin)).toContain(program);
  expect(isCommandName(name)).toBe(true);
});

test.each([
  ["po/cs.po", true],
  ["locales/cs.json", true],
  ["packages/web/i18n/de/app.yml", true],
  ["app/src/main/res/values-pt-rBR/strings.xml", true],
  ["app/src/main/res/values/colors.xml", false],
  ["package.json", false],
  ["src/language/parser.ts", false],
  [".github/workflows/test.yml", false],
])("the hook is given %s: %j", (path, isGiven) => {
  // Python's verbose form: blanks in the expression mean nothing.
  const expression = new RegExp((hooks[0]?.files ?? "").replace("(?x)", "").replaceAll(/\s+/g, ""));

  expect(expression.test(path)).toBe(isGiven);
});
