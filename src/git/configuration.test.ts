import { expect, test } from "vitest";
import { configurationEnvironment } from "./configuration.ts";
import { gitText } from "./run.ts";

test("git takes the settings from its environment, those that stand there already included", async () => {
  const given = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "test.given", GIT_CONFIG_VALUE_0: "first" };
  const env = {
    ...given,
    ...configurationEnvironment(
      [
        ["test.list", "one"],
        ["test.list", "two"],
      ],
      given,
    ),
  };

  const read = (name: string): Promise<string> => gitText(["config", "--get-all", name], { cwd: ".", env });

  expect(await read("test.given")).toBe("first");
  expect(await read("test.list")).toBe("one\ntwo");
});
