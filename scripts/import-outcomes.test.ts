import { expect, test } from "vitest";
import { publicConfigurations } from "../test/support/public-configurations.ts";
import { importOutcome } from "./import-outcomes.ts";

test("import is judged by the configurations of at least ninety-five public repositories", () => {
  expect(new Set(publicConfigurations.map(({ repository }) => repository)).size).toBeGreaterThanOrEqual(95);
});

test.each(publicConfigurations.map((configuration) => [configuration.repository, configuration] as const))(
  "every setting of %s is carried over or named",
  (_repository, configuration) => {
    const { components, carried, named, own, lost } = importOutcome(configuration);

    expect(lost).toEqual([]);
    expect(components + named + carried + own).toBeGreaterThan(0);
  },
);
