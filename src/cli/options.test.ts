import { expect, test } from "vitest";
import { commonOptions, dryRunOption, filterOptions, parseOptions } from "./options.ts";

const specs = { ...dryRunOption, ...filterOptions, ...commonOptions };

test("flags, values and lists are read by name", () => {
  const options = parseOptions(["--dry-run", "--component", "web", "--component=app,api"], specs, "sync");

  expect(options.flag("dry-run")).toBe(true);
  expect(options.flag("json")).toBe(false);
  expect(options.list("component")).toEqual(["web", "app", "api"]);
  expect(options.list("language")).toBeUndefined();
});

test.each([
  [["--dryrun"], "there is no option --dryrun; did you mean --dry-run?"],
  [["--token", "secret"], "there is no option --token"],
  [["--component"], "--component needs a value (NAME)"],
  [["--json=yes"], "--json takes no value"],
  [["web"], '"web" is not expected after sync'],
])("%s is refused: %s", (args, message) => {
  expect(() => parseOptions(args, specs, "sync")).toThrow(
    expect.objectContaining({ message, code: "IL-C02", exitCode: 2 }),
  );
});
